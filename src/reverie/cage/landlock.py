"""The first fence: Landlock lets a process forbid itself, and all it starts, to write, execute or connect elsewhere.

Reading is not fenced. What Landlock does not know (UDP, chmod, fork) is the second fence's, in seccomp.py.
"""

from __future__ import annotations

import ctypes
import os
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from reverie.cage import kernel
from reverie.cage.fence import Fence

CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446
_VERSION_FLAG = 1
_PATH_BENEATH = 1

EXECUTE, WRITE_FILE = 1 << 0, 1 << 1
REMOVE_DIR, REMOVE_FILE = 1 << 4, 1 << 5
MAKE_CHAR, MAKE_DIR, MAKE_REG, MAKE_SOCK = 1 << 6, 1 << 7, 1 << 8, 1 << 9
MAKE_FIFO, MAKE_BLOCK, MAKE_SYM = 1 << 10, 1 << 11, 1 << 12
REFER, TRUNCATE, IOCTL_DEV = 1 << 13, 1 << 14, 1 << 15
BIND_TCP, CONNECT_TCP = 1 << 0, 1 << 1
SCOPE_ABSTRACT_UNIX, SCOPE_SIGNAL = 1 << 0, 1 << 1

_MAKE = MAKE_CHAR | MAKE_DIR | MAKE_REG | MAKE_SOCK | MAKE_FIFO | MAKE_BLOCK | MAKE_SYM
_FIRST = EXECUTE | WRITE_FILE | REMOVE_DIR | REMOVE_FILE | _MAKE
_SCRATCH = WRITE_FILE | REMOVE_DIR | REMOVE_FILE | MAKE_DIR | MAKE_REG | MAKE_SYM | REFER | TRUNCATE

# Since which version of the interface it can be refused, and what is open before.
_LATER = (
    (3, "this kernel's Landlock cannot refuse to truncate a file: that is only watched from inside Python"),
    (6, "this kernel's Landlock cannot refuse signals to your other processes: they are only watched from Python"),
)


@dataclass(frozen=True, slots=True)
class Rights:
    """What a version of the interface can handle; each is refused unless a rule allows it."""

    files: int
    net: int
    scope: int
    size: int  # of the structure that version reads

    @classmethod
    def of(cls, version: int) -> Rights:
        files = _FIRST
        files |= REFER if version >= 2 else 0
        files |= TRUNCATE if version >= 3 else 0
        files |= IOCTL_DEV if version >= 5 else 0
        net = BIND_TCP | CONNECT_TCP if version >= 4 else 0
        scope = SCOPE_ABSTRACT_UNIX | SCOPE_SIGNAL if version >= 6 else 0
        return cls(files, net, scope, 24 if version >= 6 else 16 if version >= 4 else 8)

    def packed(self) -> bytes:
        return struct.pack("=QQQ", self.files, self.net, self.scope)[: self.size]


def version() -> int:
    """The version of the kernel's interface, or 0 without Landlock."""
    if not kernel.machine():
        return 0
    try:
        return kernel.call(CREATE_RULESET, None, 0, _VERSION_FLAG)
    except OSError:
        return 0


def close(scratch: str, git: str, loader: str) -> Fence:
    """From here on this thread, and what it starts, writes only below `scratch` and executes only git."""
    found = version()
    if not found:
        return Fence(open=(_ABSENT,))
    try:
        _restrict(Rights.of(found), scratch, [path for path in (git, loader) if path])
    except OSError as problem:
        return Fence(open=(f"Landlock is here but did not close ({problem.strerror}): {_UNFENCED}",))
    left = [text for since, text in _LATER if found < since]
    return Fence(tuple(_enforced(found)), (*left, *([_LOADER.format(loader=loader)] if loader else [])))


def _restrict(rights: Rights, scratch: str, programs: list[str]) -> None:
    ruleset = kernel.call(CREATE_RULESET, ctypes.create_string_buffer(rights.packed()), rights.size, 0)
    try:
        _allow(ruleset, scratch, _SCRATCH & rights.files)
        _allow(ruleset, "/dev/null", (WRITE_FILE | TRUNCATE) & rights.files)
        for program in programs:
            _allow(ruleset, program, EXECUTE)
        kernel.call(RESTRICT_SELF, ruleset, 0)
    finally:
        os.close(ruleset)


def _allow(ruleset: int, path: str, access: int) -> None:
    with _opened(path) as fd:
        rule = ctypes.create_string_buffer(struct.pack("=Qi", access, fd))
        kernel.call(ADD_RULE, ruleset, _PATH_BENEATH, rule, 0)


@contextmanager
def _opened(path: str) -> Iterator[int]:
    fd = os.open(path, getattr(os, "O_PATH", 0) | os.O_CLOEXEC)
    try:
        yield fd
    finally:
        os.close(fd)


def _enforced(found: int) -> Iterator[str]:
    yield f"writing: only below the scratch directory (Landlock {found})"
    yield f"starting programs: only git (Landlock {found})"
    if found >= 4:
        yield f"no TCP (Landlock {found})"
    if found >= 6:
        yield f"no signal to, and no tracing of, processes outside (Landlock {found})"


_UNFENCED = "writes and programs started are only watched from inside Python"
_ABSENT = f"no Landlock on this system: {_UNFENCED}"
_LOADER = "{loader}, which starts git, may be started too, and start other programs within these fences"
