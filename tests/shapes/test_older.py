"""Taking back the older of two nights over another agent's index, and what a person wrote since."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from reverie import wiring
from reverie.records.changes import Receipt
from reverie.render.pointers import mentioned
from tests.shapes import scene
from tests.shapes.shapes import FOREIGN, GONE, SHAPES, note
from tests.tidying.memory import NOW, Memory

FIRST = "(alone.md)"  # the line that the first night writes by a step


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    """Two nights: the first leads to a note and doubts another, the second doubts one more."""
    folder = tmp_path / "shop"
    folder.mkdir()
    scene.history(folder)
    memory = scene.build(folder, SHAPES[0], FOREIGN)
    way = note("Deploy", "Deploys go out from the main branch; see [release](release.md) and [second](second.md)")
    (memory / "deploy.md").write_bytes(way)
    shutil.copytree(memory, tmp_path / "before")
    dream(folder)
    (memory / "second.md").write_bytes(note("Second", f"{GONE}, in ring 2"))
    dream(folder)
    return folder


def dream(repo: Path) -> None:
    Memory(wiring.find_project(repo), NOW).night(again=True)


def undo(repo: Path, id: str) -> Receipt:
    return wiring.open_store(wiring.find_project(repo)).undo(id, by="ada", at=NOW)


def nights(repo: Path) -> list[str]:
    return [past.id for past in wiring.open_store(wiring.find_project(repo)).history()][::-1]


def index(repo: Path) -> Path:
    return repo / ".claude" / "memory" / "MEMORY.md"


def test_peoples_part_comes_back_and_the_block_of_the_later_night_stays(repo: Path, tmp_path: Path) -> None:
    first, second = nights(repo)
    both = index(repo).read_bytes()
    receipt = undo(repo, first)
    assert not receipt.skipped
    assert FIRST not in index(repo).read_text()
    assert "(second.md) (check: " in index(repo).read_text()
    assert "release.md) (check: " not in index(repo).read_text()
    assert [line for line in receipt.notes if second in line and "made anew" in line]
    undo(repo, receipt.id)
    assert index(repo).read_bytes() == both
    undo(repo, first)
    undo(repo, second)
    assert index(repo).read_bytes() == (tmp_path / "before" / "MEMORY.md").read_bytes()


def test_what_a_person_wrote_since_is_not_overwritten(repo: Path) -> None:
    first, _ = nights(repo)
    index(repo).write_bytes(index(repo).read_bytes() + b"\nMine.\n")
    receipt = undo(repo, first)
    assert [result.why for result in receipt.skipped] == ["notes:MEMORY.md was changed since by hand"]
    assert FIRST in index(repo).read_text()
    assert index(repo).read_text().endswith("\nMine.\n")


@pytest.mark.parametrize(
    "text",
    [
        "see plan_a.md",
        "`Plan-A.md`",
        "| .claude/memory/plan_a.md | done |",
        "- plan_a (retired)",
        "* ~~The old plan~~ - superseded",
        "| The old plan | done |",
        "[[the old plan]]",
        "all plan_*.md are done",
        "**plan_a**, **plan_a",
        "- [ ] **The old plan**: no",
    ],
)
def test_a_note_is_named_in_any_form(text: str) -> None:
    assert mentioned(text, {"plan_a.md": "The old plan", "deploy.md": "Deploy"}) == {"plan_a.md"}


@pytest.mark.parametrize("text", ["the `p6a-*`…`p16-*` plans", "p6_* to p16_*", "`P6`–`P16` are done"])
def test_those_between_the_first_and_the_last_are_named(text: str) -> None:
    notes = dict.fromkeys(("p5-risks.md", "p6a-ia.md", "p11_adrs.md", "p16b-ci.md", "p17-tests.md", "q11.md"), "x")
    assert mentioned(text, notes) == {"p6a-ia.md", "p11_adrs.md", "p16b-ci.md"}
    assert mentioned("p6 and p16, p6 or q16", notes) == set()


@pytest.mark.parametrize(
    "text",
    [
        "we deploy the old way, and plan a release",
        "- Deploy only from main",
        "- **Deploy only** from *deploy*",
        "[Deploy](area/deploy.md)",
        "*.md are notes, and ** is bold, ./ is here",
        "",
    ],
)
def test_a_common_word_is_no_name(text: str) -> None:
    notes = {"plan_a.md": "The old plan", "deploy.md": "Deploy", "area/deploy.md": "Inner"}
    assert mentioned(text, notes) <= {"area/deploy.md"}
