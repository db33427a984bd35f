"""Asking `git` one small thing. Gathering history has its own room."""

from __future__ import annotations

import subprocess
from pathlib import Path

_LATELY = 3000  # commits that are looked at for names


def head(repository: Path) -> str:
    """The commit that is checked out, and how deep history goes here; empty if there is none."""
    return _ask(repository, "rev-parse", "HEAD", "--is-shallow-repository")


def config_value(repository: Path, key: str) -> str:
    """A setting, or nothing if it is not set or there is no git."""
    return _ask(repository, "config", "--get", key).strip()


def names(repository: Path) -> dict[str, str]:
    """Who commits here lately: address, in small letters, to the newest name."""
    told = _ask(repository, "log", f"--max-count={_LATELY}", "--use-mailmap", "--format=%aE%x00%aN")
    pairs = [line.split("\0") for line in told.split("\n") if "\0" in line]
    return {pair[0].casefold(): pair[1] for pair in reversed(pairs) if pair[0] and pair[1]}


def _ask(repository: Path, *words: str) -> str:
    """What git answers, or nothing if it fails or there is none. An address need not be UTF-8."""
    command = ["git", "-C", str(repository), *words]
    try:
        done = subprocess.run(command, capture_output=True, encoding="utf-8", errors="replace", check=False, timeout=10)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout if done.returncode == 0 else ""
