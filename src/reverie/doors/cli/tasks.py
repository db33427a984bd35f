"""`reverie tasks`: what waits for the agent's answer, one of them whole, and answering it."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from reverie import wiring
from reverie.doors.cli.errors import NothingToRead
from reverie.doors.cli.talk import here, json_option, many, out, print_json, say, store_here, table, utc, when

if TYPE_CHECKING:
    from reverie.records.tasks import Packet
    from reverie.tasks.waiting import Given, Waits

LARGEST = 1 << 20  # bytes of an answer that are read


@click.group("tasks", short_help="questions that wait for your agent: list, show, next, answer")
def command() -> None:
    """Questions that wait for your agent: list, show, next, answer.

    A dream leaves them where no engine answers by itself. Whoever was in the session answers best. Every answer is
    checked against the evidence it cites; one that does not pass is told why, and may be given once more.
    """


@command.command("list")
@json_option
def list_(as_json: bool) -> None:
    """The tasks that wait, newest first."""
    shelf = wiring.tasks.shelf(here())
    found = shelf.all()
    if as_json:
        print_json([facts(one) for one in found])
    elif not found:
        say("No task waits. A dream makes them: reverie run")
    else:
        table(
            (one.task.id, one.task.kind, f"{one.size / 1000:.1f} kB", when(one.since), one.task.about) for one in found
        )
        say("The whole of one: reverie tasks show ID   Answer it: reverie tasks answer ID FILE")
    for left in shelf.skipped if not as_json else ():
        say(f"left out: {left.what} — {left.reason}")


@command.command("show")
@click.argument("id")
@json_option
def show(id: str, as_json: bool) -> None:
    """One task whole: what is asked, the evidence, the form of the answer.

    ID is a task's id, or a session's: then what a task about that session would be shown.
    """
    project = here()
    found = wiring.tasks.shelf(project).find(id)
    if found is None:
        _show_packet(wiring.tasks.packet_of(project, id), as_json)
        return
    _show(found, as_json)


@command.command("next")
@json_option
def next_(as_json: bool) -> None:
    """The task that should be answered next, whole: the newest."""
    found = wiring.tasks.shelf(here()).next_task()
    if found is not None:
        _show(found, as_json)
    elif as_json:
        print_json(None)
    else:
        say("No task waits. A dream makes them: reverie run")


@command.command("answer")
@click.argument("id")
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True), default=Path("-"))
@json_option
def answer(id: str, file: Path, as_json: bool) -> None:
    """Answer a task with FILE, or with what is piped in: one JSON object of its schema.

    It is checked at once. Exit code 1 and the reason if it does not pass; it may then be given once more.
    """
    text = _text(file)
    project, store = store_here()
    log = wiring.tasks.answer_log(store)
    given = wiring.tasks.waiting(project).answer_task(log, id, text, wiring.tasks.signature())
    if as_json:
        print_json(outcome(given))
        click.get_current_context().exit(0 if given.examined.accepted is not None else 1)
    out(told(given))


def _show_packet(packet: Packet, as_json: bool) -> None:
    from reverie.tasks.packets import packet_to_json, render_packet

    if as_json:
        print_json(json.loads(packet_to_json(packet)))
        return
    text = render_packet(packet)
    for line in text.split("\n"):
        out(line)
    say(f"{len(packet.items)} pieces, about {len(text) // 4} tokens, of {packet.read / 1000:.0f} kB")
    for kind, count in packet.left_out.items():
        say(f"left out: {count} {kind}")


def told(given: Given) -> str:
    """What became of an answer, in a line for each thing that was left out; AnswerRefused if nothing of it counts."""
    from reverie.tasks.errors import AnswerRefused

    one = given.examined
    if one.accepted is None:
        advice = "answer again, with what was wrong mended" if given.left else "that was the last try; leave it"
        raise AnswerRefused(id=one.task, why=one.refused, advice=advice)
    dropped = [f"left out: {part}" for part in one.dropped]
    return "\n".join([f"Accepted {one.task}: {many(given.parts, 'part')}. The next dream uses it.", *dropped])


def outcome(given: Given) -> dict[str, Any]:
    one = given.examined
    return {
        "task": one.task, "accepted": one.accepted, "parts": given.parts, "dropped": list(one.dropped),
        "refused": one.refused or None, "tries_left": given.left, "by": one.by,
    }  # fmt: skip


def facts(one: Waits) -> dict[str, Any]:
    return {
        "id": one.task.id, "kind": one.task.kind, "about": one.task.about, "bytes": one.size,
        "at": utc(one.at) if one.at else None, "since": utc(one.since), "refused": one.refused or None,
    }  # fmt: skip


def whole(one: Waits) -> list[str]:
    """A task for whoever answers it. What it quotes is set in, so that it cannot pass for words of ours."""
    asked = one.task.question
    return [
        f"Task {one.task.id} ({one.task.kind}), about {one.task.about}",
        *([f"An answer to it was refused: {one.refused}"] if one.refused else []),
        "",
        *(f"    {line}" for line in [*asked.system.split("\n"), "", *asked.text.split("\n")]),
        "",
        "The answer is one JSON object of this schema, and nothing else:",
        f"    {json.dumps(asked.schema)}",
    ]


def _show(one: Waits, as_json: bool) -> None:
    if as_json:
        asked = one.task.question
        print_json({**facts(one), "system": asked.system, "text": asked.text, "schema": asked.schema})
        return
    for line in whole(one):
        out(line)
    say(f"Answer it: reverie tasks answer {one.task.id} FILE")


def _text(file: Path) -> str:
    try:
        if str(file) == "-":
            raw = sys.stdin.buffer.read(LARGEST + 1)
        else:
            with file.open("rb") as stream:
                raw = stream.read(LARGEST + 1)
    except OSError as problem:
        raise NothingToRead(place=file, reason=(problem.strerror or "unknown").lower()) from None
    if len(raw) > LARGEST:
        raise NothingToRead(place=file, reason=f"an answer has {LARGEST >> 20} MB at most")
    return raw.decode("utf-8", "replace")
