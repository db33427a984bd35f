"""`reverie forget --purge`: what will be destroyed, the question, and what is beyond it."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from reverie import wiring
from reverie.doors.cli.errors import NotApplied, NotPurged
from reverie.doors.cli.talk import brief, many, out, placed, print_json, say

if TYPE_CHECKING:
    from reverie.forgetting.purging import Found, Intent, Purger
    from reverie.store.folder import FolderStore

BEYOND = (
    "Beyond it: git history and other clones; the agent's own transcripts; rendered files such as CLAUDE.md; other "
    "projects that share this memory; backups. "
    "The names of files stay in the history of changes."
)


def purged(
    project: wiring.Project,
    store: FolderStore,
    what: str | None,
    reason: str,
    *,
    yes: bool,
    dry_run: bool,
    as_json: bool,
) -> None:
    with store.dreaming():
        purger = wiring.forgetting.purger(project, store)
        begun = purger.begun()
        if begun is not None and not dry_run:
            say("An earlier purge was interrupted; it is finished first.")
            _carry_out(project, purger, begun, False)
            store = wiring.open_store(project)
            purger = wiring.forgetting.purger(project, store)
        if not what:
            if begun is None:
                raise click.UsageError("say what is to be purged; no purge was interrupted")
            return
        _purge(project, store, purger, what, reason, yes, dry_run, as_json)


def _purge(
    project: wiring.Project,
    store: FolderStore,
    purger: Purger,
    what: str,
    reason: str,
    yes: bool,
    dry_run: bool,
    as_json: bool,
) -> None:
    from reverie.doors.cli.forget import the_one
    from reverie.forgetting import find
    from reverie.forgetting.purging import intent_of

    layout = wiring.place(project).layout
    meant = the_one(what, find(what, store, layout, wiring.path_of))
    rendered = wiring.forgetting.forgetter(project, store).still_rendered(meant)
    intent = intent_of(meant, store, layout, reason)
    doomed = purger.look(intent)
    if as_json and dry_run:
        print_json({**_facts(doomed), "purged": False})
        return
    if not as_json:
        _list(doomed)
    say(BEYOND)
    for address in rendered:
        say(f"still in {wiring.path_of(address)}: reverie sync writes anew what Reverie made there")
    if dry_run:
        return
    if not yes:
        if not sys.stdin.isatty():
            raise click.UsageError("nobody is there to ask: add --yes, or --dry-run to only look")
        click.confirm("Destroy all this? It cannot be undone", abort=True, err=True)
    change = _carry_out(project, purger, intent, as_json)
    if as_json:
        print_json({**_facts(doomed), "purged": True, "change": change})


def _carry_out(project: wiring.Project, purger: Purger, intent: Intent, as_json: bool) -> str:
    receipt = purger.run(intent)
    if receipt and receipt.skipped:
        raise NotApplied(what="the purge", why=placed(receipt.skipped[0].why))
    left = wiring.forgetting.purger(project, wiring.open_store(project)).look(intent)
    if left:
        raise NotPurged(places="; ".join(_places(left)))
    if not as_json:
        out(f"purged{f'   ({brief(receipt.id)})' if receipt else ''}")
    return receipt.id if receipt else ""


def _places(found: Found) -> list[str]:
    told = [wiring.path_of(address) for address in found.documents]
    told += [f"{many(found.changes, 'change')} in the journal"] if found.changes else []
    told += [f"the log {log} ({many(count, 'record')})" for log, count in found.logs.items()]
    return [*told, *found.files]


def _list(found: Found) -> None:
    out("To be destroyed:")
    for place in [*_places(found), "all caches: search index, vectors, scratch (they are made anew)"]:
        out(f"  {place}")


def _facts(found: Found) -> dict[str, Any]:
    documents = [wiring.path_of(address) for address in found.documents]
    return {"documents": documents, "changes": found.changes, "logs": found.logs, "files": found.files}
