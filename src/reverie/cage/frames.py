"""How the child's words reach the parent unbroken: a frame says its length and its hash, and both must fit."""

from __future__ import annotations

import hashlib
import os
import struct

from reverie.cage.errors import Nonsense

_HEAD = struct.Struct(">4sQ32s")
_MAGIC = b"RVR1"


def write(fd: int, body: bytes) -> None:
    """Write a whole frame to a pipe."""
    for part in (_HEAD.pack(_MAGIC, len(body), hashlib.sha256(body).digest()), body):
        rest = memoryview(part)
        while rest:
            rest = rest[os.write(fd, rest) :]


class Frames:
    """Puts frames together from what comes through a pipe. `ceilings` are the longest the first, second… may be."""

    def __init__(self, *ceilings: int) -> None:
        self.whole: list[bytes] = []
        self._ceilings = ceilings
        self._rest = bytearray()

    @property
    def complete(self) -> bool:
        return len(self.whole) == len(self._ceilings)

    @property
    def begun(self) -> bool:
        """Whether a frame was begun that has not come to its end."""
        return bool(self._rest)

    def feed(self, chunk: bytes) -> None:
        self._rest += chunk
        while not self.complete and len(self._rest) >= _HEAD.size:
            magic, length, digest = _HEAD.unpack_from(self._rest)
            ceiling = self._ceilings[len(self.whole)]
            if magic != _MAGIC:
                raise Nonsense(reason="it does not begin as an answer begins")
            if length > ceiling:
                raise Nonsense(reason=f"it is {length} bytes long, and at most {ceiling} are taken")
            if len(self._rest) < _HEAD.size + length:
                return
            self._take(length, digest)
        if self.complete and self._rest:
            raise Nonsense(reason="something follows the answer")

    def _take(self, length: int, digest: bytes) -> None:
        end = _HEAD.size + length
        body = bytes(memoryview(self._rest)[_HEAD.size : end])
        del self._rest[:end]
        if hashlib.sha256(body).digest() != digest:
            raise Nonsense(reason="its hash is not the one it names")
        self.whole.append(body)
