"""`reverie reindex`: what is derived from the files, made anew: the list of documents and the search index."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import click

from reverie import wiring
from reverie.doors.cli.progress import Progress
from reverie.doors.cli.talk import json_option, many, out, placed, print_json, say, store_here
from reverie.records.errors import ReverieError

if TYPE_CHECKING:
    from reverie.finding.library import Library
    from reverie.store.folder import FolderStore


@click.command("reindex", short_help="make the indexes anew from the files")
@json_option
def command(as_json: bool) -> None:
    """Make the indexes anew from the files: the list of documents, and what search looks in, with the vectors where
    there is an embedder. Looks the journal over as well. They are caches: deleting them loses nothing."""
    project, store = store_here()
    began = time.monotonic()
    library = _searchable(project, store, quiet=as_json)
    counts, left_out = store.index.counts(), [*store.index.left_out(), *store.problems(deep=True)]
    if as_json:
        skipped = [{"what": placed(item.what), "reason": item.reason} for item in left_out]
        found = {"passages": library.size(), "held_back": library.held_back()}
        print_json({"documents": counts, **found, "left_out": skipped})
        return
    taken = f"{time.monotonic() - began:.1f} s"
    out(f"{many(sum(counts.values()), 'document')}, {many(library.size(), 'passage')} to search in, in {taken}")
    for note in library.notes:
        say(f"note: {note}")
    if held := library.held_back():
        say(f"note: {many(held, 'file')} with a secret in it: what holds it is not searched")
    for item in left_out:
        say(f"left out: {placed(item.what)} — {item.reason}")


def _searchable(project: wiring.Project, store: FolderStore, *, quiet: bool) -> Library:
    with Progress(quiet=quiet, shared=True) as progress:
        library = wiring.search.library(project, store, progress.tell)
        library.rebuild(wiring.now(), meanwhile=store.rebuild_index)
        embedder = wiring.engines.question_embedder(project)
        if embedder is not None and library.size():
            try:
                library.embed(embedder, most=None)
            except ReverieError as problem:
                library.notes.append(f"the vectors were not made: {problem.message}")
    return library
