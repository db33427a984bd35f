"""Two statements side by side: what they share is the frame, what has no partner is left over."""

from __future__ import annotations

from dataclasses import dataclass

from reverie.remember.statements.clauses import Word
from reverie.remember.statements.frames import Statement


@dataclass(frozen=True, slots=True)
class Rest:
    """What is left over on one side when the frame is taken away."""

    words: tuple[Word, ...]

    def of(self, *parts: str) -> tuple[Word, ...]:
        return tuple(word for word in self.words if word.part in parts)

    @property
    def shown(self) -> tuple[str, ...]:
        return tuple(word.text for word in self.words)


def telling(statement: Statement) -> list[Word]:
    return [word for word in statement.words if word.kind != "place"]


def verbs(statement: Statement) -> frozenset[str]:
    return frozenset(word.key for word in statement.words if word.part == "verb")


def left_over(one: Statement, other: Statement) -> tuple[Rest, Rest, int]:
    """The words that have no partner on the other side, and how many have one."""
    ours, theirs = telling(one), telling(other)
    free = list(theirs)
    alone = []
    for word in ours:
        partner = next((near for near in free if near.key == word.key), None)
        if partner is None:
            alone.append(word)
        else:
            free.remove(partner)
    return Rest(tuple(alone)), Rest(tuple(free)), len(ours) - len(alone)
