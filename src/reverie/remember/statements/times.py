"""Words that say when or how often. They may stand anywhere in a sentence, and a `never` denies all of them."""

from __future__ import annotations

from collections.abc import Sequence

from reverie.remember.statements.clauses import Word
from reverie.remember.statements.words import key

_MEASURES = frozenset(("numbers", "numbermonth", "date", "clock", "year"))
_TIMES = frozenset(
    key(word)
    for word in """monday tuesday wednesday thursday friday saturday sunday weekday weekend day night week month quarter
    year hour minute second morning afternoon evening noon midnight daily nightly hourly weekly monthly yearly annually
    january february march april june july august september october november december sprint""".split()
)
_EACH = frozenset((key("every"), key("once"), key("twice")))


def is_time(word: Word) -> bool:
    return word.kind in _MEASURES or word.key in _TIMES


def times(words: Sequence[Word]) -> frozenset[int]:
    """The places of words that tell when: `every` does only before such a word, and `every 15 minutes` is one."""
    found = {n for n, word in enumerate(words) if is_time(word)}
    found |= {n for n, word in enumerate(words) if word.key in _EACH and n + 1 in found}
    return frozenset(found)
