"""Nights whose lessons somebody else words: tasks in a folder, answered by the test. What passes becomes candidates and
notes, what does not leaves the keyless answer, and nobody is asked twice."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from reverie import night, wiring
from reverie.doors.cli import why_note
from reverie.layouts.shelf import Filed, filed
from reverie.lookup.search import Filters
from reverie.records.learning import Candidate
from reverie.tasks.kinds.lessons import Lessons
from reverie.wiring import gates
from reverie.wiring.ledger import Ledger
from tests.store.builders import tree
from tests.transcripts.nights import World
from tests.transcripts.sessions import NOW

SCHEMA = "db/full_schema.sql"
TRAP = "`make seed` needs the docker daemon."


@pytest.fixture
def spooled(world: World) -> World:
    """A project whose tasks are files."""
    return with_engine(world, "spool")


def with_engine(world: World, engine: str) -> World:
    world.project.agent.mkdir(exist_ok=True)
    (world.project.agent / "config.yaml").write_text(f"tasks:\n  engine: {engine}\n")
    return World(world.home, wiring.find_project(world.repo))


def spool(world: World, *names: str) -> list[Path]:
    return sorted((world.project.local / "spool").joinpath(*names).glob("*.json"))


def evidence(task: dict[str, Any], words: str) -> str:
    """The id of the line in which these words stand."""
    (line,) = (line for line in task["text"].splitlines() if line.startswith("[e") and words in line)
    return str(line[1:].partition("]")[0])


def answered(world: World, told: dict[str, dict[str, Any]], by: str = "twin") -> None:
    """Answer the tasks that wait: of the session with these words, this lesson; of others, that there is none."""
    for place in spool(world, "tasks"):
        task = json.loads(place.read_text())
        lessons = [
            {
                "kind": "fact", "sentence": "", "why": "", "files": [], "evidence": [evidence(task, words)],
                "quote": words, "strength": "human said", "asked": False, **one,
            }
            for words, one in told.items()
            if any(line.startswith("[e") and words in line for line in task["text"].splitlines())
        ]  # fmt: skip
        answer = {"task": task["task"], "answer": {"lessons": lessons}, "by": by}
        (world.project.local / "spool" / "answers" / place.name).write_text(json.dumps(answer))


def refused(world: World, name: str, words: str) -> Path:
    """A session in which a person takes an edit of the schema back."""
    talk = world.session(name).says("add a column for the plan").answers("I will edit the schema.")
    given = {"file_path": f"{world.repo}/{SCHEMA}", "old_string": "a", "new_string": "b"}
    talk.uses("Edit", f"{name}-1", **given).returns(
        f"{name}-1", f"User rejected tool use. the user said:\n{words}", True
    )
    return talk.answers("You're right, I will write a migration.").write(world.sessions)


def found_out(world: World, name: str, said: str) -> Path:
    """A session in which only the agent says what it found out."""
    talk = world.session(name).says("seed the database, please").answers("I will run it.")
    talk.runs("make seed", f"{name}-1", "cannot connect to the docker daemon", error=True)
    return talk.says("and now?").answers(said).write(world.sessions)


def candidate(world: World) -> Candidate:
    (only,) = night.lay_out(wiring.open_store(world.project)).candidates
    return only.candidate


def notes(world: World) -> list[Filed]:
    return list(filed(wiring.open_store(world.project), wiring.place(world.project).layout))


def answers(world: World) -> bytes:
    files = sorted((world.project.local / "logs" / "answers").glob("*.jsonl"))
    return b"".join(file.read_bytes() for file in files)


def memory(world: World) -> dict[str, Any]:
    return {name: tree(world.project.agent / name) for name in ("memory", "dream")}


def test_a_told_lesson_becomes_a_candidate_with_its_file_and_its_reason(spooled: World) -> None:
    refused(spooled, "aaaa1111", "why did you touch that?? it's a snapshot, add a migration")
    first = spooled.dream()
    assert first.studied.facts["waiting"] == 1
    rule = {
        "kind": "rule", "sentence": "Never edit `db/full_schema.sql`; add a migration.", "why": "It's a snapshot",
        "files": [SCHEMA],
    }  # fmt: skip
    answered(spooled, {"it's a snapshot, add a migration": rule})
    spooled.dream()
    found = candidate(spooled)
    assert found.rule == "Never edit `db/full_schema.sql`; add a migration: it's a snapshot."
    assert found.scope == (SCHEMA,)
    assert {one.by for one in wiring.sessions.lessons(spooled.project)} >= {"spool:twin"}
    assert spooled.holds("why did you touch that")
    assert all(spooled.project.local in path.parents for path in spooled.holds("why did you touch that"))


def test_a_decision_is_a_note_that_search_finds_and_why_explains(
    spooled: World, capsys: pytest.CaptureFixture[str]
) -> None:
    words = "the public API stays on REST, graphql was too much work for the mobile team"
    talk = spooled.session("aaaa1111").says("what about graphql?").answers("It could be done in a week.")
    talk.says(f"after all: {words}").answers("Fine.").write(spooled.sessions)
    spooled.dream()
    told = "The public API stays on REST; GraphQL was too much work for the mobile team."
    answered(spooled, {words: {"kind": "decision", "sentence": told}})
    spooled.dream()
    (note,) = notes(spooled)
    assert (note.note.origin, note.note.valid_until) == ("user", None)
    store = wiring.open_store(spooled.project)
    library = wiring.search.library(spooled.project, store)
    library.catch_up(NOW)
    (hit, *_) = library.search([("which API is public", 5)], Filters(), NOW)[0]
    library.close()
    assert hit.passage.address == str(note.address)
    content = note.document.content
    assert why_note.tell_note(spooled.project, "note.md:9", content, len(content.splitlines()), False)
    shown = capsys.readouterr().out
    assert "in session aaaa1111, worded by spool:twin" in shown
    assert f"{words}”" in shown and "aaaa1111.jsonl:3" in shown


def test_what_an_agent_found_out_is_unconfirmed_until_another_session_shows_it(spooled: World) -> None:
    said = "It turns out that `make seed` needs the docker daemon."
    fact = {"sentence": TRAP, "strength": "agent believed"}
    found_out(spooled, "aaaa1111", said)
    spooled.dream()
    answered(spooled, {said: fact})
    spooled.dream()
    (note,) = notes(spooled)
    assert (note.note.origin, note.note.valid_until) == ("agent", date(2026, 6, 18))
    found_out(spooled, "bbbb2222", said)
    spooled.dream(days=1)
    answered(spooled, {said: fact})
    spooled.dream(days=1)
    (kept,) = notes(spooled)
    assert (kept.address, kept.note.valid_until, kept.note.body) == (note.address, None, note.note.body)
    store = wiring.open_store(spooled.project)
    assert next(store.history()).title == "night: 1 note confirmed"
    assert not spooled.dream(days=1, again=True).changed
    store.undo(None, by="ada", at=spooled.ask(days=1).now)
    assert notes(spooled)[0].document.content == note.document.content
    spooled.dream(days=1, again=True)
    assert notes(spooled)[0].document.content == note.document.content  # what a person took back stays so


def test_a_refused_answer_leaves_what_the_keyless_tier_says(spooled: World) -> None:
    spooled.corrected("aaaa1111", "stop using npm, use pnpm")
    for attempt in range(2):
        spooled.dream()
        answered(spooled, {"stop using npm": {"kind": "rule", "sentence": f"Use `yarn` {attempt} times."}})
    report = spooled.dream()
    assert spooled.rules() == ["Stop using npm, use pnpm."]
    assert "yarn" in str(report.studied.facts["refused"])
    assert spool(spooled, "tasks") == []
    spooled.dream(again=True)
    assert spool(spooled, "tasks") == []  # refused twice, it is settled


def test_a_night_without_a_model_asks_nobody(spooled: World) -> None:
    spooled.corrected("aaaa1111", "stop using npm, use pnpm")
    spooled.dream(model=False)
    assert spooled.rules() == ["Stop using npm, use pnpm."]
    assert not (spooled.project.local / "spool").exists()


def test_a_dry_run_asks_nobody_and_writes_nothing_down(spooled: World) -> None:
    spooled.corrected("aaaa1111", "stop using npm, use pnpm")
    assert spooled.dream(dry=True).thought.new
    assert answers(spooled) == b""
    assert not (spooled.project.local / "spool").exists()


def test_an_answer_wakes_one_night_and_what_it_leads_to_is_done_once(spooled: World) -> None:
    words = "stop using npm, use pnpm"
    spooled.corrected("aaaa1111", words)
    spooled.dream()
    assert spooled.dream().idle_since is not None
    answered(spooled, {words: {"kind": "preference", "sentence": "Use pnpm, not npm."}})
    assert spooled.dream().idle_since is None
    before, log = memory(spooled), answers(spooled)
    assert before["dream"]
    assert spooled.dream().idle_since is not None
    assert not spooled.dream(again=True).changed
    shutil.rmtree(spooled.project.local / "cache")
    assert not spooled.dream(again=True).changed
    assert (memory(spooled), answers(spooled)) == (before, log)


def test_nothing_is_asked_again_but_for_the_asking(spooled: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither because the words of a task changed nor because somebody else answers now."""
    words = "stop using npm, use pnpm"
    spooled.corrected("aaaa1111", words)
    spooled.dream()
    answered(spooled, {words: {"kind": "preference", "sentence": "Use pnpm, not npm."}})
    spooled.dream()
    log, before = answers(spooled), memory(spooled)
    monkeypatch.setattr(Lessons, "version", Lessons.version + 1)
    other = with_engine(spooled, "agent")
    for world in (spooled, other):
        shutil.rmtree(world.project.local / "cache")
        assert not world.dream(again=True).changed
        assert spool(world, "tasks") == []
        assert wiring.tasks.shelf(world.project).all() == []
    assert (answers(spooled), memory(spooled)) == (log, before)
    monkeypatch.undo()
    monkeypatch.setenv("HOME", str(spooled.home))
    spooled = with_engine(spooled, "spool")
    spooled.dream(again=True, reask=True)
    assert len(spool(spooled, "tasks")) == 1
    assert spooled.rules() == ["Use pnpm, not npm."]  # what stood stands until something better is said
    answered(spooled, {words: {"kind": "preference", "sentence": "Use pnpm instead of npm."}})
    spooled.dream()
    assert spooled.rules() == ["Use pnpm instead of npm."]


