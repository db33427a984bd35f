"""A second look at what a person typed: is it a correction? The local model, tuned for this one question, reads the
words between what the agent had said before and what it answered.

What was learned lies beside this file: for each matrix of the model a small one to be added (a product of two narrow
ones), one vector for each of the three voices, and the last step. docs/judging-transcripts.md tells what it was learned
from, and how well it does."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from io import BytesIO
from itertools import accumulate, pairwise
from pathlib import Path
from tokenize import TokenError
from zipfile import BadZipFile

import numpy as np

from reverie.engines import blas
from reverie.engines.errors import WeightsDamaged
from reverie.engines.layers import layers, norm
from reverie.engines.minilm import batches, spans_of, understood
from reverie.engines.tensors import Array, Tensors
from reverie.engines.weights import Weights, find
from reverie.engines.wordpiece import WordPiece
from reverie.records.engines import Exchange

LEARNED = Path(__file__).with_name("second_look.npz")

_BEFORE, _WORDS, _LAST_WORDS, _REPLY = 20, 60, 12, 18  # tokens of each voice that are read
_SIGNS = 300, 900, 200  # characters of each that are looked at
_MOST_TOKENS = 1024
_NOT_READ = (  # what numpy and zipfile say of a file that is not whole
    OSError, ValueError, EOFError, AttributeError, TypeError, KeyError, NotImplementedError, BadZipFile, TokenError,
    zlib.error,
)  # fmt: skip


class SecondLook:
    """Exchanges in, one number each out: above 0 the model takes it for a correction."""

    def __init__(self, weights: Weights, learned: Path = LEARNED) -> None:
        tensors, tuned = Tensors(weights.model), _read(learned)
        self._words = tensors["embeddings.word_embeddings.weight"]
        self._positions = tensors["embeddings.position_embeddings.weight"]
        self._norm = norm(tensors, "embeddings.LayerNorm")
        self._layers = list(layers(_Tuned(tensors, tuned)))
        self._voices, self._weight, self._bias = tuned["voices"], tuned["weight"], tuned["bias"]
        self._wordpiece = WordPiece.read(weights.vocabulary, _MOST_TOKENS)

    @classmethod
    def open(cls, target: Path) -> SecondLook:
        """With the model installed under `target`, or WeightsMissing."""
        return cls(find(target))

    def __call__(self, exchanges: Sequence[Exchange]) -> list[float]:
        read = [self._read(exchange) for exchange in exchanges]
        found = np.empty(len(read), np.float32)

        def job(batch: list[int]) -> None:
            found[batch] = self._judged([read[n] for n in batch], [exchanges[n].facts for n in batch])

        blas.spread(job, batches([len(ids) for ids, _ in read]))
        return [round(float(one), 2) for one in found]

    def _judged(self, read: list[tuple[list[int], Array]], facts: list[tuple[float, ...]]) -> Array:
        lengths = [len(ids) for ids, _ in read]
        spans = list(spans_of(lengths))
        x = self._words[np.concatenate([ids for ids, _ in read])]
        x += np.concatenate([self._positions[:length] for length in lengths])
        own = np.concatenate([voices for _, voices in read])
        x += own @ self._voices
        x = understood(x, self._norm, self._layers, spans)
        means = [_mean(x[a:b], own[a:b, 1]) for a, b in pairwise(accumulate(lengths, initial=0))]
        rows = np.hstack([np.array(means), np.array(facts, np.float32)])
        told: Array = np.vecdot(rows, self._weight) + self._bias  # row by row: the same in any company
        return told

    def _read(self, exchange: Exchange) -> tuple[list[int], Array]:
        """The tokens of an exchange, and whose each of them is."""
        before, words, reply = (
            self._wordpiece.ids(text)[1:-1]
            for text in (exchange.before[-_SIGNS[0] :], exchange.words[: _SIGNS[1]], exchange.reply[: _SIGNS[2]])
        )
        if len(words) > _WORDS:
            words = words[: _WORDS - _LAST_WORDS] + words[-_LAST_WORDS:]
        first, end = self._wordpiece.ids("")
        parts = [[first, *before[-_BEFORE:], end], [*words, end], [*reply[:_REPLY], end]]
        voices = np.repeat(np.eye(3, dtype=np.float32), [len(part) for part in parts], axis=0)
        return [*parts[0], *parts[1], *parts[2]], voices


def _mean(x: Array, weights: Array) -> Array:
    mean: Array = weights @ x / weights.sum()
    return mean


class _Tuned:
    """The model's matrices with what was learned added to them; layers of which nothing was learned are left out, which
    halves what a look costs and was no worse."""

    def __init__(self, tensors: Tensors, learned: dict[str, Array]) -> None:
        self._tensors, self._learned = tensors, learned

    def __getitem__(self, name: str, /) -> Array:
        out = self._learned.get(f"{name}/out")
        if out is None:
            return self._tensors[name]
        return self._tensors[name] + out @ self._learned[f"{name}/in"]

    def __contains__(self, name: str, /) -> bool:
        return f"{name}/out" in self._learned


def _read(path: Path) -> dict[str, Array]:
    try:
        with np.load(BytesIO(path.read_bytes()), allow_pickle=False) as file:
            found = {name: file[name].astype(np.float32) for name in file.files}
        other_halves = {f"{name.removesuffix('/out')}/in" for name in found if name.endswith("/out")}
        if not {"voices", "weight", "bias", *other_halves} <= found.keys():
            raise ValueError("something is missing")
    except _NOT_READ as error:
        raise WeightsDamaged(path=path, reason=error) from error
    return found
