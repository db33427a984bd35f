"""What was observed tonight, beside what is known: a repeated observation strengthens the old insight instead of adding
one, a gap that was solved closes, what was not seen for long goes stale, what a person dismissed stays dismissed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from reverie.insights.book import Book, Limits
from reverie.insights.making import insight
from reverie.insights.observed import Observation
from reverie.records.insights import Insight


@dataclass(frozen=True, slots=True)
class Settled:
    """What becomes of each: insights that are new, and those that changed, with what happened to them."""

    new: tuple[Insight, ...] = ()
    changed: tuple[tuple[Insight, str], ...] = ()  # and in a word: grew, resolved, stale, back, merged
    left_out: Counter[str] = field(default_factory=Counter)


def settle(observed: Iterable[Observation], known: Sequence[Insight], limits: Limits) -> Settled:
    left_out: Counter[str] = Counter()
    ranked = sorted(observed, key=lambda one: (-one.strength, one.about))
    book = Book(known, [one.text for one in ranked], limits)
    new: dict[str, Insight] = {}
    for place, one in enumerate(ranked):
        mine = insight(one)
        there = book.known(one, mine, place)
        if there is not None:
            book.seen(there, one, mine)
        elif one.solved:
            left_out["gaps that were closed before they were told"] += 1
        elif mine.last < max(limits.since.date(), limits.oldest):
            left_out["observations that are long past"] += 1
        elif book.twin(place):
            left_out["observations that say what another says"] += 1
        elif len(new) >= limits.most:
            left_out[f"insights beyond the best {limits.most}"] += 1
        else:
            new[mine.id] = mine
            book.add(place)
    book.age()
    book.join()
    return Settled(tuple(new.values()), book.changes(), +left_out)
