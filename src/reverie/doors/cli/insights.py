"""`reverie insights`: what several sessions show together; and closing one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from reverie import wiring
from reverie.doors.cli.talk import json_option, many, out, parse_since, print_json, say, shorten, store_here, when
from reverie.records.insights import Status, Type

if TYPE_CHECKING:
    from reverie.records.changes import Step
    from reverie.records.documents import Document
    from reverie.records.insights import Insight
    from reverie.store.folder import FolderStore

ABOUT_IT = 0.3  # the score of a hit that answers a query
_REASON = click.option("--reason", help="What solved it, or why it is no insight. Required.")


@click.group("insights", invoke_without_command=True, short_help="what several sessions show together")
@click.option(
    "--status",
    type=click.Choice([*(state.value for state in Status), "all"]),
    default="active",
    show_default=True,
    help="Only those in this state.",
)
@click.option(
    "--type",
    "kind",
    type=click.Choice([kind.value for kind in Type]),
    help="Only this type; a gap is what is not solved.",
)
@click.option("--query", help="Only those about this, best first.")
@click.option("--since", metavar="WINDOW", help="Seen since then, such as 30d.")
@click.option("--limit", type=click.IntRange(1), default=20, show_default=True, help="So many at most.")
@json_option
@click.pass_context
def command(
    ctx: click.Context, status: str, kind: str | None, query: str | None, since: str | None, limit: int, as_json: bool
) -> None:
    """What several sessions show together: errors and what helps, what is found out anew, what is asked again.

    Each rests on at least two sessions. Dreams add, strengthen and close them; `show` has the evidence.
    """
    if ctx.invoked_subcommand is not None:
        return
    _, store = store_here()
    every = _filed(store)
    first = parse_since(since)
    found = [
        one
        for one in _asked([one for _, one in every], query, as_json)
        if status in ("all", one.status) and kind in (None, one.type) and (first is None or one.last >= first.date())
    ]
    if as_json:
        print_json([facts(one) for one in found[:limit]])
        return
    ids = [one.id for _, one in every]
    for one in found[:limit]:
        out(f"{shorten(one.id, ids)}  {one.text}")
        out(f"      {_line(one)}")
    _closing(found, limit, len(every))


def _closing(found: list[Insight], limit: int, of: int) -> None:
    if len(found) > limit:
        say(f"and {len(found) - limit} more: --limit {len(found)}")
    elif not found:
        say("No insights yet. They come of sessions: reverie run" if not of else f"None of {many(of, 'insight')} fits.")


def _line(one: Insight) -> str:
    state = "" if one.is_open else f"{one.status} · "
    return f"{state}{one.type} · {one.confidence} confidence ({one.because}) · {one.first} to {one.last}"


def _filed(store: FolderStore) -> list[tuple[Document, Insight]]:
    """The surest and newest first."""
    from reverie.layouts.insightfile import filed

    sure = {"high": 0, "medium": 1, "low": 2}
    rows = list(filed(store))
    return sorted(rows, key=lambda it: (sure.get(it[1].confidence, 3), -len(it[1].sessions), it[1].id))


def _asked(every: list[Insight], query: str | None, quiet: bool) -> list[Insight]:
    if not query or not query.strip():
        return every
    from reverie.doors.cli.search import open_desk
    from reverie.lookup.search import Filters
    from reverie.records.notes import STATES

    desk = open_desk(quiet=quiet)
    filters = Filters(frozenset({"insight"}), frozenset(), frozenset(STATES), None)
    hits = desk.ask([(query, 4 * len(every) + 10)], filters)[0]
    names = dict.fromkeys(hit.passage.facts.get("insight", "") for hit in hits if hit.score >= ABOUT_IT)
    by_id = {one.id: one for one in every}
    return [by_id[name] for name in names if name in by_id]


@command.command("show", short_help="one insight with its evidence")
@click.argument("id")
@json_option
def show(id: str, as_json: bool) -> None:
    """One insight with its evidence; what was said in sessions comes from this machine's own log."""
    from reverie.insights.deciding import one as meant

    project, store = store_here()
    tell(project, store, meant(id, (found for _, found in _filed(store))), as_json)


