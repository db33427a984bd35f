"""`reverie report`: what a night came to, readable again in the morning."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING, Any

import click

from reverie.doors.cli import wording_shown
from reverie.doors.cli.errors import UnknownNight
from reverie.doors.cli.people import People
from reverie.doors.cli.talk import brief, json_option, many, out, placed, print_json, say, store_here, utc, when
from reverie.records.doubts import Sighting, from_record
from reverie.records.tidying import DONE

if TYPE_CHECKING:
    from reverie.records.logs import LogRecord
    from reverie.store.folder import FolderStore

SHOWN = 10


@click.command("report", short_help="what the last nights came to")
@click.argument("id", required=False)
@click.option("--last", type=click.IntRange(1), metavar="N", help="The last N nights, the newest last (default: 1).")
@json_option
def command(id: str | None, last: int | None, as_json: bool) -> None:
    """What the last night came to: what was read, noticed, proposed, changed and left out, and why.

    ID is the beginning of a night's id, of the change it made, or of its day, such as 2026-11-16.
    """
    if id is not None and not id.strip():
        raise click.UsageError("the ID is empty: without one, the latest night is told")
    if id and last:
        raise click.UsageError("give an ID or --last, not both")
    project, store = store_here()
    nights = _nights(store)
    chosen = _meant(nights, id) if id else nights[-(last or 1) :]
    if as_json:
        told = [{"id": night.id, "at": utc(night.at), **night.facts} for night in chosen]
        print_json(told if last else told[-1] if told else None)
        return
    if not chosen:
        say("No night is on record yet: reverie run")
    titles, undone = (_titles(store), _undone(store)) if chosen else ({}, set())
    people = People(project)
    for number, night in enumerate(chosen):
        if number:
            out()
        _tell(night, titles, people, undone)


def _nights(store: FolderStore) -> list[LogRecord]:
    from reverie.night import REPORTS
    from reverie.records.logs import LogRecord

    return [r for r in store.records(REPORTS) if isinstance(r, LogRecord) and r.kind == "night"]


def _meant(nights: list[LogRecord], id: str) -> list[LogRecord]:
    found = [n for n in nights if any(name.startswith(id) for name in (n.id, str(n.facts.get("change")), utc(n.at)))]
    if not found:
        raise UnknownNight(id=id)
    return found[-1:]


def _titles(store: FolderStore) -> dict[str, str]:
    from reverie.night import lay_out

    return {filed.candidate.id: filed.candidate.title for filed in lay_out(store).candidates}


def _tell(night: LogRecord, titles: Mapping[str, str], people: People, undone: Collection[str]) -> None:
    facts = night.facts
    seconds = facts.get("seconds")
    took = f", {seconds} s" if isinstance(seconds, (int, float)) else ""
    out(f"Night of {when(night.at)}{took}   ({night.id[:8]})")
    _lines("steering", _texts(facts, "steering"))
    for phase in _texts(facts, "phases"):
        name, _, told = phase.partition(": ")
        _line(name, told)
    for name in ("new", "grown"):
        _lines(name, [f"{titles.get(id, 'decided or gone since')}   ({id[:6]})" for id in _texts(facts, name)])
    _lines("decided", [people.told(one) for one in _texts(facts, "decided")])
    _lines("noted", [placed(one) for one in _texts(facts, "noted")])
    for deed in _dicts(facts, "tidied"):
        _line(DONE.get(str(deed.get("kind")), "changed"), str(deed.get("reason")))
    _lines("unsure", [f"reverie reorganize show {id[:6]}" for id in _texts(facts, "proposed")])
    _insights(facts)
    sightings(found for one in _dicts(facts, "sightings") if (found := _sighting(night, one)))
    _lines("note", [people.told(one) for one in _texts(facts, "notes")])
    _lines("held back", [placed(one) for one in (*_texts(facts, "skipped"), *_texts(facts, "not_decided"))])
    _left_out(facts)
    for name, text in wording_shown.lines(facts.get("wording")):
        _line(name, text)
    _lines("not run", [", ".join(_texts(facts, "not_run"))] if facts.get("not_run") else [])
    _line("change", _change(facts, undone))


def _change(facts: Mapping[str, Any], undone: Collection[str]) -> str:
    """What `undo` would take back, as it is now: a night may have been taken back since."""
    change = str(facts.get("change") or "")
    if not change:
        return "only the decisions above" if facts.get("decided") else "changed nothing"
    if change in undone:
        return f"one change ({brief(change)}), taken back since"
    return f"one change ({brief(change)}): reverie undo {brief(change)} takes it back"


def _undone(store: FolderStore) -> set[str]:
    from reverie.store.past import is_undone, undone_steps

    pasts = list(store.history())
    steps = undone_steps(pasts)
    return {past.id for past in pasts if is_undone(past, steps)}


def _insights(facts: Mapping[str, Any]) -> None:
    found = facts.get("insights")
    for id, one in found.items() if isinstance(found, dict) else ():
        told = one if isinstance(one, dict) else {}
        _line("insight", f"{told.get('text') or id}   ({str(id)[:6]})")


def sightings(found: Iterable[Sighting]) -> None:
    """What was said about what the memory is not sure of, each beside it."""
    about = ""
    for one in found:
        if one.about != about:
            about = one.about
            _line("looked for", about)
        _line("", f"{one.origin}: “{one.said}”   ({one.place})")


def _sighting(night: LogRecord, one: Mapping[str, Any]) -> Sighting | None:
    from reverie.records.doubts import SIGHTING
    from reverie.records.logs import LogRecord

    return from_record(LogRecord(SIGHTING, night.by, night.at, one))


def _left_out(facts: Mapping[str, Any]) -> None:
    left_out = facts.get("left_out")
    if isinstance(left_out, dict) and left_out:
        _line("left out", "; ".join(f"{reason} ({count})" for reason, count in left_out.items()))
    for name in ("suppressed", "waiting"):
        known = facts.get(name)
        if isinstance(known, dict) and known:
            told = "decided before" if name == "suppressed" else "covered by one that waits"
            _line("known", f"{many(len(known), 'pattern')} {told}")


def _lines(name: str, texts: list[str]) -> None:
    for text in texts[:SHOWN]:
        _line(name, text)
    if len(texts) > SHOWN:
        _line("", f"and {len(texts) - SHOWN} more: reverie report --json")


def _line(name: str, text: str) -> None:
    out(f"  {name:10} {text}")


def _texts(facts: Mapping[str, Any], name: str) -> list[str]:
    found = facts.get(name)
    return [str(one) for one in found] if isinstance(found, list) else []


def _dicts(facts: Mapping[str, Any], name: str) -> list[dict[str, Any]]:
    found = facts.get(name)
    return [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []
