"""What must really leave the disk leaves it: every document, journal entry, log and cache, whenever a crash comes; and
what is left confirms no guess."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from reverie import wiring
from reverie.layouts import proposals
from reverie.layouts.promoted import plain
from reverie.lookup.search import Filters
from reverie.records.changes import ChangeSet, Put, Step
from reverie.records.documents import digest
from reverie.records.errors import ChangePurged
from reverie.records.logs import Json, LogRecord
from reverie.records.notes import Line
from reverie.records.proposals import Proposal
from reverie.remember import recalls
from reverie.shortlist import words_of
from reverie.store.disk import Disk
from tests.cli.shell import Shell, repository
from tests.forget.world import forget, purge, telling, the
from tests.store.builders import tree
from tests.tidying.memory import NOW, Memory, made

PORT = "The staging database listens on port 5433, since the move to Lisbon"
VPN = "Needs the VPN profile eu-2"
EVERY = int(os.environ.get("REVERIE_KILL_EVERY", "9"))  # 1: at each moment there is, which takes its time


@pytest.fixture
def memory(tmp_path: Path) -> Memory:
    return made(tmp_path / "repo")


def told_everywhere(memory: Memory) -> None:
    """The same words in notes, days, the index, the journal, logs, the diary, observed events and caches."""
    project = memory.project
    book = wiring.memory.notebook(project, wiring.open_store(project))
    book.keep([Line(PORT, NOW, topic="Staging")], NOW)
    book.keep([Line(VPN, NOW, topic="Staging")], NOW)
    book.keep([Line(PORT.upper() + "!", NOW)], NOW)
    memory.note("other", "remember: " + PORT.replace(" listens", "\n  listens") + " — always", "Lunch is at noon")
    store = wiring.open_store(project)
    library = wiring.search.library(project, store)
    library.catch_up(NOW)
    hits = library.search([("staging database port", 5)], Filters(), NOW)[0]
    library.close()
    assert hits
    recalls.record(store, hits, "where is the staging database", at=NOW)
    facts: dict[str, Json] = {"summary": f"he said: {PORT}", "deep": [{"text": PORT.lower()}], "cut": PORT[:50] + "…"}
    store.append("heard", [LogRecord("remember", "ada", NOW, facts, "event1")])
    store.append("consolidations", [LogRecord("cycle", "reverie", NOW, {"done": [{"reason": f"`x` says {PORT}"}]})])
    store.append("promotions", [LogRecord("promoted", "ada", NOW, {"key": "k", "words": words_of(PORT)})])
    store.add_to_page("DREAMS.md", f"- Put right: {PORT}.\n", "# Dreams\n")
    store.observe("2026/11/16/ada.jsonl", b'{"text": "first\\n' + PORT.encode() + b'"}\n', shared=False)
    store.observe("2026/11/16/ada.jsonl", b'{"text": "' + PORT.encode() + b'"}\n{"text": "lunch"}\n', shared=True)
    (project.local / "kept").mkdir()
    (project.local / "kept" / "abc-staging.md").write_text(f"mine: {PORT}\n")
    store.close()
    memory.night()


def test_no_file_tells_it_afterwards_and_all_else_stays(memory: Memory) -> None:
    told_everywhere(memory)
    agent = memory.project.agent
    assert len(telling(agent, PORT)) >= 10, telling(agent, PORT)
    purge(memory.project, ".agent/memory/staging.md:7")
    assert telling(agent, PORT) == []
    assert telling(agent, "staging database listens on port 5433") == []
    assert VPN in memory.text("staging") and "Lunch is at noon" in memory.text("other")
    assert "lunch" in (agent / "memory" / "episodic" / "2026/11/16/ada.jsonl").read_text()
    assert not (memory.project.local / "purging.json").exists()
    store = wiring.open_store(memory.project)
    assert not store.problems(deep=True)
    assert len([r for r in store.records("heard") if isinstance(r, LogRecord) and r.id == "event1"]) == 1


def test_a_whole_note_goes_with_its_earlier_versions(memory: Memory) -> None:
    told_everywhere(memory)
    store = wiring.open_store(memory.project)
    there = the(memory.project, "staging").document
    new = there.content + b"- The old admin was called Zacharias Quux\n"
    store.apply(ChangeSet("add", "ada", NOW, (Step("add", (Put(there.address, there.digest, new),)),)))
    store.apply(ChangeSet("take", "ada", NOW, (Step("take", (Put(there.address, digest(new), there.content),)),)))
    purge(memory.project, "staging")
    assert telling(memory.project.agent, "Zacharias Quux") == []
    assert telling(memory.project.agent, PORT) == [] and telling(memory.project.agent, VPN) == []
    stub = memory.retired()["staging"]
    assert "forgotten: " in stub and "purged: true" in stub
    assert "staging" not in (memory.folder / "MEMORY.md").read_text()


def test_what_was_forgotten_before_can_be_purged(memory: Memory) -> None:
    told_everywhere(memory)
    forget(memory.project, "staging", reason=f"because {PORT}")
    purge(memory.project, "retired/staging")
    assert telling(memory.project.agent, PORT) == []


def test_what_is_left_confirms_no_guess(memory: Memory) -> None:
    told_everywhere(memory)
    meant = the(memory.project, ".agent/memory/staging.md:7")
    assert meant.passage
    marks = [meant.document.digest, meant.passage.id, words_of(PORT), digest(plain(PORT).encode())]
    before = "".join(path.read_text("utf-8", "replace") for path in _files(memory))
    assert all(mark in before for mark in marks[:3])
    purge(memory.project, ".agent/memory/staging.md:7")
    after = "".join(path.read_text("utf-8", "replace") for path in _files(memory))
    assert not [mark for mark in marks if mark in after]


def _files(memory: Memory) -> list[Path]:
    return [path for path in memory.project.agent.rglob("*") if path.is_file()]


def test_history_still_shows_the_change_and_undo_says_it_was_purged(memory: Memory) -> None:
    told_everywhere(memory)
    before = [past.id for past in wiring.open_store(memory.project).history()]
    purge(memory.project, ".agent/memory/staging.md:7")
    store = wiring.open_store(memory.project)
    pasts = list(store.history())
    assert [past.id for past in pasts][-len(before) :] == before and len(pasts) == len(before) + 1
    assert pasts[-1].title.startswith("remember: (purged)") and pasts[-1].purged
    was = tree(memory.folder)
    for past in (pasts[0], pasts[-1]):
        with pytest.raises(ChangePurged):
            store.undo(past.id, by="ada", at=NOW)
    assert tree(memory.folder) == was and len(list(store.history())) == len(pasts)


def test_later_changes_can_be_undone_as_ever(memory: Memory) -> None:
    told_everywhere(memory)
    purge(memory.project, ".agent/memory/staging.md:7")
    was = tree(memory.folder)
    forget(memory.project, "other")
    memory.undo()
    assert tree(memory.folder) == was


def test_an_open_proposal_that_would_bring_it_back_is_dropped(memory: Memory) -> None:
    told_everywhere(memory)
    there = the(memory.project, "other").document
    step = Step(f"say {PORT}", (Put(there.address, there.digest, there.content + f"\n- {PORT}\n".encode()),))
    paper = Proposal("abcdefabcdef", "Which?", f"it says {PORT}", (step,), kinds=("sharpen",))
    put = Put(proposals.address_of(paper.id, private=False), None, proposals.text(paper))
    wiring.open_store(memory.project).apply(ChangeSet("propose", "reverie", NOW, (Step("propose", (put,)),)))
    purge(memory.project, ".agent/memory/staging.md:7")
    (found,) = [one for one in memory.proposals() if one.id == paper.id]
    assert (found.status, found.steps) == ("declined", ())
    assert telling(memory.project.agent, PORT) == []


# Whenever a crash comes


def test_a_purge_that_is_killed_at_any_moment_is_finished_by_the_next(tmp_path: Path) -> None:
    memory = made(tmp_path / "repo")
    told_everywhere(memory)
    wiring.secret(memory.project)
    moments = 1 - EVERY
    while True:
        moments += EVERY
        assert moments < 400
        copy = tmp_path / f"copy{moments}"
        shutil.copytree(memory.project.root, copy)
        if not _killed(copy, moments):
            break
        project = wiring.find_project(copy)
        left = telling(project.agent, PORT)
        store = wiring.open_store(project)  # it opens, and recovers, at any moment
        assert not [one for one in store.problems(deep=True) if not one.what.endswith(".new")]
        assert len(list(store.history())) >= 3
        store.close()
        if (project.local / "purging.json").exists():
            purge(project)
        elif left:
            purge(project, ".agent/memory/staging.md:7")
        assert telling(project.agent, PORT) == [], f"killed at {moments}"
        assert not (project.local / "purging.json").exists()
        shutil.rmtree(copy)
    assert moments > 40


def _killed(folder: Path, moment: int) -> bool:
    """Whether a purge in another process was killed at this moment; otherwise it came to its end."""
    pid = os.fork()
    if not pid:
        try:
            _strike_at(moment)
            purge(wiring.find_project(folder), ".agent/memory/staging.md:7")
            os._exit(0)
        finally:
            os._exit(7)
    code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    assert code in (0, 9), code
    return code == 9


def _strike_at(moment: int) -> None:
    count = 0

    def deadly(done: Callable[..., Any]) -> Callable[..., Any]:
        def wrapped(*args: Any, **kwargs: Any) -> Any:
            nonlocal count
            count += 1
            if count == moment:
                os._exit(9)
            return done(*args, **kwargs)

        return wrapped

    for name in ("stage", "exchange", "place", "remove", "append", "sync_folder"):
        setattr(Disk, name, deadly(getattr(Disk, name)))
    shutil.rmtree = deadly(shutil.rmtree)  # type: ignore[assignment]
    Path.unlink = deadly(Path.unlink)  # type: ignore[method-assign]


# As a person meets it


def test_it_lists_asks_and_says_what_is_beyond_it(tmp_path: Path) -> None:
    shell: Shell = repository(tmp_path / "project")
    shell("remember", PORT, "--topic", "Staging")
    shell("remember", VPN, "--topic", "Staging")
    before = tree(shell.folder / ".agent" / "memory")
    listed = shell("forget", ".agent/memory/staging.md:7", "--purge", code=2)
    assert "nobody is there to ask: add --yes" in listed.talk
    assert ".agent/memory/staging.md" in listed.out and "2 changes in the journal" in listed.out
    assert "git history" in listed.talk and "transcripts" in listed.talk
    assert tree(shell.folder / ".agent" / "memory") == before
    assert shell("forget", ".agent/memory/staging.md:7", "--purge", "--dry-run", "--json").json["purged"] is False
    done = shell("forget", ".agent/memory/staging.md:7", "--purge", "--yes", "--json").json
    assert done["purged"] and done["documents"] == [".agent/memory/staging.md"]
    assert telling(shell.folder, PORT) == []
    oldest = shell("history", "--json").json[-1]
    assert oldest["purged"] and oldest["title"] == "remember: (purged)…"
    assert "was purged" in shell("undo", oldest["id"], code=1).talk
    assert "(purged)" in shell("show", oldest["id"]).out
    assert "nothing" in shell("undo", code=1).talk
    shell("forget", "staging", "--purge", "--yes")
    assert "was purged" in shell("note", "restore", "staging", code=1).talk
