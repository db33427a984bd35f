"""A network as onnxruntime reads it: operations and weights come in, the bytes of an ONNX model go out.

ONNX files are protocol buffers: each field is its number, its kind and its value. The few fields that are needed here
are written by hand, because the library for them is larger than the runtime."""

from __future__ import annotations

import struct
from collections.abc import Sequence

from reverie.engines.tensors import Array

_FORMAT, _OPERATIONS = 9, 20  # versions of the file, and of the operations it may name
_FLOAT, _INTEGER = 1, 7  # what numbers are, in a tensor
_REAL, _WHOLE, _LIST = 1, 2, 7  # what a setting is

Setting = int | float | Sequence[int]


class Graph:
    """Operations in their order. Each gives the name of what it makes, for the next to use."""

    def __init__(self) -> None:
        self._nodes: list[bytes] = []
        self._weights: list[tuple[bytes, bytes]] = []  # how each begins, and its content, which is large

    def weight(self, tensor: Array) -> str:
        return self._known(tensor.shape, _FLOAT, tensor.astype("<f4", copy=False).tobytes())

    def numbers(self, *numbers: int) -> str:
        return self._known((len(numbers),), _INTEGER, struct.pack(f"<{len(numbers)}q", *numbers))

    def do(self, operation: str, *inputs: str, **settings: Setting) -> str:
        return self.split(operation, 1, *inputs, **settings)[0]

    def split(self, operation: str, parts: int, *inputs: str, **settings: Setting) -> list[str]:
        """An operation that makes several things."""
        made = [f"made{len(self._nodes)}.{part}" for part in range(parts)]
        names = [_text(1, name) for name in inputs] + [_text(2, name) for name in made]
        told = [_bytes(5, _setting(name, value)) for name, value in settings.items()]
        self._nodes.append(b"".join([*names, _text(4, operation), *told]))
        return made

    def written(self, given: str, width: int, made: str) -> bytes:
        """The model, from any number of rows of that width to one vector of it."""
        last = b"".join([_text(1, made), _text(2, "vector"), _text(4, "Identity")])
        graph = [_bytes(1, node) for node in [*self._nodes, last]] + [_text(2, "reverie")]
        for begin, content in self._weights:
            graph += [_before(5, len(begin) + len(content)), begin, content]
        graph += [_bytes(11, _shaped(given, ("rows", width))), _bytes(12, _shaped("vector", (width,)))]
        whole = [_number(1, _FORMAT), _before(7, sum(map(len, graph))), *graph, _bytes(8, _number(2, _OPERATIONS))]
        return b"".join(whole)

    def _known(self, shape: Sequence[int], kind: int, content: bytes) -> str:
        name = f"weight{len(self._weights)}"
        dimensions = b"".join(_number(1, size) for size in shape)
        self._weights.append((dimensions + _number(2, kind) + _text(8, name) + _before(9, len(content)), content))
        return name


def _setting(name: str, value: Setting) -> bytes:
    if isinstance(value, float):
        return _text(1, name) + _tag(2, 5) + struct.pack("<f", value) + _number(20, _REAL)
    if isinstance(value, int):
        return _text(1, name) + _number(3, value) + _number(20, _WHOLE)
    return _text(1, name) + b"".join(_number(8, one) for one in value) + _number(20, _LIST)


def _shaped(name: str, shape: Sequence[int | str]) -> bytes:
    sizes = [_text(2, size) if isinstance(size, str) else _number(1, size) for size in shape]
    tensor = _number(1, _FLOAT) + _bytes(2, b"".join(_bytes(1, size) for size in sizes))
    return _text(1, name) + _bytes(2, _bytes(1, tensor))


def _number(field: int, value: int) -> bytes:
    return _tag(field, 0) + _varint(value & (1 << 64) - 1)


def _text(field: int, value: str) -> bytes:
    return _bytes(field, value.encode())


def _bytes(field: int, value: bytes) -> bytes:
    return _before(field, len(value)) + value


def _before(field: int, length: int) -> bytes:
    """What stands before so many bytes."""
    return _tag(field, 2) + _varint(length)


def _tag(field: int, kind: int) -> bytes:
    return _varint(field << 3 | kind)


def _varint(value: int) -> bytes:
    """Seven bits to a byte, the lowest first; all but the last are marked."""
    made = bytearray()
    while value > 0x7F:
        made.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*made, value])
