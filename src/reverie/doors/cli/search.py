"""`reverie search`: notes, daily notes, rules and insights that answer a question, best first; on request the sessions
themselves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from reverie import wiring
from reverie.doors.cli.talk import json_option, many, out, parse_since, print_json, say, since_option, store_here
from reverie.records.errors import ReverieError
from reverie.records.notes import STATES, TYPES
from reverie.records.passages import FAINT

if TYPE_CHECKING:
    from reverie.finding.library import Library
    from reverie.lookup.search import Filters
    from reverie.records.engines import Embedder
    from reverie.records.passages import Hit
    from reverie.store.folder import FolderStore

LAYERS = ("note", "daily", "rule", "insight")
LIMIT, MOST = 10, 1000


@dataclass(frozen=True, slots=True)
class Desk:
    """Where questions are asked: the memory, its index, and what compares meanings."""

    project: wiring.Project
    store: FolderStore
    library: Library
    embed: Embedder | None

    def ask(self, queries: Sequence[tuple[str, int]], filters: Filters) -> list[list[Hit]]:
        """Secrets are taken out of questions, too: they may go to an embedder, and nothing that is found holds one."""
        texts = wiring.passing_redactor(self.project).texts([query for query, _ in queries])
        asked = [(text, limit) for text, (_, limit) in zip(texts, queries, strict=True)]
        return self.library.search(asked, filters, wiring.now(), self.embed)


@click.command("search", short_help="find what memory says about something")
@click.argument("query", required=False)
@click.option("--limit", type=click.IntRange(1, MOST), default=LIMIT, help=f"Hits at most ({LIMIT}).")
@click.option("--layer", "layers", type=click.Choice(LAYERS), multiple=True, help="Only these; may be given again.")
@click.option(
    "--type", "types", type=click.Choice(TYPES), multiple=True, help="Only notes of this type; may be repeated."
)
@since_option
@click.option("--transcripts", is_flag=True, help="Also look into the sessions themselves.")
@click.option("--superseded", is_flag=True, help="Also what was superseded, deprecated or retired.")
@click.option("--explain", is_flag=True, help="Show how each score came about.")
@click.option("--as-agent", is_flag=True, help="An agent asks: its hits are recorded as recalls.")
@click.option("--batch", metavar="FILE", type=click.Path(allow_dash=True), help="Many questions, as JSON lines.")
@json_option
def command(
    query: str | None,
    limit: int,
    layers: tuple[str, ...],
    types: tuple[str, ...],
    since: str | None,
    transcripts: bool,
    superseded: bool,
    explain: bool,
    as_agent: bool,
    batch: str | None,
    as_json: bool,
) -> None:
    """Find what memory says about QUERY, in plain words.

    Notes, daily notes, rules and insights, best first, each with its lines, its date, whose words it is and whether it
    was checked; for a rule also who decided it. Scores run from 0 to 1. With --batch FILE, a line in is
    {"id", "query", "limit"?} and a line out is {"id", "hits": [{"id", "path", "lines", "score", "text"}]}.
    """
    from reverie.lookup.search import Filters

    states = frozenset(STATES if superseded else ("active",))
    filters = Filters(frozenset(layers), frozenset(types), states, parse_since(since))
    if batch is not None:
        from reverie.doors.cli.search_batch import search_batch

        if query is not None or transcripts or explain or as_agent:
            raise click.UsageError(
                "--batch takes its questions from the file, and --limit, --layer, --type and --since"
            )
        search_batch(batch, limit, filters)
        return
    if query is None or not query.strip():
        raise click.UsageError("there is nothing to look for: reverie search QUERY")
    desk = open_desk(quiet=as_json)
    hits = desk.ask([(query, limit)], filters)[0]
    near = desk.library.checked(hits if as_json or explain else [hit for hit in hits if hit.score >= FAINT])
    if as_agent:
        _record(desk, near, query)
    _tell(desk, near, query, filters, limit, transcripts, explain, as_agent, as_json)
    if left := hits[len(near) :]:
        fainter = many(len(left), "faint hit" if len(near) == 0 else "fainter hit")
        say(f"{fainter} left out, {left[0].score:.2f} at most: --explain shows them")


def open_desk(*, quiet: bool) -> Desk:
    """The memory, its index brought up to date, with what a person should know said."""
    from reverie.doors.cli.progress import Progress
    from reverie.finding.library import embedded

    project, store = store_here()
    with Progress(quiet=quiet) as progress:
        library = wiring.search.library(project, store, progress.tell)
        library.catch_up(wiring.now())
        embed = embedded(library, wiring.engines.question_embedder(project) if library.size() else None)
    return Desk(project, store, library, embed)


def tell_notes(desk: Desk) -> None:
    for note in desk.library.notes:
        say(f"note: {note}")
    if held := desk.library.held_back():
        say(f"note: {many(held, 'file')} with a secret in it: what holds it is not searched")


def _record(desk: Desk, hits: Sequence[Hit], query: str) -> None:
    from reverie.remember.recalls import record

    clean = wiring.passing_redactor(desk.project).text
    why = ""
    for embed in dict.fromkeys((desk.embed, None)):  # an embedder that went away is no reason not to count
        try:
            record(desk.store, hits, query, at=wiring.now(), embed=embed, clean=clean)
        except ReverieError as problem:
            why = problem.message
        else:
            return
    desk.library.notes.append(f"these hits were not recorded: {why}")


def _tell(
    desk: Desk,
    hits: Sequence[Hit],
    query: str,
    filters: Filters,
    limit: int,
    transcripts: bool,
    explain: bool,
    as_agent: bool,
    as_json: bool,
) -> None:
    from reverie.doors.cli import search_shown as shown

    spoken = []
    if transcripts:
        from reverie.doors.cli.search_sessions import in_sessions

        spoken = in_sessions(desk.project, query, filters.since, limit, quiet=as_json)
    if as_json:
        found: dict[str, object] = {"hits": [shown.facts(hit, explain=explain) for hit in hits]}
        print_json({**found, **({"transcripts": [shown.spoken_facts(one) for one in spoken]} if transcripts else {})})
    else:
        for hit in hits:
            shown.tell(hit, explain=explain)
        for one in spoken:
            shown.tell_spoken(one)
        if hits and as_agent:
            out("Memory is a hint: check the code before you act on it.")
        elif not hits and not spoken:
            say(f"Nothing about it in {many(desk.library.size(), 'passage')}.")
    tell_notes(desk)
