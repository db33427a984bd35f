"""`reverie run`: one cycle over what happened."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import click

from reverie import wiring
from reverie.doors.cli.heard import listening
from reverie.doors.cli.people import People
from reverie.doors.cli.talk import all_projects_option, here, json_option, print_json, source_option, window_of

if TYPE_CHECKING:
    from reverie.night import Report
    from reverie.store.folder import FolderStore


@click.command("run", short_help="go over what happened and propose what to learn")
@click.option("--since", metavar="WINDOW", help="How far back, such as 30d or 10y (default: dream.window_days).")
@click.option("--lookback-days", type=click.IntRange(1), help="The same, in days.")
@click.option("--min-cluster-size", type=click.IntRange(1), help="Events that make a pattern.")
@click.option("--min-reverts", type=click.IntRange(1), help="Reverts that make a pattern.")
@click.option("--min-actors", type=click.IntRange(1), help="People who must hit a known bug.")
@click.option("--dry-run", is_flag=True, help="Show what would be proposed and change nothing.")
@click.option("--again", is_flag=True, help="Think even if nothing is new since the last time.")
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
    all_projects: bool,
    extra: tuple[str, ...],
    also_sync: bool,
    as_json: bool,
) -> None:
    """Go over what happened and propose what to learn.

    Reads git history, sessions of agents in this project, observed events and the bug registry; writes candidates for
    you to decide on, and a note of each fact that somebody asked an agent to remember. Nothing outside .agent/ and the
    notes is changed, and no key or server is needed. What else was said in sessions stays in .agent/local/, redacted.
    """
    project = here()
    window = window_of(since) or timedelta(days=lookback_days or project.settings.window_days)
    given = {"min_cluster_size": min_cluster_size, "min_reverts": min_reverts, "min_actors": min_actors}
    listen = listening(project, all_projects, extra)
    chosen = {k: v for k, v in given.items() if v is not None}
    with wiring.night.ahead(project) as first:
        from reverie import night
        from reverie.doors.cli.story import Story, tell_report

        ask = wiring.night.request(project, wiring.now(), window, chosen, listen=listen)
        store = wiring.open_store(project)
        story = Story(quiet=as_json)
        story.begin(project, window, dry=dry_run)
        with store.dreaming():
            if not dry_run:
                wiring.inbox.take_in(project, store)
            think, sign, settle = (
                wiring.night.thinker(project, first),
                wiring.night.signer(project),
                wiring.sessions.settler(project, listen),
            )
            report = night.dream(
                store, ask, think, sign, story.tell, dry=dry_run, again=again, settle=settle,
                review_days=project.settings.review_days, book=wiring.memory.notebook(project, store),
                keeper=wiring.consolidation.keeper(project, store, ask.now),
            )  # fmt: skip
            _write_diary(store, report)
    wrote = _sync(project, store, as_json) if also_sync and not dry_run else []
    if as_json:
        steps = [step.reason for step in (*report.thought.steps, *(report.noted if dry_run else ()))]
        print_json({**report.record().facts, "dry_run": dry_run, "steps": steps, "synced": wrote})
    else:
        last = next(store.history(), None)
        tell_report(report, night.lay_out(store), People(project), last, ask.now - ask.since, store)


def _write_diary(store: FolderStore, report: Report) -> None:
    """A night that changed nothing has nothing to tell."""
    from reverie import diary, night

    if report.dry or not report.changed:
        return
    titles = {filed.candidate.id: filed.candidate.title for filed in night.lay_out(store).candidates}
    store.add_to_page(diary.FILE, diary.page(report.at, diary.entry(report.record().facts, titles)), diary.TOP)


def _sync(project: wiring.Project, store: FolderStore, as_json: bool) -> list[str]:
    from reverie.doors.cli import sync

    plan = sync.planned(project, store, force=False)
    wrote = sync.write(project, store, plan)
    if not as_json:
        sync.tell(plan, wrote)
    sync.refuse(plan)
    return wrote