def test_an_engine_that_fails_is_named_and_the_keyless_answer_stands(spooled: World) -> None:
    spooled.corrected("aaaa1111", "stop using npm, use pnpm")
    spooled.dream(model=False)
    (spooled.project.local / "spool").write_text("in the way")
    report = spooled.dream(again=True)
    assert spooled.rules() == ["Stop using npm, use pnpm."]
    (note,) = (note for note in report.thought.notes if note.startswith("lessons: spool"))
    assert "cannot be used" in note
    assert note in str(report.record().facts["notes"])


def test_a_session_that_vanished_before_its_answer_harms_nothing(spooled: World) -> None:
    words = "stop using npm, use pnpm"
    path = spooled.corrected("aaaa1111", words)
    spooled.dream()
    answered(spooled, {words: {"kind": "preference", "sentence": "Use pnpm, not npm."}})
    path.unlink()
    spooled.dream()
    assert spooled.rules() == ["Stop using npm, use pnpm."]
    assert spooled.dream().idle_since is not None


def test_an_agent_may_answer_though_the_session_is_gone(world: World) -> None:
    """Its task holds the evidence itself."""
    waits = with_engine(world, "agent")
    words = "it's a snapshot, add a migration"
    path = refused(waits, "aaaa1111", words)
    waits.dream()
    (task,) = wiring.tasks.shelf(waits.project).all()
    path.unlink()
    rule = {
        "kind": "rule", "sentence": "Never edit `db/full_schema.sql`; add a migration.", "why": "", "files": [SCHEMA],
        "evidence": [evidence({"text": task.task.question.text}, words)], "quote": words, "strength": "human said",
        "asked": False,
    }  # fmt: skip
    log = wiring.tasks.answer_log(wiring.open_store(waits.project))
    given = wiring.tasks.waiting(waits.project).answer_task(
        log, task.task.id, json.dumps({"lessons": [rule]}), wiring.tasks.signature()
    )
    assert given.examined.accepted is not None, given.examined.refused
    assert waits.dream().idle_since is None
    assert candidate(waits).rule == "Never edit `db/full_schema.sql`; add a migration."
    assert waits.dream().idle_since is not None


