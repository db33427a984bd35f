"""The model run by onnxruntime, where it is installed: one text at a time, in three quarters of numpy's time, and
without holding the interpreter, so that something else can be done meanwhile. It takes a third of a second to make
ready, so only who asks again is served by it."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numpy as np

from reverie.engines.graph import Graph
from reverie.engines.layers import HEAD
from reverie.engines.tensors import Array, Tensors

_EPSILON = 1e-12
_GIVEN = "tokens"
_ERRORS_ONLY = 3
_AGAIN = 2  # questions
_PATIENCE = 10  # seconds for one text, which takes a few thousandths


class Soon:
    """The runtime once it is ready, which is begun with the second question, beside it. Where it is not installed or
    does not start, there is none, and numpy goes on."""

    def __init__(self, tensors: Tensors) -> None:
        self.runtime: Runtime | None = None
        self._tensors, self._asked = tensors, 0

    def asked(self) -> Runtime | None:
        self._asked += 1
        if self._asked == _AGAIN and find_spec("onnxruntime") is not None:
            threading.Thread(target=self.make, name="runtime").start()
        return self.runtime

    def make(self) -> None:
        with suppress(Exception):  # of any kind, as another version may have; what is asked is answered all the same
            self.runtime = Runtime(self._tensors)


class Runtime:
    """From a text's tokens, each as its row of the first tables, to the text's vector."""

    def __init__(self, tensors: Tensors) -> None:
        onnxruntime: Any = import_module("onnxruntime")  # heavy, and there or not
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 2  # whoever asks, and one of its own, which works while the asker goes on
        options.log_severity_level = _ERRORS_ONLY
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")  # idle threads leave the cores alone
        self._session = onnxruntime.InferenceSession(_model(tensors), options, providers=["CPUExecutionProvider"])

    def begin(self, rows: Array) -> Answer:
        answer = Answer()
        self._session.run_async(None, {_GIVEN: rows}, answer.come, None)
        return answer


class Answer:
    """A vector that will be there."""

    def __init__(self) -> None:
        self._there = threading.Event()
        self._vector: Array | None = None

    def come(self, made: Sequence[Array], _asked: object, problem: str) -> None:
        self._vector = None if problem else made[0]
        self._there.set()

    def wait(self) -> Array | None:
        """The vector; None if it could not be made, or does not come."""
        self._there.wait(_PATIENCE)
        return self._vector


def _model(tensors: Tensors) -> bytes:
    graph, width = Graph(), len(tensors["embeddings.LayerNorm.weight"])
    x, number = _normal(graph, tensors, "embeddings.LayerNorm", _GIVEN), 0
    while f"encoder.layer.{number}.output.dense.weight" in tensors:
        x = _layer(graph, tensors, f"encoder.layer.{number}.", x, width)
        number += 1
    total = graph.do("ReduceSum", x, graph.numbers(0), keepdims=0)
    return graph.written(_GIVEN, width, graph.do("LpNormalization", total, axis=-1, p=2))


def _layer(graph: Graph, tensors: Tensors, at: str, x: str, width: int) -> str:
    mixed = _dense(graph, tensors, at + "attention.output.dense", _attention(graph, tensors, at, x, width))
    x = _normal(graph, tensors, at + "attention.output.LayerNorm", graph.do("Add", mixed, x))
    fed = graph.do("Gelu", _dense(graph, tensors, at + "intermediate.dense", x))
    fed = _dense(graph, tensors, at + "output.dense", fed)
    return _normal(graph, tensors, at + "output.LayerNorm", graph.do("Add", fed, x))


def _attention(graph: Graph, tensors: Tensors, at: str, x: str, width: int) -> str:
    """Query, key and value as one product, the scores' scaling inside it."""
    parts = [at + f"attention.self.{part}" for part in ("query", "key", "value")]
    scales = (np.float32(HEAD**-0.5), np.float32(1), np.float32(1))
    weight, bias = (
        np.concatenate([tensors[part + kind] * scale for part, scale in zip(parts, scales, strict=True)])
        for kind in (".weight", ".bias")
    )
    joined = graph.do("Gemm", x, graph.weight(weight), graph.weight(bias), transB=1)
    cut = graph.do("Reshape", joined, graph.numbers(-1, 3, width // HEAD, HEAD))
    query, key, value = graph.split("Split", 3, graph.do("Transpose", cut, perm=(1, 2, 0, 3)), axis=0, num_outputs=3)
    scores = graph.do("MatMul", query, graph.do("Transpose", key, perm=(0, 1, 3, 2)))
    mixed = graph.do("MatMul", graph.do("Softmax", scores, axis=-1), value)
    return graph.do("Reshape", graph.do("Transpose", mixed, perm=(0, 2, 1, 3)), graph.numbers(-1, width))


def _dense(graph: Graph, tensors: Tensors, at: str, x: str) -> str:
    return graph.do("Gemm", x, graph.weight(tensors[at + ".weight"]), graph.weight(tensors[at + ".bias"]), transB=1)


def _normal(graph: Graph, tensors: Tensors, at: str, x: str) -> str:
    gain, shift = graph.weight(tensors[at + ".weight"]), graph.weight(tensors[at + ".bias"])
    return graph.do("LayerNormalization", x, gain, shift, axis=-1, epsilon=_EPSILON)
