"""What stands in comments and in code states nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from reverie.tidying.unspoken import unspoken
from tests.tidying.memory import Memory, made


@pytest.fixture
def memory(tmp_path: Path) -> Memory:
    return made(tmp_path / "repo")


def test_a_comment_of_several_lines_says_nothing() -> None:
    assert unspoken("- said\n<!--\n- hidden\n\n- hidden too\n-->\n- said\n") == {2, 3, 4, 5, 6}
    assert unspoken("- said <!-- id: 1 -->\n- said\n") == frozenset()
    assert unspoken("<!-- never closed\n\n- hidden\n") == {1, 2, 3, 4}
    assert unspoken("```\n<!--\n```\n- said\n") == frozenset()


def test_indented_code_says_nothing() -> None:
    assert unspoken("Run it:\n\n    port = 8080\n    host = x\n\nThen stop.\n") == {3, 4}
    assert unspoken("\tcode\n") == {1}
    assert unspoken("A line\n    that only goes on.\n") == frozenset()


def test_in_a_list_code_stands_further_in() -> None:
    assert unspoken("- an item\n\n  goes on\n\n    - below it\n") == frozenset()
    assert unspoken("- an item\n\n      code = 1\n- next\n") == {3}
    assert unspoken("- an item\n\ntext\n\n    code\n") == {5}


@pytest.mark.parametrize(
    "hidden",
    [
        "<!--\nold wording:\n\n- The proxy listens on port 8080\n-->",
        "As it was:\n\n    - The proxy listens on port 8080",
    ],
)
def test_what_is_not_said_contradicts_nothing_and_is_not_rewritten(memory: Memory, hidden: str) -> None:
    path = memory.note("proxy", "The proxy is restarted by systemd")
    path.write_text(f"{path.read_text()}\n{hidden}\n")
    memory.note("ports", "The proxy listens on port 9090", created="2026-10-05")
    before = path.read_text()
    planned, _ = memory.night()
    assert planned.tidied.done == planned.tidied.proposed == ()
    assert path.read_text() == before
