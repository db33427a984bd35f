"""What a transcript says of itself in its first bytes: which agent wrote it, and in which folders."""

from __future__ import annotations

import os
from collections.abc import Iterable

from reverie.gather.transcripts.adapter import Adapter
from reverie.gather.transcripts.checkpoints import Mark
from reverie.gather.transcripts.scan import open_regular

HEAD, FAR = 16 << 10, 1 << 20  # bytes in which a session says where it was held; and if not there, the most to read


def says_too_little(mark: Mark, at: os.stat_result) -> bool:
    return not mark.agent or at.st_size < mark.size or (not mark.folders and at.st_size != mark.size)


def peeked(path: str, at: os.stat_result, adapters: Iterable[Adapter]) -> Mark:
    """A mark of a file that was not read yet. If it may be of several kinds, its beginning tells which."""
    fd = open_regular(path)
    try:
        head = os.pread(fd, HEAD, 0)
        kinds = tuple(adapters)
        adapter = kinds[0] if len(kinds) == 1 else next((kind for kind in kinds if kind.recognises(head)), None)
        named = _folders(adapter, head) if adapter else ()
        if adapter and not named and len(head) == HEAD:
            named = _folders(adapter, os.pread(fd, FAR, 0))
    finally:
        os.close(fd)
    return Mark(at.st_ino, at.st_dev, at.st_size, at.st_mtime_ns, folders=named, agent=adapter.NAME if adapter else "")


def _folders(adapter: Adapter, head: bytes) -> tuple[str, ...]:
    return tuple(dict.fromkeys(folder for folder in adapter.folders(head) if folder))[:8]
