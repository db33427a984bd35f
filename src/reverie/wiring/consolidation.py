"""What consolidation is asked, and what does its thinking."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from reverie.tools import nofollow
from reverie.wiring.forgetting import forgotten, tombstones
from reverie.wiring.memory import index_maker
from reverie.wiring.project import Project, place, redactor, secret, start_local

if TYPE_CHECKING:
    from reverie.consolidation import Keeper, Think
    from reverie.night import Observer
    from reverie.place import Place
    from reverie.records.changes import Step
    from reverie.records.store import Reader
    from reverie.records.tidying import Checked, Matter, Tidied, Tidy
    from reverie.store.folder import FolderStore
    from reverie.surveying import Survey


OWNERS_LOCK, STALE = ".consolidate-lock", 3600  # seconds


def kind(project: Project) -> str:
    """auto, propose or off: what is configured; else auto on one's own root, propose on another agent's."""
    return project.settings.consolidate or ("auto" if place(project).is_own else "propose")


def is_private(project: Project) -> bool:
    """Whether proposals stay out of what is committed, because the memory they are about is not in this project."""
    return place(project).is_outside


def keeper(project: Project, store: FolderStore, at: datetime) -> Keeper | None:
    """Who looks after this memory tonight; nobody, where that is switched off."""
    from reverie.consolidation import Keeper
    from reverie.tools.git import read_head
    from reverie.tools.ids import content_id

    if kind(project) == "off" or _is_empty(place(project)):
        return None
    ask = partial(request, project, store, at)
    own = place(project).is_own
    settings = content_id(kind(project), place(project).kind, repr(project.settings.redact))
    return Keeper(
        store, place(project).layout, at, ask, thinker(project), is_private(project), read_head(project.root), settings,
        held=owner_at_work(project, at), forgotten=forgotten(project, store),
        index=index_maker(project) if own else None, lead=_no_lines if own else partial(_lines, project),
        acts=kind(project) == "auto",
    )  # fmt: skip


def _no_lines(_reader: Reader, _steps: Sequence[Step], _known: Callable[[str], bool]) -> None:
    """Our own index is made anew whenever a note comes."""


def _lines(project: Project, reader: Reader, steps: Sequence[Step], known: Callable[[str], bool]) -> Matter | None:
    """What is to be done about another agent's index."""
    from reverie.shortening import mended

    layout, render = place(project).layout, index_maker(project)
    return mended(reader, layout, known, redactor(project).text, layout.describe, render, steps) if render else None


def _is_empty(notes: Place) -> bool:
    """Whether there is no memory at all, as on a first night. An index without notes has lines to lose."""
    return notes.is_own and not notes.holds_any


def owner_at_work(project: Project, at: datetime) -> str:
    """Claude Code's own dream says so by a file with its process; it is over after an hour."""
    from reverie.tools.processes import is_alive

    notes = place(project)
    if notes.kind != "claude-code":
        return ""
    try:
        file = notes.folder / OWNERS_LOCK
        pid = nofollow.read(str(notes.folder), OWNERS_LOCK, 100).decode("utf-8", "replace").strip()
        since = file.stat().st_mtime
    except OSError:
        return ""
    fresh = at.timestamp() - since < STALE
    return "Claude Code is dreaming over this memory itself" if fresh and pid.isdigit() and is_alive(int(pid)) else ""


def request(project: Project, store: FolderStore, at: datetime, looked: Survey) -> Tidy:
    from reverie.earlier import nights_gone, open_proposals, settled, undone_parts
    from reverie.layouts.layout import OWN
    from reverie.records.logs import LogRecord
    from reverie.records.tidying import Tidy
    from reverie.records.verification import LOG as VERIFICATIONS

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
        undone | undone_parts(store, undone),
        recalled=_recalled(store),
        gone=nights_gone(store),
        repo=str(project.root),
        known=tuple(record for record in store.records(VERIFICATIONS) if isinstance(record, LogRecord)),
        redact_key=secret(project),
        redact_extra=project.settings.redact,
        forgotten=tombstones(project, store).marks,
        left=looked.left,
        since=looked.since,
        upto=looked.upto,
        waiting=sum(one.maker == "consolidation" for _, one in open_proposals(store, private=is_private(project))),
    )


def _recalled(store: FolderStore) -> dict[str, str]:
    """Address → the day of its last recall."""
    from reverie.records.recalls import LOG
    from reverie.remember.recalls import read

    found: dict[str, str] = {}
    for one in read(store.records(LOG)):
        found[one.address] = max(one.at.date().isoformat(), found.get(one.address, ""))
    return found


def verified(project: Project, store: FolderStore, at: datetime) -> list[Checked]:
    """What became of every claim of the notes, looked up now. Nothing is written."""
    from reverie.surveying import survey

    ask = replace(request(project, store, at, survey(store, place(project).layout)), only_verify=True)
    found, _ = thinker(project)(ask, lambda _: None)
    return list(found.checked)


def scratch_of(project: Project) -> Path:
    return project.local / "cache" / "consolidation"


def thinker(project: Project) -> Think:
    from reverie import cage
    from reverie.records.nightly import Phase
    from reverie.records.tidying import Tidied

    def think(ask: Tidy, tell: Observer) -> tuple[Tidied, Sequence[str]]:
        start_local(project.root)
        result = cage.run(
            "reverie.tidying.work:tidy",
            ask.to_json(),
            scratch=scratch_of(project),
            limits=cage.Limits(),
            on_progress=lambda line: tell(Phase.from_json(line)),
            anchor=project.root,
        )
        return Tidied.from_json(result.output), result.open

    return think
