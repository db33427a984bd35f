"""Search: the index of this memory."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from reverie.tools import nofollow
from reverie.wiring.project import Project, passing_redactor, place, start_local

if TYPE_CHECKING:
    from reverie.finding.library import Library
    from reverie.records.documents import Address
    from reverie.store.folder import FolderStore


def library(project: Project, store: FolderStore, tell: Callable[[str], None] | None = None) -> Library:
    """What is searched: the index of this memory, below `.agent/local/cache`."""
    from reverie.finding.library import Library, silent
    from reverie.tools.ids import content_id

    layout = place(project).layout
    folder = _writable(project)
    rules = content_id("search", "1", layout.name, repr(project.settings.redact))
    clean = passing_redactor(project).texts
    files = partial(_files, project)
    found = Library(
        store, layout, folder or _passing_folder(), clean,
        rules=rules, tell=tell or silent, files=files, code=partial(_code, project),
    )  # fmt: skip
    if folder is None:
        found.notes.append("nothing can be written here, so the index is made for this once")
    return found


def _files(project: Project) -> Iterator[Address]:
    """What lies in this memory, without asking the store's index."""
    from reverie.store.walk import Found, walk
    from reverie.wiring.memory import roots_of

    for root in roots_of(project):
        yield from (item.address for item in walk(root) if isinstance(item, Found))


def _code(project: Project) -> Callable[[str], str] | None:
    """The digests of the files of this project, as they are committed."""
    from reverie.gather.codebase.snapshot import Snapshot
    from reverie.tools.git import Git, GitFailed

    try:
        return Snapshot.of_commit(Git.at(project.root)).digest
    except GitFailed:
        return None


def _writable(project: Project) -> Path | None:
    """The folder, if it can be written in."""
    folder = project.local / "cache" / "search"
    try:
        start_local(project.root)
        path = folder.relative_to(project.root).as_posix()
        os.close(nofollow.open_folder(str(project.root), path, make=nofollow.PRIVATE))
    except OSError:
        return None
    return folder if os.access(folder, os.W_OK) else None


def _passing_folder() -> Path:
    import atexit
    import shutil
    import tempfile

    folder = Path(tempfile.mkdtemp(prefix="reverie-search-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder
