"""`reverie doctor`: how the memory is, what is wrong with it, what that means, and what will be done about it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from reverie import wiring
from reverie.doors.cli.desk import overwritten
from reverie.doors.cli.person import require_person
from reverie.doors.cli.talk import here, json_option, many, out, print_json, say, tell_skipped

if TYPE_CHECKING:
    from reverie.orient import Map, Trouble
    from reverie.records.changes import Step
    from reverie.records.documents import Skipped
    from reverie.store.folder import FolderStore

SHOWN = 5
# What it means; what a dream does about it where it may; what is left for a person.
MEANING = {
    "unreadable": ("it cannot be read as a note", "left alone", "mend its header by hand"),
    "secret": (
        "it holds a secret",
        "left alone: never merged, searched or sent; the index lists it without the secret",
        "take the secret out of it",
    ),
    "long index": ("an agent does not load the end of it", "the notes of most use are listed, the rest by group", ""),
    "orphan": ("the index does not lead to it, so no agent opens it", "a line in the index", "reverie doctor --fix"),
    "broken link": ("it leads nowhere", "left as it is", "mend it, or remove it"),
    "duplicate": ("it says the same as another, word for word", "merged", ""),
    "fixed duplicate": (
        "it says the same as another, and both are pinned or static",
        "left alone",
        "unpin one of them",
    ),
    "expired": ("its time is over", "retired", ""),
    "unknown": ("it is nothing Reverie knows", "left alone", ""),
}


@click.command("doctor", short_help="how the memory is, and what the next dream will do about it")
@click.option("--fix", is_flag=True, help="Do the safe part now: notes the index does not lead to get their line.")
@click.option("--dry-run", is_flag=True, help="With --fix: show what would change.")
@click.option("--trust", is_flag=True, help="Say that .agent/local is your own, brought here from another machine.")
@json_option
def command(fix: bool, dry_run: bool, trust: bool, as_json: bool) -> None:
    """A map of the memory: what is there, how it hangs together, what is wrong, and what the next dream will do.

    Nothing is changed without --fix. What people wrote into the index stays. A .agent/local that this machine did not
    make is not used, since what it says would count as your own words; --trust takes it over. Journal, logs and index
    are read to the last byte.
    """
    from reverie.orient import orient

    if trust:
        _trust(as_json)
        return

    project = here()
    if not project.has_memory and wiring.place(project).is_own:
        if as_json:
            print_json({"memory": None})
        else:
            say(f'No memory in {project.root} yet. Begin with: reverie remember "…"')
            for setting in _of_others(project.root):
                say(f"An agent's memory is there; to look after it in place, write into .agent/config.yaml: {setting}")
        return
    store = wiring.open_store(project)
    damage = [*store.check(), *store.read_only_reason()]
    found = orient(store, wiring.place(project).layout, wiring.now().date(), wiring.passing_redactor(project).text)
    mode, own = wiring.consolidation.kind(project), wiring.place(project).is_own
    if fix:
        _fix(project, store, found, dry_run, as_json)
        return
    lost = overwritten(project, store)
    if as_json:
        told = [{"what": item.what, "reason": item.reason} for item in damage]
        print_json({**_facts(found, mode, own), "overwritten": lost, "store": told})
    else:
        _tell(found, mode, own, [one["told"] for one in lost], damage)


def _trust(as_json: bool) -> None:
    """Only a person can say so, and only of a folder that git does not hand out."""
    from reverie.tools.trust import LOCAL

    root = wiring.find_project(Path.cwd(), trusted=False).root
    require_person("take over a .agent/local from elsewhere")
    new = wiring.project.trust_local(root)
    if as_json:
        print_json({"trusted": str(root / LOCAL), "new": new})
    else:
        say(f"{root / LOCAL} is trusted from now on." if new else f"{root / LOCAL} is trusted already.")


def _of_others(root: Path) -> list[str]:
    """What would have to be set to look after the memory other agents keep in this project."""
    claude = (root / ".claude" / "memory" / "MEMORY.md").is_file()
    openclaw = (root / "MEMORY.md").is_file() and (root / "memory").is_dir()
    settings = [
        (claude, "memory: {layout: claude-code, root: .claude/memory}"),
        (openclaw, "memory: {layout: openclaw}"),
    ]
    return [setting for there, setting in settings if there]


def _facts(found: Map, mode: str, own: bool) -> dict[str, Any]:
    troubles = [
        {"kind": t.kind, "path": wiring.path_of(t.address), "line": t.line or None, "about": t.about,
         "means": MEANING[t.kind][0], "next_dream": _next(t.kind, mode, own)}
        for t in found.troubles
    ]  # fmt: skip
    return {
        "documents": dict(found.kinds),
        "headers": dict(found.dialects),
        "daily_folders": dict(found.folders),
        "index": {"lines": found.index_lines, "bytes": found.index_bytes},
        "consolidate": mode,
        "troubles": troubles,
    }


def _next(kind: str, mode: str, own: bool) -> str:
    does = MEANING[kind][1]
    if kind == "long index" and not own:
        does = "its end moves to a note of its own, to which it leads"
    if kind in ("duplicate", "expired", "orphan", *(() if own else ("long index",))) and mode != "auto":
        if kind == "orphan" and own and mode == "propose":
            return "nothing: consolidation only proposes here"
        return f"{does}, as a proposal" if mode == "propose" else "nothing: consolidation is off"
    return f"{does}, or put before you if they may be about different things" if kind == "duplicate" else does


def _tell(found: Map, mode: str, own: bool, lost: Sequence[str], damage: Sequence[Skipped]) -> None:
    notes, days = found.kinds["note"], found.kinds["daily"]
    out(f"Memory   {many(notes, 'note')}, {many(days, 'daily note')}" + _also(found))
    if found.index_lines:
        out(
            f"Index    {many(found.index_lines, 'line')}, {found.index_bytes / 1000:.1f} KB (an agent loads 200, 25 KB)"
        )
    _tell_damage(damage)
    for told in lost:
        out(f"Gone     {told}")
    if not found.troubles:
        out("Nothing is wrong with the notes." if damage or lost else "Nothing is wrong with it.")
        return
    for kind, (means, _, yours) in MEANING.items():
        if troubles := found.of(kind):
            out("")
            out(
                f"{many(len(troubles), kind)}: {means}. Next dream: {_next(kind, mode, own)}."
                + (f" You: {yours}." if yours else "")
            )
            for trouble in troubles[:SHOWN]:
                out(f"  {_where(trouble)}")
            if len(troubles) > SHOWN:
                out(f"  and {len(troubles) - SHOWN} more (--json)")


def _tell_damage(damage: Sequence[Skipped]) -> None:
    """Of the store itself: journal, logs and index."""
    if not damage:
        out("Store    journal, logs and index are whole")
        return
    out(f"Store    {many(len(damage), 'fault')}; what it concerns cannot be undone or is passed over, the rest works")
    for item in damage[: 4 * SHOWN]:
        out(f"  .agent/local/{item.what.removeprefix('local:')}  {item.reason}")
    if len(damage) > 4 * SHOWN:
        out(f"  and {len(damage) - 4 * SHOWN} more (--json)")


def _also(found: Map) -> str:
    parts = [f"{count} {name}" for name, count in sorted(found.dialects.items()) if name != "no header"]
    headers = f"; headers: {', '.join(parts)}" if len(parts) > 1 else ""
    folders = [f"{name}/" for name in sorted(found.folders) if name != "."]
    return headers + (f"; days in {', '.join(folders[:3])}{'…' if len(folders) > 3 else ''}" if folders else "")


def _where(trouble: Trouble) -> str:
    place = wiring.path_of(trouble.address) + (f":{trouble.line}" if trouble.line else "")
    return f"{place}  {trouble.about}".rstrip()


def _fix(project: wiring.Project, store: FolderStore, found: Map, dry_run: bool, as_json: bool) -> None:
    """Lines for the orphans, at the end of the index, as its owner writes them."""
    from reverie.doors.cli.talk import coloured_diff
    from reverie.leading import relinked
    from reverie.records.changes import ChangeSet
    from reverie.tools import diff

    place = wiring.place(project)
    orphans = [trouble.address for trouble in found.of("orphan")]
    step = _made_anew(project, store) if place.is_own else None
    step = step or relinked(store, place.layout, orphans, wiring.redactor(project).text)
    if step is None:
        print_json({"fixed": 0}) if as_json else say("There is nothing that could be mended safely.")
        return
    changes = ChangeSet("doctor: lines for notes the index did not lead to", wiring.who(project), wiring.now(), (step,))
    if dry_run:
        coloured_diff(diff.of_changes(changes, store, wiring.path_of))
        return
    receipt = store.apply(changes)
    if as_json:
        print_json({"fixed": len(found.of("orphan")) if receipt.applied else 0, "change": receipt.id})
        return
    say(
        f"{many(len(found.of('orphan')), 'note')} now in the index · undo: reverie undo"
        if receipt.applied
        else "Nothing changed"
    )
    tell_skipped(receipt)


def _made_anew(project: wiring.Project, store: FolderStore) -> Step | None:
    """Our own index, as it should be."""
    from reverie.records.changes import Step

    make, address = wiring.index_maker(project), wiring.place(project).layout.index
    puts = tuple(make(store, [address])) if make and address else ()
    return Step("make the index anew from the notes", puts) if puts else None
