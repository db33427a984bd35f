"""No command opens a connection that nobody allowed, and none leaves anything in the home directory but its own.

Two recorders watch every process. An audit hook in each Python process sees what goes through Python's sockets, and
works everywhere. strace, where it is installed and may be used, also sees what a library's own code does: that is how a
telemetry host was looked up by an embedding library.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.cli.shell import Shell, repository

AUDIT = """
import os, sys

def _record(event, args):
    if event in ("socket.connect", "socket.getaddrinfo", "socket.gethostbyname", "socket.sendto", "socket.sendmsg"):
        where = args[1] if event in ("socket.connect", "socket.sendto", "socket.sendmsg") else args[:2]
        if not isinstance(where, (str, bytes)):  # a socket of this machine's file system is no connection
            line = f"{event} {where!r} {sys.argv!r}\\n".encode()
            file = os.open(os.environ["REVERIE_TEST_AUDIT"], os.O_WRONLY | os.O_APPEND | os.O_CREAT)
            os.write(file, line)
            os.close(file)

sys.addaudithook(_record)
with open(os.environ["REVERIE_TEST_AUDIT"] + ".seen", "a") as file:
    file.write(f"{os.getpid()}\\n")
"""
ABROAD = re.compile(r"AF_INET|AF_INET6|sin_addr|sin6_addr")


@dataclass(frozen=True)
class Watched:
    """Commands of a project, each with both recorders around it."""

    shell: Shell
    base: Path

    @property
    def command(self) -> list[str]:
        traced = [*self._strace(), "--"] if self._strace() else []
        return [*traced, sys.executable, "-m"]

    def _strace(self) -> list[str]:
        program = shutil.which("strace")
        if not program:
            return []
        words = [program, "-f", "-qq", "-e", "trace=connect,sendto,sendmsg,sendmmsg", "-e", "signal=none"]
        may = subprocess.run([*words, "-o", os.devnull, "true"], capture_output=True, check=False)
        return [*words, "-A", "-o", str(self.base / "strace")] if may.returncode == 0 else []

    @property
    def environment(self) -> dict[str, str]:
        return {
            **os.environ,
            "PYTHONPATH": os.pathsep.join(filter(None, (str(self.base / "site"), os.environ.get("PYTHONPATH", "")))),
            "REVERIE_TEST_AUDIT": str(self.base / "audit"),
            "PYTHONDONTWRITEBYTECODE": "1",
        }

    def __call__(self, module: str, *words: str, given: str = "") -> str:
        done = subprocess.run(
            [*self.command, module, *words],
            cwd=self.shell.folder,
            env=self.environment,
            input=given,
            capture_output=True,
            text=True,
            check=False,
            timeout=300,
        )
        assert done.returncode == 0, f"{words}: exit {done.returncode}\n{done.stdout}\n{done.stderr}"
        return done.stdout

    def connections(self) -> list[str]:
        """What either recorder saw that leaves this machine's own file system."""
        audit, strace = self.base / "audit", self.base / "strace"
        heard = audit.read_text().splitlines() if audit.exists() else []
        traced = strace.read_text(errors="replace").splitlines() if strace.exists() else []
        return heard + [line for line in traced if ABROAD.search(line)]

    def processes(self) -> int:
        return len((self.base / "audit.seen").read_text().splitlines())


@pytest.fixture
def watched(tmp_path: Path) -> Watched:
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "sitecustomize.py").write_text(AUDIT)
    shell = repository(tmp_path / "shop")
    (shell.folder / "app.py").write_text("def go() -> None: ...\n")
    shell.git("add", "-A")
    shell.git("commit", "-q", "-m", "feat: begin")
    return Watched(shell, tmp_path)


def _files(home: Path) -> set[str]:
    return {str(path.relative_to(home)) for path in home.rglob("*") if not path.is_dir()}


def _converse(watched: Watched) -> list[dict[str, Any]]:
    """What an agent's program says to the server, and what it is answered: it begins, looks at the tools, and asks
    several times, each time waiting for the answer."""
    hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
    question = {"name": "memory_search", "arguments": {"query": "which VPN profile do staging deploys need?"}}
    calls = [("initialize", hello), ("tools/list", {}), *[("tools/call", question)] * 3]
    server = subprocess.Popen(
        [*watched.command, "reverie", "mcp"],
        cwd=watched.shell.folder,
        env=watched.environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    answers = []
    with server:
        assert server.stdin and server.stdout
        for number, (method, params) in enumerate(calls):
            call = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
            server.stdin.write(json.dumps(call) + "\n")
            server.stdin.flush()
            answers.append(_answer(server.stdout, number))
            if method == "initialize":
                server.stdin.write('{"jsonrpc": "2.0", "method": "notifications/initialized"}\n')
        server.stdin.close()
    assert server.returncode == 0
    return answers


def _answer(lines: Iterable[str], number: int) -> dict[str, Any]:
    for line in lines:
        said: dict[str, Any] = json.loads(line)
        if said.get("id") == number:
            return said
    raise AssertionError(f"call {number} was not answered")


def test_the_recorders_see_a_connection(watched: Watched) -> None:
    """Otherwise that they saw none would say nothing."""
    attempt = "import socket; s = socket.socket(); s.settimeout(1); s.connect_ex(('127.0.0.1', 9))\n"
    (watched.base / "site" / "attempt.py").write_text(attempt)
    watched("attempt")
    seen = watched.connections()
    assert any(line.startswith("socket.connect ('127.0.0.1', 9)") for line in seen)
    if (watched.base / "strace").exists():
        assert any('inet_addr("127.0.0.1")' in line for line in seen)


def test_nothing_connects_and_the_home_holds_only_what_is_ours(watched: Watched, _nowhere_near_home: Path) -> None:
    home = _nowhere_near_home
    (home / ".claude").mkdir()
    watched("reverie", "init", "--yes")
    watched("reverie", "remember", "--topic", "staging", "staging deploys need the VPN profile eu-2")
    watched("reverie", "run")
    for _ in range(2):
        assert "eu-2" in watched("reverie", "search", "which VPN profile does staging need?")
    event = json.dumps({"cwd": str(watched.shell.folder), "session_id": "s", "hook_event_name": "SessionStart"})
    watched("reverie.doors.hooks.entry", "session-start", given=event)
    _, tools, *found = _converse(watched)
    assert "memory_search" in json.dumps(tools)
    assert all("eu-2" in json.dumps(answer) for answer in found)
    assert watched.processes() >= 7
    assert watched.connections() == []
    strange = [name for name in _files(home) if not name.startswith(".claude") and "reverie" not in name]
    assert strange == []
