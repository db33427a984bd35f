"""`reverie status`: the morning after. What was dreamt, what the memory holds, what waits, and how to take it back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import click

from reverie import wiring
from reverie.diary import did
from reverie.doors.cli.desk import heartbeat, last_night, newest_standing, overwritten
from reverie.doors.cli.people import People
from reverie.doors.cli.talk import brief, here, json_option, many, out, placed, print_json, say, utc, when

if TYPE_CHECKING:
    from reverie.records.changes import Past
    from reverie.records.documents import Skipped
    from reverie.records.logs import LogRecord
    from reverie.store.folder import FolderStore

SHOWN = 10


@click.command("status", short_help="what the memory holds, and how it is")
@click.option("--deep", is_flag=True, help="Also promotion: mode, next run, counts, gates, heartbeat.")
@json_option
def command(deep: bool, as_json: bool) -> None:
    """What the memory holds, and how it is."""
    project = here()
    if not project.has_memory and wiring.place(project).is_own:
        if as_json:
            print_json({"memory": None})
        else:
            say(f'No memory in {project.root} yet. Begin with: reverie run   or   reverie remember "…"')
        return
    store = wiring.open_store(project)
    store.index.refresh()
    counts, night, newest = _counts(project, store), last_night(store), newest_standing(store)
    left_out = [*store.index.left_out(), *store.problems(), *store.read_only_reason()]
    closely = _closely(project, store) if deep else {}
    beats = heartbeat(store, wiring.now()) if night else ""
    held = _held_back(project, store) if counts["candidates"] else {}
    lost, tasks = overwritten(project, store), wiring.tasks.state(project, store)
    if as_json:
        told = {**_facts(counts, night, newest, left_out), "heartbeat": beats, "held_back": held, "overwritten": lost}
        told["tasks"] = tasks
        print_json({**told, **({"promotion": closely} if deep else {})})
        return
    _tell_night(night)
    if beats:
        out(f"Heartbeat    {beats}")
    people = People(project)
    _tell_memory(counts)
    for id, reason in list(held.items())[:SHOWN]:
        out(f"             {id}: {people.told(reason)}")
    _tell_change(newest, people)
    for one in lost[:SHOWN]:
        out(f"Gone         {one['told']}")
    _tell_tasks(tasks)
    out(f"By itself    {by_itself(project)}")
    if deep:
        from reverie.doors.cli.status_deep import tell

        tell(closely)
    _tell_left_out(left_out)
    if store.index.rebuilt:
        say(f"note: {store.index.rebuilt}")


def _closely(project: wiring.Project, store: FolderStore) -> dict[str, Any]:
    from reverie.doors.cli.status_deep import facts

    return facts(project, store, wiring.now())


def _held_back(project: wiring.Project, store: FolderStore) -> dict[str, str]:
    from reverie.night.desk import lay_out

    return wiring.night.held_back(project, lay_out(store))


def by_itself(project: wiring.Project) -> str:
    """What opens the gate of consolidation, by the numbers in force."""
    if wiring.consolidation.kind(project) == "off":
        return "consolidation is off (dream.consolidate)"
    from reverie.wiring.gates import terms_of

    return f"consolidation after {terms_of(project)}: reverie tick"


def _counts(project: wiring.Project, store: FolderStore) -> dict[str, int]:
    from reverie.earlier import open_proposals

    index, private = store.index, wiring.consolidation.is_private(project)
    return {
        "notes": index.count("note"),
        "pinned": index.count("note", pinned=True),
        "daily_notes": index.count("daily"),
        "rules": index.count("rule"),
        "insights": index.count("insight"),
        "candidates": index.count("candidate"),
        "proposals": len(open_proposals(store, private=private)),
    }


def _facts(
    counts: Mapping[str, int], night: LogRecord | None, newest: Past | None, left_out: Iterable[Skipped]
) -> dict[str, Any]:
    change = {"id": newest.id, "at": utc(newest.at), "by": newest.by, "title": newest.title} if newest else None
    dream = {"at": utc(night.at), "did": did(night.facts), **night.facts} if night else None
    skipped = [{"what": placed(item.what), "reason": placed(item.reason)} for item in left_out]
    return {**counts, "last_dream": dream, "last_change": change, "left_out": skipped}


def _tell_night(night: LogRecord | None) -> None:
    if night is None:
        out("Last dream   none yet: reverie run")
        return
    seconds = night.facts.get("seconds")
    took = f", {seconds:.1f} s" if isinstance(seconds, (int, float)) else ""
    out(f"Last dream   {when(night.at)}{took}: {did(night.facts)}")


def _tell_memory(counts: Mapping[str, int]) -> None:
    pinned = f" ({counts['pinned']} pinned)" if counts["pinned"] else ""
    parts = [many(counts["notes"], "note") + pinned, many(counts["daily_notes"], "daily note")]
    parts += [many(counts["rules"], "rule")]
    parts += [many(counts["insights"], "insight")] if counts["insights"] else []
    out(f"Memory       {', '.join(parts)}")
    doors = {"candidates": "reverie list", "proposals": "reverie reorganize list"}
    waiting = [f"{many(counts[kind], kind[:-1])}: {door}" for kind, door in doors.items() if counts[kind]]
    out(f"Waiting      {' · '.join(waiting) if waiting else 'nothing'}")


def _tell_tasks(tasks: Mapping[str, Any]) -> None:
    """Who answers tasks, if anybody is to, and what keeps them from it."""
    asked = tasks["engine"] not in ("keyless", "agent")
    if asked:
        out(f"Engine       {tasks['engine']}" + (f", {tasks['model']}" if tasks["model"] else ""))
        if tasks["fault"]:
            out(f"             not asked: {tasks['fault']}")
        if failed := tasks["failed"]:
            out(f"             {failed['engine']} failed {when(failed['at'])}: {failed['why']}")
    if tasks["waiting"]:
        out(f"Tasks        {many(tasks['waiting'], 'question')} for your agent: reverie tasks list")


def _tell_change(newest: Past | None, people: People) -> None:
    if newest:
        out(f"Last change  {when(newest.at)}, by {people.name(newest.by)}: {newest.title}")
        out(f"Undo         reverie undo {brief(newest.id)}      takes it back, byte for byte")


def _tell_left_out(left_out: list[Skipped]) -> None:
    for item in left_out[:SHOWN]:
        out(f"Left out     {placed(item.what)} — {placed(item.reason)}")
    if len(left_out) > SHOWN:
        out(f"             and {len(left_out) - SHOWN} more: reverie status --json")
