"""Words that stand in a question because it is one. They say little about what it is about, and in a memory of
statements they are rare, so that their rarity alone would make them the most telling of all."""

from __future__ import annotations

from collections.abc import Sequence

from reverie.tools.tokens import tokens

_LITTLE = 0.1  # how much such a word tells

_ASKING = """
    how many much what which who whom whose when where why did do does can could would should will
    is are was were be been have has had you your tell remind recommend suggest give list name any some
    a an the of in on at to for from with by and or about there it that this we us our
    if whether then than into onto up out down off over under as so but because while again these those here
"""
_WORDS = frozenset(tokens(_ASKING))


def telling(words: Sequence[str]) -> list[float]:
    """How much each of these words tells. If the question has no others, each tells all it can."""
    found = [_LITTLE if word in _WORDS else 1.0 for word in words]
    return found if 1.0 in found else [1.0] * len(words)
