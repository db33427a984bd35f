"""The child: reads its orders, closes the cage around itself, only then imports the target, waits for the request, and
answers.

The kernel's fences close before anything is imported, so that no thread and no line of the target is ever outside them.
"""

from __future__ import annotations

import _thread
import errno
import json
import os
import signal
import sys
import traceback
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from types import TracebackType
from typing import NoReturn

from reverie.cage import audit, frames, kernel, landlock, limits, seccomp
from reverie.cage.fence import AUDIT, LANDLOCK, SECCOMP, Fence, together
from reverie.cage.surroundings import LENGTH, Orders

Tell = Callable[[str], None]
Target = Callable[[bytes, Path, Tell], bytes]

OUT_OF_MEMORY, FILE_TOO_LARGE = 71, 72  # exit codes the parent understands
_LIMITS = (errno.ENOMEM, errno.EFBIG, errno.ENOSPC, errno.EDQUOT)
LINE = 500  # characters of one line of talk
TOLD, REFUSED = b"t", b"r"


def main() -> NoReturn:
    orders = Orders.read(_told(0))
    sys.excepthook = _fall
    lifeline = _turn_away_stdin(orders)
    fence = _close(orders)
    frames.write(orders.answer, json.dumps([fence.enforced, fence.open]).encode())
    target = _load_watched(orders)
    request = _told(lifeline)
    _thread.start_new_thread(_follow, (lifeline,))  # after the fences: a thread started before would be outside
    frames.write(orders.answer, _call(target, request, Path(orders.scratch), _mouth(orders.talk, TOLD)))
    os._exit(0)  # at once: what a thread of the target still does is of no use to anybody


def _told(fd: int) -> bytes:
    (length,) = LENGTH.unpack(_exactly(fd, LENGTH.size))
    return _exactly(fd, length)


def _exactly(fd: int, count: int) -> bytes:
    parts, missing = [], count
    while missing:
        part = os.read(fd, min(missing, 1 << 20))
        if not part:
            os._exit(1)  # the parent is gone
        parts.append(part)
        missing -= len(part)
    return b"".join(parts)


def _turn_away_stdin(orders: Orders) -> int:
    """Nobody reads the request twice; the pipe stays open under another number, for its end is the parent's end."""
    lifeline = os.dup(0)
    with open(os.devnull, "rb") as nothing:  # noqa: PTH123
        os.dup2(nothing.fileno(), 0)
    for fd in (orders.answer, orders.talk):
        os.set_inheritable(fd, False)
    return lifeline


def _close(orders: Orders) -> Fence:
    """Every fence of the kernel, the filter of system calls last: the others need some of them."""
    fences = [limits.close(orders.limits), kernel.lower(orders.parent)]
    if LANDLOCK in orders.fences:
        fences.append(landlock.close(orders.scratch, orders.git, orders.loader))
    if SECCOMP in orders.fences:
        fences.append(seccomp.close())
    return together(fences)


def _follow(lifeline: int) -> None:
    """When the parent is gone, however it went, this whole group goes too."""
    while os.read(lifeline, 1):
        pass
    os.kill(0, signal.SIGKILL)


def _mouth(fd: int, kind: bytes) -> Tell:
    """A way to say one line at a time; the parent bounds how much of it is heard."""

    def tell(line: str) -> None:
        flat = " ".join(str(line).split())[:LINE]
        os.write(fd, kind + flat.encode("utf-8", "backslashreplace") + b"\n")

    return tell


def _load_watched(orders: Orders) -> Target:
    """The hook lives in no frame that the target could climb back to."""
    watch = audit.Watch(orders.scratch, orders.git, _mouth(orders.talk, REFUSED))
    if AUDIT in orders.fences:
        sys.addaudithook(watch)
    target = _load(orders.target)
    watch.seal()
    return target


def _load(target: str) -> Target:
    """Import the target, and the modules it names in PRELOAD: native code cannot be loaded by ctypes afterwards."""
    name, _, function = target.partition(":")
    module = import_module(name)
    for wanted in getattr(module, "PRELOAD", ()):
        import_module(wanted)
    found: Target = getattr(module, function)
    return found


def _call(target: Target, request: bytes, scratch: Path, tell: Tell) -> bytes:
    """What earlier runs left in scratch is a cache: where the target stumbles over it, it is called again without."""
    kept = any(scratch.iterdir())
    try:
        try:
            output = target(request, scratch, tell)
        except Exception as problem:
            if not kept or isinstance(problem, MemoryError) or getattr(problem, "errno", 0) in _LIMITS:
                raise
            _empty(scratch)
            output = target(request, scratch, tell)
    except SystemExit as leaving:
        raise RuntimeError("it asked to exit instead of answering") from leaving
    if not isinstance(output, bytes):
        raise TypeError(f"it answered {type(output).__name__}, not bytes")
    return output


def _empty(scratch: Path) -> None:
    for folder, folders, files in os.walk(scratch, topdown=False):
        for name in files:
            os.unlink(f"{folder}/{name}")  # noqa: PTH108 — with the whole path, which the audit can judge
        for name in folders:
            path = f"{folder}/{name}"
            os.unlink(path) if os.path.islink(path) else os.rmdir(path)  # noqa: PTH106, PTH108, PTH114


def _fall(kind: type[BaseException], problem: BaseException, trace: TracebackType | None) -> NoReturn:
    """The last thing done after an error: say what it was, and wait for no thread."""
    number = problem.errno if isinstance(problem, OSError) else 0
    if issubclass(kind, MemoryError) or number == errno.ENOMEM:
        os._exit(OUT_OF_MEMORY)
    if number == errno.EFBIG:
        os._exit(FILE_TOO_LARGE)
    traceback.print_exception(kind, problem, trace)
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(1)
