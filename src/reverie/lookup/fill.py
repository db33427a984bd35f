"""Gives passages their vectors: those that have none yet, a few hundred at a time, and none of another model."""

from __future__ import annotations

import sqlite3
from functools import partial

from reverie.lookup import scale
from reverie.lookup.content import text_of
from reverie.lookup.index import Index, transaction
from reverie.lookup.schema import elsewhere
from reverie.lookup.vectors import Vectors, unit
from reverie.records.engines import Embedder

_AT_ONCE = 512  # kept at once, so that an interrupted run keeps what it has
_SPARE = 10_000  # rows nobody has any more, besides as many as are used
_LONGEST = 8000  # characters; no model reads further


def fill(index: Index, embedder: Embedder, most: int | None = None) -> int:
    """Embeds what has no vector yet, at most so many passages. Gives how many were embedded."""
    index.guarded(lambda file: _agree(file, index, embedder))
    done, last = 0, -1
    while most is None or done < most:
        waiting = index.guarded(
            partial(_waiting, after=last, most=_AT_ONCE if most is None else min(_AT_ONCE, most - done))
        )
        if not waiting:
            break
        numbers = [number for number, _ in waiting]
        vectors = unit(embedder.embed([text[:_LONGEST] for _, text in waiting]))
        index.guarded(partial(_keep, index=index, embedder=embedder, numbers=numbers, vectors=vectors))
        done, last = done + len(numbers), numbers[-1]
    return done


def _agree(file: sqlite3.Connection, index: Index, embedder: Embedder) -> None:
    """Vectors of two models never meet, and rows that are lost or that nobody has any more are not kept for ever: then
    all begins anew, in another file, because somebody may still be looking at this one."""
    facts = dict(file.execute("SELECT name, value FROM facts"))
    used = file.execute("SELECT COUNT(*) FROM passages WHERE row IS NOT NULL").fetchone()[0]
    rows = int(facts["rows"])
    if facts.get("model") == embedder.name and rows <= 2 * used + _SPARE:
        if index.vectors(facts).rows(rows) is not None:
            return
        index.report.vectors = "the vectors were lost and are made anew"
    with elsewhere():
        measured = scale.measure(embedder)
    new = {"model": embedder.name, "dimensions": embedder.dimensions, **measured._asdict(), "rows": 0}
    with transaction(file):
        file.execute("UPDATE passages SET row = NULL WHERE row IS NOT NULL")
        file.executemany("INSERT OR REPLACE INTO facts VALUES (?, ?)", new.items())
        file.execute("UPDATE facts SET value = value + 1 WHERE name = 'vectors'")
    if "model" in facts:
        index.vectors(facts).remove()


def _waiting(file: sqlite3.Connection, after: int, most: int) -> list[tuple[int, str]]:
    query = """SELECT number, record FROM passages JOIN contents USING (number)
               WHERE row IS NULL AND number > ? ORDER BY number LIMIT ?"""
    return [(number, text_of(record)) for number, record in file.execute(query, (after, most)).fetchall()]


def _keep(file: sqlite3.Connection, index: Index, embedder: Embedder, numbers: list[int], vectors: Vectors) -> None:
    with transaction(file):
        facts = dict(file.execute("SELECT name, value FROM facts"))
        if facts.get("model") != embedder.name:  # another process changed the model meanwhile
            return
        rows = int(facts["rows"])
        index.vectors(facts).add(vectors, rows)
        placed = zip(range(rows, rows + len(numbers)), numbers, strict=True)
        file.executemany("UPDATE passages SET row = ? WHERE number = ?", placed)
        file.execute("UPDATE facts SET value = value + ? WHERE name = 'rows'", (len(numbers),))
