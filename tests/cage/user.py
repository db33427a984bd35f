"""A short round of what is allowed and what is not, with nothing but the standard library."""

from __future__ import annotations

import os
import socket
import subprocess
from collections.abc import Callable
from pathlib import Path


def attempt(request: bytes, scratch: Path, tell: Callable[[str], None]) -> bytes:
    (scratch / "f").write_text("x")
    told = subprocess.run(["git", "version"], check=True, capture_output=True, text=True).stdout
    acts: dict[str, Callable[[], object]] = {
        "outside": lambda: Path(f"/tmp/reverie-{os.getpid()}").write_text("evil"),
        "socket": socket.socket,
        "shell": lambda: subprocess.run(["/bin/sh", "-c", "true"], check=True),
    }
    refused = [name for name, act in acts.items() if _refused(act)]
    return f"wrote scratch; {' '.join(told.split()[:2])}; refused: {', '.join(refused)}".encode()


def _refused(act: Callable[[], object]) -> bool:
    try:
        act()
    except PermissionError:
        return True
    return False
