"""`reverie history`: what was changed, when, by whom."""

from __future__ import annotations

import itertools

import click

from reverie.doors.cli.talk import json_option, print_json, say, store_here, table, utc, when


@click.command("history", short_help="what was changed, when, by whom")
@click.option("--limit", default=20, show_default=True, help="How many, newest first.")
@json_option
def command(limit: int, as_json: bool) -> None:
    """What was changed, when, by whom. Newest first."""
    from reverie.store.past import is_undone, undone_steps

    _, store = store_here()
    pasts = list(itertools.islice(store.history(), limit))
    undone = undone_steps(store.history())
    if as_json:
        print_json(
            [
                {
                    "id": p.id,
                    "at": utc(p.at),
                    "by": p.by,
                    "kind": p.kind.value,
                    "title": p.title,
                    "undone": is_undone(p, undone),
                    "steps": [{"reason": s.reason, "state": s.state.value, "why": s.why} for s in p.steps],
                    "files": sorted({str(a) for s in p.steps for a in s.addresses}),
                }
                for p in pasts
            ]
        )
        return
    if not pasts:
        say('Nothing was changed yet. Begin with: reverie remember "…"')
        return
    table((p.id, when(p.at), p.by, p.title + ("   (taken back)" if is_undone(p, undone) else "")) for p in pasts)
