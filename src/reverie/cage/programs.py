"""Which programs may be started in the cage: the real git, and the loader without which git does not start."""

from __future__ import annotations

import os
import shutil
import struct
from collections.abc import Iterator
from dataclasses import dataclass

_ELF = b"\x7fELF"
_PT_INTERP = 3


@dataclass(frozen=True, slots=True)
class Programs:
    """`git` is the real file, or nothing if there is none; `loader` is what the kernel starts git with, if anything."""

    git: str = ""
    loader: str = ""


def find(path: str) -> Programs:
    """Look along the PATH, passing over relative entries: they would run a program out of a repository."""
    safe = os.pathsep.join(entry for entry in path.split(os.pathsep) if os.path.isabs(entry))  # noqa: PTH117
    found = shutil.which("git", path=safe)
    if not found:
        return Programs()
    real = os.path.realpath(found)
    if not _is_program(real):
        real = _behind(found)
    return Programs(real, _loader(real)) if real else Programs()


def _is_program(path: str) -> bool:
    """Not a script: that would need its interpreter, and with it any script could be started."""
    with open(path, "rb") as file:  # noqa: PTH123 - pathlib starts slowly, and this is on the way to every dream
        return not file.read(2).startswith(b"#!")


def _behind(wrapper: str) -> str:
    """The git that a wrapper script starts: git itself says where its programs are."""
    from reverie.tools.git import exec_path  # noqa: PLC0415 - seldom needed, and this is on the way to every dream

    real = os.path.realpath(os.path.join(exec_path(wrapper), "git"))  # noqa: PTH118
    return real if os.access(real, os.X_OK) and _is_program(real) else ""


def _loader(path: str) -> str:
    """The interpreter that an ELF program names; nothing if it needs none, or is of another kind."""
    with open(path, "rb") as file:  # noqa: PTH123
        head = file.read(64)
        if len(head) < 64 or not head.startswith(_ELF) or head[4:6] != b"\x02\x01":  # 64 bits, little-endian
            return ""
        at, size, count = struct.unpack_from("<Q", head, 32)[0], *struct.unpack_from("<HH", head, 54)
        file.seek(at)
        table = file.read(size * count)
        for kind, offset, length in _segments(table, size):
            if kind == _PT_INTERP:
                file.seek(offset)
                return os.path.realpath(os.fsdecode(file.read(length).rstrip(b"\0")))
    return ""


def _segments(table: bytes, size: int) -> Iterator[tuple[int, int, int]]:
    for start in range(0, len(table) - 55, size):
        kind, _, offset, _, _, length = struct.unpack_from("<IIQQQQ", table, start)
        yield kind, offset, length
