"""`reverie reindex`: the derived index, made anew."""

from __future__ import annotations

import time

import click

from reverie.doors.cli.talk import json_option, many, out, placed, print_json, say, store_here


@click.command("reindex", short_help="make the index anew from the files")
@json_option
def command(as_json: bool) -> None:
    """Make the index anew from the files, and look the journal over. It is a cache: deleting it loses nothing."""
    _, store = store_here()
    began = time.monotonic()
    store.rebuild_index()
    counts, left_out = store.index.counts(), [*store.index.left_out(), *store.problems(deep=True)]
    if as_json:
        skipped = [{"what": placed(item.what), "reason": item.reason} for item in left_out]
        print_json({"documents": counts, "left_out": skipped})
        return
    out(f"{many(sum(counts.values()), 'document')} in {time.monotonic() - began:.1f} s")
    for item in left_out:
        say(f"left out: {placed(item.what)} — {item.reason}")
