"""Listening, inside the cage: what was heard on earlier nights comes from the log, what is new from the transcripts.
The new checkpoints are laid aside in scratch; they count when the parent has made the events safe and moves them."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from reverie.gather.transcripts import ears, listen
from reverie.gather.transcripts.adapter import STUMBLED
from reverie.gather.transcripts.listen import ELSEWHERE, Ears, Told
from reverie.gather.transcripts.sources import NOT_REGULAR, UNREADABLE, VANISHED
from reverie.layouts import heard
from reverie.records.documents import Skipped
from reverie.records.doubts import SIGHTING, Doubt, Sighting, facts_of
from reverie.records.events import Event
from reverie.records.logs import LogRecord
from reverie.records.nightly import Request
from reverie.store.logs import from_line
from reverie.thinking.opinion import SecondOpinion

TROUBLE = frozenset({UNREADABLE, VANISHED, NOT_REGULAR, ears.LED_AWAY})
NONE_THERE = "transcripts: named place that holds none"
LARGEST = 64 << 20  # bytes of one month of the log
SHOWN = {
    "correction": ("correction", "corrections"),
    "remember": ("request to remember", "requests to remember"),
    "error": ("kind of error", "kinds of error"),
    "decision": ("decision", "decisions"),
    "preference": ("preference", "preferences"),
}


@dataclass(frozen=True, slots=True)
class Heard:
    """Every event of sessions that counts tonight, oldest first; those that are new; and how it went."""

    events: tuple[Event, ...] = ()
    new: tuple[LogRecord, ...] = ()
    told: Told | None = None
    notes: tuple[str, ...] = ()
    skipped: int = 0  # lines of the log that could not be read
    sightings: tuple[LogRecord, ...] = ()  # where something doubtful was spoken of


def hear(ask: Request, scratch: Path, redact: Callable[[str], str], progress: Callable[[str], None]) -> Heard:
    if not ask.listen.home:
        return Heard()
    skipped: Counter[str] = Counter()
    before = {event.id: event for event in recorded(ask, skipped)}
    checkpoints = ears.open_checkpoints(scratch, ask)
    wanted, found = ears.wanted(ask.listen, ask.root), ears.find_all(ask, checkpoints)
    asked = SecondOpinion(ask.models) if ask.embedder == "local" else None
    whom = Ears(wanted, ask.listen.actor, ask.now, ask.known_since, before.keys(), found, ask.doubts, asked)
    told = listen.listen(whom, checkpoints, redact, progress)
    key = ears.key_of(ask, bool(told.events) or ears.has_log(ask))
    new_marks = replace(checkpoints, folder=scratch / ears.place(ask.listen, ears.NEXT), key=key, _changed=True)
    notes = [checkpoints.note, new_marks.save(), asked.note if asked else ""]
    events = [e for e in (*before.values(), *told.events) if _counts(e, ask)]
    ordered = tuple(sorted(events, key=lambda e: (e.at, e.id)))
    new = tuple(heard.to_record(event) for event in told.events)
    seen = tuple(_sighting(doubt, event) for doubt, event in told.sightings)
    return Heard(ordered, new, told, tuple(filter(None, notes)), skipped.total(), seen)


def _sighting(doubt: Doubt, event: Event) -> LogRecord:
    span = event.span
    found = Sighting(
        doubt.key, doubt.kind, doubt.told, event.origin.value, event.session, span.source, span.line, event.summary
    )
    return LogRecord(SIGHTING, event.actor, event.at, facts_of(found), event.id)


def _counts(event: Event, ask: Request) -> bool:
    """What was said over Reverie's own files is no evidence, and what another project's is only if it is asked for."""
    own = bool(event.files) and all(path.startswith(".agent/") for path in event.files)
    return not own and (ask.listen.all_projects or ELSEWHERE not in event.tags)


def recorded(ask: Request, skipped: Counter[str]) -> Iterator[Event]:
    """What was heard before, as far back as is asked for."""
    first = f"{ask.known_since:%Y-%m}"
    folder = Path(ask.listen.heard)
    for path in sorted(folder.glob("*.jsonl")) if not folder.is_symlink() else ():
        if path.name[:7] >= first:
            for line in _lines(path, skipped):
                record = from_line(line, path.name)
                event = None if isinstance(record, Skipped) else heard.from_record(record)
                skipped["line"] += event is None
                if event and event.at >= ask.known_since:
                    yield event


def _lines(path: Path, skipped: Counter[str]) -> Iterator[bytes]:
    try:
        fd = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        with os.fdopen(fd, "rb") as file:
            data = file.read(LARGEST)
    except OSError:
        skipped["file"] += 1
        return
    yield from (line for line in data.split(b"\n") if line.strip())


def in_words(told: Told, many: Callable[[int, str, str], str]) -> str:
    """`3 sessions (2.1 MB), 2 corrections, 1 request to remember`."""
    if not told.found.files:
        other = sum(source.left_out.get("session of another project", 0) for source in told.found.sources)
        return "sessions 0" + (f" (none of this project, {other} of others)" if other else "")
    if not told.sessions:
        return f"sessions 0 new of {len(told.found.files)}"
    read = told.reading.bytes
    size = f"{read / 1e6:.1f} MB" if read >= 100_000 else f"{read / 1e3:.0f} kB"
    kinds = Counter(event.kind for event in told.events)
    parts = [f"sessions {told.sessions} new ({size})"]
    parts += [many(kinds[kind], *words) for kind, words in SHOWN.items() if kinds[kind]]
    return ", ".join(parts)


def troubles(told: Told) -> dict[str, int]:
    """What a person may want to mend: files and lines that could not be read, named places without a transcript. What
    else is no transcript, old or of another project is not trouble; `reverie sources` tells of it."""
    places: Counter[str] = Counter()
    for source in told.found.sources:
        places.update({NONE_THERE: 1} if not source.agent and not source.files else {})
        places.update({f"transcripts: {why}": n for why, n in source.left_out.items() if why in TROUBLE})
    skipped = ((why, n) for why, n in told.reading.skipped.items() if why in TROUBLE or why.startswith(STUMBLED))
    places.update({f"transcripts: {why}": n for why, n in skipped})
    places.update({f"transcripts: {why}": n for why, n in told.reading.fates.items() if why.startswith("line ")})
    places.update({listen.LEFT: told.left} if told.left else {})
    return dict(places)
