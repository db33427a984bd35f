"""What was put into which file, on record, so that it can be taken out again. One process at a time."""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from reverie.records.errors import SetupRecordBroken
from reverie.tools import trust
from reverie.wiring.project import start_local
from reverie.wiring.setup.files import PRIVATE, missing, remove_empty

Entry = dict[str, Any]  # new, folders, put_in, digest: see `carry.py`


@contextmanager
def mine(folder: Path) -> Iterator[None]:
    """Nobody else sets up or takes out meanwhile. The lock is on a folder that is there, so that it leaves nothing."""
    fd = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(fd, fcntl.LOCK_EX)
        yield
    finally:
        os.close(fd)


def read(path: Path) -> dict[str, Entry]:
    return dict(_content(path).get("files", {}))


def keep(path: Path, told: Mapping[str, Entry], project: Path | None) -> None:
    """Nothing put in, nothing kept; folders that were made for it go with it. `project`: whose private folder it lies
    in, if it does."""
    folders = _content(path).get("folders", []) if path.exists() else missing(path)
    if not told:
        path.unlink(missing_ok=True)
        made = trust.unmark(str(project)) if project else []
        remove_empty(map(Path, folders), path)
        remove_if_empty(made)
        return
    if project:
        start_local(project)
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    passing = path.with_suffix(f".{os.getpid()}")
    try:
        passing.write_text(json.dumps({"folders": folders, "files": told}, indent=1), encoding="utf-8")
        passing.chmod(PRIVATE)
        passing.replace(path)
    finally:
        passing.unlink(missing_ok=True)


def remove_if_empty(folders: Iterable[str]) -> None:
    for folder in folders:
        with suppress(OSError):
            Path(folder).rmdir()


def _content(path: Path) -> dict[str, Any]:
    try:
        found = json.loads(path.read_bytes())
    except FileNotFoundError:
        return {}
    except ValueError:
        raise SetupRecordBroken(path=path) from None
    if not isinstance(found, dict) or not isinstance(found.get("files", {}), dict):
        raise SetupRecordBroken(path=path)
    return found
