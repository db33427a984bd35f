"""The blocks that Reverie keeps in files of others, told from what stands around them in one pass."""

from __future__ import annotations

import re

_BEGIN = re.compile(r"<!--[ \t]{0,40}reverie:begin\b")
_END = re.compile(r"<!--[ \t]{0,40}reverie:end\b[^>]{0,400}-->\r?\n?")


def split(text: str) -> list[str]:
    """What stands outside and the blocks, in turns: every second part is a block. One that never ends is none, and
    then no later one does: nothing is searched twice for an end that is not there."""
    parts: list[str] = []
    at = 0
    while (begin := _BEGIN.search(text, at)) and (end := _END.search(text, begin.end())):
        parts += [text[at : begin.start()], text[begin.start() : end.end()]]
        at = end.end()
    return [*parts, text[at:]]
