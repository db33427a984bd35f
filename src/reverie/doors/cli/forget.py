"""`reverie forget`: take a note or one statement out of memory, so that no dream brings it back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from reverie import wiring
from reverie.doors.cli.errors import AmbiguousNote, NotApplied, UnknownNote
from reverie.doors.cli.remember import show
from reverie.doors.cli.talk import (
    brief,
    dry_run_option,
    json_option,
    out,
    placed,
    print_json,
    say,
    store_here,
    tell_kept,
)

if TYPE_CHECKING:
    from reverie.forgetting import Forgetter, Meant
    from reverie.records.changes import Receipt


@click.command("forget", short_help="take something out of memory, so that no dream brings it back")
@click.argument("what", metavar="NOTE|FILE:LINE|ID", required=False)
@click.option("--reason", default="", help="Why, for those who look for it later.")
@click.option("--purge", is_flag=True, help="Destroy it, in journal, logs and caches too. Cannot be undone.")
@click.option("--yes", is_flag=True, help="With --purge: do not ask.")
@dry_run_option
@json_option
def command(what: str | None, reason: str, purge: bool, yes: bool, dry_run: bool, as_json: bool) -> None:
    """Take a note or one statement out of memory, so that no dream brings it back.

    It goes to retired/, where `note restore` finds it. With --purge its text really leaves the disk; without a name,
    --purge finishes what was interrupted.
    """
    from reverie.forgetting import find

    project, store = store_here()
    if purge:
        from reverie.doors.cli.forget_purge import purged

        purged(project, store, what, reason, yes=yes, dry_run=dry_run, as_json=as_json)
        return
    if not what:
        raise click.UsageError("say what is to be forgotten: a note, FILE:LINE or the id of a search hit")
    found = the_one(what, find(what, store, wiring.place(project).layout, wiring.path_of))
    forgetter = wiring.forgetting.forgetter(project, store)
    change = forgetter.change(found, reason)
    if dry_run:
        show(store, change, as_json)
        return
    rendered, elsewhere = forgetter.still_rendered(found), _elsewhere(forgetter, found)
    receipt = store.apply(change)
    if receipt.skipped:
        raise NotApplied(what=change.title, why=placed(receipt.skipped[0].why))
    _tell(found, receipt, [wiring.path_of(one) for one in rendered], elsewhere, change.title, as_json)


def the_one(what: str, found: list[Meant]) -> Meant:
    if not found:
        raise UnknownNote(name=what)
    if len(found) > 1:
        raise AmbiguousNote(name=what, matches=" or ".join(wiring.path_of(one.address) for one in found[:4]))
    return found[0]


def _elsewhere(forgetter: Forgetter, found: Meant) -> list[str]:
    return [f"{wiring.path_of(address)}:{line}" for address, line in forgetter.elsewhere(found)]


def _tell(
    found: Meant,
    receipt: Receipt,
    rendered: list[str],
    elsewhere: list[str],
    title: str,
    as_json: bool,
) -> None:
    files = sorted({wiring.path_of(address) for result in receipt.applied for address in result.addresses})
    kept = next((path for path in files if "/retired/" in path), "")
    if as_json:
        print_json({"change": receipt.id, "forgotten": list(found.texts), "files": files, "kept": kept,
                    "still_in": rendered, "also_in": elsewhere})  # fmt: skip
    else:
        out(f"{title}   ({brief(receipt.id)})")
        out(f"  {', '.join(files)}")
    if rendered:
        say(f"still in {', '.join(rendered)}: reverie sync writes anew what Reverie made there")
    if elsewhere:
        say(f"the same words also stand in {', '.join(elsewhere[:5])}{' …' * (len(elsewhere) > 5)}")
    say(f"No dream brings it back; reverie note restore {kept.rpartition('/')[2].removesuffix('.md')} does.")
    tell_kept(receipt)
