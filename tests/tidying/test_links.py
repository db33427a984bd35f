"""Notes that others point to merge as well: every link leads somewhere afterwards, or a person is asked."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from reverie import wiring
from tests.tidying.memory import Memory, made

INDEX = "# Mine\n\n- [Deploy](deploy.md) — from where\n- [Where from](where-from.md) — from where deploys go\n"
SAID = "Deploys go out from the main branch"


class Foreign(Memory):
    """Claude Code's memory, kept in place."""

    @property
    def folder(self) -> Path:
        return self.project.root / ".claude" / "memory"


@pytest.fixture
def memory(tmp_path: Path) -> Memory:
    return made(tmp_path / "repo")


def foreign(folder: Path, mode: str) -> Foreign:
    (folder / ".agent").mkdir(parents=True)
    (folder / ".claude" / "memory").mkdir(parents=True)
    settings = f"memory: {{layout: claude-code, root: .claude/memory}}\ndream: {{consolidate: {mode}}}\n"
    (folder / ".agent" / "config.yaml").write_text(settings)
    subprocess.run(["git", "init", "-q", str(folder)], check=True)
    return Foreign(wiring.find_project(folder))


def files(memory: Memory) -> dict[str, bytes]:
    found = (path for path in memory.project.root.rglob("*") if path.is_file() and ".git" not in path.parts)
    return {str(path): path.read_bytes() for path in found if "local" not in path.parts}


def lead_nowhere(memory: Memory) -> list[str]:
    found = []
    for path in memory.folder.glob("*.md"):
        text = path.read_text()
        names = [*re.findall(r"\]\(([^)]+)\)", text), *(f"{name}.md" for name in re.findall(r"\[\[([^\]|]+)", text))]
        found += [name for name in names if not (memory.folder / name).exists()]
    return found


def pair(memory: Memory) -> None:
    memory.note("deploy", SAID)
    memory.note("where-from", f"{SAID}.", created="2026-10-01")


def test_links_in_notes_follow_the_note_that_left(memory: Memory) -> None:
    pair(memory)
    memory.note("guide", "See [where](where-from.md), [[where-from]], [[where_from|this]] and [what](deploy.md)")
    before = memory.tree()
    planned, _ = memory.night()
    assert [matter.kind for matter in planned.tidied.done] == ["merge"]
    assert "See [where](deploy.md), [[deploy]], [[deploy|this]] and [what](deploy.md)" in memory.text("guide")
    assert not lead_nowhere(memory)
    memory.undo()
    assert memory.tree() == before


def test_a_link_by_title_follows_too(memory: Memory) -> None:
    memory.note("deploy", SAID, name="Deploys")
    memory.note("where-from", f"{SAID}.", created="2026-10-01", name="Deploy from where")
    memory.note("guide", "See [[Deploy from where]] and [what](deploy.md) first")
    memory.night()
    assert "See [[deploy]] and [what](deploy.md) first" in memory.text("guide")


def test_what_a_pinned_note_points_to_is_proposed(memory: Memory) -> None:
    pair(memory)
    memory.note("guide", "See [where](where-from.md) and [what](deploy.md)", pinned="true")
    planned, _ = memory.night()
    assert not planned.tidied.done
    assert [one.title for one in memory.proposals()] == ["Merge two notes"]


def test_a_note_that_points_to_the_one_it_takes_in(memory: Memory) -> None:
    memory.note("deploy", SAID, "More of it is in [the other](where-from.md)")
    memory.note("where-from", f"{SAID}.", created="2026-10-01")
    memory.note("guide", "Read [one](deploy.md) and [two](where-from.md)")
    memory.night()
    assert memory.active() == ["deploy", "guide"]
    assert "More of it is in the other" in memory.text("deploy")
    assert not lead_nowhere(memory)


