"""What every kind of transcript has to bring: one small module like this Protocol. Adding another agent is one file and
one line in `sources.ADAPTERS`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Container, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple, Protocol, TypeVar, cast

from reverie.gather.transcripts.blocks import Call
from reverie.gather.transcripts.scan import USED, Run
from reverie.records.events import Origin, Span
from reverie.records.transcripts import Said, Turn

SEEN = "record read before, in this or another file"
NOTHING_NEW = "record without words or deeds"
BULK = "bulk record (progress, snapshots, counters)"
OTHER = "record about the session itself"
UNKNOWN = "record of an unknown type"
TWIN = "the same message written a second way"
HELD = "what the agent said or looked at in the midst of its work"
WELL = "tool result that went well"
STUMBLED = "a fault of Reverie's own"
_FIRST = datetime(2020, 1, 1, tzinfo=UTC)  # no agent wrote transcripts before
_LONGEST_ID = 128
_FOLDER = re.compile(rb'"cwd":\s?"((?:[^"\\]|\\.)*)"')
TOOL_USE, TOOL_RESULT, MACHINE = Turn.TOOL_USE, Turn.TOOL_RESULT, Turn.MACHINE  # by these names many times as fast
AGENT, TOOL, SYSTEM = Origin.AGENT, Origin.TOOL, Origin.SYSTEM
T = TypeVar("T", Said, Span)
quick = cast(Callable[[type[T], tuple[object, ...]], T], tuple.__new__)
"""A record of all its fields, in their order. There are so many that half of the time would go into naming them."""


@dataclass(slots=True)
class Shared:
    """What the files of one reading share: which records were met, the day, and which sessions are Reverie's."""

    now: datetime
    own: Container[str] = frozenset()
    seen: set[int] = field(default_factory=set)
    odd_dates: int = 0
    _latest: datetime = field(init=False)

    def __post_init__(self) -> None:
        self._latest = self.now + timedelta(days=1)

    def moment(self, text: object, before: datetime | None) -> datetime | None:
        """When; if that is missing or impossible, when the record before it was written."""
        try:
            at = datetime.fromisoformat(text)  # type: ignore[arg-type]
            at = at if at.tzinfo else at.replace(tzinfo=UTC)
            if _FIRST <= at <= self._latest:
                return at
        except (ValueError, TypeError, OverflowError):
            pass
        self.odd_dates += 1
        return before


class Met:
    """Which records of one file were read before, here or elsewhere. A session that was resumed or forked begins with a
    copy of the older one: that much is context for what follows, like what an earlier night has read."""

    __slots__ = ("_copied", "_seen", "copying", "fresh")

    def __init__(self, shared: Shared) -> None:
        self._seen = shared.seen  # hashes only: there may be millions
        self._copied: set[int] = set()
        self.copying = True
        self.fresh = 0  # where the copy ends

    def before(self, key: str, offset: int) -> bool:
        """Whether this record is to be passed over. The first that nobody has read ends the copy."""
        mark = hash(key)
        if mark not in self._seen:
            self._seen.add(mark)
            if self.copying:
                self.copying, self.fresh = False, offset
            return False
        return self._again(mark)

    def repeats(self, key: str) -> bool:
        """The same for a part of a record."""
        mark = hash(key)
        if mark not in self._seen:
            self._seen.add(mark)
            return False
        return self._again(mark)

    def _again(self, mark: int) -> bool:
        if not self.copying or mark in self._copied:
            return True
        self._copied.add(mark)
        return False

    def fate(self, used: bool = True) -> str:
        return SEEN if self.copying else USED if used else NOTHING_NEW


class Context(NamedTuple):
    """What many records of a session share."""

    session: str
    cwd: str = ""
    branch: str = ""
    sidechain: bool = False


class Place(NamedTuple):
    """Where and when a record was written, and in which context."""

    span: Span
    at: datetime | None
    context: Context

    def said(
        self,
        turn: Turn,
        origin: Origin,
        text: str = "",
        reason: str = "",
        *,
        call: str = "",
        command: str = "",
        failed: bool = False,
        use: Said | None = None,
    ) -> Said:
        """Something said here, raw. A result has from its use what it came back from."""
        span, at, (session, cwd, branch, sidechain) = self
        tool, files = (use.tool, use.files) if use else ("", ())
        command = use.command if use else command
        return quick(Said, (
            turn, origin, session, at, span, text, tool, call, command, files, failed, cwd, branch, sidechain,
            reason, "",
        ))  # fmt: skip

    def used(self, call: str, tool: str, given: Call) -> Said:
        """A tool called here, raw."""
        span, at, (session, cwd, branch, sidechain) = self
        command, files, text = given
        return quick(Said, (
            TOOL_USE, AGENT, session, at, span, text, tool, call, command, files, False, cwd, branch, sidechain, "", "",
        ))  # fmt: skip


class Session(Protocol):
    """Reads one file, line by line from the top; what it found lies in `raw`, unredacted, until it is taken away."""

    raw: list[Said]
    met: Met

    def look(self, run: Run, line: int, fates: Counter[str], /) -> int:
        """Look at many lines, as `Look` says."""
        ...

    def take(self, data: bytes, start: int, stop: int, at: int, line: int, offset: int, /) -> str:
        """Look at one line, note what it says, and name its fate."""
        ...

    def leap(self) -> None:
        """What follows lies further down: nothing is held back or open any more."""
        ...

    def close(self) -> None:
        """The file is at its end: what was still held back is noted now."""
        ...


class Adapter(Protocol):
    """One kind of transcript."""

    @property
    def NAME(self) -> str: ...  # noqa: N802

    @property
    def SIGN(self) -> bytes: ...  # noqa: N802 — stands right before what tells the kind of a record

    def homes(self, home: Path, environ: Mapping[str, str]) -> list[Path]:
        """Folders below which its transcripts lie, whether they exist or not."""
        ...

    def left_out(self, path: str) -> str:
        """Why a file below a home is none of its transcripts; empty if it is one."""
        ...

    def recognises(self, head: bytes) -> bool:
        """Whether a file that begins like this is one of its transcripts."""
        ...

    def folders(self, head: bytes) -> Iterator[str]:
        """The working directories named in the beginning of a transcript."""
        ...

    def session(self, shared: Shared, path: str) -> Session: ...


def stumbled(fault: Exception) -> str:
    """The reason under which a file is counted that Reverie itself could not cope with."""
    return f"{STUMBLED} while reading it ({type(fault).__name__})"


def folders_in(head: bytes, form: re.Pattern[bytes] = _FOLDER) -> Iterator[str]:
    """The working directories that a beginning names, each once."""
    for found in dict.fromkeys(match[match.lastindex or 0] for match in form.finditer(head)):
        yield found.decode("utf-8", "replace").replace("\\\\", "\\").replace("\\/", "/")


def short(value: object) -> str:
    """An identifier as text, never longer than identifiers are."""
    return value[:_LONGEST_ID] if isinstance(value, str) else ""
