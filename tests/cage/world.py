"""What lies outside the cage in these tests: files, a repository, listeners on this machine, and a process to harm."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from hashlib import sha256
from pathlib import Path

from reverie.cage import programs
from tests.cage.escapes import World

_FILES = ("code.py", "memory/MEMORY.md", ".ssh/id", "linked", "taken", "removed", "truncated")


@contextmanager
def world(base: Path) -> Iterator[World]:
    outside = base / "outside"
    for name in _FILES:
        (outside / name).parent.mkdir(parents=True, exist_ok=True)
        (outside / name).write_text(f"{name}\n")
    with ExitStack() as stack:
        tcp = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        udp = stack.enter_context(socket.socket(socket.AF_INET, socket.SOCK_DGRAM))
        udp.bind(("127.0.0.1", 0))
        unix = stack.enter_context(_unix(str(base / "s")))
        abstract = f"reverie-{os.getpid()}-{base.name}"
        stack.enter_context(_unix("\0" + abstract))
        victim = stack.enter_context(_victim())
        stack.callback(victim.kill)
        yield World(
            outside=outside,
            scratch=base / "scratch",
            repo=_repo(base / "repo", outside),
            victim=victim.pid,
            parent=os.getpid(),
            tcp=tcp.getsockname()[1],
            udp=udp.getsockname()[1],
            unix=str(unix.getsockname()),
            abstract=abstract,
            loader=programs.find(os.environ["PATH"]).loader,
        )


def _victim() -> subprocess.Popen[bytes]:
    """A process with no more privileges than the child's, or its being root would protect it."""
    code = "from reverie.cage import kernel; kernel.lower_capabilities(); print(flush=True); input()"
    victim = subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert victim.stdout
    victim.stdout.readline()
    return victim


def _unix(address: str) -> socket.socket:
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(address)
    listener.listen()
    return listener


def _repo(repo: Path, outside: Path) -> Path:
    for words in ("init -q", "config user.name A", "config user.email a@b.c"):
        git(repo, *words.split())
    (repo / ".gitattributes").write_text("*.evil diff=evil\n")
    for text in ("one\n", "two\n"):
        (repo / "kept.evil").write_text(text)
        git(repo, "add", ".")
        git(repo, "commit", "-qm", text.strip())
    hook = repo / ".git" / "hooks" / "pre-commit"
    hook.write_text(f"#!/bin/sh\ntouch '{outside}/marked-by-git'\n")
    hook.chmod(0o755)
    return repo


def git(repo: Path, *args: str) -> str:
    repo.mkdir(exist_ok=True)
    return subprocess.run(["git", "-C", repo, *args], check=True, capture_output=True, text=True).stdout


def told(world: World) -> bytes:
    facts = {name: value for name, value in vars(world).items() if name != "scratch"}
    return json.dumps(facts, default=str).encode()


def snapshot(folder: Path) -> dict[str, tuple[str, int, int]]:
    """Every file with its content's hash, mode and time."""
    found = {}
    for path in sorted(folder.rglob("*")):
        facts = path.lstat()
        content = path.read_bytes() if path.is_file() and not path.is_symlink() else b""
        found[str(path)] = (sha256(content).hexdigest(), facts.st_mode, facts.st_mtime_ns)
    return found
