"""Asking `git` one small thing. Gathering history has its own room."""

from __future__ import annotations

import subprocess
from pathlib import Path


def head(repository: Path) -> str:
    """The commit that is checked out, and how deep history goes here; empty if there is none."""
    words = ["git", "-C", str(repository), "rev-parse", "HEAD", "--is-shallow-repository"]
    try:
        done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=10)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout


def config_value(repository: Path, key: str) -> str:
    """A setting, or nothing if it is not set or there is no git."""
    try:
        done = subprocess.run(
            ["git", "-C", str(repository), "config", "--get", key],
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            check=False,
            timeout=10,
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""
