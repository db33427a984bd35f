"""Writing what was planned, and giving back what was there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from reverie.setup import edits, jsontext
from reverie.setup.agents import PROJECT, USER, paths
from reverie.setup.edits import Insertion
from reverie.tools import trust
from reverie.wiring.setup import record
from reverie.wiring.setup.files import content, digest, missing, refusal, remove, remove_empty, write
from reverie.wiring.setup.scene import Change, Scene


def carry_out(scene: Scene, changes: Sequence[Change]) -> list[str]:
    """Write what was planned. Returns what could not be, and why."""
    with record.mine(scene.base):
        told = record.read(scene.record)
        trouble = []
        for change in changes:
            if change.broken:
                trouble.append(f"{change.path}: {change.broken}")
                continue
            name = scene.name(change.path)
            with_it = {**told, name: _entry(scene, change, told.get(name, {}))}
            record.keep(scene.record, with_it, scene.within)  # first, so that a crash leaves nothing unknown
            try:
                write(change.path, change.before, change.after)
                told = with_it
            except OSError as problem:
                trouble.append(f"{change.path}: {(problem.strerror or str(problem)).lower()}")
                record.keep(scene.record, told, scene.within)
        return trouble


def _entry(scene: Scene, change: Change, before: Mapping[str, Any]) -> record.Entry:
    """What has to be known to take it out again. After somebody else's edit, places no longer count, only texts."""
    same = not before or before["digest"] == digest(change.before or b"")
    return {
        "new": before.get("new", change.is_new),
        "folders": before.get("folders") or [scene.name(folder) for folder in missing(change.path)],
        "put_in": [*before.get("put_in", []), *(list(one) for one in change.put_in)],
        "digest": digest(change.after) if same else "",
    }


def give_back(scene: Scene) -> tuple[list[Path], list[str]]:
    """Take out what was put in. Returns the files, and what could not be done."""
    with record.mine(scene.base):
        told = record.read(scene.record)
        done, trouble = [], []
        for name, entry in reversed(list(told.items())):  # so that a folder is empty when its turn comes
            path = scene.named(name)
            try:
                _check(scene, name, path)
                _restore(path, entry)
                remove_empty(map(scene.named, entry["folders"]), path)
            except (OSError, ValueError, KeyError, TypeError) as problem:
                trouble.append(f"{path}: {problem}")
                continue
            done.append(path)
            del told[name]
        made = trust.unmark(str(scene.root)) if scene.scope == USER and scene.in_project and not told else []
        record.remove_if_empty(made)
        record.keep(scene.record, told, scene.within)
        record.remove_if_empty(made)  # those the record was in
        return done, trouble


def _check(scene: Scene, name: str, path: Path) -> None:
    """The record lies in the project, which may be a stranger's: it can name only files that we write."""
    if scene.scope == PROJECT and name not in paths(PROJECT):
        raise ValueError("this is no file of ours")
    if why := refusal(path, scene.within):
        raise OSError(why)


def _restore(path: Path, entry: Mapping[str, Any]) -> None:
    now = content(path)
    if now is not None:
        untouched = entry["digest"] == digest(now)
        if untouched and entry["new"]:
            remove(path)
        else:
            text = _without_ours(now.decode(), entry, json=path.suffix == ".json", untouched=untouched)
            if entry["new"] and text.strip() in ("", "{}", "{\n}"):
                remove(path)  # nobody has put anything of theirs into it
            else:
                write(path, now, text.encode())


def _without_ours(text: str, entry: Mapping[str, Any], *, json: bool, untouched: bool) -> str:
    put_in = [Insertion(int(at), str(said)) for at, said in entry["put_in"]]
    shorter = edits.taken_out(text, put_in, untouched=untouched)
    if untouched or not json:
        return shorter
    return edits.cleared(shorter if jsontext.is_whole(shorter) else text)
