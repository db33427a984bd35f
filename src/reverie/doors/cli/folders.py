"""A folder of somebody's documents, read as it lies there; and one written anew."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from reverie.doors.cli.errors import BadExport
from reverie.records.documents import LARGEST

if TYPE_CHECKING:
    from reverie.layouts.exchange import Left

MOST = 100_000


def documents_in(folder: Path) -> tuple[dict[str, bytes], list[Left]]:
    """Every file by its path, in their order. No link is followed."""
    from reverie.layouts.exchange import Left

    found: dict[str, bytes] = {}
    left: list[Left] = []
    for here, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if name not in (".git", "node_modules", "local", ".reverie"))
        for name in sorted(names):
            path = Path(here) / name
            shown = path.relative_to(folder).as_posix()
            reason = _unfit(path)
            if reason or len(found) >= MOST:
                left.append(Left(shown, reason or "there are too many"))
                continue
            try:
                found[shown] = path.read_bytes()
            except OSError as problem:
                left.append(Left(shown, (problem.strerror or "it cannot be read").lower()))
    return found, left


def _unfit(path: Path) -> str:
    if path.is_symlink():
        return "it is a symbolic link; links are not followed"
    if not path.is_file():
        return "it is not a regular file"
    return f"it is larger than {LARGEST // (1024 * 1024)} MB" if path.stat().st_size > LARGEST else ""


def write_folder(folder: Path, documents: Mapping[str, bytes]) -> None:
    """A folder that is new or empty, with these files."""
    try:
        if folder.is_symlink() or (folder.exists() and (not folder.is_dir() or any(folder.iterdir()))):
            raise BadExport(place=folder, reason="something is there already")
        folder.mkdir(parents=True, exist_ok=True)
        for path, content in documents.items():
            place = folder / path
            place.parent.mkdir(parents=True, exist_ok=True)
            with place.open("xb") as file:
                file.write(content)
    except OSError as problem:
        raise BadExport(place=folder, reason=(problem.strerror or "unknown").lower()) from None
