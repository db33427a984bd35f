"""A model of MiniLM's shape small enough to make up: its files, and a slow forward pass written another way."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from reverie.engines.weights import Weights

WORDS = [
    "[PAD]",
    "[UNK]",
    "[CLS]",
    "[SEP]",
    "fix",
    "the",
    "auth",
    "bug",
    "token",
    "##s",
    "re",
    "##ad",
    "##me",
    "!",
    ".",
]
HIDDEN, INNER, LAYERS, POSITIONS, HEAD = 64, 128, 2, 16, 32

Tensors = dict[str, NDArray[np.float32]]


def tensors(seed: int = 7) -> Tensors:
    """Random weights, large enough for attention to prefer some tokens and GELU to bend."""
    random = np.random.default_rng(seed)

    def some(*shape: int) -> NDArray[np.float32]:
        return random.normal(0, 0.3, shape).astype(np.float32)

    made = {f"embeddings.{kind}_embeddings.weight": some(size, HIDDEN) for kind, size in _TABLES.items()}
    made |= _norm("embeddings.LayerNorm", some)
    for number in range(LAYERS):
        at = f"encoder.layer.{number}."
        for name, (wide, narrow) in _DENSE.items():
            made |= {f"{at}{name}.weight": some(wide, narrow), f"{at}{name}.bias": some(wide)}
        made |= _norm(at + "attention.output.LayerNorm", some) | _norm(at + "output.LayerNorm", some)
    return made


_TABLES = {"word": len(WORDS), "position": POSITIONS, "token_type": 2}
_DENSE = {
    "attention.self.query": (HIDDEN, HIDDEN),
    "attention.self.key": (HIDDEN, HIDDEN),
    "attention.self.value": (HIDDEN, HIDDEN),
    "attention.output.dense": (HIDDEN, HIDDEN),
    "intermediate.dense": (INNER, HIDDEN),
    "output.dense": (HIDDEN, INNER),
}


def _norm(at: str, some: object) -> Tensors:
    assert callable(some)
    return {at + ".weight": 1 + some(HIDDEN), at + ".bias": some(HIDDEN)}


def write(folder: Path, made: Tensors) -> Weights:
    """The two files of a model in a folder."""
    header: dict[str, object] = {"__metadata__": {"format": "pt"}}
    # A tensor of another kind, as the real file has one.
    header["embeddings.position_ids"] = {"dtype": "I64", "shape": [1, 1], "data_offsets": [0, 8]}
    content = bytes(8)
    for name, tensor in made.items():
        place = [len(content), len(content) + tensor.nbytes]
        header[name] = {"dtype": "F32", "shape": list(tensor.shape), "data_offsets": place}
        content += tensor.tobytes()
    head = json.dumps(header).encode()
    folder.mkdir(parents=True, exist_ok=True)
    weights = Weights(folder / "model.safetensors", folder / "vocab.txt")
    weights.model.write_bytes(len(head).to_bytes(8, "little") + head + content)
    weights.vocabulary.write_text("\n".join(WORDS) + "\n")
    return weights


def naive(made: Tensors, ids: Sequence[int]) -> NDArray[np.float64]:
    kind = made["embeddings.token_type_embeddings.weight"][0]
    total: NDArray[np.float64] = naive_tokens(made, ids, np.tile(kind, (len(ids), 1))).sum(axis=0)
    return total / math.sqrt(float(total @ total))


def naive_tokens(
    made: Tensors, ids: Sequence[int], kinds: NDArray[np.float32], layers: int = LAYERS
) -> NDArray[np.float64]:
    """One text at a time, one head at a time, in double precision with the true erf."""
    w = {name: tensor.astype(np.float64) for name, tensor in made.items()}

    def dense(x: NDArray[np.float64], name: str) -> NDArray[np.float64]:
        return x @ w[name + ".weight"].T + w[name + ".bias"]

    def norm(x: NDArray[np.float64], name: str) -> NDArray[np.float64]:
        centred = x - x.mean(axis=-1, keepdims=True)
        scale: NDArray[np.float64] = w[name + ".weight"] / np.sqrt((centred**2).mean(axis=-1, keepdims=True) + 1e-12)
        shifted: NDArray[np.float64] = centred * scale + w[name + ".bias"]
        return shifted

    def heads(x: NDArray[np.float64], at: str) -> NDArray[np.float64]:
        query, key, value = (dense(x, f"{at}attention.self.{part}") for part in ("query", "key", "value"))
        parts = []
        for start in range(0, HIDDEN, HEAD):
            one = slice(start, start + HEAD)
            scores = np.exp(query[:, one] @ key[:, one].T / math.sqrt(HEAD))
            parts.append(scores / scores.sum(axis=-1, keepdims=True) @ value[:, one])
        return np.concatenate(parts, axis=-1)

    gelu = np.vectorize(lambda number: number * 0.5 * (1 + math.erf(number / math.sqrt(2))))
    x: NDArray[np.float64] = w["embeddings.word_embeddings.weight"][list(ids)]
    x = x + w["embeddings.position_embeddings.weight"][: len(ids)] + kinds
    x = norm(x, "embeddings.LayerNorm")
    for number in range(layers):
        at = f"encoder.layer.{number}."
        x = norm(x + dense(heads(x, at), at + "attention.output.dense"), at + "attention.output.LayerNorm")
        x = norm(x + dense(gelu(dense(x, at + "intermediate.dense")), at + "output.dense"), at + "output.LayerNorm")
    return x
