"""Where a path really leads, for the audit hook: through links, directory handles, file numbers."""

from __future__ import annotations

import fcntl
import os
import sys
from os import path as paths

Given = object  # a path as Python accepts it: str, bytes, PathLike, a file number, or None
_F_GETPATH = 50  # macOS
CWD_FD = -1  # how audit events say "no directory handle"


def leads_to(given: Given, dir_fd: object = CWD_FD, *, follow: bool = True) -> str:
    """The real path, or an empty string if it cannot be told. `follow`: whether the last part may be a link."""
    if isinstance(given, int):
        return of_handle(given)
    text = _text(given)
    if not text:
        return ""
    if not paths.isabs(text):  # noqa: PTH117 - the hook is on every open's way, and pathlib is slow there
        start = of_handle(dir_fd) if isinstance(dir_fd, int) and dir_fd >= 0 else os.getcwd()  # noqa: PTH109
        if not start:
            return ""
        text = paths.join(start, text)  # noqa: PTH118
    if follow:
        return paths.realpath(text)
    above, name = paths.split(text.rstrip("/") or "/")
    if name in {"", ".", ".."}:
        return paths.realpath(text)
    return paths.join(paths.realpath(above), name)  # noqa: PTH118


def _text(given: Given) -> str:
    if given is None:
        return os.getcwd()  # noqa: PTH109
    if isinstance(given, str | bytes | os.PathLike):
        return os.fsdecode(given)
    return ""


def of_handle(fd: int) -> str:
    """The path behind an open file or directory."""
    try:
        if sys.platform == "darwin":
            told = fcntl.fcntl(fd, _F_GETPATH, b"\0" * 1024)
            return os.fsdecode(told.rstrip(b"\0"))
        return os.readlink(f"/proc/self/fd/{fd}")  # noqa: PTH115
    except OSError:
        return ""


def below(place: str, folder: str) -> bool:
    return place == folder or place.startswith(folder.rstrip("/") + "/")
