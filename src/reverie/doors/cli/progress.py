"""How far it is: one line that comes after a second and goes again; where nobody watches, a line now and then."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import Self

from reverie.doors.cli.talk import harmless, say, write

FIRST, OFTEN, SELDOM = 1.0, 0.2, 10.0  # seconds
WIDTH = 100


class Progress:
    """Told as often as one likes; shown only as often as it helps. `shared`: another process may tell through it."""

    def __init__(self, *, quiet: bool = False, shared: bool = False) -> None:
        self._quiet = quiet
        self._watched = sys.stderr.isatty()
        self._next = time.monotonic() + (FIRST if self._watched else SELDOM)
        self._shown = shared and self._watched and not quiet

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.clear()

    def tell(self, text: str) -> None:
        if self._quiet or time.monotonic() < self._next:
            return
        self._next = time.monotonic() + (OFTEN if self._watched else SELDOM)
        if self._watched:
            write(sys.stderr, f"\r\x1b[K{harmless(text)[:WIDTH]}")
            sys.stderr.flush()
            self._shown = True
        else:
            say(text)

    def clear(self) -> None:
        if self._shown:
            write(sys.stderr, "\r\x1b[K")
            self._shown = False