def test_old_lessons_are_out_of_a_nights_window(spooled: World) -> None:
    """What was told stays in the log; a candidate needs something new to be proposed."""
    spooled.corrected("aaaa1111", "stop using npm, use pnpm")
    store = wiring.open_store(spooled.project)
    ask = spooled.ask()
    late = replace(ask, now=ask.now + timedelta(days=500), since=ask.since + timedelta(days=500))
    late = replace(late, known_since=ask.known_since + timedelta(days=500))
    spooled.dream(dry=False)
    student = wiring.lessons.student(spooled.project, store, model=False)
    assert student(late, lambda _phase: None).lessons == ()


def test_a_tick_sees_that_a_task_was_answered_and_not_what_a_night_wrote_down(spooled: World) -> None:
    words = "stop using npm, use pnpm"
    spooled.corrected("aaaa1111", words)
    later = NOW + timedelta(days=1)

    def is_due() -> bool:
        return dict(gates.verdicts(spooled.project, later))["dream"].due

    def dreams() -> None:
        spooled.dream()
        Ledger(spooled.project).note_seen("dream", NOW, wiring.night.outside(spooled.project))

    dreams()
    assert not is_due()
    answered(spooled, {words: {"kind": "preference", "sentence": "Use pnpm, not npm."}})
    assert is_due()
    dreams()
    assert not is_due()


def test_quotes_are_shown_though_another_answer_speaks_for_the_session_now(spooled: World) -> None:
    words = "stop using npm, use pnpm"
    spooled.corrected("aaaa1111", words)
    spooled.dream()
    events = {one.event for one in candidate(spooled).evidence}
    answered(spooled, {})  # the engine finds no lesson
    spooled.dream()
    assert {event.summary for event in wiring.sessions.heard(spooled.project, events).values()} == {words}
