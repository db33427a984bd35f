"""`reverie note`: look at a note, change it, list them, take one out of memory."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from reverie import wiring
from reverie.doors.cli.errors import AmbiguousNote, NotApplied, NoteNotChanged, NothingChanged, UnknownNote
from reverie.doors.cli.note_words import facts_of, has_left, marks_of, told_of
from reverie.doors.cli.person import require_person
from reverie.doors.cli.remember import a_day, short, show
from reverie.doors.cli.talk import (
    brief,
    dry_run_option,
    json_option,
    many,
    out,
    placed,
    print_json,
    say,
    store_here,
    table,
    tell_kept,
)
from reverie.records.notes import STATES, TYPES

if TYPE_CHECKING:
    from reverie.layouts.shelf import Filed
    from reverie.records.changes import Step
    from reverie.store.folder import FolderStore


@click.group("note", short_help="look at a note, change it, list them, retire one")
def command() -> None:
    """Look at a note, change it, list them, take one out of memory."""


@command.command("list")
@click.option("--type", "type", type=click.Choice(TYPES), help="Only of this type.")
@click.option("--state", type=click.Choice([*STATES, "any"]), default="active", show_default=True)
@click.option("--pinned", is_flag=True, help="Only those that are pinned.")
@click.option("--orphans", is_flag=True, help="Only those MEMORY.md does not lead to, not even by way of others.")
@click.option("--broken", is_flag=True, help="Links that lead nowhere, instead.")
@json_option
def list_notes(type: str | None, state: str, pinned: bool, orphans: bool, broken: bool, as_json: bool) -> None:
    """The notes, a line each."""
    from reverie.doors.cli.note_links import broken_links
    from reverie.layouts.shelf import filed

    project, store = store_here()
    layout = wiring.place(project).layout
    if broken:
        broken_links(store, layout, as_json)
        return
    found = [*filed(store, layout), *(filed(store, layout, retired=True) if state in ("retired", "any") else ())]
    found = [f for f in found if state in (f.note.state, "any") or (state == "retired" and has_left(f))]
    found = [f for f in found if (not type or f.note.type == type) and (f.note.pinned or not pinned)]
    if orphans:
        from reverie.leading import unlinked

        found = unlinked(found, store, layout)
    if as_json:
        print_json([facts_of(f) for f in found])
        return
    table([(f.note.slug, f.note.type or "-", marks_of(f), f.note.title, short(f.note.hook)) for f in found])
    chosen = type or pinned or orphans or state != "active"
    none = "No such notes" if chosen else 'No notes. Begin with: reverie remember "…" --topic NAME'
    say(many(len(found), "note") if found else none)


@command.command("show")
@click.argument("name")
@json_option
def show_note(name: str, as_json: bool) -> None:
    """One note, whole. NAME is its file's name or its title, or how one of them begins."""
    from reverie.layouts.shelf import filed

    project, store = store_here()
    layout = wiring.place(project).layout
    found = _meant(name, [*filed(store, layout), *filed(store, layout, retired=True)])
    if as_json:
        print_json({**facts_of(found), "body": found.note.body})
        return
    note = found.note
    out(f"{note.title}   {wiring.path_of(found.address)}")
    out("  " + " · ".join(told_of(found)))
    out()
    for line in note.body.strip("\n").splitlines():
        out(line)


@command.command("edit")
@click.argument("name")
@click.option("--text", help="The whole text of the note, instead of an editor.")
@click.option("--title", help="Another title.")
@click.option("--hook", help="Another line for the index.")
@click.option("--type", "type", type=click.Choice(TYPES))
@click.option("--pin/--unpin", default=None, help="Pinned notes come first and no dream touches them.")
@click.option("--static/--no-static", default=None, help="Static notes are not rewritten by any dream.")
@click.option("--valid-from", metavar="DAY")
@click.option("--valid-until", metavar="DAY", help='It holds until then; "" takes the day away.')
@click.option("--state", type=click.Choice([s for s in STATES if s != "retired"]))
@dry_run_option
@json_option
def edit_note(name: str, text: str | None, dry_run: bool, as_json: bool, **options: Any) -> None:
    """Change a note: in your editor, or one field of it. Whatever else stands in the file stays as it is."""
    from reverie.layouts.fields import Unchangeable
    from reverie.layouts.shelf import filed
    from reverie.records.changes import Put, Step

    project, store = store_here()
    layout = wiring.place(project).layout
    found = _meant(name, list(filed(store, layout)))
    changes = {key: wiring.redactor(project).text(value) for key, value in _changes(**options).items()}
    if text is None and not changes:
        from reverie.doors.cli.editor import edited

        text = edited(found.note.body, found.note.slug)
    elif text is not None:
        gap = "\n" if found.note.body.startswith(("\n", "\r\n")) else ""  # between header and text, as it was
        text = gap + text.strip("\n") + "\n"
    body = None if text is None else wiring.redactor(project).text(text)
    try:
        content = layout.edited(found.document, found.note.slug, changes, body)
    except Unchangeable as problem:
        raise NoteNotChanged(note=wiring.path_of(found.address), why=problem) from None
    if content == found.document.content:
        raise NothingChanged(what=wiring.path_of(found.address))
    if not dry_run:
        require_person(f"edit the note {found.note.slug}")
    step = Step(f"edit the note {found.note.slug}", (Put(found.address, found.document.digest, content),))
    _apply(project, store, step, f"edit the note {short(found.note.title)}", found, dry_run, as_json)


