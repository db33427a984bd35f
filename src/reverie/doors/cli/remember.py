"""`reverie remember`: a line into today's note or a topic's, or many lines at once."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any

import click

from reverie import wiring
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

if TYPE_CHECKING:
    from reverie.layouts.days import Page
    from reverie.records.changes import ChangeSet, Receipt
    from reverie.store.folder import FolderStore

TRIES = 40  # others may be writing the same note at the same moment
PAUSE = 0.05  # seconds at most, so that two do not meet again and again


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
    asked = _asked(text, wiring.now(), **options)
    project, store = store_here()
    if dry_run:
        show(store, asked.change(project, store)[0], as_json)
        return
    receipt, where = _remember(project, store, asked)
    if as_json:
        print_json({"change": receipt.id, "path": where, "applied": True})
    else:
        out(f"remembered in {where}   ({brief(receipt.id)})")
    tell_kept(receipt)


class _Asked:
    """A line, and what its topic's note is to say of itself."""

    def __init__(self, line: Line, header: Mapping[str, str]) -> None:
        self.line, self.header = line, header

    def change(self, project: wiring.Project, store: FolderStore) -> tuple[ChangeSet, str]:
        from dataclasses import replace

        from reverie.layouts.lines import steps, written
        from reverie.records.changes import ChangeSet

        layout = wiring.place(project).layout
        text, topic = wiring.redactor(project).texts([self.line.text, self.line.topic])
        pages = written([replace(self.line, text=text, topic=topic)], layout, store.read)
        page = pages[-1]
        if self.header:
            _set(page, self.header, layout.edited)
        changes = ChangeSet(
            f"remember: {short(text)}", wiring.who(project), self.line.at, steps(pages, "remember a line")
        )
        return changes, f"{wiring.path_of(page.address)}:{page.line}"


def _set(page: Page, header: Mapping[str, str], edited: Callable[..., bytes]) -> None:
    from reverie.doors.cli.errors import NoteNotChanged
    from reverie.layouts.fields import Unchangeable
    from reverie.records.documents import Document

    before = page.content
    try:
        page.text = bytearray(edited(Document(page.address, before), page.slug, header, None))
    except Unchangeable as problem:
        raise NoteNotChanged(note=wiring.path_of(page.address), why=problem) from None
    page.newest += len(page.text) - len(before)


def _asked(
    text: str, at: datetime, *, topic: str | None, type: str | None, pin: bool, static: bool, valid_until: str | None
) -> _Asked:
    if not topic and (pin or static or valid_until):
        raise click.UsageError("--pin, --static and --valid-until are for a topic's note: name it with --topic")
    header = {
        **({"pinned": "true"} if pin else {}),
        **({"static": "true"} if static else {}),
        **({"valid_until": a_day(valid_until, "--valid-until")} if valid_until else {}),
    }
    return _Asked(Line(text.strip(), at, topic=" ".join((topic or "").split()), type=type or ""), header)


def a_day(text: str, option: str) -> str:
    from datetime import date

    try:
        return date.fromisoformat(text.strip()).isoformat()
    except ValueError:
        raise click.BadParameter(f"'{text}' is not a day such as 2026-12-31", param_hint=option) from None


def _remember(project: wiring.Project, store: FolderStore, asked: _Asked) -> tuple[Receipt, str]:
    """Add the line to the note as it is. If somebody else was quicker, it is another note now: look again."""
    for _ in range(TRIES):
        changes, where = asked.change(project, store)
        receipt = store.apply(changes)
        if not receipt.results[0].why:
            return receipt, where
        time.sleep(random.uniform(0, PAUSE))
    raise NotRemembered(why=placed(receipt.results[0].why))


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