def tell(project: wiring.Project, store: FolderStore, one: Insight, as_json: bool) -> None:
    """An insight, what it rests on, and what can be done about it."""
    from reverie.doors.cli.heard import quotes, sightings, tell_sightings
    from reverie.doors.cli.people import People
    from reverie.doors.cli.show import tell_evidence, tell_field

    said = quotes(project, one.evidence)
    if as_json:
        print_json({**facts(one), "quotes": said, "spans": wiring.sessions.spans(project, said)})
        return
    out(f"{one.id}  {one.type} · {one.status} · confidence {one.confidence} ({one.because})")
    out()
    tell_field("Insight", one.text)
    tell_field("Worded", f"by {one.worded_by}; by rules: {one.draft}" if one.draft else "")
    tell_field("Do", one.advice)
    tell_field("Seen", f"{one.first} to {one.last}, in sessions {', '.join(one.sessions)}")
    tell_field("Closed", one.closed)
    tell_field("Offered", f"as {one.offered}" if one.offered else "")
    out()
    out("  Evidence")
    tell_evidence(one.evidence, said, People(project))
    tell_sightings(sightings(store, [one.id]))
    if one.is_open:
        out()
        yes, no = (f'reverie insights {verb} {one.id} --reason "…"' for verb in ("resolve", "dismiss"))
        out(f"  {yes}      or      {no}")


@command.command("resolve")
@click.argument("id")
@_REASON
@json_option
def resolve(id: str, reason: str | None, as_json: bool) -> None:
    """It is solved. It comes back only if two later sessions show it again."""
    _decide(id, "resolve", reason, as_json)


@command.command("dismiss")
@click.argument("id")
@_REASON
@json_option
def dismiss(id: str, reason: str | None, as_json: bool) -> None:
    """It is no insight, or not one for here. It stays dismissed."""
    _decide(id, "dismiss", reason, as_json)


def _decide(id: str, verdict: str, reason: str | None, as_json: bool) -> None:
    from reverie.doors.cli.desk import apply
    from reverie.insights import deciding
    from reverie.layouts import insightfile
    from reverie.records.changes import Put, Step
    from reverie.review import rationale as reasons
    from reverie.review.errors import RationaleRequired

    project, store = store_here()
    every = {one.id: (document, one) for document, one in _filed(store)}
    document, one = every[deciding.one(id, (found for _, found in every.values())).id]
    try:
        said = wiring.redactor(project).text(reasons.required(reason))
    except RationaleRequired:
        raise deciding.InsightReasonRequired(verdict=verdict, id=one.id) from None
    if not insightfile.untouched(document):
        raise deciding.InsightEdited(id=one.id, path=wiring.path_of(document.address))
    now = wiring.now()
    after = deciding.decided(one, verdict, " ".join(said.split()), wiring.who(project), now.date())
    put = Put(document.address, document.digest, insightfile.text(after, document.content))
    steps = [Step(f"{verdict} insight {one.id}: {one.text}", (put,)), *_withdrawn(project, store, one, after.closed)]
    apply(project, store, f"{verdict} insight {one.id}", steps)
    thin = reasons.thin(said, one.text)
    if as_json:
        print_json({**facts(after), "warning": thin})
        return
    out(f"{one.id} {after.status}, {when(now)}")
    if thin:
        say(f"warning: a thin reason: {thin}. In six months this is all anyone has")


def _withdrawn(project: wiring.Project, store: FolderStore, one: Insight, why: str) -> list[Step]:
    """What it had offered itself as, and nobody has decided about: with the insight, that is decided, too."""
    from dataclasses import replace

    from reverie.layouts import proposals
    from reverie.records.changes import Put, Step
    from reverie.records.proposals import DECLINED, OPEN

    found = proposals.filed(store, private=wiring.consolidation.is_private(project))
    waits = [(at, offer) for at, offer in found if offer.status == OPEN and one.offered.endswith(offer.id)]
    steps = []
    for at, offer in waits if one.offered else ():
        there = store.read(at)
        over = replace(
            offer, status=DECLINED, decided=f"with its insight: {why}", outcomes=(DECLINED,) * len(offer.steps)
        )
        if there is not None:
            put = Put(at, there.digest, proposals.text(over))
            steps.append(Step(f"proposal {offer.id} is declined with its insight", (put,)))
    return steps


def facts(one: Insight) -> dict[str, Any]:
    from dataclasses import asdict

    return asdict(one)