@command.command("retire")
@click.argument("name")
@click.option("--reason", default="", help="Why, for those who look for it later.")
@dry_run_option
@json_option
def retire_note(name: str, reason: str, dry_run: bool, as_json: bool) -> None:
    """Take a note out of active memory, into retired/. Nothing is deleted: `note restore` brings it back."""
    from reverie.layouts.shelf import filed, retired_place
    from reverie.records.changes import Step

    project, store = store_here()
    layout = wiring.place(project).layout
    found = _meant(name, list(filed(store, layout)))
    said = {"status": "retired", "retired": wiring.now().date().isoformat()}
    if reason.strip():
        said["retired_because"] = " ".join(wiring.redactor(project).text(reason).split())
    edits = layout.retired(found.document, found.note, retired_place(store, found.note), said)
    step = Step(f"retire the note {found.note.slug}", edits, retires=1)
    _apply(project, store, step, f"retire the note {short(found.note.title)}", found, dry_run, as_json)


@command.command("restore")
@click.argument("name")
@dry_run_option
@json_option
def restore_note(name: str, dry_run: bool, as_json: bool) -> None:
    """Bring a retired note back into active memory."""
    from reverie.layouts.shelf import filed
    from reverie.records.changes import Step

    project, store = store_here()
    layout = wiring.place(project).layout
    found = _meant(name, list(filed(store, layout, retired=True)))
    if found.note.extra.get("purged"):
        raise NoteNotChanged(note=wiring.path_of(found.address), why="its text was purged, and is gone for good")
    edits = layout.restored(found.document, found.note, store.read)
    step = Step(f"restore the note {found.note.slug}", edits)
    _apply(project, store, step, f"restore the note {short(found.note.title)}", found, dry_run, as_json)


def _meant(name: str, shelf: list[Filed]) -> Filed:
    from reverie.layouts.shelf import meant

    found = meant(name, shelf)
    if not found:
        raise UnknownNote(name=name)
    if len(found) > 1:
        raise AmbiguousNote(name=name, matches=" or ".join(f.note.slug for f in found[:4]))
    return found[0]


def _changes(**options: Any) -> dict[str, str]:
    switches = {"pin": "pinned", "static": "static"}
    found: dict[str, str] = {}
    for name, value in options.items():
        if value is None:
            continue
        if name in switches:
            found[switches[name]] = "true" if value else ""
        elif name in ("valid_from", "valid_until"):
            found[name] = a_day(value, f"--{name.replace('_', '-')}") if value else ""
        elif name == "state":
            found["status"] = "" if value == "active" else value
        else:
            found["description" if name == "hook" else name] = " ".join(value.split())
    return found


def _apply(
    project: wiring.Project, store: FolderStore, step: Step, title: str, found: Filed, dry_run: bool, as_json: bool
) -> None:
    from reverie.records.changes import ChangeSet

    change = ChangeSet(title, wiring.who(project), wiring.now(), (step,))
    if dry_run:
        show(store, change, as_json)
        return
    receipt = store.apply(change)
    if receipt.skipped:
        raise NotApplied(what=title, why=placed(receipt.skipped[0].why))
    where = sorted({wiring.path_of(address) for address in step.addresses})
    if as_json:
        print_json({"change": receipt.id, "note": found.note.slug, "files": where, "applied": True})
    else:
        out(f"{title}   ({brief(receipt.id)})")
        out(f"  {', '.join(where)}")
    tell_kept(receipt)
