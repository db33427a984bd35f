"""Reads a safetensors file: names to arrays that lie in the file itself and come into memory as they are touched."""

from __future__ import annotations

import json
import math
import mmap
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from reverie.engines.errors import WeightsDamaged

Array = NDArray[np.float32]

_HEADER_LIMIT = 10_000_000  # a header of this size is not one
_Place = tuple[int, tuple[int, ...]]  # first byte in the file, shape


class Named(Protocol):
    """Arrays by name."""

    def __getitem__(self, name: str, /) -> Array: ...

    def __contains__(self, name: str, /) -> bool: ...


class Tensors:
    """The float32 tensors of one file, read-only; what is of another kind (position ids) is not offered."""

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            self._bytes = _mapped(path)
            self._places = _places(self._bytes)
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            raise WeightsDamaged(path=path, reason=error) from error

    def __getitem__(self, name: str) -> Array:
        if name not in self._places:
            raise WeightsDamaged(path=self._path, reason=f"there is no tensor {name}")
        start, shape = self._places[name]
        return np.frombuffer(self._bytes, np.dtype("<f4"), math.prod(shape), start).reshape(shape)

    def __contains__(self, name: str) -> bool:
        return name in self._places


def _mapped(path: Path) -> mmap.mmap:
    with path.open("rb") as file:
        return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)


def _places(content: mmap.mmap) -> dict[str, _Place]:
    length = int.from_bytes(content[:8], "little")
    if not 2 <= length <= min(_HEADER_LIMIT, len(content) - 8):
        raise ValueError("its header does not fit")
    header = json.loads(content[8 : 8 + length])
    data = 8 + length
    return {
        name: _place(name, entry, data, len(content))
        for name, entry in header.items()
        if name != "__metadata__" and entry["dtype"] == "F32"
    }


def _place(name: str, entry: dict[str, list[int]], data: int, size: int) -> _Place:
    start, end = entry["data_offsets"]
    shape = tuple(entry["shape"])
    if not 0 <= start <= end <= size - data or end - start != 4 * math.prod(shape):
        raise ValueError(f"the place of {name} does not fit")
    return data + start, shape
