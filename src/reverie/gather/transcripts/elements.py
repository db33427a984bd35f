"""What stands between two marks is taken out, in one walk: a mark without its end is only spoken of, unless the text
begins with it."""

from __future__ import annotations

import re
from collections.abc import Callable

_BLANK = re.compile(r"\s*")


def without(text: str, opens: re.Pattern[str], end_of: Callable[[re.Match[str]], str]) -> str:
    """The text without whatever `opens` begins. Each kind of end is looked for at most once in vain."""
    kept, missing = list[str](), set[str]()
    at = place = _word(text, 0)
    while found := opens.search(text, place):
        end, place = end_of(found), found.end()
        stop = -1 if end in missing else text.find(end, place)
        if stop >= 0:
            kept.append(text[at : found.start()])
            at = place = _word(text, stop + len(end))
        elif found.start() == at and not any(kept):
            return ""
        else:
            missing.add(end)
    return "".join(kept) + text[at:]


def _word(text: str, at: int) -> int:
    """Where the next word begins."""
    found = _BLANK.match(text, at)
    return found.end() if found else at
