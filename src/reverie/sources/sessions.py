"""A file of any agent, read as a session: opened without following a link, recognised by its folder and its first
bytes, read up to a bound."""

from __future__ import annotations

import io
import os
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from reverie.records.sessions import Session
from reverie.sources import READERS, Reader, pi
from reverie.sources.transcript import MOST_LINE
from reverie.tools import nofollow

MOST = 512 << 20  # bytes of one file
_HEAD = 64 << 10


def read_session(path: str | Path, *, agent: str = "", most_bytes: int = MOST) -> Session | None:
    """The session in this file; None if no agent that is known writes such files. OSError if it cannot be read.
    `agent`: whose it is, if that is known."""
    above, _, name = os.fspath(path).rpartition("/")
    folder = nofollow.open_folder(above or ("/" if os.fspath(path).startswith("/") else "."))
    try:
        file = io.BufferedReader(io.FileIO(nofollow.open_file(folder, name)), _HEAD)
    finally:
        os.close(folder)
    with file:
        reader = READERS[agent] if agent else find_reader(os.fspath(path), file.peek(_HEAD)[:_HEAD])
        if reader is None:
            return None
        size = min(os.fstat(file.fileno()).st_size, most_bytes)
        return reader.read(_lines(file, most_bytes), os.fspath(path), size=size)


def find_reader(path: str, head: bytes) -> Reader | None:
    """Who wrote a file that lies there and begins like this."""
    found = next((reader for reader in READERS.values() if reader.recognises(head)), None)
    if found is READERS["openclaw"] and "/.pi/" in path.replace("\\", "/"):
        return READERS[pi.NAME]
    return found


def _lines(file: IO[bytes], most: int) -> Iterator[bytes]:
    """The lines of a file, none of them longer than can be parsed: of a longer one comes a piece that shows so."""
    while most > 0 and (line := file.readline(min(MOST_LINE + 2, most))):
        most -= len(line)
        if len(line) > MOST_LINE + 1:
            while most > 0 and (rest := file.readline(min(MOST_LINE, most))):
                most -= len(rest)
                if rest.endswith(b"\n"):
                    break
        yield line
