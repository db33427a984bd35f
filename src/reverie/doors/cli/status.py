"""`reverie status`: what the memory holds, and how it is."""

from __future__ import annotations

import itertools

import click

from reverie.doors.cli.talk import here, json_option, out, print_json, say, utc, when


@click.command("status", short_help="what the memory holds, and how it is")
@json_option
def command(as_json: bool) -> None:
    """What the memory holds, and how it is."""
    from reverie import wiring

    project = here()
    if not project.has_memory:
        if as_json:
            print_json({"memory": None})
        else:
            say(f'No memory in {project.root} yet. Begin with: reverie remember "…"   or   reverie run')
        return
    store = wiring.open_store(project)
    index = store.index
    index.refresh()
    facts = {
        "notes": index.count("note"),
        "pinned": index.count("note", pinned=True),
        "daily_notes": index.count("daily"),
        "rules": index.count("rule"),
        "insights": index.count("insight"),
        "candidates": index.count("candidate"),
        "proposals": index.count("proposal"),
    }
    newest = next(itertools.islice(store.history(), 1), None)
    left_out = [*index.left_out(), *store.problems(), *store.read_only_reason()]
    if as_json:
        last = {"id": newest.id, "at": utc(newest.at), "by": newest.by, "title": newest.title} if newest else None
        print_json({**facts, "last_change": last, "left_out": [{"what": s.what, "reason": s.reason} for s in left_out]})
        return
    out(
        f"Memory       {facts['notes']} notes ({facts['pinned']} pinned), {facts['daily_notes']} daily notes, "
        f"{facts['rules']} rules, {facts['insights']} insights"
    )
    out(f"Waiting      {facts['candidates']} candidates · {facts['proposals']} proposals")
    if newest:
        out(f"Last change  {when(newest.at)}, by {newest.by}: {newest.title}   ({newest.id})")
        out("Undo         reverie undo")
    for item in left_out[:10]:
        out(f"Left out     {item.what} — {item.reason}")
    if len(left_out) > 10:
        out(f"             and {len(left_out) - 10} more: reverie status --json")
    if index.rebuilt:
        say(f"note: {index.rebuilt}")
