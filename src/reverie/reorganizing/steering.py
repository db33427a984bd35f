"""Instructions without a model: `focus on …` brings mutations about something to the front, `ignore …` leaves notes
about something alone. Whatever else is said is kept on the proposal, and changes nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from reverie.reorganizing.asking import LONGEST_WISH
from reverie.tools.tokens import tokens

_FOCUS = r"focus(?:ing)? on|concentrate on|prioriti[sz]e|start with"
_IGNORE = r"ignore|skip|leave out|leave alone|exclude|(?:don't|do not|never) touch"
_CLAUSE = re.compile(
    rf"\b(?:(?P<focus>{_FOCUS})|(?P<ignore>{_IGNORE}))\s+(?P<what>.+?)"
    rf"(?=(?:[,;]|\band\b|\bbut\b|\bthen\b|\s)*\b(?:{_FOCUS}|{_IGNORE})\b|[.;!](?:\s|$)|\n|$)",
    re.IGNORECASE | re.DOTALL,
)
_PARTS = re.compile(r",\s*(?:and |or )?|\s+(?:and|or)\s+")
_EMPTY = frozenset(
    tokens("the a an my our your all any anything everything notes note about on of with that this memory those for to")
)


@dataclass(frozen=True, slots=True)
class Steering:
    """Each phrase as the words that all must be said."""

    focus: tuple[tuple[str, frozenset[str]], ...] = ()
    ignore: tuple[tuple[str, frozenset[str]], ...] = ()

    def __bool__(self) -> bool:
        return bool(self.focus or self.ignore)

    def focused(self, text: str) -> str:
        """The phrase by which this is in focus, or nothing."""
        return _meets(self.focus, text)

    def ignored(self, text: str) -> str:
        return _meets(self.ignore, text)


def wish(instructions: str | None) -> str:
    """As it is kept: stripped, and no longer than it may be."""
    return (instructions or "").strip()[:LONGEST_WISH].strip()


def steering(instructions: str) -> Steering:
    focus: list[tuple[str, frozenset[str]]] = []
    ignore: list[tuple[str, frozenset[str]]] = []
    for clause in _CLAUSE.finditer(instructions):
        (focus if clause["focus"] else ignore).extend(_phrases(clause["what"]))
    return Steering(tuple(focus), tuple(ignore))


def _phrases(what: str) -> Iterable[tuple[str, frozenset[str]]]:
    for part in _PARTS.split(what):
        if words := frozenset(tokens(part)) - _EMPTY:
            yield " ".join(part.split()), words


def _meets(phrases: Iterable[tuple[str, frozenset[str]]], text: str) -> str:
    said = frozenset(tokens(text))
    return next((phrase for phrase, words in phrases if words <= said), "")
