"""The fences' parts, each without a child: rights by kernel version, the filter on both machines, and what is said
where the kernel has no fence."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import pytest

from reverie.cage import kernel, landlock, seccomp
from reverie.cage.syscalls import CLONE, DENIED, FCNTL, IOCTL, PRLIMIT

ARCH = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
EPERM, ENOSYS, ALLOWED, KILLED = 0x50001, 0x50026, 0x7FFF0000, 0x80000000


def verdict(steps: Iterable[seccomp.Step], arch: int, number: int, *args: int) -> int:
    """Run the filter as the kernel would."""
    words = {0: number, 4: arch} | {16 + 8 * at: value & 0xFFFFFFFF for at, value in enumerate(args)}
    code, at, held = list(steps), 0, 0
    while True:
        what, yes, no, value = code[at]
        at += 1
        if what == 0x06:
            return value
        if what == 0x20:
            held = words.get(value, 0)
        elif what == 0x54:
            held &= value
        else:
            holds = {0x15: held == value, 0x35: held >= value, 0x45: bool(held & value)}[what]
            at += yes if holds else no


@pytest.mark.parametrize("machine", ARCH)
def test_the_filter_refuses_what_it_names_and_lets_python_live(machine: str) -> None:
    steps, column, arch = list(seccomp.program(machine)), list(ARCH).index(machine), ARCH[machine]
    for name, numbers in DENIED.items():
        if numbers[column] >= 0:
            assert verdict(steps, arch, numbers[column]) == EPERM, name
    for number in {0, 1, 3, 9, 39, 59, 230, 257} if machine == "x86_64" else {56, 57, 63, 64, 221, 222, 260}:
        assert verdict(steps, arch, number) == ALLOWED  # read, write, open, mmap, execve, wait…
    assert verdict(steps, arch, 435) == ENOSYS
    assert verdict(steps, 0x40000003, 11) == KILLED
    assert len(steps) < 4096


@pytest.mark.parametrize("machine", ARCH)
def test_some_calls_are_refused_for_their_arguments(machine: str) -> None:
    steps, column, arch = list(seccomp.program(machine)), list(ARCH).index(machine), ARCH[machine]
    thread, vfork, copy, namespace = 0x3D0F00, 0x4111, 0x1200011, 0x10004111
    asked = {
        (CLONE, thread): ALLOWED,
        (CLONE, vfork): ALLOWED,
        (CLONE, copy): EPERM,
        (CLONE, namespace): EPERM,
        (PRLIMIT, 0): ALLOWED,
        (PRLIMIT, 4711): EPERM,
    }
    for (call, value), expected in asked.items():
        assert verdict(steps, arch, call[column], value) == expected
    assert verdict(steps, arch, IOCTL[column], 3, 0x5401) == ALLOWED  # isatty
    assert verdict(steps, arch, IOCTL[column], 0, 0x5412) == EPERM  # typing into the user's terminal
    assert verdict(steps, arch, IOCTL[column], 3, 0x40086602) == EPERM  # the immutable flag
    assert verdict(steps, arch, FCNTL[column], 3, 1024) == EPERM  # a lease
    assert verdict(steps, arch, FCNTL[column], 3, 6) == ALLOWED


def test_the_other_table_of_calls_is_refused() -> None:
    steps = list(seccomp.program("x86_64"))
    assert verdict(steps, ARCH["x86_64"], 0x40000000 + 1) == EPERM


HEADERS = ("/usr/include/x86_64-linux-gnu/asm/unistd_64.h", "/usr/include/asm-generic/unistd.h")


@pytest.mark.parametrize(("column", "header"), list(enumerate(HEADERS)))
def test_the_numbers_are_the_kernels(column: int, header: str) -> None:
    if not Path(header).exists():
        pytest.skip("no kernel headers here")
    known = dict(re.findall(r"#define __NR(?:3264)?_(\w+)\s+(\d+)", Path(header).read_text()))
    ours = DENIED | {"clone": CLONE, "ioctl": IOCTL, "prlimit64": PRLIMIT, "fcntl": FCNTL}
    for name, numbers in ours.items():
        if name in known:
            assert numbers[column] == int(known[name]), name
        else:
            assert numbers[column] == -1 or numbers[column] > 440, name  # newer than the header


@pytest.mark.parametrize(
    ("version", "size", "knows", "lacks"),
    [
        (1, 8, landlock.WRITE_FILE, landlock.REFER),
        (2, 8, landlock.REFER, landlock.TRUNCATE),
        (3, 8, landlock.TRUNCATE, landlock.IOCTL_DEV),
        (4, 16, landlock.TRUNCATE, landlock.IOCTL_DEV),
        (5, 16, landlock.IOCTL_DEV, 1 << 16),
        (6, 24, landlock.IOCTL_DEV, 1 << 16),
        (7, 24, landlock.IOCTL_DEV, 1 << 16),
    ],
)
def test_a_kernel_is_only_asked_for_what_it_knows(version: int, size: int, knows: int, lacks: int) -> None:
    rights = landlock.Rights.of(version)
    assert rights.files & knows
    assert not rights.files & lacks
    assert len(rights.packed()) == rights.size == size
    assert bool(rights.net) == (version >= 4)
    assert bool(rights.scope) == (version >= 6)


def test_a_system_without_landlock_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(landlock, "version", lambda: 0)
    fence = landlock.close("/nowhere", "", "")
    assert fence.enforced == ()
    assert fence.open == (
        "no Landlock on this system: writes and programs started are only watched from inside Python",
    )


def test_an_unknown_machine_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel, "machine", lambda: "")
    assert landlock.version() == 0
    assert seccomp.close().enforced == ()
    assert "only watched from inside Python" in seccomp.close().open[0]


def test_another_system_than_linux_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "darwin")
    assert kernel.machine() == ""
    assert "privileges" in kernel.lower(0).open[0]


def test_an_older_landlock_says_what_it_cannot(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(landlock, "version", lambda: 2)
    monkeypatch.setattr(landlock, "_restrict", lambda *_: None)
    told = " ".join(landlock.close("/nowhere", "/git", "/loader").open)
    assert "truncate" in told
    assert "signals" in told
    assert "/loader" in told
