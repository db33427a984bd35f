"""Vectors by content: a text is embedded once, whatever night it comes up in. What only an endpoint can embed is asked
of the parent, because nothing in the cage reaches a network."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from reverie.records.nightly import Request

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from reverie.engines.cache import CachedEmbedder


class Missing(Exception):
    """Vectors that only the parent can get."""

    def __init__(self, texts: Sequence[str]) -> None:
        self.texts = tuple(texts)
        super().__init__(f"{len(texts)} vectors")


class Meaning:
    """The embedder a night was given, behind a cache. The model is opened when the first text comes."""

    def __init__(self, ask: Request, scratch: Path) -> None:
        self._ask, self._scratch = ask, scratch
        self._embedder: CachedEmbedder | None = None

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self._embedder = self._embedder or self._open()
        return self._embedder.embed(texts)

    def notes(self) -> list[str]:
        report = self._embedder.report if self._embedder else None
        if report is None or not (report.rebuilt or report.fault):
            return []
        return [f"the cache of vectors was made anew: {report.fault or report.rebuilt}"]

    def _open(self) -> CachedEmbedder:
        from reverie.engines.cache import CachedEmbedder

        if self._ask.embedder != "local":
            return CachedEmbedder(_Elsewhere(self._ask.endpoint), self._scratch / "vectors")
        from reverie.engines.minilm import MiniLM

        return CachedEmbedder(MiniLM.open(Path(self._ask.models)), self._scratch / "vectors")


class _Elsewhere:
    """An embedder the cage cannot reach. What is not in the cache is asked of the parent."""

    dimensions = 0

    def __init__(self, name: str) -> None:
        self.name = name

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        raise Missing(texts)
