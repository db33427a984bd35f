"""Instructions of a schedule that fit on no line of a crontab: a small file below `.agent/local`. A stranger's
repository may have come with that folder, so no link in it is followed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress

from reverie.store.disk import Disk
from reverie.store.faults import plain_errors
from reverie.wiring.project import Project, local_disk

FOLDER = "schedules"


def lay(project: Project, name: str, text: str) -> None:
    drop(project, name)
    with _disk(project) as disk:
        disk.make_folder(FOLDER, 0o700)
        disk.stage([(_path(name), text.encode(), 0o600)])


def read(project: Project, name: str) -> str | None:
    with _disk(project) as disk:
        found = disk.read(_path(name))
    return found.decode("utf-8", "replace") if isinstance(found, bytes) else None


def drop(project: Project, name: str) -> None:
    with _disk(project) as disk, suppress(FileNotFoundError):
        disk.remove(_path(name))
    with suppress(OSError):
        (project.local / FOLDER).rmdir()  # only if nothing else is in it


def _path(name: str) -> str:
    return f"{FOLDER}/{name}.txt"


@contextmanager
def _disk(project: Project) -> Iterator[Disk]:
    disk = local_disk(project)
    try:
        with plain_errors("the instructions of a schedule"):
            yield disk
    finally:
        disk.rest()
