"""What the commands around candidates and rules share: laying out the desk, and applying a decision."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from reverie import wiring
from reverie.doors.cli.talk import out, say, store_here, tell_skipped
from reverie.records.errors import ReverieError

if TYPE_CHECKING:
    from reverie.night import Desk
    from reverie.records.changes import Receipt, Step
    from reverie.store.folder import FolderStore


class NotApplied(ReverieError):
    """nothing was changed: {why}"""

    hint = "somebody changed the file meanwhile; run the command again"


class GitRefused(ReverieError):
    """the decision stands, but git did not commit it: {why}"""

    hint = "commit .agent/ yourself"


def desk_here() -> tuple[wiring.Project, FolderStore, Desk]:
    from reverie.night import lay_out

    project, store = store_here()
    return project, store, lay_out(store)


def apply(project: wiring.Project, store: FolderStore, title: str, steps: Sequence[Step]) -> Receipt:
    """Apply a person's decision, in their name."""
    from reverie.records.changes import ChangeSet

    receipt = store.apply(ChangeSet(title, wiring.who(project), wiring.now(), tuple(steps)))
    if not receipt.applied or receipt.skipped:
        tell_skipped(receipt)
        raise NotApplied(why="; ".join(r.why for r in receipt.skipped))
    return receipt


def commit(project: wiring.Project, receipt: Receipt, message: str) -> None:
    """Commit the files of a decision, and only those."""
    paths = sorted({wiring.path_of(address) for r in receipt.results for address in r.addresses})
    for words in (["add", "--all", "--", *paths], ["commit", "--quiet", "--message", message, "--", *paths]):
        done = subprocess.run(["git", *words], cwd=project.root, capture_output=True, text=True, check=False)
        if done.returncode:
            raise GitRefused(why=(done.stderr or done.stdout).strip().splitlines()[0])
    out(f"committed: {message}")


def last_health(store: FolderStore) -> Mapping[str, Mapping[str, Any]]:
    """Health of the rules, as the newest night saw it."""
    from reverie.records.logs import LogRecord

    found: Mapping[str, Mapping[str, Any]] = {}
    for record in store.records("reports"):
        if isinstance(record, LogRecord) and isinstance(record.facts.get("health"), dict):
            found = record.facts["health"]  # type: ignore[assignment]
    return found


def tell_decided(warning: str, notes: Sequence[str]) -> None:
    for note in notes:
        say(f"note: {note}")
    if warning:
        say(f"warning: {warning}")
