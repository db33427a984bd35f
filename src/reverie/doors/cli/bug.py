"""A bug report, ready to send: what was asked, where it broke, on what. No environment and no file contents."""

from __future__ import annotations

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
