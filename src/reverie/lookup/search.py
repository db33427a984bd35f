"""Search: a question comes in, the passages that answer it go out, best first, each with a score that means the same
with and without embeddings."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from reverie.lookup.candidates import find
from reverie.lookup.index import Index
from reverie.lookup.kinds import Allowed, Filters
from reverie.lookup.measure import Found
from reverie.lookup.own import is_about_oneself, own_words
from reverie.lookup.question import ask
from reverie.lookup.reader import Reader
from reverie.lookup.schema import elsewhere
from reverie.lookup.score import Standing, even, explain, match_of, score
from reverie.records.engines import Embedder
from reverie.records.passages import Hit, Passage

if TYPE_CHECKING:
    from reverie.lookup.vectors import Vectors

__all__ = ["Filters", "search", "search_many"]

_DAY = 86_400.0
_LONGEST = 8000  # characters; no model reads further
_WEIGHED = 40  # the best of a question about oneself are read for who speaks in them


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

    def answer(reader: Reader) -> list[list[Hit]]:
        allowed = reader.allowed(filters or Filters())
        known = _meanings(reader, [query for query, _ in queries], embed if allowed.kinds else None)
        pairs = zip(queries, known, strict=True)
        return [_answer(index, reader, query, limit, meaning, allowed, now) for (query, limit), meaning in pairs]

    return index.read(answer)


def _meanings(reader: Reader, queries: Sequence[str], embed: Embedder | None) -> Sequence[Vectors | None]:
    """The questions' vectors; None where there is no embedder, or not every passage has a vector of its model. A
    passage without one would rank below all that have one, so words decide until the last is embedded."""
    if embed is None or not any(query.strip() for query in queries):
        return [None] * len(queries)
    if reader.facts.get("model") != embed.name or reader.without_vector():
        return [None] * len(queries)
    from reverie.lookup.vectors import unit  # noqa: PLC0415 — numpy only where there are vectors

    with elsewhere():
        return list(unit(embed.embed([query[:_LONGEST] for query in queries])))


def _answer(
    index: Index,
    reader: Reader,
    query: str,
    limit: int,
    meaning: Vectors | None,
    allowed: Allowed,
    now: datetime | None,
) -> list[Hit]:
    if limit <= 0 or not query.strip():
        return []
    question = ask(reader, query, meaning)
    found = find(index, reader, question, limit, allowed)
    today = now.timestamp() if now else max((one.card.at for one in found if one.card.at is not None), default=0.0)
    bar = even(reader.usual_length)
    matches = [match_of(one.words, one.meaning, question.usual) for one in found]
    scored = sorted(
        (-score(match, _standing(one, today), bar), -round(match, 9), one.card.id, one.card.number, one)
        for one, match in zip(found, matches, strict=True)
    )
    personal = is_about_oneself(query[:_LONGEST])
    best = [one for *_, one in scored[: max(4 * limit, _WEIGHED) if personal else limit]]
    passages = reader.passages([one.card.number for one in best])
    hits = []
    for one in best:
        passage = passages[one.card.number]
        standing = _standing(one, today, own_words(passage.text) if personal else None)
        hits.append(_hit(passage, one, question.usual, standing, bar))
    return sorted(hits, key=lambda hit: -hit.score)[:limit] if personal else hits


def _hit(passage: Passage, one: Found, usual: float, standing: Standing, bar: float) -> Hit:
    value = score(match_of(one.words, one.meaning, usual), standing, bar)
    return Hit(passage, value, explain(one.words, one.meaning, usual, standing, bar))


def _standing(one: Found, today: float, own: float | None = None) -> Standing:
    card = one.card
    age = None if card.at is None else (today - card.at) / _DAY
    expired = card.until is not None and card.until < datetime.fromtimestamp(today, UTC).date().isoformat()
    return Standing(bool(card.pinned), expired, age, own)
