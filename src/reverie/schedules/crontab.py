"""Our lines in somebody's crontab. Everything else in it stays as it is, byte for byte. Ours stand at its head, where
no setting that is made further down (a shell, a zone, a path) reaches them; and no CRON_TZ is set, because that would
hold for the lines of others, too, and only some crons know it."""

from __future__ import annotations

import os
import re
import shlex
from dataclasses import dataclass

from reverie.schedules.job import Site, Told, Unfit, read

LONGEST = 990  # characters of a command: Debian's cron takes no more than 1,000
_OURS = re.compile(rb"(?P<off>[ \t]*#)?(?P<line>.*) # reverie:(?P<name>[\w-]+)@(?P<key>[0-9a-f]{12})[ \t]*\r?")


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of ours. `told` is None if somebody changed it past reading; `off`: it was made a comment."""

    name: str
    key: str
    fields: str
    told: Told | None
    off: bool


def command(words: list[str], site: Site, *, percent: bool = True) -> str:
    """For /bin/sh under cron. `percent`: this cron takes a bare % for a line break (BusyBox does not)."""
    setting = [f"{name}={_quoted(value)}" for name, value in site.environment.items()]
    told = " ".join([*setting, *map(_quoted, words)])
    return told.replace("%", "\\%") if percent else told


def _quoted(word: str) -> str:
    """Some crons make one of two backslashes, some do not: no two of ours stand together, nor one before a %."""
    return shlex.quote(word).replace("\\", "\\''")


def line(fields: str, told: str, name: str, key: str) -> bytes:
    if len(told.encode()) > LONGEST or "\n" in told:
        raise Unfit("the line is longer than a crontab takes")
    return f"{fields} {told} # reverie:{name}@{key}".encode()


def put(text: bytes, ours: bytes, name: str, key: str) -> bytes:
    """With this line: in the place of the one of its name, or at the head."""
    lines = text.split(b"\n")
    places = [n for n, one in enumerate(lines) if _is_ours(one, key, name)]
    if not places:
        return ours + b"\n" + text
    lines[places[0]] = ours
    return b"\n".join(one for n, one in enumerate(lines) if n not in places[1:])


def taken_out(text: bytes, key: str, name: str = "") -> tuple[bytes, list[str]]:
    """Without this repository's lines, or the one of a name; and which they were."""
    lines = text.split(b"\n")
    gone = [one.name for one in entries(text) if one.key == key and name in ("", one.name)]
    return b"\n".join(one for one in lines if not _is_ours(one, key, name)), gone


def _is_ours(one: bytes, key: str, name: str) -> bool:
    found = _OURS.fullmatch(one)
    return found is not None and found["key"] == key.encode() and name.encode() in (b"", found["name"])


def entries(text: bytes) -> list[Entry]:
    """Our lines, of all repositories."""
    return [_entry(found) for one in text.split(b"\n") if (found := _OURS.fullmatch(one))]


def _entry(found: re.Match[bytes]) -> Entry:
    *fields, told = [*os.fsdecode(found["line"]).split(None, 5), ""][:6]
    try:
        words = shlex.split(told.replace("\\%", "%"))
    except ValueError:
        words = []
    return Entry(found["name"].decode(), found["key"].decode(), " ".join(fields), read(words), bool(found["off"]))
