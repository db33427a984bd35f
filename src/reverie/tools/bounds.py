"""Strangers' text cut to a size at which no pattern takes long.

A backtracking matcher may need the square of the length of a line, or of a run of white space, and a pattern that
says `\\s*` crosses blank lines. Where both are bounded, a text of twice the length takes twice the time.
"""

from __future__ import annotations

import re

LINE = 2000  # characters of a line that are read
BLANK = 16  # characters of white space in a row
LINES = 2  # blank lines in a row
_LONG = re.compile(rf"([^\S\n]{{{BLANK}}})[^\S\n]+")


def bounded(text: str, longest: int = LINE) -> str:
    """The same text, its lines cut, and long runs of white space and of blank lines made short."""
    kept: list[str] = []
    blank = 0
    for line in text.split("\n"):
        blank = 0 if line and not line.isspace() else blank + 1
        if blank <= LINES:
            kept.append("" if blank else _LONG.sub(r"\1", line[:longest]))
    return "\n".join(kept)
