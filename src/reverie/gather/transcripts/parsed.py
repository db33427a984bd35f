"""What the sessions of agents have in common whose lines are simply parsed, one by one: few enough that nothing is won
by looking at their bytes."""

from __future__ import annotations

from collections import Counter
from datetime import datetime
from typing import ClassVar

from reverie.gather.transcripts import traces
from reverie.gather.transcripts.adapter import Met, Place, Shared
from reverie.gather.transcripts.scan import Json, Run, Sieve, Unusable, each, parse
from reverie.records.events import Origin
from reverie.records.transcripts import Said, Turn


class Parsed:
    """One file; `_record` says what became of a record."""

    sieve: ClassVar[Sieve]

    def __init__(self, shared: Shared, path: str, session: str) -> None:
        self.raw: list[Said] = []
        self.met = Met(shared)
        self._shared, self._path = shared, path
        self._reason = traces.OWN_SESSION if session in shared.own else ""  # why nothing here is a person's
        self._at: datetime | None = None
        self._uses: dict[str, Said] = {}  # calls that have no result yet

    def look(self, run: Run, line: int, fates: Counter[str], /) -> int:
        return each(self.sieve, self.take, run, line, fates)

    def take(self, data: bytes, start: int, stop: int, _at: int, line: int, offset: int, /) -> str:
        try:
            return self._record(parse(data[start:stop]), line, offset)
        except Unusable as why:
            return str(why)

    def leap(self) -> None:
        self._uses.clear()

    def close(self) -> None:
        """Nothing is held back."""

    def _record(self, record: Json, line: int, offset: int) -> str:
        raise NotImplementedError

    def _came_back(self, place: Place, call: str, use: Said | None, text: str, *, failed: bool) -> None:
        """The result of a call: of what failed the text, of a command that went well that it did."""
        own = traces.own_call(use.command, use.files) if use else ""
        if failed or own or (use and use.command):
            turn, origin = (Turn.MACHINE, Origin.SYSTEM) if own else (Turn.TOOL_RESULT, Origin.TOOL)
            shown = text if failed and not own else ""
            self.raw.append(place.said(turn, origin, shown, own, call=call, failed=failed, use=use))
