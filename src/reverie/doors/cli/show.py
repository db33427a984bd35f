"""`reverie show`: one change, its reasons, its files and its diff."""

from __future__ import annotations

import click

from reverie.doors.cli.talk import coloured_diff, json_option, out, print_json, store_here, utc, when


@click.command("show", short_help="one change: why, which files, and the diff")
@click.argument("id")
@json_option
def command(id: str, as_json: bool) -> None:
    """One change: why, which files, and the diff. ID may be shortened while it is unique."""
    from reverie.records.changes import State
    from reverie.store.past import find
    from reverie.tools import diff

    _, store = store_here()
    past = find(list(store.history()), id)
    contents = store.contents(past.id)
    parts = [(step, list(diff.of_ops(ops, contents))) for step, ops in zip(past.steps, past.ops, strict=True)]
    if as_json:
        steps = [{"reason": s.reason, "state": s.state.value, "why": s.why, "diff": d} for s, d in parts]
        print_json({"id": past.id, "at": utc(past.at), "by": past.by, "title": past.title, "steps": steps})
        return
    out(f"{past.id}  {past.title}")
    out(f"  by {past.by}, {when(past.at)}")
    for step, lines in parts:
        out()
        if step.state is State.SKIPPED:
            out(f"  skipped: {step.reason} — {step.why}")
        else:
            out(f"  {step.reason}")
            coloured_diff(lines)
    if past.rendered:
        out()
        out("  and what is made from it")
        coloured_diff(diff.of_ops(past.rendered, contents))
