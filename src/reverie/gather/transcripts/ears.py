"""Looking for what there is to hear, without hearing it: which files, and whether any is new. Light, because it is
asked before every night, and most nights end here."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from reverie.gather.transcripts.checkpoints import Checkpoints, State
from reverie.gather.transcripts.folders import worktrees
from reverie.gather.transcripts.sources import Found, Source, Wanted, find
from reverie.records.nightly import Listening, Request
from reverie.tools.ids import content_id

LED_AWAY = "a link that leads out of this project"
MARKS, NEXT = "heard", "heard-next"  # folders below scratch


def wanted(ask: Listening, root: str) -> Wanted:
    extra = tuple(Path(named) for named in ask.extra)
    return Wanted(Path(ask.home), ask.environ, worktrees(Path(root)), ask.all_projects, extra)


def look(ask: Request, scratch: Path, progress: Callable[[str], None] = lambda _: None) -> tuple[Found, bool]:
    """What there is to hear, and whether any of it is new. Only names, times and first bytes are looked at."""
    checkpoints = open_checkpoints(scratch, ask)
    found = find_all(ask, checkpoints, progress)
    fresh = _is_fresh(found, checkpoints, ask.known_since)
    if scratch.is_dir():
        checkpoints.save()  # which files are other projects', so that they need not be opened again
    return found, fresh


def find_all(ask: Request, checkpoints: Checkpoints, progress: Callable[[str], None] = lambda _: None) -> Found:
    """Every transcript. What is reached through a place in the project must lie in the project: a repository may come
    with links into its reader's home."""
    found = find(wanted(ask.listen, ask.root), checkpoints, progress)
    root = os.path.realpath(ask.root)
    inner = [place for place in ask.listen.extra if below(os.path.realpath(os.path.dirname(place)), root)]  # noqa: PTH120
    away = {
        file.path
        for file in found.files
        if any(below(file.path, place) for place in inner) and not below(os.path.realpath(file.path), root)
    }
    if not away:
        return found
    sources = tuple(
        _without(source, [path for path in sorted(away) if below(path, source.place)]) for source in found.sources
    )
    return Found(tuple(file for file in found.files if file.path not in away), sources)


def _without(source: Source, away: Collection[str]) -> Source:
    if not away:
        return source
    named = (*source.named, *((LED_AWAY, path) for path in away))
    return replace(
        source, files=source.files - len(away), left_out={**source.left_out, LED_AWAY: len(away)}, named=named
    )


def below(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder.rstrip("/") + "/")


def _is_fresh(found: Found, checkpoints: Checkpoints, since: datetime) -> bool:
    """Whether there is a file to read at all, by its stat alone."""
    floor = since.timestamp() * 1e9
    return any(
        not file.unchanged
        and file.at.st_mtime_ns >= floor
        and checkpoints.state(file.path, file.at) is not State.UNCHANGED
        for file in found.files
    )


def open_checkpoints(scratch: Path, ask: Request) -> Checkpoints:
    """How far everything was read, for whoever is asking with these settings. If there was a log then and is none now,
    they are worth nothing: what they speak of is gone."""
    return Checkpoints.load(scratch / place(ask.listen, MARKS), key_of(ask, has_log(ask)))


def has_log(ask: Request) -> bool:
    return any(Path(ask.listen.heard).glob("*.jsonl"))


def key_of(ask: Request, log: bool) -> str:
    return content_id("heard", ask.redact_key, repr(ask.redact_extra), ask.listen.actor, "a log" if log else "none")


def place(ask: Listening, name: str) -> str:
    """Marks of all projects say nothing about whose a file is, so they are kept apart."""
    return f"{name}-all" if ask.all_projects else name
