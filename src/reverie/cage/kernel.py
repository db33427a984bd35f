"""Talking to the Linux kernel where Python has no word for it, and giving up privileges there."""

from __future__ import annotations

import ctypes
import os
import signal
import struct
import sys
from functools import cache

from reverie.cage.fence import Fence

_PR_SET_PDEATHSIG, _PR_SET_NO_NEW_PRIVS = 1, 38
_CAPABILITY_VERSION = 0x20080522
_CAP_DAC_READ_SEARCH = 1 << 2
_WHO_PROCESS, _BEST_EFFORT_LAST = 1, (2 << 13) | 7

# name: (x86_64, aarch64). The calls below 424 that are needed here; later ones have one number everywhere.
_NUMBERS = {"seccomp": (317, 277), "capset": (126, 91), "ioprio_set": (251, 30)}


def machine() -> str:
    """x86_64 or aarch64, or nothing where the numbers of the system calls are not known."""
    known = {"x86_64": "x86_64", "aarch64": "aarch64", "arm64": "aarch64"}
    wide = sys.maxsize > 1 << 32 and sys.byteorder == "little"
    return known.get(os.uname().machine, "") if sys.platform == "linux" and wide else ""


@cache
def _libc() -> ctypes.CDLL:
    libc = ctypes.CDLL(None, use_errno=True)
    libc.syscall.restype = ctypes.c_long
    return libc


def call(number: int, *args: int | ctypes.Array[ctypes.c_char] | None) -> int:
    """A raw system call; OSError if it fails."""
    words = [ctypes.c_long(arg) if isinstance(arg, int) else arg for arg in args]
    return _checked(_libc().syscall(ctypes.c_long(number), *words))


def prctl(option: int, value: int) -> int:
    return _checked(_libc().prctl(option, *(ctypes.c_ulong(word) for word in (value, 0, 0, 0))))


def _checked(result: int) -> int:
    if result < 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))
    return result


def call_named(name: str, *args: int | ctypes.Array[ctypes.c_char] | None) -> int:
    numbers = dict(zip(("x86_64", "aarch64"), _NUMBERS[name], strict=True))
    if machine() not in numbers:
        raise OSError(0, f"{name} has no known number on this machine")
    return call(numbers[machine()], *args)


def lower(parent: int) -> Fence:
    """Die with the parent, go last to the disk, gain no privilege, and as root keep only that of reading."""
    if sys.platform != "linux":
        return Fence(open=("this system cannot forbid a program to gain privileges",))
    prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)  # it died before it could be waited for
    _try("ioprio_set", _WHO_PROCESS, 0, _BEST_EFFORT_LAST)
    prctl(_PR_SET_NO_NEW_PRIVS, 1)
    enforced = "no privilege can be gained"
    if os.geteuid() != 0:
        return Fence((enforced,))
    if not lower_capabilities():
        return Fence((enforced,), ("it runs as root, and root's capabilities could not be given up",))
    return Fence((f"{enforced}; of root's capabilities only that of reading is kept",))


def lower_capabilities() -> bool:
    """Keep at most the capability of reading everything: root must see what belongs to the user it works for."""
    header = struct.pack("=Ii", _CAPABILITY_VERSION, 0)
    low = (_CAP_DAC_READ_SEARCH & _held()) & 0xFFFFFFFF
    data = struct.pack("=6I", low, low, 0, 0, 0, 0)
    return _try("capset", ctypes.create_string_buffer(header), ctypes.create_string_buffer(data))


def _held() -> int:
    with open("/proc/self/status", encoding="ascii", errors="replace") as status:  # noqa: PTH123 - pathlib starts slowly
        return next((int(line.split()[1], 16) for line in status if line.startswith("CapPrm:")), 0)


def _try(name: str, *args: int | ctypes.Array[ctypes.c_char] | None) -> bool:
    try:
        call_named(name, *args)
    except OSError:
        return False
    return True
