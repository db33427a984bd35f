"""Whether a private folder without a mark was written here by a version of Reverie that made none.

What it wrote says when; the file system says when the file last changed, and no archive or checkout can set that time.
If the two agree for every journal entry and for the newest reports, the folder grew on this machine, or somebody wrote
the archive while it was being fetched. That version wrote nothing any more once this one had made a first mark."""

from __future__ import annotations

import os
from datetime import UTC, datetime

from reverie.tools import nofollow

_APART = 3600  # seconds: a change is written at the end of the night whose beginning it names
_MOST = 2000  # journal entries looked at
_LOG = "logs/reports"


def was_made_here(local: str, until: float) -> bool:
    """`until`: when this machine made the first mark that it still has."""
    try:
        agree = [_agrees(local, path, until, first=True) for path in _journal(local)]
        agree += [_agrees(local, path, until, first=False) for path in _newest_report(local)]
    except OSError:
        return False
    return bool(agree) and all(agree)


def _journal(local: str) -> list[str]:
    shelves = [f"journal/{name}" for name in _names(local, "journal")]
    entries = [f"{shelf}/{name}" for shelf in shelves for name in _names(local, shelf) if name.endswith(".journal")]
    return entries[-_MOST:]


def _newest_report(local: str) -> list[str]:
    months = [name for name in _names(local, _LOG) if name.endswith(".jsonl")]
    return [f"{_LOG}/{name}" for name in months[-1:]]


def _names(local: str, path: str) -> list[str]:
    try:
        folder = nofollow.open_folder(local, path)
    except (FileNotFoundError, NotADirectoryError):
        return []
    try:
        return sorted(os.listdir(folder))
    finally:
        os.close(folder)


def _agrees(local: str, path: str, until: float, *, first: bool) -> bool:
    """Whether the time told in a file (the first, or the last of a log) is about that of its last change."""
    raw = nofollow.read(local, path, 64 << 20)
    _, found, rest = raw.partition(b'"at":"') if first else raw.rpartition(b'"at":"')
    try:
        told = datetime.fromisoformat(rest[:40].partition(b'"')[0].decode("ascii"))
    except ValueError:
        return False
    changed = os.stat(f"{local}/{path}", follow_symlinks=False).st_ctime
    if not found or told.tzinfo is None or changed > until:
        return False
    return 0 <= changed - told.astimezone(UTC).timestamp() + 5 <= _APART
