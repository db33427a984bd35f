"""While sessions are read, what memory is not sure of is looked out for."""

from __future__ import annotations

from reverie.gather.transcripts.lookout import MOST, Lookout
from reverie.records.doubts import Doubt
from reverie.records.events import Event, Origin
from reverie.records.transcripts import Said, Turn
from tests.transcripts.labelled import agent, human, ran, said, session

GONE = Doubt("memory:deploy.md", "note", "deploy: `scripts/ship.sh` is gone", ("scripts/ship.sh",))
GAP = Doubt("gap1", "gap", "nobody knows why the nightly export stalls", (), ("nightli", "export", "stall"))


def seen(doubt: Doubt, *rows: Said | list[Said], elsewhere: bool = False) -> list[Event]:
    lookout = Lookout([doubt])
    lookout.look(session(*rows), "ada", list, lambda event: None if elsewhere else event)
    return [event for _, event in lookout.seen()]


def test_a_name_is_found_where_it_is_said_as_it_stands() -> None:
    found = seen(GONE, human("hi"), human("We dropped scripts/ship.sh. Use tools/ship.py instead."))
    assert [(e.origin, e.summary, e.span.line) for e in found] == [(Origin.USER, "We dropped scripts/ship.sh.", 2)]
    assert not seen(GONE, human("see scripts/ship.sha256"))


def test_what_has_no_name_is_found_by_most_of_its_words() -> None:
    assert seen(GAP, agent("The nightly export stalls because the lock is never given back."))
    assert not seen(GAP, agent("The export is fine. The nightly build is green. Nothing stalls."))


def test_commands_count_but_not_our_own() -> None:
    assert [e.summary for e in seen(GONE, ran("bash scripts/ship.sh --dry"))] == ["ran bash scripts/ship.sh --dry"]
    assert not seen(GONE, ran("reverie search scripts/ship.sh"))
    assert not seen(GONE, ran("cat .agent/memory/deploy.md scripts/ship.sh"))


def test_a_persons_words_come_first_and_only_a_few_are_kept() -> None:
    rows = [agent(f"scripts/ship.sh number {n} is old") for n in range(9)]
    found = seen(GONE, *rows, human("scripts/ship.sh is gone for good"))
    assert len(found) == MOST
    assert found[0].origin is Origin.USER


def test_other_projects_machines_and_what_tools_returned_say_nothing() -> None:
    assert not seen(GONE, human("scripts/ship.sh is gone"), elsewhere=True)
    assert not seen(GONE, said(Turn.MACHINE, "scripts/ship.sh"), said(Turn.TOOL_RESULT, "scripts/ship.sh"))


def test_a_secret_is_gone_before_it_is_quoted() -> None:
    def clean(rows: list[Said]) -> list[Said]:
        return [row._replace(text=row.text.replace("hunter2", "[REDACTED:x:12345678]")) for row in rows]

    lookout = Lookout([GONE])
    rows = session(human("scripts/ship.sh took hunter2 as its key"))
    lookout.look(rows, "ada", lambda some: clean(list(some)), lambda event: event)
    assert [event.summary for _, event in lookout.seen()] == ["scripts/ship.sh took [REDACTED:x:12345678] as its key"]
