"""The parent: starts the child in its own group, listens, and whatever happens leaves no process of it behind."""

from __future__ import annotations

import errno
import json
import os
import signal
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Event
from types import TracebackType
from typing import Self

from reverie.cage import programs
from reverie.cage.child import Child, start
from reverie.cage.errors import CageFailed, Crashed, Nonsense, OverCeiling
from reverie.cage.fence import AUDIT, EVERY
from reverie.cage.inside import FILE_TOO_LARGE, OUT_OF_MEMORY
from reverie.cage.limits import Limits, cpu_words, file_words, memory_words
from reverie.cage.listener import Listener, Talk
from reverie.cage.surroundings import Orders, letter, sized
from reverie.records.errors import StoreFull, StoreReadOnly
from reverie.tools import nofollow

LAST_LINES, LAST_BYTES = 12, 2000


@dataclass(frozen=True, slots=True)
class Result:
    """The answer, and what kind of cage it was made in: what the kernel enforced, what is open, what was refused."""

    output: bytes
    enforced: tuple[str, ...]
    open: tuple[str, ...]
    refused: tuple[str, ...]


def run(
    target: str,
    request: bytes,
    *,
    scratch: Path,
    limits: Limits,
    on_progress: Callable[[str], None] | None = None,
    cancel: Event | None = None,
    anchor: Path | None = None,
) -> Result:
    """Call `target` ("package.module:function") in a cage and give back its answer.

    The scratch directory belongs to the run: it is made if it is not there, and discarded if the run fails. From
    `anchor` (a project's folder; by default the one it lies in) down to it no link is followed. After a success it
    holds what the child left, which may be anything, symbolic links included.
    """
    with Waiting(target, scratch, limits, anchor=anchor) as child:
        return child.ask(request, on_progress, cancel)


def run_fenced(
    target: str,
    request: bytes,
    scratch: Path,
    limits: Limits,
    on_progress: Callable[[str], None] | None,
    cancel: Event | None,
    fences: frozenset[str],
) -> Result:
    """`run` with only some of its fences, so that tests can show each of them to hold by itself."""
    with Waiting(target, scratch, limits, fences) as child:
        return child.ask(request, on_progress, cancel)


def _make(anchor: Path, path: str, scratch: Path) -> None:
    if scratch.is_file() and not scratch.is_symlink():
        nofollow.remove_tree(str(anchor), path)  # a file in the place of the folder
    try:
        os.close(nofollow.open_folder(str(anchor), path, make=nofollow.PRIVATE))
    except OSError as problem:
        if problem.errno in (errno.ENOSPC, errno.EDQUOT):
            raise StoreFull(what=str(scratch)) from problem
        raise StoreReadOnly(what=str(scratch), reason=(problem.strerror or "unknown").lower()) from problem


class Waiting:
    """A child that has closed its cage and loads its target while the parent still works out what to ask. It is asked
    once, or not at all; left, it is gone."""

    def __init__(
        self,
        target: str,
        scratch: Path,
        limits: Limits,
        fences: frozenset[str] = EVERY,
        *,
        anchor: Path | None = None,
    ) -> None:
        self._anchor = anchor or next(folder for folder in scratch.parents if folder.exists())
        self._path = scratch.relative_to(self._anchor).as_posix()
        _make(self._anchor, self._path, scratch)
        self._limits, self._fences = limits, fences
        with ExitStack() as stack:
            orders, answer, telling = _orders(target, self._anchor.resolve() / self._path, limits, fences, stack)
            self._child = stack.enter_context(start(orders, answer, telling))
            with suppress(BrokenPipeError):  # it is dead, and its other pipes will say so
                os.write(self._child.stdin, letter(orders))
            self._stack = stack.pop_all()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.close()

    def ask(
        self, request: bytes, on_progress: Callable[[str], None] | None = None, cancel: Event | None = None
    ) -> Result:
        talk = Talk(on_progress)
        try:
            with Listener(self._limits.output, talk, self._child) as listener:
                listener.listen(sized(request), self._limits.wall, cancel)
                return _conclude(listener, self._child, self._limits, self._fences)
        except BaseException as failure:
            if isinstance(failure, CageFailed):
                failure.refused = talk.refused()
            self._stack.close()  # before its scratch goes
            nofollow.remove_tree(str(self._anchor), self._path)
            raise


def _conclude(listener: Listener, child: Child, limits: Limits, fences: frozenset[str]) -> Result:
    by_itself = listener.frames.complete or child.let_end()
    ended = child.kill()
    listener.drain()
    if not by_itself:
        raise Nonsense(reason="it closed the pipe of its answer, and lives on")
    if not listener.frames.complete:
        raise _why(ended, listener, limits)
    return _result(listener, fences)


def _orders(
    target: str, scratch: Path, limits: Limits, fences: frozenset[str], stack: ExitStack
) -> tuple[Orders, tuple[int, int], tuple[int, int]]:
    found = programs.find(os.environ.get("PATH", os.defpath))
    answer, talk = os.pipe(), os.pipe()
    stack.callback(os.close, answer[0])
    stack.callback(os.close, talk[0])
    orders = Orders(
        target=target,
        scratch=str(scratch),
        git=found.git,
        loader=found.loader,
        parent=os.getpid(),
        answer=answer[1],
        talk=talk[1],
        fences=sorted(fences),
        limits=limits,
    )
    return orders, answer, talk


def _result(listener: Listener, fences: frozenset[str]) -> Result:
    report, output = listener.frames.whole
    enforced, left = json.loads(report)
    if AUDIT not in fences:
        left = [*left, "nothing is watched from inside Python"]
    return Result(output, tuple(enforced), tuple(left), listener.talk.refused())


def _why(ended: int, listener: Listener, limits: Limits) -> CageFailed:
    """What a child that gave no whole answer died of."""
    if ended == OUT_OF_MEMORY:
        return OverCeiling(what="memory", ceiling=memory_words(limits))
    if ended == FILE_TOO_LARGE:
        return OverCeiling(what="file size", ceiling=file_words(limits))
    if ended == -signal.SIGXCPU:
        return OverCeiling(what="CPU time", ceiling=cpu_words(limits))
    if ended == -signal.SIGKILL:
        return OverCeiling(what="memory or CPU time", ceiling="and was killed by the system")
    if listener.frames.begun and ended == 0:
        return Nonsense(reason="it breaks off in the middle")
    return Crashed(how=_ending(ended), said=_last_words(listener.noise))


def _ending(ended: int) -> str:
    if ended >= 0:
        return f"exit code {ended}"
    try:
        return signal.Signals(-ended).name
    except ValueError:
        return f"signal {-ended}"


def _last_words(noise: bytes) -> str:
    lines = noise.decode("utf-8", "replace").strip().splitlines()[-LAST_LINES:]
    text = "\n  ".join(line[:LAST_BYTES] for line in lines)[-LAST_BYTES:]
    return f":\n  {text}" if text else ""


def discard(scratch: Path) -> None:
    """Remove a scratch directory, whatever the child did to it. Links are removed, not followed."""
    nofollow.remove_tree(str(scratch.parent), scratch.name)
