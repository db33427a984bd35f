"""Embeddings from any server that speaks OpenAI's /v1/embeddings: Ollama, vLLM, llama.cpp, OpenAI itself.

Texts come in already redacted; unit vectors go out. The key is only ever sent to the address it was given for.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from reverie.engines.errors import EndpointNonsense
from reverie.engines.wire import Wire, address


class EndpointEmbedder:
    """One model behind one address, such as http://localhost:11434/v1."""

    def __init__(
        self,
        base_url: str,
        model: str,
        *,
        key: str | None = None,
        timeout: float = 60.0,
        batch: int = 64,
        sleep: Callable[[float], object] = time.sleep,
    ) -> None:
        place = address(base_url)
        self._url = place.geturl().rstrip("/") + "/embeddings"
        self._host = place.netloc
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        self._wire = Wire(self._url, headers, model=model, secret=key or "", sleep=sleep)
        self._model = model
        self._timeout = timeout
        self._batch = batch
        self._dimensions: int | None = None

    @property
    def name(self) -> str:
        """With the host, as two servers may mean different weights by one name."""
        return f"{self._model}@{self._host}"

    @property
    def dimensions(self) -> int:
        """As many as the server gives; asks it for one vector if none has come yet."""
        if self._dimensions is None:
            self.embed(["dimensions"])
        assert self._dimensions is not None
        return self._dimensions

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One row per text, in the texts' order; a batch at a time."""
        if not texts:  # not worth a question
            return np.empty((0, self._dimensions or 0), np.float32)
        starts = range(0, len(texts), self._batch)
        return np.concatenate([self._ask(texts[start : start + self._batch]) for start in starts])

    def _ask(self, texts: Sequence[str]) -> NDArray[np.float32]:
        # Servers refuse an empty text, though a note may be one.
        question = {"model": self._model, "input": [text or " " for text in texts]}
        answer = self._wire.post(json.dumps(question).encode(), self._timeout)
        try:
            vectors = _vectors(json.loads(answer), len(texts))
        except (ValueError, TypeError, LookupError) as error:
            raise EndpointNonsense(url=self._url, model=self._model, reason=error) from error
        if self._dimensions not in (None, vectors.shape[1]):
            reason = f"vectors of {vectors.shape[1]} numbers after some of {self._dimensions}"
            raise EndpointNonsense(url=self._url, model=self._model, reason=reason)
        self._dimensions = int(vectors.shape[1])
        return vectors


def _vectors(answer: Any, count: int) -> NDArray[np.float32]:
    items = list(answer["data"])
    if len(items) != count:
        raise ValueError(f"{len(items)} vectors for {count} texts")
    if all("index" in item for item in items):
        items.sort(key=lambda item: item["index"])
    vectors: NDArray[np.float32] = np.array([item["embedding"] for item in items], np.float32)
    if vectors.ndim != 2 or not vectors.shape[1]:
        raise ValueError("the embeddings are not lists of numbers")
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    if not (np.isfinite(lengths).all() and lengths.all()):
        raise ValueError("a vector is zero or not finite")
    vectors /= lengths
    return vectors
