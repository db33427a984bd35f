"""A bug report, ready to send: what was asked, where it broke, on what. No environment and no file contents."""

from __future__ import annotations

import errno
import platform
import sys
import tempfile
import traceback
from pathlib import Path

from reverie import __version__


def report(problem: BaseException) -> Path:
    text = "\n".join(
        [
            f"reverie {__version__}, Python {platform.python_version()}, {platform.platform()}",
            f"command: {' '.join(sys.argv[1:2])}",
            "",
            "".join(traceback.format_exception(problem)),
        ]
    )
    with tempfile.NamedTemporaryFile("w", prefix="reverie-bug-", suffix=".txt", delete=False, encoding="utf-8") as file:
        file.write(text)
    return Path(file.name)


def is_no_room(problem: BaseException | None) -> bool:
    """Whether all that went wrong is a full disk, wherever it was met: by SQLite, or by the child that dreams."""
    while problem is not None:
        if isinstance(problem, OSError) and problem.errno in (errno.ENOSPC, errno.EDQUOT):
            return True
        if "database or disk is full" in str(problem) or "No space left on device" in str(problem):
            return True
        problem = problem.__cause__ or problem.__context__
    return False
