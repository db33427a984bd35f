"""What a statement stands under. "The cache is enabled" in a note about staging and "The cache is disabled" in one
about production do not contradict each other: what the title or heading says belongs to the statement. The title of
a note that says one thing is most often only a label of that thing; then it must name another place to keep two apart.
"""

from __future__ import annotations

import re

from reverie.tidying.shelf import Statement
from reverie.tools.tokens import tokens


def _known(words: str) -> frozenset[str]:
    return frozenset(token for word in words.split() for token in tokens(word))


_SAYS_NOTHING = _known(
    """a an and are as at by for from how in is it of on or our the this to we what when where which why with your note
    notes memory about general misc other info information current now new list overview"""
)
_PLACES = _known(
    """staging stage production prod dev development test testing qa uat demo sandbox ci local remote preview canary
    ios android web mobile desktop windows linux mac macos browser frontend backend client server api cli worker admin
    internal external public private master main replica primary secondary legacy old next v1 v2 v3 europe us eu asia
    home office team customer user agent"""
)
_POINTS = frozenset("it its this that these those they their he she his her him them here".split())
_NAME = re.compile(r"(?<=\S )[A-Z]\w*|\w*\d\w*|\b[a-z]+[A-Z]\w*")  # not at the start, where every word has a capital


def apart(one: Statement, other: Statement, *, alone: bool = False) -> bool:
    """Whether two statements may speak of two different things: what one stands under is said neither above the other
    nor in either of them. `alone`: each is all its note says."""
    above, beyond = _words(one.context), _words(other.context)
    if above == beyond:
        return False
    if _points(one.text) or _points(other.text):
        return True
    unsaid = (above ^ beyond) - _words(one.text) - _words(other.text)
    if alone and " › " not in one.context + other.context:
        names = _known(" ".join(_NAME.findall(f"{one.context} | {other.context}")))
        return bool(unsaid & (_PLACES | names))
    return bool(above and beyond and unsaid)


def _words(text: str) -> frozenset[str]:
    return frozenset(tokens(text)) - _SAYS_NOTHING


def _points(text: str) -> bool:
    """Whether it begins with a word for something that was named before."""
    first = text.split(maxsplit=1)[0] if text.strip() else ""
    return first.strip("*_`,.:").lower() in _POINTS
