"""`reverie transcripts`: what was heard in the sessions (`heard`), and looking something up in them, redacted, newest
first (`grep`)."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from reverie import wiring
from reverie.doors.cli.errors import BadPattern, SlowPattern
from reverie.doors.cli.heard import found_here, listening, refuse_if_off
from reverie.doors.cli.progress import Progress
from reverie.doors.cli.talk import (
    all_projects_option,
    here,
    json_option,
    many,
    out,
    parse_since,
    print_json,
    say,
    since_option,
    source_option,
    utc,
    when,
)
from reverie.doors.cli.transcripts_heard import command as heard

if TYPE_CHECKING:
    from reverie.gather.transcripts.grep import Hit, Watch

SLOW = 2.0  # seconds for one text
LONGEST = 1000  # characters of a pattern


@click.group("transcripts", short_help="look something up in the sessions themselves")
def command() -> None:
    """Look something up in the sessions themselves."""


command.add_command(heard)


@command.command("grep")
@click.argument("pattern")
@since_option
@click.option("--origin", type=click.Choice(["user", "agent", "tool", "system"]), help="Only what this one said.")
@click.option("--session", default="", help="Only this session; the beginning of its id is enough.")
@click.option("--context", type=click.IntRange(0, 2000), default=160, help="Characters shown around a hit (160).")
@click.option("--limit", type=click.IntRange(1, 10000), default=50, help="Hits at most (50).")
@click.option("-i", "--ignore-case", is_flag=True, help="Capital or small letters alike.")
@all_projects_option
@source_option
@json_option
def grep(
    pattern: str,
    since: str | None,
    origin: str | None,
    session: str,
    context: int,
    limit: int,
    ignore_case: bool,
    all_projects: bool,
    extra: tuple[str, ...],
    as_json: bool,
) -> None:
    """Look for PATTERN, a regular expression, in the sessions of this project.

    Newest first, with what stands around it. Secrets are redacted before anything is compared, so a search cannot be
    used to guess one. No file is loaded whole. Exit code 1 when nothing was found.
    """
    from reverie.gather.transcripts.ears import wanted
    from reverie.gather.transcripts.grep import Query, Watch
    from reverie.gather.transcripts.grep import grep as look
    from reverie.records.events import Origin

    if len(pattern) > LONGEST:
        raise BadPattern(pattern=f"{pattern[:40]}…", reason=f"it has more than {LONGEST} characters")
    query = Query(pattern, parse_since(since), Origin(origin) if origin else None, session, ignore_case)
    try:
        query.compiled()
    except ValueError as wrong:
        raise BadPattern(pattern=pattern, reason=str(wrong).rpartition(": ")[2]) from None
    project = here()
    refuse_if_off(project)
    files = found_here(project, all_projects, extra, quiet=as_json).files
    watch, found = Watch(), []
    redact = wiring.passing_redactor(project).text
    whose = wanted(listening(project, all_projects, extra), str(project.root))
    hits = look(files, query, redact, now=wiring.now(), most=limit, context=context, watch=watch, wanted=whose)
    with Progress(quiet=as_json) as progress, _guarded(pattern, watch, progress, len(files)):
        for hit in hits:
            found.append(hit)
            if not as_json:
                progress.clear()
                _tell(hit)
    if as_json:
        print_json([_facts(hit) for hit in found])
    elif not found:
        say(f"Nothing in {many(len(files), 'transcript')}. " + ("" if files else "What is read: reverie sources"))
    elif len(found) == limit:
        say(f"The newest {limit}; more: --limit {limit * 4}")
    click.get_current_context().exit(0 if found else 1)


@contextmanager
def _guarded(pattern: str, watch: Watch, progress: Progress, files: int) -> Iterator[None]:
    """Python's matcher looks for signals while it matches, so a clock can end what would never end by itself. The same
    clock tells how far it is."""
    if not hasattr(signal, "setitimer"):
        yield
        return
    last, since = -1, time.monotonic()

    def tick(_number: int, _frame: object) -> None:
        nonlocal last, since
        if watch.texts != last:
            last, since = watch.texts, time.monotonic()
        elif watch.matching and time.monotonic() - since > SLOW:
            raise SlowPattern(pattern=pattern, seconds=f"{SLOW:g}", where=watch.where)
        progress.tell(f"{watch.files} of {files} transcripts, {watch.bytes >> 20} MB")

    before = signal.signal(signal.SIGALRM, tick)
    signal.setitimer(signal.ITIMER_REAL, 0.25, 0.25)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _tell(hit: Hit) -> None:
    at = when(hit.at) if hit.at else "no date"
    out(f"{at}  {hit.origin.value:6} {hit.agent}  session {hit.session}  {hit.span.source}:{hit.span.line}")
    out(f"    {' '.join(hit.text.split())}")


def _facts(hit: Hit) -> dict[str, object]:
    return {
        "at": utc(hit.at) if hit.at else None,
        "agent": hit.agent,
        "session": hit.session,
        "origin": hit.origin.value,
        "file": hit.span.source,
        "line": hit.span.line,
        "offset": hit.span.offset,
        "text": hit.text,
    }
