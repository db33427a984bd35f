"""`reverie sync`: rules into the files agents read."""

from __future__ import annotations

import os
from collections.abc import Container
from pathlib import Path
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


_OTHERWISE = "move it away, or name other files in sync.targets"


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
        tell_left_out(plan)
        say(f"dry run: {many(len(plan.puts), 'file')} would be written")
    elif check:
        tell_left_out(plan)
    else:
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

    states = [_state(project, store, path) for path in targets.TARGETS]
    chosen = sync.SyncConfig(project.settings.sync_targets, project.settings.sync_budget)
    return sync.plan(states, lay_out(store).active_rules, _health(store), config=chosen, force=force)


def _health(store: FolderStore) -> dict[str, Health]:
    from reverie.records.learning import Health

    names = set(Health.__slots__)
    return {rule: Health(**facts) for rule, facts in last_health(store).items() if set(facts) == names}


def _state(project: wiring.Project, store: FolderStore, path: str) -> TargetState:
    """A target as it is, without following a link, waiting for a pipe or reading what is too large."""
    from reverie.records.documents import Address
    from reverie.records.errors import BadDocument
    from reverie.render.targets import TargetState

    link = _link(project.root, path)
    if link is not None:
        return TargetState(path, None, link)
    try:
        found = store.read(Address("project", path))
    except BadDocument as problem:
        return TargetState(path, trouble=f"{problem.facts['reason']}: {_OTHERWISE}")
    if found is None:
        return TargetState(path)
    locked = not (project.root / path).stat().st_mode & 0o222
    trouble = f"it is read-only: chmod u+w {path}, or name other files in sync.targets" if locked else ""
    return TargetState(path, None if locked else found.content, trouble=trouble)


def _link(root: Path, path: str) -> str | None:
    """The words of the link that stands at this place; where it leads in the end, if a folder above it is one."""
    parts = Path(path).parts
    for above in range(1, len(parts)):
        if _is_link(root.joinpath(*parts[:above])):
            return os.path.realpath(root / path)
    return str((root / path).readlink()) if _is_link(root / path) else None


def _is_link(path: Path) -> bool:
    return os.path.islink(path)  # noqa: PTH114 — unlike `Path.is_symlink`, this says no where one may not look


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
    tell_left_out(plan, besides=_refused(plan))
    if not plan.out_of_date:
        say("up to date")


def tell_left_out(plan: SyncPlan, besides: Container[str] = ()) -> None:
    for item in (*plan.skipped, *plan.left_out):
        if item.what not in besides:
            say(f"left out: {item.what} — {item.reason}")


def _refused(plan: SyncPlan) -> list[str]:
    written = {put.address.path for put in plan.puts}
    return [path for path in plan.out_of_date if path not in written]


def refuse(plan: SyncPlan) -> None:
    """An error if a file is out of date and could not be written."""
    refused = _refused(plan)
    if refused:
        why = "; ".join(f"{s.what}: {s.reason}" for s in plan.skipped if s.what in refused)
        raise SyncRefused(count=many(len(refused), "file"), why=why or ", ".join(refused))
