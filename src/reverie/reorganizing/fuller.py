"""Where two notes say one thing, and the note that leaves says more of it, its words take the place of the shorter
ones: the same line, the same bullet or number, and nothing that stood there gets lost."""

from __future__ import annotations

import re
from collections.abc import Sequence

from reverie.remember.judge import judge
from reverie.remember.specifics import keeps_all
from reverie.tidying.deeds import Filed, lines_of
from reverie.tidying.shelf import LONGEST, Statement

_BULLET = re.compile(r"\s*(?:[-*+]|\d+[.)])\s+|\s*")


def filled_in(kept: Filed, leaving: Filed, missing: Sequence[Statement]) -> tuple[bytes, list[Statement]]:
    """The text of the note that stays, with what the other says in full; and what is still missing in it."""
    lines = kept.document.content.decode().splitlines(keepends=True)
    free = [mine for mine in kept.statements if _plain(kept, mine)]
    left = []
    for theirs in missing:
        place = next((mine for mine in free if _plain(leaving, theirs) and extends(theirs.text, mine.text)), None)
        if place is None:
            left.append(theirs)
            continue
        free.remove(place)
        old, new = lines[place.first - 1], lines_of(leaving.document, theirs)
        lines[place.first - 1] = _bullet(old) + new[len(_bullet(new)) :].rstrip("\r\n") + old[len(old.rstrip("\r\n")) :]
    return "".join(lines).encode(), left


def extends(fuller: str, shorter: str) -> bool:
    """Whether one statement says all that another says, letter for letter in its names and numbers, and more."""
    if max(len(fuller), len(shorter)) > LONGEST:
        return False
    judged = judge(fuller, shorter)
    return judged.verdict != "contradicts" and judged.covers == "left" and keeps_all([shorter], fuller)


def _plain(filed: Filed, statement: Statement) -> bool:
    """One line that carries no mark of its own."""
    return statement.first == statement.last and "<!--" not in lines_of(filed.document, statement)


def _bullet(line: str) -> str:
    found = _BULLET.match(line)
    return found[0] if found else ""
