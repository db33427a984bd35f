"""A scratch home with a project in it, a clock that stands still, and one checkout of the product to run there."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

CLOCK = Path(__file__).parent / "clock"
START = datetime(2026, 9, 7, 9, 0, tzinfo=UTC)  # a Monday; before today, whenever that is
PATIENCE = 900  # seconds, only against a hang
BEGAN = time.monotonic()
_GIT = {"GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1"}
_DURATION = re.compile(r"(?<![\w.:-])\d+(?:\.\d+)? ?(?:s|ms|seconds|milliseconds)\b(?!-)")
_FIELD = re.compile(r'("(?:seconds|took|duration|elapsed|pid|ms)"): ?[\d.e+-]+')
_NIGHT = re.compile(r"(?m)^(Night of .* s   \()[0-9a-f]{8}\)$")  # the id of its record, which holds how long it took
_MARK = re.compile(r"(\[REDACTED:[\w-]+:)\w+\]")


class World:
    """Everything below one folder; every command runs with that home and no other, and without a network."""

    def __init__(self, folder: Path, checkout: Path, models: str = "") -> None:
        self.folder, self.checkout = folder, checkout
        self.home, self.project = folder / "home", folder / "home" / "shop"
        shutil.rmtree(folder, ignore_errors=True)
        self.project.mkdir(parents=True)
        self._clock = folder / "clock"
        self.bin = checkout / ".venv" / "bin"
        git = shutil.which("git") or "/usr/bin/git"
        self.env = {
            "PATH": os.pathsep.join([str(self.bin), str(Path(git).parent), "/usr/bin", "/bin"]),
            "HOME": str(self.home),
            "LANG": "C.UTF-8",
            "TZ": "UTC",
            "COLUMNS": "100",
            "TERM": "dumb",
            "NO_COLOR": "1",
            "REVERIE_MODELS_DIR": models or str(folder / "no-models"),
            "PYTHONPATH": str(CLOCK),
            "BASELINE_CLOCK": str(self._clock),
            "http_proxy": "http://127.0.0.1:9",
            "https_proxy": "http://127.0.0.1:9",
            **_GIT,
        }
        self.now = self._kept = START
        self.at(START)

    # Time

    def at(self, moment: datetime) -> None:
        """What the clock shows from now on."""
        self.now = moment
        beside = self._clock.with_name("clock.new")
        beside.write_text(str(moment.timestamp()), encoding="ascii")
        beside.replace(self._clock)  # a server may read it at this moment
        stamp = moment.strftime("%Y-%m-%dT%H:%M:%S+00:00")
        self.env |= {"GIT_AUTHOR_DATE": stamp, "GIT_COMMITTER_DATE": stamp}

    def later(self, **parts: float) -> None:
        self.at(self.now + timedelta(**parts))

    # Commands

    def run(
        self, *words: str, given: str = "", cwd: Path | None = None, env: Mapping[str, str] | None = None
    ) -> subprocess.CompletedProcess[str]:
        command = [str(self.bin / words[0]), *words[1:]]
        return subprocess.run(
            command, cwd=cwd or self.project, env={**self.env, **(env or {})}, input=given, text=True,
            capture_output=True, check=False, timeout=PATIENCE, errors="replace",
        )  # fmt: skip

    def reverie(self, *words: str, given: str = "", env: Mapping[str, str] | None = None) -> str:
        """What a person sees: the command, what it says, what it says besides, and how it ends."""
        done = self.run("reverie", *words, given=given, env=env)
        shown = " ".join(f'"{word}"' if " " in word else word for word in words)
        text = f"$ reverie {shown}\n{done.stdout}"
        if done.stderr:
            text += f"--- stderr\n{done.stderr}"
        if done.returncode:
            text += f"--- exit {done.returncode}\n"
        return text

    def json(self, *words: str) -> Any:
        """What a command prints for scripts; None if it failed."""
        done = self.run("reverie", *words, "--json")
        try:
            return json.loads(done.stdout)
        except ValueError:
            return None

    def need(self, *words: str, given: str = "", codes: tuple[int, ...] = (0,)) -> str:
        """What a command prints that must work: one that fails at once would look fast."""
        done = self.run(*words, given=given)
        if done.returncode not in codes:
            raise RuntimeError(f"{' '.join(words)} ended with {done.returncode}: {done.stderr[-400:]}")
        return done.stdout

    def remember(self, lines: Iterable[Mapping[str, object]]) -> None:
        """All at once."""
        self.need("reverie", "remember", "--batch", "-", given=json_lines(lines))

    def hook(self, verb: str, event: Mapping[str, object]) -> str:
        given = json.dumps({"cwd": str(self.project), **event})
        done = self.run("reverie-hook", verb, given=given, env={"CLAUDE_PROJECT_DIR": str(self.project)})
        return f"$ reverie-hook {verb}\n{done.stdout}{done.stderr}--- exit {done.returncode}\n"

    def wait_for_others(self) -> None:
        """Until no process of this world is left: a dream after a session goes on by itself."""
        mine = f"BASELINE_CLOCK={self._clock}".encode()
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline and any(mine in _environment(path) for path in Path("/proc").glob("[0-9]*")):
            time.sleep(0.05)

    # Files

    def git(self, *words: str) -> str:
        settings = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org", "-c", "commit.gpgsign=false"]
        done = subprocess.run(
            ["git", *settings, *words], cwd=self.project, env=self.env, check=True, capture_output=True, text=True
        )
        return done.stdout

    def begin(self) -> None:
        """An empty repository of Ada's."""
        self.git("init", "-q", "-b", "main")
        self.git("config", "user.name", "Ada")
        self.git("config", "user.email", "ada@example.org")

    def write(self, name: str, text: str) -> None:
        path = self.project / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def commit(self, subject: str, body: str = "", who: str = "Ada") -> None:
        self.git("add", "--all")
        author = f"{who} <{who.lower()}@example.org>"
        self.git("commit", "-q", "--allow-empty", f"--author={author}", "-m", subject, *(["-m", body] if body else []))

    def files(self, *patterns: str) -> str:
        """The contents of these files of the project, each under its name."""
        found = sorted({path for pattern in patterns for path in self.project.glob(pattern) if path.is_file()})
        texts = (path.read_text(encoding="utf-8", errors="replace") for path in found)
        return "".join(f"=== {path.relative_to(self.project)}\n{text}" for path, text in zip(found, texts, strict=True))

    def tree(self, folder: str = ".", besides: tuple[str, ...] = (".git", ".agent/local")) -> dict[str, str]:
        """Every file below a folder with the hash of its content, or where a link leads."""
        found: dict[str, str] = {}
        for place, names, files in os.walk(self.project / folder):
            here = Path(place)
            names[:] = sorted(n for n in names if (here / n).relative_to(self.project).as_posix() not in besides)
            for path in (here / name for name in files):
                content = os.fsencode(path.readlink()) if path.is_symlink() else path.read_bytes()
                found[path.relative_to(self.project).as_posix()] = hashlib.sha256(content).hexdigest()[:12]
        return found

    def snapshot(self) -> None:
        """Keep the home and the time as they are now, for `restore`."""
        self._kept = self.now
        shutil.copytree(self.home, self.folder / "kept", symlinks=True)

    def restore(self) -> None:
        """As it was at the snapshot."""
        shutil.rmtree(self.home)
        shutil.copytree(self.folder / "kept", self.home, symlinks=True)
        self.at(self._kept)

    def plain(self, text: str) -> str:
        """Without places of this machine, durations and whatever is random."""
        text = text.replace(str(self.project), "$PROJECT").replace(str(self.home), "$HOME")
        text = text.replace(str(self.folder), "$SCRATCH").replace(str(self.checkout), "$CHECKOUT")
        text = _MARK.sub(r"\1#]", _FIELD.sub(r"\1: #", text))
        return _NIGHT.sub(r"\1#)", _DURATION.sub("# s", text))

    # MCP

    @contextmanager
    def mcp(self) -> Iterator[Server]:
        command = [str(self.bin / "reverie"), "mcp", "--project", str(self.project)]
        pipe = subprocess.PIPE
        process = subprocess.Popen(
            command, cwd=self.project, env=self.env, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL
        )
        try:
            yield Server(process)
        finally:
            assert process.stdin and process.stdout
            process.stdin.close()
            try:
                process.wait(30)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            process.stdout.close()


