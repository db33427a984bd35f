"""Search: a question comes in, the passages that answer it go out, best first, each with a score that means the same
with and without embeddings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING

from reverie.lookup.candidates import Found, find
from reverie.lookup.index import Index
from reverie.lookup.meanwhile import Meanwhile
from reverie.lookup.question import ask
from reverie.lookup.reader import Card, Reader
from reverie.lookup.score import Standing, even, explain, match_of, score
from reverie.records.engines import Embedder
from reverie.records.passages import Hit, Passage

if TYPE_CHECKING:
    from reverie.lookup.vectors import Vectors

Meaning = Callable[[], "Vectors"]

_DAY = 86_400.0
_LONGEST = 8000


@dataclass(frozen=True, slots=True)
class Filters:
    """Which passages may answer. Empty means any; only active ones unless others are asked for."""

    layers: frozenset[str] = frozenset()
    types: frozenset[str] = frozenset()
    states: frozenset[str] = frozenset({"active"})
    since: datetime | None = None

    def allow(self, card: Card) -> bool:
        return (
            (not self.layers or card.layer in self.layers)
            and (not self.types or card.type in self.types)
            and (not self.states or card.state in self.states)
            and (self.since is None or (card.at is not None and card.at >= self.since.timestamp()))
        )


def search(
    index: Index,
    query: str,
    limit: int = 10,
    filters: Filters | None = None,
    embed: Embedder | None = None,
    now: datetime | None = None,
) -> list[Hit]:
    """The best passages, at most `limit`. Recency counts from `now`, or from the newest passage in sight."""
    return search_many(index, [(query, limit)], filters, embed, now)[0]


def search_many(
    index: Index,
    queries: Sequence[tuple[str, int]],
    filters: Filters | None = None,
    embed: Embedder | None = None,
    now: datetime | None = None,
) -> list[list[Hit]]:
    """Several questions, each with its limit, over one state of the index; embedded together."""
    allowed = filters or Filters()

    def answer(reader: Reader) -> list[list[Hit]]:
        meanings = _meanings(reader, [query for query, _ in queries], embed)
        pairs = zip(queries, meanings, strict=True)
        return [_answer(index, reader, query, limit, meaning, allowed, now) for (query, limit), meaning in pairs]

    return index.read(answer)


def _meanings(reader: Reader, queries: Sequence[str], embed: Embedder | None) -> Sequence[Meaning | None]:
    """The questions' vectors, made while their words are looked up; None where there is no embedder, or no vectors of
    its model."""
    if embed is None or not any(query.strip() for query in queries):
        return [None] * len(queries)
    if not reader.number("rows") or reader.facts.get("model") != embed.name:
        return [None] * len(queries)
    from reverie.lookup.vectors import unit  # noqa: PLC0415 — numpy only where there are vectors

    made = Meanwhile(lambda: unit(embed.embed([query[:_LONGEST] for query in queries])))
    return [partial(_row, made, number) for number in range(len(queries))]


def _row(made: Meanwhile[Vectors], number: int) -> Vectors:
    row: Vectors = made.result()[number]
    return row


def _answer(
    index: Index,
    reader: Reader,
    query: str,
    limit: int,
    meaning: Meaning | None,
    filters: Filters,
    now: datetime | None,
) -> list[Hit]:
    if limit <= 0 or not query.strip():
        return []
    question = ask(reader, query, meaning)
    found = find(index, reader, question, limit, filters.allow)
    today = now.timestamp() if now else max((one.card.at for one in found if one.card.at is not None), default=0.0)
    bar = even(reader.usual_length)
    matches = [match_of(one.words, one.meaning, question.usual) for one in found]
    scored = [
        (-score(match, _standing(one, today), bar), -round(match, 9), one.card.id, one.card.number, one)
        for one, match in zip(found, matches, strict=True)
    ]
    best = [one for *_, one in sorted(scored)[:limit]]
    passages = reader.passages([one.card.number for one in best])
    return [_hit(passages[one.card.number], one, question.usual, _standing(one, today), bar) for one in best]


def _hit(passage: Passage, one: Found, usual: float, standing: Standing, bar: float) -> Hit:
    value = score(match_of(one.words, one.meaning, usual), standing, bar)
    return Hit(passage, value, explain(one.words, one.meaning, usual, standing, bar))


def _standing(one: Found, today: float) -> Standing:
    card = one.card
    age = None if card.at is None else (today - card.at) / _DAY
    expired = card.until is not None and card.until < datetime.fromtimestamp(today, UTC).date().isoformat()
    return Standing(bool(card.pinned), expired, age)
