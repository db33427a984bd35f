"""`reverie run`: one cycle over what happened."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING

import click

from reverie import wiring
from reverie.doors.cli.desk import overwritten
from reverie.doors.cli.heard import check, listening, refuse_if_off
from reverie.doors.cli.people import People
from reverie.doors.cli.talk import (
    all_projects_option,
    here,
    instructions_option,
    json_option,
    out,
    print_json,
    say,
    source_option,
    utc,
    window_of,
)
from reverie.records.phases import PHASES

if TYPE_CHECKING:
    from reverie.cage import Waiting
    from reverie.store.folder import FolderStore


@click.command("run", short_help="go over what happened and propose what to learn")
@click.option("--since", metavar="WINDOW", help="How far back, such as 30d or 10y (default: dream.window_days).")
@click.option("--lookback-days", type=click.IntRange(1), help="The same, in days.")
@click.option("--min-cluster-size", type=click.IntRange(1), help="Events that make a pattern.")
@click.option("--min-reverts", type=click.IntRange(1), help="Reverts that make a pattern.")
@click.option("--min-actors", type=click.IntRange(1), help="People who must hit a known bug.")
@click.option("--dry-run", is_flag=True, help="Show what would be proposed and change nothing.")
@click.option("--again", is_flag=True, help="Think even if nothing is new since the last time.")
@instructions_option
@click.option("--phase", type=click.Choice(PHASES), help="Go as far as this phase and no further.")
@click.option("--no-model", is_flag=True, help="Ask no model and no agent, whatever is configured.")
@click.option("--reask", is_flag=True, help="Ask again about sessions that were answered.")
@click.option("--show-outgoing", is_flag=True, help="Print what would be sent to which engine, and send nothing.")
@all_projects_option
@source_option
@click.option("--sync", "also_sync", is_flag=True, help="Also write rules into CLAUDE.md and its kin.")
@json_option
def command(
    since: str | None,
    lookback_days: int | None,
    min_cluster_size: int | None,
    min_reverts: int | None,
    min_actors: int | None,
    dry_run: bool,
    again: bool,
    instructions: str | None,
    phase: str | None,
    no_model: bool,
    reask: bool,
    show_outgoing: bool,
    all_projects: bool,
    extra: tuple[str, ...],
    also_sync: bool,
    as_json: bool,
) -> None:
    """Go over what happened and propose what to learn.

    Reads git history, sessions of agents in this project, observed events and the bug registry; writes candidates for
    you to decide on, and a note of each fact that somebody asked an agent to remember. Nothing outside .agent/ and the
    notes is changed, and no key or server is needed; a model, if one is configured, only words what is proposed. What
    else was said in sessions stays in .agent/local/, redacted.

    A night is gate, lock, orient, gather, notice, propose, remember, render, report. With --phase it ends after one of
    them; memory changes from propose on, and only a whole night writes its report.
    """
    project = here()
    window = window_of(since) or timedelta(days=lookback_days or project.settings.window_days)
    given = {"min_cluster_size": min_cluster_size, "min_reverts": min_reverts, "min_actors": min_actors}
    check(extra)
    if extra:
        refuse_if_off(project)
    chosen = {k: v for k, v in given.items() if v is not None}
    until = phase or PHASES[-1]
    thinks = PHASES.index(until) >= PHASES.index("gather")
    starts: AbstractContextManager[Waiting | None] = wiring.night.ahead(project) if thinks else nullcontext()
    with starts as first:  # as early as can be: the child takes its time to start
        listen = listening(project, all_projects, extra)
        from reverie import night
        from reverie.doors.cli.story import Story, closing, tell_report, waiting_of

        ask = wiring.night.request(
            project, wiring.now(), window, chosen, listen=listen, instructions=instructions or "", until=until
        )
        store = wiring.open_store(project)
        if show_outgoing:
            for line in wiring.lessons.show_outgoing(project, store, ask).split("\n"):
                out(line)
            return
        story = Story(quiet=as_json)
        story.begin(project, window)
        report = night.dream(
            store, ask, wiring.night.thinker(project, first), wiring.night.signer(project), story.tell,
            dry=dry_run, again=again or reask, lock=partial(wiring.night.alone, project, store, dry=dry_run),
            orient=partial(wiring.night.orient, project, store), settle=wiring.sessions.settler(project, listen),
            review_days=project.settings.review_days, book=wiring.memory.notebook(project, store),
            keeper=wiring.consolidation.keeper(project, store, ask.now),
            study=wiring.lessons.student(project, store, dry=dry_run, model=not no_model, reask=reask),
            scribe=None if no_model else wiring.wording.scribe(project, ask.instructions),
            publish=wiring.night.publisher(project, store),
        )  # fmt: skip
    lost = overwritten(project, store)
    wrote = _sync(project, store, as_json) if also_sync and not dry_run and not report.not_run else []
    if as_json:
        steps = [step.reason for step in (*report.thought.steps, *(report.noted if dry_run else ()))]
        waiting = waiting_of(night.lay_out(store))
        print_json({
            **report.record().facts, "dry_run": dry_run, "steps": steps, "synced": wrote, "overwritten": lost,
            "idle_since": utc(report.idle_since) if report.idle_since else None,
            "told": closing(report, waiting, next(store.history(), None), ask.now - ask.since),
            "candidates": [{"id": c.id, "signal": c.signal, "title": c.title} for c in waiting],
        })  # fmt: skip
    else:
        last = next(store.history(), None)
        for one in lost:
            say(f"  gone      {one['told']}")
        tell_report(report, night.lay_out(store), People(project), last, ask.now - ask.since, store)


def _sync(project: wiring.Project, store: FolderStore, as_json: bool) -> list[str]:
    from reverie.doors.cli import sync

    plan = sync.planned(project, store, force=False)
    wrote = sync.write(project, store, plan)
    if not as_json:
        sync.tell(plan, wrote)
    sync.refuse(plan)
    return wrote
