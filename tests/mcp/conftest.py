"""A project with a memory, and the server in front of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import _dreamt, _sample, dreamt, shop  # noqa: F401
from tests.cli.shell import Shell, repository

NOTE = """---
title: Deploying
description: how staging is deployed
type: project
---

Staging is deployed with `make ship`, never by hand.
"""
PINNED = """---
title: Payments
pinned: true
---

Never retry a payment without its idempotency key.
"""


@pytest.fixture
def house(tmp_path: Path) -> Shell:
    """A small memory: a note, a pinned note, a setting."""
    shell = repository(tmp_path / "house")
    memory = shell.folder / ".agent" / "memory"
    memory.mkdir(parents=True)
    (memory / "deploying.md").write_text(NOTE)
    (memory / "payments.md").write_text(PINNED)
    (shell.folder / ".agent" / "config.yaml").write_text("embeddings:\n  kind: none\n")
    return shell
