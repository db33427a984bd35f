"""Embeddings from any server that speaks OpenAI's /v1/embeddings: Ollama, vLLM, llama.cpp, OpenAI itself.

Texts come in already redacted; unit vectors go out. The key is only ever sent to the address it was given for.
"""

from __future__ import annotations

import json
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Sequence
from http.client import HTTPException
from typing import Any
from urllib.parse import SplitResult, urlsplit

import numpy as np
from numpy.typing import NDArray

from reverie.engines.errors import (
    BadEndpoint,
    EndpointDenied,
    EndpointFailed,
    EndpointNonsense,
    EndpointUnreachable,
)

_ATTEMPTS = 3
_PASSING = (429, 502, 503, 504)  # the server asks for patience
_LONGEST_PAUSE = 20.0
_ANSWER_LIMIT = 256 << 20
_LOOPBACK = ("localhost", "127.0.0.1", "::1")


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
        address = _address(base_url)
        self._url = address.geturl().rstrip("/") + "/embeddings"
        self._host = address.netloc
        self._opener = _opener(address)
        self._model = model
        self._key = key
        self._timeout = timeout
        self._batch = batch
        self._sleep = sleep
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
        answer = self._post(json.dumps(question).encode())
        try:
            vectors = _vectors(json.loads(answer), len(texts))
        except (ValueError, TypeError, LookupError) as error:
            raise EndpointNonsense(url=self._url, model=self._model, reason=error) from error
        if self._dimensions not in (None, vectors.shape[1]):
            reason = f"vectors of {vectors.shape[1]} numbers after some of {self._dimensions}"
            raise EndpointNonsense(url=self._url, model=self._model, reason=reason)
        self._dimensions = int(vectors.shape[1])
        return vectors

    def _post(self, body: bytes) -> bytes:
        headers = {"Content-Type": "application/json", "Accept": "application/json", "User-Agent": "reverie"}
        if self._key:
            headers["Authorization"] = f"Bearer {self._key}"
        for attempt in range(1, _ATTEMPTS + 1):
            request = urllib.request.Request(self._url, body, headers, method="POST")
            try:
                with self._opener.open(request, timeout=self._timeout) as answer:
                    content: bytes = answer.read(_ANSWER_LIMIT)
                    return content
            except urllib.error.HTTPError as error:
                with error:
                    if error.code not in _PASSING or attempt == _ATTEMPTS:
                        raise self._refusal(error) from None
                    self._sleep(_pause(error.headers.get("Retry-After"), attempt))
            except (OSError, HTTPException) as error:
                raise EndpointUnreachable(url=self._url, reason=getattr(error, "reason", error)) from error
        raise AssertionError("the last attempt returns or raises")

    def _refusal(self, error: urllib.error.HTTPError) -> EndpointDenied | EndpointFailed:
        reason = " ".join(error.read(2000).decode("utf-8", "replace").split())[:200] or error.reason
        if self._key:  # some servers repeat the key they did not like
            reason = reason.replace(self._key, "[key]")
        kind = EndpointDenied if error.code in (401, 403) else EndpointFailed
        return kind(url=self._url, status=error.code, reason=reason, model=self._model)


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A redirect would carry texts and key to an address nobody chose."""

    def redirect_request(self, *_: object) -> None:
        return None


def _opener(address: SplitResult) -> urllib.request.OpenerDirector:
    if address.hostname in _LOOPBACK:  # a proxy cannot reach this machine's own servers
        return urllib.request.build_opener(_NoRedirect, urllib.request.ProxyHandler({}))
    return urllib.request.build_opener(_NoRedirect)


def _address(base_url: str) -> SplitResult:
    try:
        address = urlsplit(base_url)
        _ = address.port  # raises if it is no number
    except ValueError as error:
        raise BadEndpoint(url=base_url, reason=error) from error
    if address.scheme not in ("http", "https") or not address.hostname:
        raise BadEndpoint(url=base_url, reason="it is not an http or https address")
    if "@" in address.netloc:
        raise BadEndpoint(url=address.hostname, reason="a password in the address would be shown; give it as the key")
    return address


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


def _pause(asked: str | None, attempt: int) -> float:
    wanted = float(asked) if asked and asked.isdecimal() else 0.5 * 2**attempt
    return min(wanted, _LONGEST_PAUSE)
