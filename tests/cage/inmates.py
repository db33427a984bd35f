"""Targets that behave, and targets that hang, burst, lie, shout and die, each in its own way."""

from __future__ import annotations

import ctypes
import fcntl
import hashlib
import json
import mmap
import os
import signal
import struct
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

PRELOAD = ("decimal",)
Tell = Callable[[str], None]
OPENED = {int(name) for name in os.listdir("/proc/self/fd")} if os.path.isdir("/proc/self/fd") else set()  # noqa: PTH112


def echo(request: bytes, scratch: Path, tell: Tell) -> bytes:
    tell("first")
    tell("second\nline")
    return request[::-1]


def work(request: bytes, scratch: Path, tell: Tell) -> bytes:
    """Everything a dream is allowed: write scratch, use temporary files, threads, git, processes of its own ended."""
    (scratch / "deep" / "er").mkdir(parents=True)
    (scratch / "deep" / "er" / "f").write_text("x")
    (scratch / "deep" / "er" / "f").rename(scratch / "g")
    with tempfile.TemporaryDirectory() as place:
        Path(place, "t").write_text("t")
    Path(os.devnull).write_text("nothing")
    thread = threading.Thread(target=tell, args=("from a thread",))
    thread.start()
    thread.join()
    with subprocess.Popen(["git", "cat-file", "--batch"], cwd=request, stdin=-1, stdout=-1) as git:
        git.kill()
    return subprocess.run(["git", "-C", request, "log", "-p", "--format=%s"], check=True, capture_output=True).stdout


def multiply(request: bytes, scratch: Path, tell: Tell) -> bytes:
    import numpy as np

    table = np.lib.format.open_memmap(scratch / "m.npy", "w+", dtype=np.float32, shape=(2000, 500))
    table[:] = 1
    read = np.load(scratch / "m.npy", mmap_mode="r")
    return str(float((read @ read.T).sum())).encode()


def opened(request: bytes, scratch: Path, tell: Tell) -> bytes:
    return json.dumps(sorted(OPENED)).encode()


def read_again(request: bytes, scratch: Path, tell: Tell) -> bytes:
    return request + sys.stdin.buffer.read() + os.read(0, 100)


def hang(request: bytes, scratch: Path, tell: Tell) -> bytes:
    (scratch / "left").mkdir(mode=0)
    tell("hanging")
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    while True:
        time.sleep(1)


def hang_with_git(request: bytes, scratch: Path, tell: Tell) -> bytes:
    git = subprocess.Popen(["git", "cat-file", "--batch"], cwd=request, stdin=-1)
    tell(str(git.pid))
    return hang(request, scratch, tell)


def answer_and_leave_git(request: bytes, scratch: Path, tell: Tell) -> bytes:
    git = subprocess.Popen(["git", "cat-file", "--batch"], cwd=request, stdin=-1, stdout=-1)
    threading.Thread(target=time.sleep, args=(60,)).start()
    return str(git.pid).encode()


def fork_for_ever(request: bytes, scratch: Path, tell: Tell) -> bytes:
    """Bounded here, because a test must not take the machine down when the cage does not hold."""
    for _ in range(20):
        pid = os.fork()
        if pid == 0:
            time.sleep(60)
            os._exit(0)
        tell(str(pid))
    return hang(request, scratch, tell)


def allocate(request: bytes, scratch: Path, tell: Tell) -> bytes:
    kept = []
    while True:
        kept.append(bytearray(1 << 24))


def allocate_shared(request: bytes, scratch: Path, tell: Tell) -> bytes:
    return str(len(mmap.mmap(-1, 8 << 30))).encode()


def burn(request: bytes, scratch: Path, tell: Tell) -> bytes:
    while True:
        pass


def burn_deaf(request: bytes, scratch: Path, tell: Tell) -> bytes:
    signal.signal(signal.SIGXCPU, signal.SIG_IGN)
    return burn(request, scratch, tell)


def fill_a_file(request: bytes, scratch: Path, tell: Tell) -> bytes:
    with (scratch / "big").open("wb") as file:
        while True:
            file.write(bytes(1 << 20))


def raise_limits(request: bytes, scratch: Path, tell: Tell) -> bytes:
    import resource

    resource.setrlimit(resource.RLIMIT_CPU, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    return b""


def shout(request: bytes, scratch: Path, tell: Tell) -> bytes:
    for _ in range(64):
        os.write(1, b"x" * (1 << 20))
        os.write(2, b"y" * (1 << 20))
    return b"heard"


def chatter(request: bytes, scratch: Path, tell: Tell) -> bytes:
    for number in range(20_000):
        tell(f"{number} " + "z" * 2000)
    return b"done"


def fail(request: bytes, scratch: Path, tell: Tell) -> bytes:
    raise ValueError("the reason")


def leave(request: bytes, scratch: Path, tell: Tell) -> bytes:
    threading.Thread(target=time.sleep, args=(60,)).start()
    sys.exit(0)


def answer_text(request: bytes, scratch: Path, tell: Tell) -> bytes:
    return "text"  # type: ignore[return-value]


def die(request: bytes, scratch: Path, tell: Tell) -> bytes:
    ctypes.string_at  # noqa: B018 - it is there, and of no use after the cage closed
    os.kill(os.getpid(), signal.SIGSEGV)
    return b""


def vanish(request: bytes, scratch: Path, tell: Tell) -> bytes:
    os._exit(0)


def _answer_fd() -> int:
    """The pipe a target has no business with, found as an attacker would find it."""
    for fd in sorted(int(name) for name in os.listdir("/proc/self/fd")):
        with suppress(OSError):
            if fd > 2 and fcntl.fcntl(fd, fcntl.F_GETFL) & os.O_ACCMODE == os.O_WRONLY:
                return fd
    raise AssertionError("no pipe")


def garbage(request: bytes, scratch: Path, tell: Tell) -> bytes:
    os.write(_answer_fd(), b"garbage" * 100)
    return hang(request, scratch, tell)


def boast(request: bytes, scratch: Path, tell: Tell) -> bytes:
    os.write(_answer_fd(), struct.pack(">4sQ32s", b"RVR1", 1 << 60, bytes(32)))
    return hang(request, scratch, tell)


def forge(request: bytes, scratch: Path, tell: Tell) -> bytes:
    os.write(_answer_fd(), struct.pack(">4sQ32s", b"RVR1", 4, bytes(32)) + b"evil")
    return hang(request, scratch, tell)


def answer_twice(request: bytes, scratch: Path, tell: Tell) -> bytes:
    frame = struct.pack(">4sQ32s", b"RVR1", 3, hashlib.sha256(b"one").digest()) + b"one"
    os.write(_answer_fd(), frame + frame)
    return hang(request, scratch, tell)


def die_in_the_answer(request: bytes, scratch: Path, tell: Tell) -> bytes:
    os.write(_answer_fd(), struct.pack(">4sQ32s", b"RVR1", 1000, bytes(32)) + b"half")
    os._exit(0)


def close_the_answer(request: bytes, scratch: Path, tell: Tell) -> bytes:
    os.close(_answer_fd())
    return hang(request, scratch, tell)


def through_the_old_gate(request: bytes, scratch: Path, tell: Tell) -> bytes:
    """getpid by `int 0x80`, whose numbers mean other calls; needs a fence without the audit hook to get that far."""
    code = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    code.write(b"\xb8\x14\x00\x00\x00\xcd\x80\xc3")  # mov eax, 20; int 0x80; ret
    start = ctypes.addressof(ctypes.c_char.from_buffer(code))
    return str(ctypes.CFUNCTYPE(ctypes.c_int)(start)()).encode()