class Server:
    """A client of `reverie mcp` that knows just enough of the protocol."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self._process, self._number = process, 0
        about = {
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": {"name": "baseline", "version": "1"},
        }
        self.ask("initialize", about)
        self._send({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def call(self, tool: str, **arguments: object) -> str:
        result = self.ask("tools/call", {"name": tool, "arguments": arguments})
        if result.get("isError") or "error" in result:
            raise RuntimeError(f"{tool}: {result}")
        return "\n".join(part.get("text", "") for part in result.get("content", [])) or json.dumps(result)

    def prompt(self, name: str, **arguments: str) -> str:
        result = self.ask("prompts/get", {"name": name, "arguments": arguments})
        told = [one["content"].get("text", "") for one in result.get("messages", [])]
        return "\n".join(told) or json.dumps(result)

    def ask(self, method: str, params: Mapping[str, object]) -> dict[str, Any]:
        self._number += 1
        self._send({"jsonrpc": "2.0", "id": self._number, "method": method, "params": params})
        assert self._process.stdout
        while line := self._process.stdout.readline():
            answer = json.loads(line)
            if answer.get("id") == self._number and "method" not in answer:
                return dict(answer.get("result") or {"error": answer.get("error")})
        raise RuntimeError(f"reverie mcp ended at {method}")

    def _send(self, message: Mapping[str, object]) -> None:
        assert self._process.stdin
        self._process.stdin.write(json.dumps(message).encode() + b"\n")
        self._process.stdin.flush()


def progress(text: str) -> None:
    """Tell the person who waits what is being recorded."""
    print(f"{time.monotonic() - BEGAN:6.0f} s  {text}", file=sys.stderr, flush=True)


def json_lines(rows: Iterable[Mapping[str, object]]) -> str:
    return "".join(json.dumps(row) + "\n" for row in rows)


def _environment(process: Path) -> bytes:
    try:
        return (process / "environ").read_bytes()
    except OSError:
        return b""
