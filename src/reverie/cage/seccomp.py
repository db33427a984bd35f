"""The second fence: a filter of system calls, for what Landlock cannot refuse. No sockets of any kind, no fork, no
change of modes, owners or times, no reaching into other processes, no way out of the process group.
"""

from __future__ import annotations

import ctypes
import errno
import struct
from collections.abc import Iterable, Iterator

from reverie.cage import kernel
from reverie.cage.fence import Fence
from reverie.cage.syscalls import CLONE, CLONE3, DENIED, FCNTL, IOCTL, PRLIMIT

_SET_MODE_FILTER, _ALL_THREADS = 1, 1
_ARCH = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
_X32_BIT = 0x40000000

# Where struct seccomp_data keeps things; the low half of an argument comes first on both machines.
_NUMBER_AT, _ARCH_AT, _ARGS_AT = 0, 4, 16
_LOAD, _MASK, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x54, 0x15, 0x35, 0x45, 0x06
_ALLOW, _FAIL, _KILL = 0x7FFF0000, 0x00050000, 0x80000000

_THREAD, _VM, _VFORK = 0x00010000, 0x00000100, 0x00004000
_NAMESPACES = 0x7E020080
_SET_LEASE = 1024
# isatty, window size, bytes waiting, close-on-exec, blocking: what Python and git ask of a file. Others can change
# a file that is only open for reading (its immutable flag), or type into the user's terminal.
_IOCTLS = (0x5401, 0x5413, 0x541B, 0x5450, 0x5451, 0x5421)

Step = tuple[int, int, int, int]  # struct sock_filter: what to do, where to go if true, if false, and the value
_REFUSE: Step = (_RETURN, 0, 0, _FAIL | errno.EPERM)
_PASS: Step = (_RETURN, 0, 0, _ALLOW)


def close() -> Fence:
    """From here on this process, and what it starts, is refused the calls named in syscalls.py."""
    machine = kernel.machine()
    if not machine:
        return Fence(open=(_ABSENT,))
    try:
        _install(list(program(machine)))
    except OSError as problem:
        return Fence(open=(f"the filter of system calls was not accepted ({problem.strerror}): {_UNFENCED}",))
    return Fence(_ENFORCED)


def program(machine: str) -> Iterator[Step]:
    """The filter. It ends each question with its own verdict, so that no jump is long."""
    column = 0 if machine == "x86_64" else 1
    yield (_LOAD, 0, 0, _ARCH_AT)
    yield (_EQUAL, 1, 0, _ARCH[machine])
    yield (_RETURN, 0, 0, _KILL)  # the 32-bit gate has other numbers
    yield (_LOAD, 0, 0, _NUMBER_AT)
    if machine == "x86_64":
        yield from ((_AT_LEAST, 0, 1, _X32_BIT), _REFUSE)
    for number in sorted({numbers[column] for numbers in DENIED.values()} - {-1}):
        yield from ((_EQUAL, 0, 1, number), _REFUSE)
    yield from ((_EQUAL, 0, 1, CLONE3), (_RETURN, 0, 0, _FAIL | errno.ENOSYS))  # libc then uses clone, seen below
    yield from _when(CLONE[column], _threads_and_git())
    yield from _when(IOCTL[column], _one_of(1, _IOCTLS))
    yield from _when(PRLIMIT[column], _one_of(0, (0,)))  # of itself, not of the parent
    yield from _when(FCNTL[column], _not(1, _SET_LEASE))  # a lease makes the live agent wait
    yield _PASS


def _when(number: int, body: Iterable[Step]) -> Iterator[Step]:
    steps = list(body)
    yield (_EQUAL, 0, len(steps), number)
    yield from steps


def _threads_and_git() -> Iterator[Step]:
    """A thread, or a child that borrows our memory until it executes something; no copy of this process."""
    flags = (_LOAD, 0, 0, _ARGS_AT)
    yield flags
    yield from ((_ANY_BIT, 0, 1, _NAMESPACES), _REFUSE)
    yield from ((_ANY_BIT, 0, 1, _THREAD), _PASS)
    yield from ((_MASK, 0, 0, _VM | _VFORK), (_EQUAL, 0, 1, _VM | _VFORK), _PASS)
    yield _REFUSE


def _one_of(argument: int, values: Iterable[int]) -> Iterator[Step]:
    yield (_LOAD, 0, 0, _ARGS_AT + 8 * argument)
    for value in values:
        yield from ((_EQUAL, 0, 1, value), _PASS)
    yield _REFUSE


def _not(argument: int, value: int) -> Iterator[Step]:
    yield (_LOAD, 0, 0, _ARGS_AT + 8 * argument)
    yield from ((_EQUAL, 0, 1, value), _REFUSE, _PASS)


def _install(steps: list[Step]) -> None:
    code = ctypes.create_string_buffer(b"".join(struct.pack("=HBBI", *step) for step in steps))
    whole = ctypes.create_string_buffer(struct.pack("@HP", len(steps), ctypes.addressof(code)))
    kernel.call_named("seccomp", _SET_MODE_FILTER, _ALL_THREADS, whole)


_ENFORCED = (
    "network: no sockets of any kind, so no TCP, UDP or Unix (seccomp)",
    "no fork, so git starts nothing either; no leaving the process group (seccomp)",
    "modes, owners, times and attributes of files cannot be changed (seccomp)",
    "no reaching into other processes' memory, limits or priority (seccomp)",
)
_UNFENCED = "sockets, forks and changes of file modes are only watched from inside Python"
_ABSENT = f"no filter of system calls for this system: {_UNFENCED}"
