"""An agent's program that calls its hooks, and a project with a memory."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.cli.shell import Shell, repository

HOOK = [sys.executable, "-m", "reverie.doors.hooks.entry"]


def project(folder: Path) -> Shell:
    """A repository with a memory of one note."""
    shell = repository(folder)
    (folder / "app.py").write_text("def go() -> None: ...\n")
    shell.git("add", "app.py")
    shell.git("commit", "-q", "-m", "feat: begin")
    shell("remember", "--topic", "staging", "staging deploys need the VPN profile eu-2")
    return shell


def hook(folder: Path, what: str, event: dict[str, Any] | bytes, *words: str, **environment: str) -> str:
    """What the hook prints. It ends with 0, whatever it is given."""
    given = event if isinstance(event, bytes) else json.dumps({"cwd": str(folder), **event}).encode()
    done = subprocess.run(
        [*HOOK, what, *words],
        input=given,
        cwd=folder,
        env={**os.environ, **environment},
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr.decode()
    assert done.stderr == b""
    return done.stdout.decode()


def edit(use: str, session: str = "s-1", **more: Any) -> dict[str, Any]:
    """The agent changed a file."""
    told = {"session_id": session, "hook_event_name": "PostToolUse", "tool_name": "Edit", "tool_use_id": use}
    return {**told, "tool_input": {"file_path": "app.py", "new_string": "a secret: hunter2"}, **more}


def ended(session: str = "s-1") -> dict[str, Any]:
    return {"session_id": session, "hook_event_name": "SessionEnd", "reason": "prompt_input_exit"}


def kept(folder: Path) -> list[dict[str, Any]]:
    """What lies in the inbox."""
    inbox = folder / ".agent" / "local" / "inbox"
    return [json.loads(path.read_bytes()) for path in sorted(inbox.glob("*.json"))] if inbox.is_dir() else []


def hook_log(folder: Path) -> list[str]:
    path = folder / ".agent" / "local" / "hooks.log"
    return path.read_text().splitlines() if path.exists() else []


def wait_until(true: Callable[[], bool], seconds: float = 90) -> None:
    limit = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < limit, "it did not happen"
        time.sleep(0.2)
