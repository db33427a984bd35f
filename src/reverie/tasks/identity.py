"""The id of a lesson: made of the place in the evidence that carries it, never of its words."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

from reverie.records.events import Origin
from reverie.records.tasks import Item
from reverie.tasks.grounds import Found, level
from reverie.tasks.tokens import NEWLINE, telling
from reverie.tools.ids import content_id

_PIECE = re.compile(rf"(?:[^.!?;。！？{NEWLINE}\n]|[.!?;](?=\S))+", re.DOTALL)
_CLAUSE = re.compile(r",\s+(?=(?:and|but|also|then|so|und|aber|et|mais|y|pero)\s)|\s[-–—]\s", re.IGNORECASE)
_MARKER = re.compile(r"\[REDACTED:[^\]]{1,80}\]")  # made with a local key: another machine's is another
_WORD = re.compile(r"\w+")


def lesson_id(quote: Found, cited: Sequence[Item]) -> str:
    """The id of the lesson that this quote and these cited items carry.

    It is made of the *anchor*: the event of the first item that carries the lesson, and the clause of its text that the
    quote lies in. Carrying are, of the cited items of the quote's own authority, those that say something telling of
    what the quote says; first is the oldest. Neither sentence, kind, engine nor number of cited items goes in, so:

    - Engines that word one lesson otherwise, quote more or less of one clause, call it fact or rule, or cite more items
      beside the first, mean the same id. A rejection holds for all of them, and in every copy of the session.
    - Two lessons from one message differ if they are quoted from different sentences or clauses (`use pnpm; never push
      to main`). The clause goes in as its words, not as a number, so that an item cut at another place has the same id.
    - Two lessons from a single clause collide on purpose: they cannot be told apart without their wording. Within one
      answer the second is dropped with that reason; a rejection of one then holds for the other. Too much is rejected
      in this rare case rather than a rejected lesson offered again in other words.
    - What a person says again in another session is another event and another id. That both are one lesson is for
      `same_lesson` to find, and a rejected text is known to `Known` as well.
    """
    item = _anchor(quote, cited)
    text = quote.item.context if item is quote.item and not _is_in_text(quote) else item.text
    return content_id("lesson", item.event, _clause(text, quote.text))


def _is_in_text(quote: Found) -> bool:
    return quote.text in quote.item.text


def _anchor(quote: Found, cited: Sequence[Item]) -> Item:
    if not (quote.own and level(quote.item) is Origin.USER):
        return quote.item
    wanted = telling(quote.text)
    carrying = [item for item in cited if level(item) is Origin.USER and _says(item, wanted)]
    return min([*carrying, quote.item], key=_age)


def _age(item: Item) -> tuple[float, int]:
    return item.at.timestamp() if item.at else math.inf, item.line


def _says(item: Item, wanted: frozenset[str]) -> bool:
    return bool(wanted) and 2 * len(wanted & telling(item.text)) > len(wanted)


def _clause(text: str, quote: str) -> str:
    """The clause of a text that a quote lies in, or that says most of what it says."""
    clauses = [clause for piece in _PIECE.findall(text) for clause in _CLAUSE.split(piece) if _WORD.search(clause)]
    if not clauses:
        return ""
    return _bare(max(clauses, key=lambda clause: _shared(clause, quote)))


def _shared(clause: str, quote: str) -> tuple[int, int]:
    """How much of a clause the quote holds: letters if one stands in the other, then terms."""
    one, other = clause.strip(), quote.strip()
    letters = min(len(one), len(other)) if one in other or other in one else 0
    return letters, len(telling(one) & telling(other))


def _bare(clause: str) -> str:
    return " ".join(_WORD.findall(_MARKER.sub(" ", clause).casefold()))
