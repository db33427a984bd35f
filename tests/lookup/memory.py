"""A small memory to search in, and an embedder that knows a few synonyms."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import numpy as np
from numpy.typing import NDArray

from reverie.lookup.index import Index
from reverie.records.passages import Hit, Passage
from reverie.tools.tokens import tokens

NOON = datetime(2026, 11, 1, 12, tzinfo=UTC)
_SAME = {"auto": "car", "vehicl": "car", "physician": "doctor", "medic": "doctor"}


def note(name: str, *texts: str, **more: Any) -> tuple[str, str, list[Passage]]:
    """A document of one group, a passage a text."""
    address = f"memory:{name}.md"
    passages = [
        Passage(id=f"{name}/{n}", address=address, first=n + 1, last=n + 1, text=text, group=name, place=n, **more)
        for n, text in enumerate(texts)
    ]
    return address, f"{texts}{more}", passages


def put(index: Index, *notes: tuple[str, str, list[Passage]]) -> None:
    for one in notes:
        index.put(*one)


def ids(hits: Sequence[Hit]) -> list[str]:
    return [hit.passage.id for hit in hits]


class Thesaurus:
    """Texts with the same words, or words that mean the same, get the same vector."""

    dimensions = 128

    def __init__(self, name: str = "thesaurus@1", common: float = 0.0) -> None:
        self.name = name
        self.texts = 0
        self._common = common  # how much every vector has in common with every other

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self.texts += len(texts)
        rows = np.zeros((len(texts), self.dimensions), np.float32)
        for row, text in zip(rows, texts, strict=True):
            for token in tokens(text):
                row[zlib.crc32(_SAME.get(token, token).encode()) % (self.dimensions - 1)] += 1
            row *= np.float32((1 - self._common) ** 0.5 / max(float(row @ row) ** 0.5, 1e-9))  # noqa: PLW2901 — in place
            row[-1] = np.float32(self._common**0.5)
        return rows
