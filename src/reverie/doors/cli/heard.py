"""What the commands around transcripts share: whose sessions are meant, where they lie, and what was said in them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from reverie import wiring
from reverie.doors.cli.errors import NoSuchSource, SessionsOff
from reverie.doors.cli.progress import Progress
from reverie.doors.cli.talk import out
from reverie.records.events import REFUSED_COMMAND

if TYPE_CHECKING:
    from reverie.gather.transcripts.sources import Found
    from reverie.records.doubts import Sighting
    from reverie.records.events import Event
    from reverie.records.learning import Evidence
    from reverie.records.nightly import Listening
    from reverie.store.folder import FolderStore

SIGHTINGS = 3  # of one doubt
_DONE = frozenset({"error", "command", "habit", "edit"})  # what was done, not said


def listening(project: wiring.Project, all_projects: bool, extra: Sequence[str]) -> Listening:
    """Whose sessions are meant."""
    check(extra)
    return wiring.sessions.listening(project, all_projects=all_projects, extra=extra)


def check(extra: Sequence[str]) -> None:
    """What was named by hand must be there: a typing error is not silence."""
    for place in extra:
        if not place.strip() or not Path(place).expanduser().exists():  # an empty path would be this folder
            raise NoSuchSource(place=place or "''")


def refuse_if_off(project: wiring.Project) -> None:
    """What is switched off is not read because a path was named: the file may be the team's."""
    if project.settings.transcripts_off:
        raise SessionsOff(path=project.agent / "config.yaml")


def found_here(project: wiring.Project, all_projects: bool, extra: Sequence[str], *, quiet: bool = False) -> Found:
    """Every transcript that `run` would read with these flags, whether it was read before or not."""
    listen = listening(project, all_projects, extra)
    with Progress(quiet=quiet) as progress:
        asked = wiring.sessions.looking(project, wiring.now(), listen)
        return wiring.sessions.sources(project, asked, progress.tell)[0]


def quotes(project: wiring.Project, evidence: Iterable[Evidence]) -> dict[str, str]:
    """What was said, from this machine's own log: candidates and rules do not carry it, because they may be shared."""
    wanted = {e.event for e in evidence if e.span.startswith("session ")}
    heard = wiring.sessions.heard(project, wanted) if wanted else {}
    return {id: event.summary if event.kind in _DONE else spoken(event) for id, event in heard.items()}


def spoken(event: Event) -> str:
    """What a person said, and what they refused with these words."""
    command = next((tag.removeprefix(REFUSED_COMMAND) for tag in event.tags if tag.startswith(REFUSED_COMMAND)), "")
    return f"“{event.summary}”" + (f", refusing `{command}`" if command else "")


def sightings(store: FolderStore, keys: Iterable[str]) -> list[Sighting]:
    """What was said lately of these notes, proposals or insights, because memory was not sure of them."""
    from reverie.records.doubts import LOG, by_key

    seen = by_key(store.records(LOG))
    return [found for key in dict.fromkeys(keys) for found in seen.get(key, ())[:SIGHTINGS]]


def tell_sightings(found: Sequence[Sighting]) -> None:
    if found:
        out()
        out("Said of it lately, in sessions:")
    for one in found:
        out(f"  {one.quoted}")


def size(count: float) -> str:
    for unit in ("B", "kB", "MB", "GB"):
        if count < 1000 or unit == "GB":
            return f"{count:.0f} {unit}" if unit == "B" or count >= 100 else f"{count:.1f} {unit}"
        count /= 1000
    return ""
