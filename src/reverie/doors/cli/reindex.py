"""`reverie reindex`: the derived index, made anew."""

from __future__ import annotations

import time

import click

from reverie.doors.cli.talk import json_option, out, print_json, say, store_here


@click.command("reindex", short_help="make the index anew from the files")
@json_option
def command(as_json: bool) -> None:
    """Make the index anew from the files. It is a cache: deleting it loses nothing."""
    _, store = store_here()
    began = time.monotonic()
    store.rebuild_index()
    counts, left_out = store.index.counts(), store.index.left_out()
    if as_json:
        print_json({"documents": counts, "left_out": [{"what": s.what, "reason": s.reason} for s in left_out]})
        return
    total = sum(counts.values())
    out(f"{total} documents in {time.monotonic() - began:.1f} s")
    for item in left_out:
        say(f"left out: {item.what} — {item.reason}")