def test_the_index_of_another_agent_leads_to_what_stays(tmp_path: Path) -> None:
    memory = foreign(tmp_path / "repo", "auto")
    pair(memory)
    index = memory.folder / "MEMORY.md"
    index.write_text(INDEX)
    before = files(memory)
    planned, _ = memory.night()
    assert [matter.kind for matter in planned.tidied.done] == ["merge"]
    assert index.read_text() == "# Mine\n\n- [Deploy](deploy.md) — from where\n", "its words are all in the note"
    assert not lead_nowhere(memory)
    after = files(memory)
    memory.night(again=True)
    assert files(memory) == after
    memory.undo()
    assert files(memory) == before


def test_a_line_of_the_index_that_says_more_than_the_note_stays(tmp_path: Path) -> None:
    memory = foreign(tmp_path / "repo", "auto")
    pair(memory)
    index = memory.folder / "MEMORY.md"
    index.write_text(INDEX.replace("from where deploys go", "ask Ada before hotfixes"))
    memory.night()
    assert "- [Where from](deploy.md) — ask Ada before hotfixes\n" in index.read_text()


def test_in_the_memory_of_another_agent_it_is_proposed(tmp_path: Path) -> None:
    memory = foreign(tmp_path / "repo", "propose")
    pair(memory)
    (memory.folder / "MEMORY.md").write_text(INDEX)
    before = {path.name: path.read_bytes() for path in memory.folder.iterdir()}
    planned, _ = memory.night()
    assert not planned.tidied.done
    assert [one.title for one in memory.proposals()] == ["Merge two notes"]
    assert {path.name: path.read_bytes() for path in memory.folder.iterdir()} == before
    edits = memory.proposals()[0].steps[0].edits
    assert not any("MEMORY.md" in str(edit) for edit in edits), "links are put right when it is accepted"


def forgetful(memory: Memory) -> Path:
    """An index that leads to one note, which leads to another, and not to the third."""
    memory.note("deploy", f"{SAID}, see [[rollback]]")
    memory.note("rollback", "A rollback needs two people in the room")
    memory.note("quiet-hours", "Nobody is paged between 22:00 and 06:00")
    index = memory.folder / "MEMORY.md"
    index.write_text("# Mine\n\n- [Deploy](deploy.md) — from where\n")
    return index


def test_what_nothing_leads_to_gets_a_line_once(tmp_path: Path) -> None:
    memory = foreign(tmp_path / "repo", "auto")
    index = forgetful(memory)
    before = index.read_text()
    memory.night()
    told = index.read_text()
    assert told.startswith(before) and "(quiet-hours.md)" in told and "rollback" not in told
    assert memory.night()[0].idle
    index.write_text(before)  # its owner does not want it there
    memory.note("other", "The census runs on Mondays")
    memory.night()
    assert "(other.md)" in index.read_text() and "quiet-hours" not in index.read_text()


def test_a_line_that_was_taken_back_stays_away(tmp_path: Path) -> None:
    memory = foreign(tmp_path / "repo", "auto")
    index = forgetful(memory)
    before = index.read_text()
    memory.night()
    memory.undo()
    assert index.read_text() == before
    memory.note("other", "The census runs on Mondays")
    memory.night()
    assert "(other.md)" in index.read_text() and "quiet-hours" not in index.read_text()


def test_where_consolidation_proposes_a_line_is_proposed(tmp_path: Path) -> None:
    memory = foreign(tmp_path / "repo", "propose")
    index = forgetful(memory)
    before = index.read_text()
    memory.night()
    assert index.read_text() == before
    (asked,) = memory.proposals()
    assert "quiet-hours.md" in asked.reason and "rollback" not in asked.reason
    memory.note("other", "The census runs on Mondays")
    memory.night()
    assert [one.reason for one in memory.proposals() if "quiet-hours" in one.reason] == [asked.reason]


@pytest.mark.parametrize("until", ["2026-10-01", ""])
def test_what_is_over_or_superseded_and_pointed_to_is_proposed(memory: Memory, until: str) -> None:
    facts = {"valid_until": until} if until else {}
    memory.note("port", "The staging database listens on port 5432", **facts)
    memory.note("guide", "See [the port](port.md) first")
    if not until:
        memory.note("moved", "The staging database listens on port 5433", created="2026-10-05")
    planned, _ = memory.night()
    assert not planned.tidied.done
    assert len(memory.proposals()) == 1
