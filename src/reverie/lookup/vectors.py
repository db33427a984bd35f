"""Vectors beside the index: one row of float32 after another in a file, and the rows most like a question's vector.

Rows are only ever added; which passage has which row is the index's to say, so a row it does not name does not exist.
Up to some tens of thousands all rows are compared. Beyond, the signs of the numbers are compared first, at a thirtieth
of the memory, and only the best of those in full: of the true ten nearest among 100,000, that loses fewer than one in a
thousand.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike, NDArray

Vectors = NDArray[np.float32]

_ALL_ROWS = 20_000  # up to here, comparing all is as fast
_SHORTLIST = 1000
_BESIDE = 8192  # rows at a time, so that what is worked out of them stays in the core's own cache
_DIGITS = 6  # cosines of the same texts differ beyond this between machines


class VectorFile:
    """The rows as they lie on the disk, seen through memory, and their signs in a small file beside them."""

    def __init__(self, path: Path, dimensions: int) -> None:
        self.path = path
        self._signs_path = path.with_suffix(".signs")
        self._dimensions = dimensions
        self._words = -(-dimensions // 64)
        self._rows: Vectors = np.empty((0, dimensions), np.float32)
        self._signs: NDArray[np.uint64] = np.empty((self._words, 0), np.uint64)

    def add(self, vectors: Vectors, after: int) -> None:
        """Writes these behind the first `after` rows, over anything a writer left there without saying so. Nothing is
        ever cut off: others may be looking at it through memory."""
        _append(self.path, after * self._dimensions * 4, np.ascontiguousarray(vectors, "<f4").tobytes())
        _append(self._signs_path, after * self._words * 8, _signs(vectors).tobytes())

    def remove(self) -> None:
        """Whoever still looks at it keeps what it sees."""
        for path in (self.path, self._signs_path):
            path.unlink(missing_ok=True)

    def rows(self, count: int) -> Vectors | None:
        """The first so many rows, or None if the file does not have them."""
        if len(self._rows) < count:
            try:
                if self.path.stat().st_size < count * self._dimensions * 4:
                    return None
                self._rows = np.asarray(np.memmap(self.path, "<f4", "r", shape=(count, self._dimensions)))
            except OSError:
                return None
        return self._rows[:count]

    def nearest(self, query: Vectors, count: int, most: int) -> list[int]:
        """The numbers of the rows nearest to the question, best first."""
        rows = self.rows(count)
        if rows is None or not count:
            return []
        if count <= _ALL_ROWS:
            return _best(rows @ query, most)
        apart = self._apart(query, count)
        last = min(max(_SHORTLIST, 4 * most), count) - 1
        some = np.flatnonzero(apart <= np.partition(apart, last)[last])
        return [int(some[n]) for n in _best(np.vecdot(rows[some], query), most)]

    def cosines(self, wanted: Mapping[int, int], count: int, query: Vectors) -> dict[int, float]:
        """For each key the cosine of its row, rounded; none where the rows are lost."""
        rows = self.rows(count)
        if rows is None or not wanted:
            return {}
        found = np.vecdot(rows[list(wanted.values())], query).astype(np.float64)
        return dict(zip(wanted, found.round(_DIGITS).tolist(), strict=True))

    def _apart(self, query: Vectors, count: int) -> NDArray[np.uint16]:
        """In how many signs each row differs from the question."""
        if self._signs.shape[1] < count:
            self._signs = np.ascontiguousarray(self._read_signs(count).T)
        asked, apart = _signs(query[None, :]).T, np.empty(count, np.uint16)
        differing = np.empty((self._words, min(_BESIDE, count)), np.uint64)
        bits = np.empty(differing.shape, np.uint8)
        for start in range(0, count, _BESIDE):
            some = self._signs[:, start : min(start + _BESIDE, count)]
            size = some.shape[1]
            np.bitwise_xor(some, asked, out=differing[:, :size])
            np.bitwise_count(differing[:, :size], out=bits[:, :size])
            np.add.reduce(bits[:, :size], axis=0, dtype=np.uint16, out=apart[start : start + size])
        return apart

    def _read_signs(self, count: int) -> NDArray[np.uint64]:
        """One row a vector; made anew where the file does not have them."""
        try:
            found = np.fromfile(self._signs_path, np.uint64, count * self._words)
        except OSError:
            found = np.empty(0, np.uint64)
        whole = found.reshape(count, self._words) if found.size == count * self._words else None
        return _signs(self._rows[:count]) if whole is None else whole


def _best(scores: NDArray[np.float32], most: int) -> list[int]:
    """The numbers of the highest scores, best first, equals in their order."""
    if most < len(scores):
        bar = np.partition(scores, len(scores) - most)[len(scores) - most]
        some = np.flatnonzero(scores >= bar)
    else:
        some = np.arange(len(scores))
    order = np.lexsort((some, -scores[some]))[:most]
    return [int(number) for number in some[order]]


def _signs(rows: Vectors) -> NDArray[np.uint64]:
    """One bit a number, 64 to a word."""
    bits = np.packbits(np.asarray(rows) > 0, axis=1)
    padded = np.zeros((len(rows), -(-bits.shape[1] // 8) * 8), np.uint8)
    padded[:, : bits.shape[1]] = bits
    return padded.view(np.uint64)


def _append(path: Path, after: int, content: bytes) -> None:
    with path.open("r+b" if path.exists() else "wb") as file:
        file.seek(after)
        file.write(content)


def unit(vectors: ArrayLike) -> Vectors:
    """As float32 of length one; what is no number becomes zero."""
    clean: Vectors = np.nan_to_num(np.asarray(vectors, np.float32), nan=0.0, posinf=0.0, neginf=0.0)
    lengths = np.sqrt((clean * clean).sum(axis=1, keepdims=True))
    clean /= np.where(lengths > 0, lengths, np.float32(1))
    return clean
