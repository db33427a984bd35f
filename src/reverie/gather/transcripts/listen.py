"""All that is new in the sessions of this machine, as events: find, read, judge. Checkpoints move on, but saving them
is left to whoever makes the events safe first."""

from __future__ import annotations

import gc
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

from reverie.gather.transcripts.adapter import stumbled
from reverie.gather.transcripts.checkpoints import Checkpoints, State
from reverie.gather.transcripts.finish import Finisher, Redact
from reverie.gather.transcripts.folders import Folders, plain
from reverie.gather.transcripts.lookout import Lookout
from reverie.gather.transcripts.reader import Reading, Transcript, read
from reverie.gather.transcripts.sources import File, Found, Wanted, find
from reverie.records.doubts import Doubt
from reverie.records.engines import Opinion
from reverie.records.events import Event

ELSEWHERE = "elsewhere"  # the tag of what was heard in another project
LEFT = "events of another project in a session of this one"
SECONDS = 1.0  # between two words about how far it is

Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Told:
    """What was heard, and what became of everything there was to hear."""

    events: tuple[Event, ...] = ()
    found: Found = field(default_factory=Found)
    reading: Reading = field(default_factory=Reading)
    sessions: int = 0
    known: int = 0  # events that were on record already
    left: int = 0  # events of other projects
    sightings: tuple[tuple[Doubt, Event], ...] = ()  # where something doubtful was spoken of

    def figures(self) -> dict[str, Any]:
        """For the report."""
        places = Counter[str]()
        for source in self.found.sources:
            places.update(source.left_out)
        return {
            "sessions": self.sessions,
            "bytes": self.reading.bytes,
            "files": {str(state): count for state, count in self.reading.files.items()},
            "records": dict(self.reading.fates.most_common()),
            "events": dict(Counter(event.kind for event in self.events).most_common()),
            "skipped": {**places, **self.reading.skipped, **({LEFT: self.left} if self.left else {})},
        }


@dataclass(frozen=True, slots=True)
class Ears:
    """Ears to listen to, as whom, and since when."""

    wanted: Wanted
    actor: str
    now: datetime
    since: datetime | None = None
    known: Collection[str] = frozenset()
    found: Found | None = None  # what was looked for already
    doubts: tuple[Doubt, ...] = ()  # what is looked out for
    opinion: Opinion | None = None  # whom to ask about corrections, besides the words themselves


def listen(whom: Ears, checkpoints: Checkpoints, redact: Redact, progress: Progress = lambda _: None) -> Told:
    found = whom.found or find(whom.wanted, checkpoints)
    finisher = Finisher(redact)
    reading = read(found.files, checkpoints, finisher, now=whom.now, since=whom.since)
    heard = _Heard(whom, finisher, _Home(whom.wanted, redact))
    watch = _Watch(found.files, reading, progress)
    with _uncollected():
        for transcript in reading:
            watch.look()
            heard.take(transcript)
    reading.skipped.update(heard.faults.values())
    checkpoints.forget(heard.faults)
    if set(reading.files) - {State.UNCHANGED}:
        checkpoints.forget([path for path in checkpoints.marks if _gone(path, found)])
    seen = tuple(heard.lookout.seen())
    return Told(tuple(heard.events.values()), found, reading, len(heard.sessions), heard.known, heard.left, seen)


@contextmanager
def _uncollected() -> Iterator[None]:
    """Records hold no cycles, and there are so many that looking for some, again and again, would cost a tenth."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


class _Heard:
    """The events of all transcripts so far, each once."""

    def __init__(self, whom: Ears, finisher: Finisher, home: _Home) -> None:
        self._whom, self._finisher, self._home = whom, finisher, home
        self.events: dict[str, Event] = {}
        self.sessions: set[str] = set()
        self.faults: dict[str, str] = {}  # files that made the judging stumble: they are read again another time
        self.left = self.known = 0
        self.lookout = Lookout(whom.doubts)

    def take(self, transcript: Transcript) -> None:
        try:
            self._judge(transcript)
        except Exception as fault:  # noqa: BLE001 — one session must not end the night
            self.faults[transcript.path] = stumbled(fault)

    def _judge(self, transcript: Transcript) -> None:
        from reverie.gather.transcripts.events import all_of  # noqa: PLC0415 — many patterns, made for a text

        self.sessions.add(transcript.session)
        whom = self._whom
        for event in all_of(transcript.said, whom.actor, transcript.fresh, self._finisher.finish, whom.opinion):
            placed = self._home.placed(event, transcript)
            if placed is None:
                self.left += 1
            elif event.id in self._whom.known:
                self.known += 1
            else:
                self.events.setdefault(event.id, placed)
        if self.lookout:
            fresh = (said for said in transcript.said if said.span.offset >= transcript.fresh)
            place = partial(self._home.placed, transcript=transcript)
            self.lookout.look(fresh, self._whom.actor, self._finisher.finish, place)


class _Home:
    """Which events are this project's own. A session may wander into another project, and what was said there stays
    there; what lies at a place named by hand was meant."""

    def __init__(self, wanted: Wanted, redact: Redact) -> None:
        self._redact = redact
        self._folders, self._roots = Folders(wanted.folders), sorted(map(plain, wanted.folders), key=len, reverse=True)
        self._extra = tuple(str(path).rstrip("/") for path in wanted.extra)
        self._all = wanted.all_projects
        self._cwds: tuple[Transcript | None, Mapping[int, str]] = (None, {})

    def placed(self, event: Event, transcript: Transcript) -> Event | None:
        if _inside(transcript.path, self._extra):
            return event
        if self._cwds[0] is not transcript:
            self._cwds = (transcript, {said.span.offset: said.cwd for said in transcript.said})
        cwd = self._cwds[1].get(event.span.offset, "")
        if not cwd or self._folders.hold(cwd):
            below = self._redact(self._below(plain(cwd))) if event.files else ""
            return replace(event, files=tuple(f"{below}/{path}" for path in event.files)) if below else event
        return replace(event, tags=(*event.tags, ELSEWHERE)) if self._all else None

    def _below(self, cwd: str) -> str:
        """Where in the project: files are named as seen from there."""
        return next((cwd[len(root) + 1 :] for root in self._roots if _inside(cwd, (root,))), "")


def _inside(path: str, roots: Iterable[str]) -> bool:
    return any(path == root or path.startswith(root + "/") for root in roots)


def _gone(path: str, found: Found) -> bool:
    """Whether a file below a place that was looked at is no longer there."""
    looked = any(not s.trouble and path.startswith(s.place) for s in found.sources)
    return looked and not Path(path).exists()


class _Watch:
    """Says how far it is, at most once a second."""

    def __init__(self, files: tuple[File, ...], reading: Reading, progress: Progress) -> None:
        self._all = sum(file.at.st_size for file in files)
        self._reading, self._progress, self._next = reading, progress, time.monotonic() + SECONDS

    def look(self) -> None:
        if time.monotonic() >= self._next:
            self._next = time.monotonic() + SECONDS
            done = sum(self._reading.files.values())
            self._progress(f"transcripts: {done} files, {self._reading.bytes >> 20} of {self._all >> 20} MB")
