"""The product as a person meets it: a real process in a real folder."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Done:
    code: int
    out: str
    talk: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


@dataclass(frozen=True)
class Shell:
    folder: Path

    def __call__(self, *words: str, code: int = 0, **environment: str) -> Done:
        done = subprocess.run(
            [sys.executable, "-m", "reverie", *words],
            cwd=self.folder,
            env={**os.environ, **environment},
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )
        assert done.returncode == code, f"{words}: exit {done.returncode}\n{done.stdout}\n{done.stderr}"
        return Done(done.returncode, done.stdout, done.stderr)

    def git(self, *words: str) -> str:
        return subprocess.run(["git", *words], cwd=self.folder, check=True, capture_output=True, text=True).stdout


def repository(folder: Path) -> Shell:
    folder.mkdir(parents=True, exist_ok=True)
    shell = Shell(folder)
    shell.git("init", "-q", "-b", "main")
    shell.git("config", "user.email", "ada@example.org")
    shell.git("config", "user.name", "Ada")
    return shell
