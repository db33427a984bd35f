"""What consolidation is asked, and what does its thinking."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from reverie.wiring.project import Project, place, secret

if TYPE_CHECKING:
    from reverie.consolidation import Keeper, Survey, Think
    from reverie.night import Observer
    from reverie.records.tidying import Tidied, Tidy
    from reverie.store.folder import FolderStore


def kind(project: Project) -> str:
    """auto, propose or off: what is configured; else auto on one's own root, propose on another agent's."""
    return project.settings.consolidate or ("auto" if place(project).is_own else "propose")


def is_private(project: Project) -> bool:
    """Whether proposals stay out of what is committed, because the memory they are about is not in this project."""
    return place(project).is_outside


def keeper(project: Project, store: FolderStore, at: datetime) -> Keeper | None:
    """Who looks after this memory tonight; nobody, where that is switched off."""
    from reverie.consolidation import Keeper

    if kind(project) == "off":
        return None
    ask = partial(request, project, store, at)
    return Keeper(store, place(project).layout, ask, thinker(project), is_private(project))


def request(project: Project, store: FolderStore, at: datetime, looked: Survey) -> Tidy:
    from reverie.consolidation import settled
    from reverie.layouts.layout import OWN
    from reverie.records.tidying import Tidy

    notes = place(project)
    roots = {root.name: str(root.path) for root in notes.roots()}
    roots.setdefault(OWN, str(project.agent / "memory"))
    room, undone = store.allowance(at)
    return Tidy(
        at,
        notes.kind,
        roots,
        looked.notes,
        looked.others,
        kind(project) == "auto",
        room,
        settled(store, private=is_private(project)),
        undone,
        recalled=_recalled(store),
        redact_key=secret(project),
        redact_extra=project.settings.redact,
    )


def _recalled(store: FolderStore) -> dict[str, str]:
    """Address → the day of its last recall."""
    from reverie.records.recalls import LOG
    from reverie.remember.recalls import read

    found: dict[str, str] = {}
    for one in read(store.records(LOG)):
        found[one.address] = max(one.at.date().isoformat(), found.get(one.address, ""))
    return found


def scratch_of(project: Project) -> Path:
    return project.local / "cache" / "consolidation"


def thinker(project: Project) -> Think:
    from reverie import cage
    from reverie.records.nightly import Phase
    from reverie.records.tidying import Tidied

    def think(ask: Tidy, tell: Observer) -> tuple[Tidied, Sequence[str]]:
        result = cage.run(
            "reverie.tidying:tidy",
            ask.to_json(),
            scratch=scratch_of(project),
            limits=cage.Limits(),
            on_progress=lambda line: tell(Phase.from_json(line)),
        )
        return Tidied.from_json(result.output), result.open

    return think
