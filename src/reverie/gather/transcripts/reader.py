"""Transcript files → records, a session at a time. Every record is counted once, and every line and file that is not
used is counted by its reason. The records still hold what was written there: see `finish`."""

from __future__ import annotations

import os
from collections import Counter, deque
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from reverie.gather.transcripts.adapter import Session, Shared, stumbled
from reverie.gather.transcripts.checkpoints import Checkpoints, Mark, State, sign_of
from reverie.gather.transcripts.finish import Finisher
from reverie.gather.transcripts.scan import Place, open_regular, scan
from reverie.gather.transcripts.sources import ADAPTERS, UNREADABLE, VANISHED, File
from reverie.records.transcripts import Said, Turn

BLOCKS = 32  # of a file are looked at before what they held is redacted: a page at a time is cheaper
PIECE = 20_000  # records given out at once: a session may be longer than memory
SHARED = 100  # records of one piece that the next begins with, for context
HEAD = 64 << 10  # bytes at the top in which a session says what it is
LEAD = 2 << 20  # bytes to go back, at most, for what happened just before
TURNS = 3  # things a person said, to go back to
QUIET = 3600  # seconds after which nobody is in the midst of a line
OLD = "older than the window"
ODD = "record without a possible date: dated like the one before it"


@dataclass(frozen=True, slots=True)
class Transcript:
    """What one file had to say, in order. Records before the byte `fresh` were read before, here or in the session this
    one goes on from, and stand here for context. A very long file comes in several parts."""

    agent: str
    path: str
    said: tuple[Said, ...]
    fresh: int = 0
    part: int = 0

    @property
    def session(self) -> str:
        return self.said[-1].session if self.said else Path(self.path).stem


@dataclass(slots=True)
class Reading:
    """Iterate over it once; the counts are complete when it is at its end, and then the checkpoints may be saved."""

    transcripts: Iterator[Transcript] = field(default_factory=lambda: iter(()))
    files: Counter[str] = field(default_factory=Counter)  # by what became of them: new, appended, unchanged, …
    fates: Counter[str] = field(default_factory=Counter)  # lines, by what became of them: used, or why not
    skipped: Counter[str] = field(default_factory=Counter)  # files that could not be read, by reason
    bytes: int = 0

    def __iter__(self) -> Iterator[Transcript]:
        return self.transcripts


def read(
    files: Iterable[File],
    checkpoints: Checkpoints,
    finisher: Finisher,
    *,
    now: datetime,
    since: datetime | None = None,
    own: Container[str] = frozenset(),
) -> Reading:
    """Read what is new. `own`: the ids of sessions Reverie started; `since` leaves out files last written before."""
    reading = Reading()
    reading.transcripts = _Reader(reading, checkpoints, finisher, Shared(now, own)).all(files, since)
    return reading


