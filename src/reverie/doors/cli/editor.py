"""A text in the person's own editor."""

from __future__ import annotations

import os
import shlex
import subprocess
import tempfile
from pathlib import Path

from reverie.doors.cli.errors import EditorFailed


def edited(text: str, name: str) -> str:
    """What the person made of it. The file it is edited in is theirs alone, and gone afterwards."""
    editor = os.environ.get("VISUAL") or os.environ.get("EDITOR") or "vi"
    with tempfile.TemporaryDirectory(prefix="reverie-") as folder:
        path = Path(folder) / f"{name.rpartition('/')[2][:60]}.md"
        path.write_text(text, encoding="utf-8", newline="")
        try:
            done = subprocess.run([*shlex.split(editor), str(path)], check=False)
        except (OSError, ValueError) as problem:
            raise EditorFailed(editor=editor, reason=problem) from None
        if done.returncode:
            raise EditorFailed(editor=editor, reason=f"it ended with {done.returncode}")
        return path.read_bytes().decode("utf-8", "replace")
