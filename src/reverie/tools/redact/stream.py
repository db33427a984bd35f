"""A text that comes line by line and goes on without its secrets, in little memory, so that it can stand in a pipe.

What spans lines is held back until it ends: a key, so that it is known whole, and what the user marked private, of
which nothing goes on. A private passage that never ends hides everything behind it.
"""

from __future__ import annotations

import re

from . import Redactor

_HELD, _TAIL = 1 << 20, 1 << 16  # bytes held back, at most; and of lines that may turn out to be the end of a key
_TAG = re.compile(rb"<(/?)private>", re.IGNORECASE)
_KEY_LINE = re.compile(rb"[ \t>+|]{0,20}[A-Za-z0-9+/]{16,80}={0,2}\r?\n?\Z")


class Stream:
    """Takes lines and gives back what may go on; `end` gives the rest."""

    def __init__(self, redactor: Redactor) -> None:
        self._redactor = redactor
        self._held, self._private = bytearray(), bytearray()
        self._in_key = False
        self._depth = 0

    def feed(self, line: bytes) -> bytes:
        if self._depth:
            return self._hide(line)
        begin, depth = _left_open(line)
        if not depth:
            return self._hold(line)
        self._held += line[:begin]
        self._depth, self._private[:] = depth, line[begin:][:_HELD]
        return self._release()

    def end(self) -> bytes:
        hidden = self._marker() if self._depth else b""
        self._depth = 0
        return hidden + self._release()

    def _hold(self, line: bytes) -> bytes:
        self._held += line
        begins, ends = line.rfind(b"-----BEGIN"), line.rfind(b"-----END")
        self._in_key = begins > ends or (self._in_key and ends < 0)
        # The end of a key says what the lines before it were.
        most = _HELD if self._in_key else _TAIL if _KEY_LINE.match(line) else 0
        return b"" if len(self._held) <= most else self._release()

    def _release(self) -> bytes:
        held, self._in_key = bytes(self._held), False
        self._held.clear()
        return self._redactor.bytes(held)

    def _hide(self, line: bytes) -> bytes:
        """Inside of a private passage: nothing goes on until it is closed as often as it was opened."""
        for tag in _TAG.finditer(line):
            self._depth += -1 if tag[1] else 1
            if not self._depth:
                self._keep(line[: tag.end()])
                return self._marker() + self.feed(line[tag.end() :])
        self._keep(line)
        return b""

    def _keep(self, piece: bytes) -> None:
        """Only for its mark, so the beginning will do."""
        self._private += piece[: _HELD - len(self._private)]

    def _marker(self) -> bytes:
        return self._redactor.marker("private", bytes(self._private))


def _left_open(line: bytes) -> tuple[int, int]:
    """Where a private passage begins that goes on behind this line, and how deep it is by then. In a line of JSON it
    ends with its string."""
    opened: list[int] = []
    if line.lstrip()[:1] not in (b"{", b"["):
        for tag in _TAG.finditer(line):
            if not tag[1]:
                opened.append(tag.start())
            elif opened:
                opened.pop()
    return (opened[0], len(opened)) if opened else (0, 0)
