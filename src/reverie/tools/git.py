"""Asking `git` one small thing. Gathering history has its own room."""

from __future__ import annotations

import subprocess
from pathlib import Path


def config_value(repository: Path, key: str) -> str:
    """A setting, or nothing if it is not set or there is no git."""
    try:
        done = subprocess.run(
            ["git", "-C", str(repository), "config", "--get", key],
            capture_output=True,
            text=True,
            check=False,
            timeout=10,
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""
