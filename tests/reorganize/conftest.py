from __future__ import annotations

from pathlib import Path

import pytest

from tests.reorganize.house import House, built

CLAUDE = "memory:\n  layout: claude-code\n  root: .claude/memory\n"


@pytest.fixture
def house(tmp_path: Path) -> House:
    return built(tmp_path / "shop")


@pytest.fixture
def claudes(tmp_path: Path) -> House:
    """A memory that Claude Code owns, with an index of its own."""
    return built(tmp_path / "shop", CLAUDE, ".claude/memory")
