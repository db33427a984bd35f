"""What notes say of the code is looked up by night; what is gone is said in the index, until it is back."""

from __future__ import annotations

import subprocess
from datetime import timedelta
from pathlib import Path

import pytest

from reverie import wiring
from tests.tidying.memory import NOW, Memory, made


@pytest.fixture
def memory(tmp_path: Path) -> Memory:
    memory = made(tmp_path / "repo")
    for key, value in (("user.email", "ada@example.org"), ("user.name", "Ada")):
        subprocess.run(["git", "config", key, value], cwd=memory.project.root, check=True)
    source = memory.project.root / "src"
    source.mkdir()
    (source / "jwt.py").write_text("def parse_token(text):\n    return text\n")
    (source / "main.py").write_text("print(1)\n")
    commit(memory, "feat: begin")
    return memory


def commit(memory: Memory, message: str) -> None:
    subprocess.run(["git", "add", "src"], cwd=memory.project.root, check=True)
    subprocess.run(["git", "commit", "-qm", message], cwd=memory.project.root, check=True)


def states(memory: Memory) -> list[tuple[str, str]]:
    planned, _ = memory.night()
    return [(one.text, one.state) for one in planned.tidied.checked]


def test_what_is_gone_is_said_in_the_index_until_it_is_back(memory: Memory) -> None:
    memory.note("tokens", "Tokens are parsed in `src/jwt.py`")
    assert states(memory) == [("src/jwt.py", "holds")]
    text = (memory.project.root / "src" / "jwt.py").read_text()
    (memory.project.root / "src" / "jwt.py").unlink()
    commit(memory, "refactor: drop it")
    assert states(memory) == [("src/jwt.py", "gone")]
    assert "doubt: " in memory.text("tokens")
    assert "(check: `src/jwt.py` is gone)" in memory.text("MEMORY")
    (memory.project.root / "src" / "jwt.py").write_text(text)
    commit(memory, "revert: bring it back")
    assert states(memory) == [("src/jwt.py", "holds")]
    assert "doubt" not in memory.text("tokens")
    assert "check:" not in memory.text("MEMORY")


def test_a_commit_that_changes_nothing_it_rests_on_looks_nothing_up(memory: Memory) -> None:
    memory.note("tokens", "Tokens are parsed in `src/jwt.py`")
    assert len(memory.night()[0].tidied.records) == 1
    (memory.project.root / "src" / "main.py").write_text("print(2)\n")
    commit(memory, "fix: count")
    planned, _ = memory.night()
    assert not planned.idle
    assert not planned.tidied.records
    assert memory.night()[0].idle


def test_a_pinned_note_is_looked_up_and_not_touched(memory: Memory) -> None:
    before = memory.note("tokens", "Tokens are parsed in `src/gone/jwt.py`", pinned="true").read_text()
    states(memory)
    assert memory.text("tokens") == before


def test_what_is_gone_for_two_nights_and_wanted_by_nobody_leaves(memory: Memory) -> None:
    memory.note("tokens", "Tokens are parsed in `src/jwt.py`", created="2026-06-01")
    memory.note("other", "The entry point is `src/main.py`", created="2026-06-01")
    memory.night()
    (memory.project.root / "src" / "jwt.py").unlink()
    commit(memory, "refactor: drop it")
    for _ in range(4):
        memory.night()
    assert memory.active() == ["other"]
    assert "gone from the code" in memory.retired()["tokens"]


def test_time_passes_also_over_what_nobody_changed(memory: Memory) -> None:
    memory.note("offer", "The offer for customer 17 stands", valid_until="2026-11-18")
    memory.note("other", "Ask Ada for access to the billing console")
    for _ in range(2):
        memory.night()
    assert memory.active() == ["offer", "other"]
    for _ in range(3):
        memory.night()
    assert memory.active() == ["other"]


def test_a_note_that_also_says_something_else_is_only_doubted(memory: Memory) -> None:
    memory.note("book", "Tokens are parsed in `src/jwt.py`", "Simon wants a changelog entry", created="2026-06-01")
    memory.night()
    (memory.project.root / "src" / "jwt.py").unlink()
    commit(memory, "refactor: drop it")
    for _ in range(4):
        memory.night()
    assert memory.active() == ["book"]


def test_two_cycles_of_one_day_are_one(memory: Memory) -> None:
    memory.note("tokens", "Tokens are parsed in `src/jwt.py`", created="2026-06-01")
    memory.night()
    (memory.project.root / "src" / "jwt.py").unlink()
    commit(memory, "refactor: drop it")
    for _ in range(4):
        memory.now = NOW + timedelta(days=5)
        memory.night(again=True)
    assert memory.active() == ["tokens"]


def test_what_never_was_is_not_gone(memory: Memory) -> None:
    memory.note("plan", "Next step: put the cache into `src/cache.py`")
    assert [state for _, state in states(memory)] == ["unknown"]
    assert "doubt" not in memory.text("plan")


def test_notes_that_came_by_another_hand_get_their_line(memory: Memory) -> None:
    memory.note("tokens", "Ask Ada for tokens")
    memory.night()
    assert "(tokens.md)" in memory.text("MEMORY")


def test_without_a_commit_nothing_can_be_told(tmp_path: Path) -> None:
    memory = made(tmp_path / "bare")
    text = memory.note("tokens", "Tokens are parsed in `src/jwt.py`").read_text()
    found = wiring.consolidation.verified(memory.project, wiring.open_store(memory.project), memory.now)
    assert [(one.text, one.state) for one in found] == [("src/jwt.py", "unknown")]
    memory.night()
    assert memory.text("tokens") == text
