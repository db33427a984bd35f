"""`reverie redact`: take secrets out of a text, or find where they lie in files."""

from __future__ import annotations

import os
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import click

from reverie import wiring
from reverie.doors.cli.errors import NothingToScan, NotLookedAt
from reverie.doors.cli.heard import size
from reverie.doors.cli.progress import Progress
from reverie.doors.cli.talk import json_option, many, out, print_json, say
from reverie.records.errors import NotARepository

if TYPE_CHECKING:
    from reverie.gather.secrets import Looking, Lying, Unread
    from reverie.tools.redact import Redactor

SHOWN = 5  # of what could not be read


@click.command("redact", short_help="take secrets out of a text, or find where they lie")
@click.option("--scan", "places", multiple=True, metavar="PATH", help="Look through this file or folder; repeatable.")
@json_option
def command(places: tuple[str, ...], as_json: bool) -> None:
    """Take secrets out of a text, or find where they lie.

    Without --scan, text from stdin goes to stdout with every secret replaced by [REDACTED:kind:mark]. With --scan the
    kind, file and line of each secret are told, never its value; the same mark is the same secret. Exit code 1 when
    one was found, 4 when none was but a PATH could not be read, 0 otherwise. What below a PATH could not be read is
    named, and changes no exit code.
    """
    redactor = _redactor()
    if not places:
        _pass_on(redactor)
        return
    for place in places:
        if not place.strip() or not os.path.lexists(Path(place).expanduser()):  # an empty path would be this folder
            raise NothingToScan(place=redactor.text(place) or "''")
    found, refused = _scan(places, redactor, as_json)
    if found:
        click.get_current_context().exit(1)
    if refused:
        raise NotLookedAt(places=", ".join(f"{one.file} ({one.why})" for one in refused))


def _redactor() -> Redactor:
    try:
        return wiring.passing_redactor(wiring.find_project(Path.cwd()))
    except NotARepository:
        return wiring.passing_redactor(None)


def _pass_on(redactor: Redactor) -> None:
    """Line by line, so that it can stand in a pipe."""
    from reverie.tools.redact.stream import Stream

    stream = Stream(redactor)
    for line in sys.stdin.buffer:
        sys.stdout.buffer.write(stream.feed(line))
    sys.stdout.buffer.write(stream.end())


def _scan(places: tuple[str, ...], redactor: Redactor, as_json: bool) -> tuple[list[Lying], list[Unread]]:
    """The secrets, and what was named and could not be looked at."""
    from reverie.gather.secrets import Looking

    found: list[Lying] = []
    told: set[Lying] = set()  # a line may hold a secret twice, as what was said and as what the program keeps of it
    with Progress(quiet=as_json) as progress:
        looking = Looking(redactor, lambda: progress.tell(_far(looking, found)))
        for place in places:
            for secret in looking.below(Path(place).expanduser()):
                if secret in told:
                    continue
                told.add(secret)
                found.append(secret)
                if not as_json:
                    progress.clear()
                    out(f"{secret.file}:{secret.line}: {secret.kind} ({secret.mark})")
    if as_json:
        skipped = {why: count for why, count in looking.skipped.items() if count}
        unread = [one._asdict() for one in looking.unread]
        secrets = [one._asdict() for one in found]
        print_json({"secrets": secrets, "files": looking.files, "skipped": skipped, "unread": unread})
    else:
        _tell(looking, found)
    return found, [one for one in looking.unread if one.named]


def _far(looking: Looking, found: list[Lying]) -> str:
    return f"{many(looking.files, 'file')}, {size(looking.bytes)}, {many(len(found), 'secret')}"


def _tell(looking: Looking, found: list[Lying]) -> None:
    kinds = Counter(secret.kind for secret in found)
    which = ", ".join(f"{count} {kind}" for kind, count in kinds.most_common())
    different = len({(secret.kind, secret.mark) for secret in found})
    told = f"{many(len(found), 'secret')} ({different} different: {which})" if found else "No secret"
    say(f"{told} in {many(looking.files, 'file')}, {size(looking.bytes)}.")
    for why, count in looking.skipped.items():
        if count:
            say(f"left out: {count} {why}")
    for one in sorted(looking.unread, key=lambda one: not one.named)[:SHOWN]:
        say(f"not looked at: {one.file}: {one.why}")
    if (more := len(looking.unread) - SHOWN) > 0:
        say(f"not looked at: {more} more; --json names them all")
    if found:
        say("What is still in use should be changed where it was given out; Reverie keeps none of these.")
