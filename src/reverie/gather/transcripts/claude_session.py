"""One session file of Claude Code, looked at where it lies.

Most bytes are progress, snapshots and what tools returned when all went well. A look at the first bytes of a line tells
most of it, and those lines are never parsed; of a call, of the agent's words and of an error only the part that says it
is. Whatever looks unfamiliar is parsed and judged whole.
"""

from __future__ import annotations

from collections import deque
from functools import cache

from reverie.gather.transcripts import claude_lines as lines
from reverie.gather.transcripts import looks
from reverie.gather.transcripts.adapter import HELD, NOTHING_NEW, WELL, Context, Shared
from reverie.gather.transcripts.claude_records import Records
from reverie.gather.transcripts.needle import Words
from reverie.gather.transcripts.scan import Unusable, parse
from reverie.records.transcripts import Turn

LOOKS = {name.encode() for name in looks.TOOLS}

Line = tuple[bytes, int, int, int, int]  # `data[start:stop]`, and its line and offset in the file


class Session:
    """One file. What the agent said and looked at in the midst of its work is held back, unparsed, until it turns out
    to have been the last thing before a person spoke, or to have failed."""

    def __init__(self, shared: Shared, path: str) -> None:
        self._records = Records(shared, path)
        self.raw, self.met = self._records.raw, self._records.met
        self._uses, self._talk = self._records.uses, self._records.talk
        self._words: Line | None = None
        self._looks: deque[Line] = deque(maxlen=16)
        self._contexts: dict[bytes, Context] = {}  # by the bytes that say it
        self._latest: tuple[bytes, Context] | None = None

    def take(self, data: bytes, start: int, stop: int, at: int, line: int, offset: int, /) -> str:
        here = (data, start, stop, line, offset)
        kind = data[at + 8 : at + 13] if at >= 0 else b""
        fate = ""
        if kind == b"messa":
            fate = self._agent(here, at)
        elif kind == b'user"' and data.find(b'"tool_result"', at, at + 400) >= 0:
            fate = self._result(here, at)
        elif kind != b"assis":
            self._let_go()
        return fate or self._parsed(here)

    def leap(self) -> None:
        self._words = None
        self._looks.clear()
        self._records.leap()

    def close(self) -> None:
        self._let_go()
        self._records.close()

    def _parsed(self, here: Line) -> str:
        data, start, stop, line, offset = here
        try:
            return self._records.take(parse(lines.without_pictures(data[start:stop])), line, offset)
        except Unusable as why:
            return str(why)

    def _let_go(self) -> None:
        """A person speaks: the agent's last words matter after all, and what it was just looking at."""
        done = next((said.span.offset for said in reversed(self.raw) if said.turn is not Turn.REMARK), 0)
        look, words = self._looks[-1] if self._looks else None, self._words
        self._looks.clear()
        self._words = None
        if words:
            self._spoke(words)
        if look and look[4] > done:
            self._parsed(look)

    def _result(self, here: Line, at: int) -> str:
        """A tool result that is no error and holds no words of a person is known without parsing; otherwise empty. The
        record's uuid follows right behind the message: what comes after that is only a copy."""
        data, _, stop, line, offset = here
        uuid = data.find(b'"uuid":"', at, stop)
        if uuid < 0:
            return ""
        answers, several = lines.answered_call(data, at, uuid), data.find(b'},{"', at, uuid) >= 0
        if not answers or lines.is_error(data, at, uuid, several):
            self._fetch(answers)
            return "" if several else self._failed(here, at, uuid)
        if lines.is_answer(data, at) or (several and lines.holds_more(data, at, uuid)):
            self._let_go()
            return ""
        use = self._uses.pop(answers, None)
        if use is None or not use.command:
            return WELL
        tail = lines.tail(data, uuid, stop)
        if tail is None:
            self._uses[answers] = use
            return ""
        return self._records.went_well(use, tail, line, offset)

    def _fetch(self, failed: bytes) -> None:
        """The call that failed may be one of those held back."""
        for held in self._looks:
            if failed and held[0].find(failed, held[1], held[2]) >= 0:
                self._looks.remove(held)
                self._parsed(held)
                return

    def _failed(self, here: Line, at: int, uuid: int) -> str:
        """An error, without the copy of it that follows."""
        data, start, stop, line, offset = here
        context, tail = self._context(data, start, at), lines.tail(data, uuid, stop)
        part = lines.only_result(data, at, uuid) if context and tail else {}
        return self._records.failed(context, tail, part, line, offset) if context and tail and part else ""

    def _agent(self, here: Line, at: int) -> str:
        """Words and looks are held back, thoughts passed over; what the agent did is noted, at best without parsing."""
        data, start, stop, _, _ = here
        begins = lines.content_at(data, at)
        what = data[begins + 10 : begins + 18] if begins >= 0 else b""
        if what == b"tool_use":
            return self._did(here, begins, at)
        if what == b"thinking":
            return NOTHING_NEW if data.find(b'},{"type":"', begins, stop) < 0 else ""
        if what[:5] != b'text"' or data.find(b'"tool_use"', begins, stop) >= 0:
            return ""
        if self._talk.awaited:
            return self._spoke(here)
        if data.find(b'"isSidechain":true', start, at) < 0:
            self._hold(here)
        return HELD

    def _hold(self, here: Line) -> None:
        held, self._words = self._words, here
        if held and _hints().among(held[0][held[1] : held[2]]):
            self._spoke(held, midway=True)

    def _spoke(self, here: Line, midway: bool = False) -> str:
        """The agent's words, at best without parsing the rest; what it said midway is only kept if that can be done."""
        data, start, stop, line, offset = here
        message = data.find(b'"message":{', start, stop)
        context, name = self._context(data, start, message), lines.message_id(data, message)
        if context is None or not name:
            return HELD if midway else self._parsed(here)
        block, end = lines.one_block(data, data.find(b'"content":[', message, stop) + 10, stop)
        words, tail = block.get("text"), lines.last_tail(data, end, stop)
        if not isinstance(words, str) or tail is None or data.find(b"isApiErrorMessage", end, stop) >= 0:
            return HELD if midway else self._parsed(here)
        if midway:
            return self._records.remarked(context, tail, words, line, offset)
        return self._records.spoke(context, tail, name, words, line, offset)

    def _did(self, here: Line, begins: int, at: int) -> str:
        data, start, stop, line, offset = here
        if lines.tool_name(data, begins, stop) in LOOKS:
            if lines.one_call(data, begins, stop):
                self._looks.append(here)
                return HELD
            return ""
        use = lines.only_use(data, begins, stop)
        if use is None:
            return ""
        if use.command and looks.only_looks(use.command):
            self._looks.append(here)
            return HELD
        message = data.find(b'"message":{', start, at)
        context, tail = self._context(data, start, message), lines.last_tail(data, use.end, stop)
        if context is None or tail is None:
            return self._met_first(here, message)
        return self._records.did(context, tail, use, line, offset)

    def _context(self, data: bytes, start: int, stop: int) -> Context | None:
        """What many records share; mostly it is the same as in the record before."""
        begins = data.find(b',"', start, stop) if stop > start else -1
        if begins < 0:
            return None
        if self._latest and stop - begins == len(self._latest[0]) and data.startswith(self._latest[0], begins):
            return self._latest[1]
        shared = data[begins:stop]
        context = self._contexts.get(shared)
        if context:
            self._latest = shared, context
        return context

    def _met_first(self, here: Line, message: int) -> str:
        """Parsed, to learn what the bytes mean that many records share."""
        before = self._records.context
        fate = self._parsed(here)
        if self._records.context is not before and message > 0:
            data, start, *_ = here
            self._contexts[data[data.find(b',"', start, message) : message]] = self._records.context
        return fate


@cache
def _hints() -> Words:
    from reverie.gather.transcripts.findings import HINTS  # noqa: PLC0415 — many patterns, and most nights read nothing

    return Words(HINTS)
