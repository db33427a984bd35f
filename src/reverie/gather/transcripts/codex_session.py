"""One rollout of Codex, looked at where it lies: shell commands and what went well are known by their first bytes, what
the agent says in the midst of its work is held back, and the rest is parsed."""

from __future__ import annotations

from collections import Counter

from reverie.gather.transcripts import codex_lines as lines
from reverie.gather.transcripts import looks
from reverie.gather.transcripts.adapter import HELD, SEEN, WELL, Shared
from reverie.gather.transcripts.codex_records import Records
from reverie.gather.transcripts.scan import Run, Unusable, each, parse

LOOKS = 16  # calls held back

Line = tuple[bytes, int, int]  # its bytes, and its line and offset in the file


class Session(Records):
    """One rollout."""

    def __init__(self, shared: Shared, path: str) -> None:
        super().__init__(shared, path)
        self._words: Line | None = None  # held back until a person speaks, or the end
        self._looks: dict[str, Line] = {}  # held back until one of them fails

    def look(self, run: Run, line: int, fates: Counter[str], /) -> int:
        return each(lines.SIEVE, self.take, run, line, fates)

    def take(self, data: bytes, start: int, stop: int, at: int, line: int, offset: int, /) -> str:
        kind = data[at + 19 : at + 27] if at >= 0 else b""
        fate = ""
        if kind in (b"function", b"custom_t"):
            if data.find(b"_output", at + 27, at + 50) >= 0:
                fate = self._came_back(data, start, at, stop, line, offset)
            else:
                fate = self._ran(data, start, at, stop, line, offset)
        elif kind == b'message"' and not self.awaited and data.find(b'"role":"assistant"', at, at + 200) >= 0:
            self._words, fate = (data[start:stop], line, offset), HELD
        return fate or self._parsed(data[start:stop], line, offset)

    def leap(self) -> None:
        self._words = None
        self._looks.clear()
        self.uses.clear()

    def close(self) -> None:
        self.let_go()

    def _parsed(self, text: bytes, line: int, offset: int) -> str:
        try:
            return self.record(parse(text), line, offset)
        except Unusable as why:
            return str(why)

    def let_go(self) -> None:
        """What was held back were the agent's last words before a person spoke."""
        self._looks.clear()
        if self._words:
            held, self._words = self._words, None
            at, self.awaited = self.at, True
            self._parsed(*held)
            self.at = at or self.at

    def _ran(self, data: bytes, start: int, at: int, stop: int, line: int, offset: int) -> str:
        """A shell command, known without parsing the record; one that only looks around is held back."""
        ran = lines.shell_call(data, at, stop)
        if ran is None:
            return ""
        if looks.only_looks(ran.given.command):
            self._looks[ran.name] = data[start:stop], line, offset
            if len(self._looks) > LOOKS:
                del self._looks[next(iter(self._looks))]
            return HELD
        if self.met.before(ran.name, offset):
            return SEEN
        self.passed(lines.stamp(data, start, at))
        self.used(line, offset, ran.name, "exec_command", ran.given)
        return self.met.fate()

    def _came_back(self, data: bytes, start: int, at: int, stop: int, line: int, offset: int) -> str:
        """What a command printed before it ended with 0 is not parsed."""
        ended = lines.went_well(data, start, stop)
        if ended:
            return self._well(*ended, line, offset)
        name = lines.answered_call(data, at, stop)
        if not name:
            return ""
        if not lines.ended_well(data, at, stop):
            held = self._looks.pop(name, None)
            if held:
                self._parsed(*held)
            return ""
        return self._well(lines.stamp(data, start, min(at + lines.HEAD, stop)), name, line, offset)

    def _well(self, stamp: str, name: str, line: int, offset: int) -> str:
        use = self.uses.get(name)
        if use is None or not use.command:
            return WELL
        self.passed(stamp)
        return self.result(line, offset, name, "", failed=False)
