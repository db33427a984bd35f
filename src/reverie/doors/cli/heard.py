"""What the commands around transcripts share: whose sessions are meant, and where they lie."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from reverie import wiring
from reverie.doors.cli.errors import NoSuchSource

if TYPE_CHECKING:
    from reverie.gather.transcripts.sources import Found
    from reverie.records.nightly import Listening


def listening(project: wiring.Project, all_projects: bool, extra: Sequence[str]) -> Listening:
    """Whose sessions are meant. What was named by hand must be there: a typing error is not silence."""
    for place in extra:
        if not Path(place).expanduser().exists():
            raise NoSuchSource(place=place)
    return wiring.sessions.listening(project, all_projects=all_projects, extra=extra)


def found_here(project: wiring.Project, all_projects: bool, extra: Sequence[str]) -> Found:
    """Every transcript that `run` would read with these flags, whether it was read before or not."""
    listen = listening(project, all_projects, extra)
    return wiring.sessions.sources(project, wiring.sessions.looking(project, wiring.now(), listen))[0]


def size(count: float) -> str:
    for unit in ("B", "kB", "MB", "GB"):
        if count < 1000 or unit == "GB":
            return f"{count:.0f} {unit}" if unit == "B" or count >= 100 else f"{count:.1f} {unit}"
        count /= 1000
    return ""
