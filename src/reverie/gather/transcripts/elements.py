"""What stands between two marks is taken out, in one walk: a mark without its end is only spoken of, unless the text
begins with it."""

from __future__ import annotations

import re
from collections.abc import Callable


def without(text: str, opens: re.Pattern[str], end_of: Callable[[re.Match[str]], str]) -> str:
    """The text without whatever `opens` begins. Each kind of end is looked for at most once in vain."""
    kept, at, missing = list[str](), 0, set[str]()
    place = 0
    while found := opens.search(text, place):
        place, end = found.end(), end_of(found)
        stop = -1 if end in missing else text.find(end, place)
        if stop >= 0:
            kept.append(text[at : found.start()])
            at = place = stop + len(end)
            while at < len(text) and text[at].isspace():
                at += 1
            place = max(place, at)
        elif not text[: found.start()].strip():
            return ""
        else:
            missing.add(end)
    return "".join(kept) + text[at:]