@dataclass(slots=True)
class _Reader:
    reading: Reading
    checkpoints: Checkpoints
    finisher: Finisher
    shared: Shared

    def all(self, files: Iterable[File], since: datetime | None) -> Iterator[Transcript]:
        floor = int(since.astimezone(UTC).timestamp() * 1e9) if since else 0
        for file in files:
            if file.unchanged or self._is_same(file):
                self.reading.files[State.UNCHANGED] += 1
            elif file.at.st_mtime_ns < floor:
                self.reading.skipped[OLD] += 1
            else:
                yield from self._safely(file)
        if self.shared.odd_dates:
            self.reading.fates[ODD] = self.shared.odd_dates

    def _is_same(self, file: File) -> bool:
        """Whether nothing is new in it: also no last line that was left for later, if later is now."""
        if self.checkpoints.state(file.path, file.at) is not State.UNCHANGED:
            return False
        mark = self.checkpoints.known(file.path, file.at)
        return mark is None or mark.offset >= file.at.st_size or not self._at_rest(file.at)

    def _at_rest(self, at: os.stat_result) -> bool:
        return self.shared.now.timestamp() - at.st_mtime > QUIET

    def _safely(self, file: File) -> Iterator[Transcript]:
        try:
            fd = open_regular(file.path)
        except OSError as problem:
            self.reading.skipped[VANISHED if isinstance(problem, FileNotFoundError) else UNREADABLE] += 1
            return
        try:
            yield from self._file(file, fd)
        except OSError:
            self.reading.skipped[UNREADABLE] += 1  # a disk fault, or a network folder that went away
        except Exception as fault:  # noqa: BLE001 — one file must not end the night; without a mark it is tried again
            self.reading.skipped[stumbled(fault)] += 1
        finally:
            os.close(fd)

    def _file(self, file: File, fd: int) -> Iterator[Transcript]:
        at = os.fstat(fd)
        state = self.checkpoints.state(file.path, at, fd)
        again = state in (State.APPENDED, State.UNCHANGED)
        mark = self.checkpoints.known(file.path, at) if again else None
        self.reading.files[state] += 1
        start = mark or Mark(at.st_ino, at.st_dev, 0, 0)
        session = ADAPTERS[file.agent].session(self.shared, file.path)
        pages = _Pages(file, session, self.finisher, start.offset)
        place = Place()
        if start.offset:
            place = self._context(fd, session, start)
            yield from pages.turned()
        for _ in scan(fd, place, session.look, self.reading.fates, at.st_size, at_rest=self._at_rest(at)):
            yield from pages.turned()
        session.close()
        yield from pages.last()
        self.reading.bytes += place.offset - start.offset
        self._remember(file, fd, at, place, pages.turns)

    def _context(self, fd: int, session: Session, mark: Mark) -> Place:
        """Read again what a session says of itself at the top, and what was said last: not new, but needed to judge
        what is. Where the two would overlap, everything is read again."""
        uncounted: Counter[str] = Counter()
        place = Place(mark.lead, mark.lead_line)
        if mark.lead <= HEAD:
            place = Place()
        else:
            for _ in scan(fd, Place(), session.look, uncounted, HEAD):
                session.raw.clear()
            session.leap()
        for _ in scan(fd, place, session.look, uncounted, mark.offset):
            pass
        return place

    def _remember(self, file: File, fd: int, at: os.stat_result, place: Place, turns: deque[tuple[int, int]]) -> None:
        lead = next((turn for turn in turns if turn[0] >= place.offset - LEAD), (place.offset, place.line))
        known = self.checkpoints.marks.get(file.path)
        self.checkpoints.put(
            file.path,
            Mark(
                at.st_ino, at.st_dev, at.st_size, at.st_mtime_ns, place.offset, place.line, *lead,
                sign_of(fd, place.offset), known.folders if known else (), file.agent,
            ),
        )  # fmt: skip


class _Pages:
    """What was found is redacted while a file is read, and given out in pages, so that nothing piles up."""

    def __init__(self, file: File, session: Session, finisher: Finisher, fresh: int) -> None:
        self._file, self._session, self._finisher, self._fresh = file, session, finisher, fresh
        self._said: list[Said] = []
        self._part = self._blocks = 0
        self.turns: deque[tuple[int, int]] = deque(maxlen=TURNS)

    def turned(self) -> Iterator[Transcript]:
        """Now and then, finish all but the last record, which may still grow; give out a page if it is full."""
        self._blocks += 1
        if self._blocks % BLOCKS == 0:
            self._finish(len(self._session.raw) - 1)
            if len(self._said) >= PIECE:
                yield self._given()

    def last(self) -> Iterator[Transcript]:
        self._finish(len(self._session.raw))
        if self._said and self._said[-1].span.offset >= self._fresh and not self._session.met.copying:
            yield self._given()

    def _finish(self, count: int) -> None:
        if count > 0:
            done = self._session.raw[:count]
            del self._session.raw[:count]
            self.turns += [(said.span.offset, said.span.line) for said in done if said.turn is Turn.HUMAN]
            self._said += self._finisher.trim(done)

    def _given(self) -> Transcript:
        # What was held back until it mattered comes late: here everything stands where it was written.
        said = tuple(sorted(self._said, key=lambda one: one.span.offset))
        met, end = self._session.met, said[-1].span.offset + 1
        page = end if met.copying else max(self._fresh, met.fresh)
        self._said, self._fresh, self._part = list(said[-SHARED:]), end, self._part + 1
        return Transcript(self._file.agent, self._file.path, said, page, self._part - 1)
