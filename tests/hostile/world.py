"""A hostile repository as its victim meets it: cloned, beside a neighbour's folder and a home that must stay as they
are, and every way in which Reverie is called there."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from tests.cli.shell import Done, repository

HOOKS = ("session-start", "recall", "capture", "session-end")
COMMANDS = (
    ("run",),
    ("tick",),
    ("status", "--deep"),
    ("search", "release"),
    ("doctor",),
    ("verify",),
    ("history",),
    ("list",),
)
OURS = (".local/state/reverie", ".cache/reverie")  # what Reverie keeps in a home
HANG = 120  # seconds: a guard against hanging, no measure of speed

Picture = dict[str, tuple[int, bytes]]


@dataclass(frozen=True)
class World:
    """`clone` is the victim's copy; `outside` holds what nobody may touch."""

    clone: Path
    outside: Path
    home: Path

    def picture(self) -> Picture:
        return dict((*_picture(self.outside), *_picture(self.home, skip=OURS)))

    def reverie(self, *words: str, **environ: str) -> Done:
        return self._start([sys.executable, "-m", "reverie", *words], b"", environ)

    def hook(self, what: str, **event: object) -> Done:
        told = {"cwd": str(self.clone), "session_id": "s-1", "hook_event_name": "Stop", "prompt": "a b c d e f"}
        words = [sys.executable, "-m", "reverie.doors.hooks.entry", what]
        return self._start(words, json.dumps({**told, **event}).encode(), {"REVERIE_HOOK_DREAM": "off"})

    def mcp(self, tool: str, **arguments: object) -> Done:
        """One call of a tool over MCP."""
        hello = {
            "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"},
        }  # fmt: skip
        lines = [
            {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello},
            {"jsonrpc": "2.0", "method": "notifications/initialized"},
            {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": tool, "arguments": arguments}},
        ]
        told = "".join(json.dumps(line) + "\n" for line in lines).encode()
        return self._start([sys.executable, "-m", "reverie", "mcp"], told, {})

    def every_way(self) -> Iterator[tuple[str, Done]]:
        for words in COMMANDS:
            yield " ".join(words), self.reverie(*words)
        for what in HOOKS:
            yield f"hook {what}", self.hook(what)
        yield "mcp", self.mcp("memory_search", query="release")

    def _start(self, words: list[str], given: bytes, environ: Mapping[str, str]) -> Done:
        done = subprocess.run(
            words, cwd=self.clone, env={**os.environ, **environ}, input=given, capture_output=True, check=False,
            timeout=HANG,
        )  # fmt: skip
        return Done(done.returncode, done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace"))


def make(tmp_path: Path, name: str = "victim") -> World:
    """An ordinary repository with some history; nothing hostile in it yet."""
    home, outside = Path(os.environ["HOME"]), tmp_path / "outside"
    outside.mkdir()
    (outside / "precious.txt").write_text("not yours\n")
    (home / ".bashrc").write_text("# mine\n")
    shell = repository(tmp_path / name)
    (shell.folder / "app.py").write_text("def go() -> None: ...\n")
    shell.git("add", "app.py")
    shell.git("commit", "-q", "-m", "feat: begin")
    return World(shell.folder, outside, home)


def commit_and_clone(world: World, tmp_path: Path) -> World:
    """What the hostile repository holds, as `git clone` brings it."""
    run = ["git", "-C", str(world.clone)]
    subprocess.run([*run, "add", "--all", "--force"], check=True)
    subprocess.run([*run, "commit", "-q", "-m", "chore: settings"], check=True)
    clone = tmp_path / "cloned"
    subprocess.run(["git", "clone", "-q", str(world.clone), str(clone)], check=True)
    return World(clone, world.outside, world.home)


def _picture(folder: Path, skip: tuple[str, ...] = ()) -> Iterator[tuple[str, tuple[int, bytes]]]:
    for path in sorted(folder.rglob("*")):
        inner = path.relative_to(folder).as_posix()
        if any(inner == part or inner.startswith(f"{part}/") or part.startswith(f"{inner}/") for part in skip):
            continue
        info = path.lstat()
        content = path.read_bytes() if stat.S_ISREG(info.st_mode) else b""
        yield str(path), (info.st_mode, content)
