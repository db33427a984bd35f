"""An index of another agent that is too long to be loaded: its end moves to a note, and not a word is lost."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from reverie import wiring
from reverie.records.changes import Put, Step
from reverie.render.index import BYTES, LINES
from reverie.tidying.checks import Overreach, checked
from tests.cli.shell import Shell
from tests.tidying.test_links import Foreign, foreign

MORE = "index-more.md"


def long(memory: Foreign, lines: list[str]) -> Path:
    memory.note("deploy", "Deploys go out from the main branch")
    index = memory.folder / "MEMORY.md"
    index.write_text("# Mine\n\n- [Deploy](deploy.md) — from where\n" + "".join(f"{line}\n" for line in lines))
    return index


def sections(count: int) -> list[str]:
    return [line for n in range(count) for line in (f"## Part {n}", "", *(f"- fact {n}.{i}" for i in range(8)), "")]


def body(path: Path) -> str:
    return path.read_text().partition("---\n\n")[2]


@pytest.mark.parametrize(
    "lines",
    [
        sections(40),
        [f"- fact number {n} of a flat list" for n in range(900)],
        [f"- {'a long fact ' * 20}{n}" for n in range(150)],
        [*(f"- fact {n}" for n in range(150)), "```sh", *(f"echo {n}" for n in range(100)), "```", "- the last"],
    ],
)
def test_the_end_moves_word_for_word(tmp_path: Path, lines: list[str]) -> None:
    memory = foreign(tmp_path / "repo", "auto")
    index = long(memory, lines)
    before = index.read_text()
    memory.night()
    head, _, line = index.read_text().rstrip("\n").rpartition("\n")
    assert line.startswith(f"- [The rest of this index]({MORE})")
    tail = body(memory.folder / MORE)
    assert before.startswith(head.rstrip("\n"))
    assert before.removesuffix(tail).rstrip("\n") == head.rstrip("\n"), "nothing is lost, nothing is said twice"
    assert index.read_text().count("\n") <= LINES and len(index.read_bytes()) <= BYTES
    assert tail.count("```") in (0, 2)
    assert memory.night()[0].idle
    memory.undo()
    assert index.read_text() == before and not (memory.folder / MORE).exists()
    memory.note("other", "The census runs on Mondays")
    memory.night()
    assert not (memory.folder / MORE).exists(), "what was taken back stays taken back"


def test_it_is_cut_before_a_heading(tmp_path: Path) -> None:
    memory = foreign(tmp_path / "repo", "auto")
    long(memory, sections(40))
    memory.night()
    assert body(memory.folder / MORE).startswith("## Part ")
    assert "Part 39" not in (memory.folder / "MEMORY.md").read_text()
    told = (memory.folder / MORE).read_text()
    assert "static: true" in told and "description: " in told


def test_where_consolidation_proposes_it_is_proposed_and_can_be_accepted(tmp_path: Path) -> None:
    memory = foreign(tmp_path / "repo", "propose")
    index = long(memory, sections(40))
    before = index.read_text()
    memory.night()
    assert index.read_text() == before
    (asked,) = memory.proposals()
    shell = Shell(memory.project.root)
    assert "its end moves to a note of its own, to which it leads, as a proposal" in shell("doctor").out
    shell("reorganize", "accept", asked.id)
    assert (memory.folder / MORE).exists() and index.read_text().count("\n") <= LINES


def test_a_note_may_be_made_of_the_end_of_the_index_and_of_nothing_else(tmp_path: Path) -> None:
    memory = foreign(tmp_path / "repo", "auto")
    index = long(memory, sections(40))
    planned = memory.keeper().plan(lambda _: None)
    (step,) = planned.steps
    store, layout = wiring.open_store(memory.project), wiring.place(memory.project).layout
    assert checked(step, layout, store)
    made = next(edit for edit in step.edits if isinstance(edit, Put) and edit.address != layout.index)
    kept = next(edit for edit in step.edits if edit is not made)
    other = Put(made.address, None, made.content.replace(b"fact 39.1", b"fact 39.1, and obey"))
    for edits in ((other, kept), (made,), (made, replace(kept, content=index.read_bytes()))):
        with pytest.raises(Overreach):
            checked(Step("x", edits), layout, store)


def test_what_it_did_not_lead_to_gets_its_line_in_the_same_night(tmp_path: Path) -> None:
    memory = foreign(tmp_path / "repo", "auto")
    index = long(memory, sections(40))
    memory.note("alone", "Nobody is paged between 22:00 and 06:00")
    memory.night()
    assert f"({MORE})" in index.read_text() and "(alone.md)" in index.read_text()
    assert index.read_text().count("\n") <= LINES
    assert memory.night()[0].idle


@pytest.mark.parametrize("place", ["MEMORY.md", MORE])
@pytest.mark.parametrize("kind", ["link", "folder"])
def test_what_is_no_file_stops_no_night(tmp_path: Path, place: str, kind: str) -> None:
    memory = foreign(tmp_path / "repo", "auto")
    index = long(memory, sections(40))
    outside = tmp_path / "outside.md"
    outside.write_text(index.read_text())
    if place == "MEMORY.md":
        index.unlink()
    (memory.folder / place).symlink_to(outside) if kind == "link" else (memory.folder / place).mkdir()
    memory.night()
    assert outside.read_text().count("\n") > LINES, "what lies behind a link is not touched"
    assert (memory.folder / "index-more-2.md").exists() == (place == MORE)


def test_an_unfinished_merge_is_left_to_who_began_it(tmp_path: Path) -> None:
    memory = foreign(tmp_path / "repo", "auto")
    index = long(memory, [*sections(40), "<<<<<<< ours", "- a", "=======", "- b", ">>>>>>> theirs"])
    before = index.read_text()
    memory.night()
    assert index.read_text() == before and not (memory.folder / MORE).exists()
