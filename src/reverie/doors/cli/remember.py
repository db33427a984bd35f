"""`reverie remember`: a line into today's note or a topic's, or many lines at once."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

import click

from reverie import wiring
from reverie.doors.cli.person import require_person
from reverie.doors.cli.talk import (
    brief,
    coloured_diff,
    dry_run_option,
    json_option,
    out,
    placed,
    print_json,
    say,
    store_here,
    tell_kept,
)
from reverie.records.errors import NotRemembered
from reverie.records.notes import TYPES, Line
from reverie.tools.agent_env import find_agent

if TYPE_CHECKING:
    from reverie.layouts.days import Page
    from reverie.notebook import Kept, Notebook
    from reverie.records.changes import ChangeSet
    from reverie.store.folder import FolderStore


@click.command("remember", short_help="write a line into today's note or a topic's, or many at once")
@click.argument("text", required=False)
@click.option("--topic", metavar="NAME", help="Into this topic's note, which is made if it is not there.")
@click.option("--type", "type", type=click.Choice(TYPES), help="What kind of thing it is.")
@click.option("--pin", is_flag=True, help="Pin the topic's note: it comes first and no dream touches it.")
@click.option("--static", is_flag=True, help="The topic's note is not to be rewritten by any dream.")
@click.option("--valid-until", metavar="DAY", help="The topic's note holds until then, such as 2026-12-31.")
@click.option("--batch", metavar="FILE", type=click.Path(allow_dash=True), help="Many lines at once, as JSON lines.")
@dry_run_option
@json_option
def command(text: str | None, batch: str | None, dry_run: bool, as_json: bool, **options: Any) -> None:
    """Write a line into today's note, or into a topic's.

    Today's note is .agent/memory/YYYY-MM-DD.md, a topic's .agent/memory/TOPIC.md: plain Markdown. `reverie undo` takes
    the line back. A line of a batch is {"text", "id"?, "date"?, "topic"?, "type"?, "session"?}; lines of one session
    stay together, and `search` gives them back under their ids.
    """
    if batch is not None:
        from reverie.doors.cli.remember_batch import remember_batch

        if text is not None or any(options.values()):
            raise click.UsageError("--batch takes everything from its file")
        remember_batch(batch, dry_run, as_json)
        return
    if text is None or not text.strip():
        raise click.UsageError("there is nothing to remember in an empty line")
    line, header = _asked(text, wiring.now(), **options)
    if options["pin"] or options["static"]:
        require_person(f"pin the note {line.topic}")
    project, store = store_here()
    book = wiring.memory.notebook(project, store)
    if dry_run:
        show(store, book.change(drafted(book, [line], header), line.at), as_json)
        return
    kept = keep(book, [line], line.at, header)
    (receipt, page) = (kept.receipts[-1], kept.pages[-1])
    where = f"{wiring.path_of(page.address)}:{page.line}"
    if as_json:
        print_json({"change": receipt.id, "path": where, "applied": True})
    else:
        out(f"remembered in {where}   ({brief(receipt.id)})")
    tell_kept(receipt)


def keep(book: Notebook, lines: Sequence[Line], at: datetime, header: Mapping[str, str] | None = None) -> Kept:
    """Remember these; what cannot be done is said in this door's words."""
    from reverie.layouts.fields import Unchangeable

    try:
        return book.keep(lines, at, header)
    except Unchangeable as problem:
        raise _not_changed(book, lines, problem) from None
    except NotRemembered as problem:
        raise NotRemembered(why=placed(str(problem.facts["why"]))) from None


def drafted(book: Notebook, lines: Sequence[Line], header: Mapping[str, str] | None = None) -> list[Page]:
    from reverie.layouts.fields import Unchangeable

    try:
        return book.drafted(lines, header)
    except Unchangeable as problem:
        raise _not_changed(book, lines, problem) from None


def _not_changed(book: Notebook, lines: Sequence[Line], problem: Exception) -> Exception:
    from reverie.doors.cli.errors import NoteNotChanged

    return NoteNotChanged(note=wiring.path_of(book.drafted(lines)[-1].address), why=problem)


def _asked(
    text: str, at: datetime, *, topic: str | None, type: str | None, pin: bool, static: bool, valid_until: str | None
) -> tuple[Line, dict[str, str]]:
    if not topic and (pin or static or valid_until):
        raise click.UsageError("--pin, --static and --valid-until are for a topic's note: name it with --topic")
    header = {
        **({"pinned": "true"} if pin else {}),
        **({"static": "true"} if static else {}),
        **({"valid_until": a_day(valid_until, "--valid-until")} if valid_until else {}),
    }
    place = " ".join((topic or "").split())
    return Line(text.strip(), at, topic=place, type=type or "", origin=origin_here()), header


def origin_here() -> str:
    """Whose words they are: an agent's, inside its session, as with its tools; empty for a person's."""
    return "agent" if find_agent(os.environ) else ""


def a_day(text: str, option: str) -> str:
    from datetime import date

    try:
        return date.fromisoformat(text.strip()).isoformat()
    except ValueError:
        raise click.BadParameter(f"'{text}' is not a day such as 2026-12-31", param_hint=option) from None


def show(store: FolderStore, changes: ChangeSet, as_json: bool) -> None:
    from reverie.tools import diff

    lines = list(diff.of_changes(changes, store, wiring.path_of))
    if as_json:
        print_json({"change": None, "applied": False, "diff": lines})
        return
    coloured_diff(lines)
    say("dry run: nothing was changed")


def short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 60 else line[:59] + "…"
