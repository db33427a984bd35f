"""What the commands around candidates and rules share: laying out the desk, and applying a decision."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from reverie import wiring
from reverie.doors.cli.errors import GitRefused, NotApplied
from reverie.doors.cli.talk import brief, many, placed, say, store_here

if TYPE_CHECKING:
    from reverie.night import Desk
    from reverie.records.changes import Past, Receipt, Step
    from reverie.records.logs import LogRecord
    from reverie.store.folder import FolderStore


def desk_here() -> tuple[wiring.Project, FolderStore, Desk]:
    from reverie.night import lay_out

    project, store = store_here()
    desk = lay_out(store)
    if store.index.rebuilt:
        say(f"note: {store.index.rebuilt}")
    return project, store, desk


def apply(project: wiring.Project, store: FolderStore, title: str, steps: Sequence[Step]) -> Receipt:
    """Apply a person's decision, in their name."""
    from reverie.records.changes import ChangeSet, State

    receipt = store.apply(ChangeSet(title, wiring.who(project), wiring.now(), tuple(steps)))
    wiring.morning.freshen(project, store)
    missed = [r for r in receipt.results[: len(steps)] if r.state is State.SKIPPED]
    if missed:
        done = len(steps) - len(missed)
        what = f"only {done} of {len(steps)} changes were made" if done else "nothing was changed"
        raise NotApplied(what=what, why="; ".join(placed(r.why) for r in missed))
    return receipt


def commit(project: wiring.Project, receipt: Receipt, message: str) -> None:
    """Commit the files of a decision, and only those."""
    from reverie.tools.git import GitFailed
    from reverie.tools.git_commit import commit_files

    paths = sorted({wiring.path_of(address) for r in receipt.results for address in r.addresses})
    try:
        commit_files(project.root, paths, message)
    except (GitFailed, OSError) as problem:
        raise GitRefused(why=str(problem)) from problem
    say(f"committed: {message}")


def last_night(store: FolderStore) -> LogRecord | None:
    """The newest night on record. Most often it was lately, and there is no need to read them all."""
    from reverie.records.logs import LogRecord

    newest = None
    for since in (wiring.now() - timedelta(days=7), None):
        for record in store.records("reports", since):
            if isinstance(record, LogRecord) and record.kind == "night":
                newest = record
        if newest is not None:
            break
    return newest


def heartbeat(store: FolderStore, now: datetime) -> str:
    """Whether dreaming goes on: empty if there is nothing a person should know."""
    from reverie import diary
    from reverie.records.logs import LogRecord

    found = store.records("reports", now - timedelta(days=60))
    lately = [r for r in found if isinstance(r, LogRecord) and r.kind == "night"]
    older = [] if lately else [last_night(store)]
    nights = [*lately, *(night for night in older if night)]
    return diary.heartbeat(nights, now) if nights else ""


def newest_standing(store: FolderStore) -> Past | None:
    """The change `reverie undo` would take back. History is read only as far as that one."""
    from reverie.records.changes import Kind
    from reverie.store.past import is_undone, undone_steps

    seen: list[Past] = []
    for past in store.history():
        seen.append(past)
        stands = past.applied_steps and not past.lacks_text
        if past.kind is not Kind.UNDO and stands and not is_undone(past, undone_steps(seen)):
            return past
    return None


def overwritten(project: wiring.Project, store: FolderStore) -> list[dict[str, Any]]:
    """Lines that a save by another program took out of notes, and how to get them back."""
    layout = wiring.place(project).layout
    lost = store.overwritten(wiring.now(), lambda address: layout.kind_of(address) in ("note", "daily"))
    found = []
    for one in lost:
        id, path = brief(one.past.id), wiring.path_of(one.address)
        told = (
            f"{many(one.lines, 'line')} written by {id} on {one.past.at:%Y-%m-%d} {'is' if one.lines == 1 else 'are'} "
            f"gone: {path} was saved as it was before. reverie show {id} has the text; reverie remember writes it again"
        )
        found.append({"change": one.past.id, "path": path, "lines": one.lines, "told": told})
    return found


def last_health(store: FolderStore) -> dict[str, dict[str, Any]]:
    """Health of the rules, as the newest night saw it."""
    night = last_night(store)
    found = night.facts.get("health") if night else None
    rules = found if isinstance(found, dict) else {}
    return {rule: facts for rule, facts in rules.items() if isinstance(facts, dict)}


def tell_decided(warning: str, notes: Sequence[str]) -> None:
    for note in notes:
        say(f"note: {note}")
    if warning:
        say(f"warning: {warning}")
