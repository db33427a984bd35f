"""A question's vector: there already, or being made while its words are looked up, and waited for when it is needed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import TYPE_CHECKING

from reverie.records.engines import Embedder

if TYPE_CHECKING:
    from reverie.lookup.vectors import Vectors

Meaning = Callable[[], "Vectors"]

_LONGEST = 8000  # characters; no model reads further


def meanings(queries: Sequence[str], embed: Embedder) -> list[Meaning]:
    """One for each question. Several are embedded together. One is only begun, if the embedder can: one that works in
    numpy would take turns with the search at the interpreter, and longer than one after the other."""
    from reverie.lookup.vectors import unit  # noqa: PLC0415 — numpy only where there are vectors

    texts = [query[:_LONGEST] for query in queries]
    begin = getattr(embed, "begin", None) if len(texts) == 1 else None
    if begin is not None and (begun := begin(texts[0])) is not None:
        return [cache(lambda: unit(begun()[None, :])[0])]
    return [partial(_there, vector) for vector in unit(embed.embed(texts))]


def _there(vector: Vectors) -> Vectors:
    return vector
