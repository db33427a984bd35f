"""`reverie sync`: rules into the files agents read."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from reverie import wiring
from reverie.doors.cli.desk import apply, desk_here, last_health
from reverie.doors.cli.errors import OutOfDate, SyncRefused
from reverie.doors.cli.talk import coloured_diff, dry_run_option, json_option, many, out, print_json, say

if TYPE_CHECKING:
    from reverie.records.learning import Health
    from reverie.render.sync import SyncPlan
    from reverie.render.targets import TargetState
    from reverie.store.folder import FolderStore


@click.command("sync", short_help="write rules into CLAUDE.md and its kin")
@dry_run_option
@click.option("--check", is_flag=True, help="Change nothing; exit 1 when something is out of date (for CI).")
@click.option("--force", is_flag=True, help="Overwrite a block that was edited by hand.")
@json_option
def command(dry_run: bool, check: bool, force: bool, as_json: bool) -> None:
    """Write rules into CLAUDE.md and its kin.

    Rules stand in a block of their own between markers; everything else in the file stays as it is, byte for byte.
    """
    project, store, _ = desk_here()
    plan = planned(project, store, force)
    wrote = [] if check or dry_run else write(project, store, plan)
    diffs = _diffs(store, plan) if dry_run else []
    if as_json:
        skipped = [{"what": s.what, "reason": s.reason} for s in (*plan.skipped, *plan.left_out)]
        print_json({"out_of_date": plan.out_of_date, "wrote": wrote, "skipped": skipped, "diff": diffs})
    elif dry_run:
        coloured_diff(diffs)
        say(f"dry run: {many(len(plan.puts), 'file')} would be written")
    elif not check:
        tell(plan, wrote)
    if check and plan.out_of_date:
        raise OutOfDate(files=", ".join(plan.out_of_date))
    if check and not as_json:
        say("up to date")
    if not (check or dry_run):
        refuse(plan)


def planned(project: wiring.Project, store: FolderStore, force: bool) -> SyncPlan:
    from reverie.night import lay_out
    from reverie.render import sync, targets

    states = [_state(project, path) for path in targets.TARGETS]
    chosen = sync.SyncConfig(project.settings.sync_targets, project.settings.sync_budget)
    return sync.plan(states, lay_out(store).active_rules, _health(store), config=chosen, force=force)


def _health(store: FolderStore) -> dict[str, Health]:
    from reverie.records.learning import Health

    names = set(Health.__slots__)
    return {rule: Health(**facts) for rule, facts in last_health(store).items() if set(facts) == names}


def _state(project: wiring.Project, path: str) -> TargetState:
    from reverie.render.targets import TargetState

    place = project.root / path
    for above in (place.parent, place):
        if above != project.root and above.is_symlink():
            link = str(place.readlink()) if above == place else str(place.resolve())
            return TargetState(path, None, link)
    return TargetState(path, place.read_bytes() if place.is_file() else None)


def _diffs(store: FolderStore, plan: SyncPlan) -> list[str]:
    from reverie.tools import diff

    found: list[str] = []
    for put in plan.puts:
        there = store.read(put.address)
        found += diff.lines(put.address.path, there.content if there else None, put.content)
    return found


def write(project: wiring.Project, store: FolderStore, plan: SyncPlan) -> list[str]:
    """Write what the plan says, as one change. The files that were written."""
    from reverie.records.changes import Step

    paths = [put.address.path for put in plan.puts]
    steps = [Step(f"rules into {put.address.path}", (put,)) for put in plan.puts]
    if steps:
        apply(project, store, f"sync rules into {', '.join(paths)}", steps)
    return paths


def tell(plan: SyncPlan, wrote: list[str]) -> None:
    for path in wrote:
        out(f"wrote {path}")
    for item in (*plan.skipped, *plan.left_out):
        say(f"left out: {item.what} — {item.reason}")
    if not plan.out_of_date:
        say("up to date")


def refuse(plan: SyncPlan) -> None:
    """An error if a file is out of date and could not be written."""
    written = {put.address.path for put in plan.puts}
    refused = [path for path in plan.out_of_date if path not in written]
    if refused:
        why = "; ".join(f"{s.what}: {s.reason}" for s in plan.skipped if s.what in refused)
        raise SyncRefused(count=many(len(refused), "file"), why=why or ", ".join(refused))
