"""Remembers vectors by content: wraps any embedder, so that a text it has seen is not embedded again.

Its file may be deleted, damaged, full or read-only at any moment; the vectors are then simply made anew, and the report
says what happened.
"""

from __future__ import annotations

import hashlib
import sqlite3
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from reverie.engines.vectorfile import Damaged, Vector, VectorFile, error_code
from reverie.records.engines import Embedder

FILE = "vectors.sqlite"

T = TypeVar("T")

_AT_ONCE = 1024  # texts embedded between two writes, so that an interrupted run keeps what it has


@dataclass
class CacheReport:
    """What happened since the embedder was made.

    `spoiled` vectors had a bad byte and were made anew; `rebuilt` says that the whole file was, `fault` why it could
    not be read or written.
    """

    hits: int = 0
    embedded: int = 0
    evicted: int = 0
    spoiled: int = 0
    rebuilt: bool = False
    fault: str | None = None


class CachedEmbedder:
    """An embedder that first looks whether it knows the answer."""

    def __init__(
        self, inner: Embedder, directory: Path, *, max_bytes: int = 256 << 20, clock: Callable[[], float] = time.time
    ) -> None:
        self.report = CacheReport()
        self._inner = inner
        self._file = VectorFile(directory / FILE, max_bytes, clock)
        self._reads = self._writes = True

    @property
    def name(self) -> str:
        return self._inner.name

    @property
    def dimensions(self) -> int:
        return self._inner.dimensions

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One row per text, in the texts' order; equal texts are embedded once."""
        if not texts:
            return self._inner.embed(texts)
        keys = [self._key(text) for text in texts]
        wanted = dict(zip(keys, texts, strict=True))
        known = self._remembered(list(wanted))
        known |= self._made({key: text for key, text in wanted.items() if key not in known})
        if len({vector.size for vector in known.values()}) > 1:  # the server has another model under the same name
            known = self._made(wanted)
        return np.stack([known[key] for key in keys])

    def _key(self, text: str) -> bytes:
        return hashlib.sha256(f"{self.name}\0{text}".encode("utf-8", "surrogatepass")).digest()

    def _remembered(self, keys: list[bytes]) -> dict[bytes, Vector]:
        if not self._reads:
            return {}
        found = self._guarded(lambda: self._file.read(keys))
        if found is None:
            self._reads = False
            return {}
        if found.stale and self._writes:
            self._guarded(lambda: self._file.touch(found.stale))
            self._writes = self.report.fault is None
        self.report.hits += len(found.vectors)
        self.report.spoiled += found.spoiled
        return found.vectors

    def _made(self, wanted: Mapping[bytes, str]) -> dict[bytes, Vector]:
        made: dict[bytes, Vector] = {}
        keys = list(wanted)
        for start in range(0, len(keys), _AT_ONCE):
            some = keys[start : start + _AT_ONCE]
            fresh = dict(zip(some, self._inner.embed([wanted[key] for key in some]), strict=True))
            self.report.embedded += len(fresh)
            self._keep(fresh)
            made |= fresh
        return made

    def _keep(self, fresh: dict[bytes, Vector]) -> None:
        if self._writes:
            evicted = self._guarded(lambda: self._file.write(fresh))
            self._writes = evicted is not None
            self.report.evicted += evicted or 0

    def _guarded(self, use: Callable[[], T]) -> T | None:
        """What `use` gives; a damaged file is replaced once and reported, one that cannot be used gives None."""
        try:
            try:
                return use()
            except Damaged as damage:
                self._file.remove(damage.mark)
                self.report.rebuilt = True
                return use()
        except sqlite3.Error as error:
            if not error_code(error):  # wrong use of the module is a fault of ours
                raise
            self.report.fault = str(error)
        except (OSError, Damaged) as error:
            self.report.fault = str(error)
        return None
