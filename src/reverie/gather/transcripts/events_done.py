"""What happened in a session: errors, what the agent found out, commands that worked, how it ended, which files were
edited, what it was for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from reverie.gather.transcripts import works
from reverie.gather.transcripts.commands import parts
from reverie.gather.transcripts.draft import Draft, Pick
from reverie.gather.transcripts.ends import closing, edited, edits, end_of
from reverie.gather.transcripts.failures import failure_of, failures, words_of
from reverie.gather.transcripts.findings import findings, is_telling, told
from reverie.gather.transcripts.habits import habits
from reverie.gather.transcripts.remedies import names_in, remedy_of, road
from reverie.gather.transcripts.workflows import Ran, commands_of, sequence_of
from reverie.records.events import Event, Origin
from reverie.records.transcripts import Said

ERRORS = 20  # different ones of one session
SHOWN = 3  # times one of them is looked at for what it names


def errors(draft: Draft) -> Iterator[Pick]:
    """Each error once per session, with how often it was met."""
    met: dict[tuple[str, str], list[Said]] = {}
    for said, failure in failures(draft.session):
        met.setdefault((failure.name, failure.command), []).append(said)
    for rows in list(met.values())[:ERRORS]:
        way = road(draft.session, rows[0])
        yield Pick((*rows[:SHOWN], *way), partial(_error, draft, len(rows)))


def _error(draft: Draft, times: int, clean: Sequence[Said]) -> Iterator[Event]:
    said, rows = clean[0], min(times, SHOWN)
    failure = failure_of(said)
    if failure:
        sure = f"error:{failure.name}" if failure.telling else f"failed:{failure.name}"
        tags = [sure, f"command:{failure.command}", f"times:{times}"]
        if said.command:
            tags += [f"named:{name}" for name in names_in(row.text for row in clean[:rows])]
            tags += remedy_of(said, clean[rows:]).tags()
        words = words_of(said)
        summary = f"{failure.name} in `{failure.command}`" + (f": {words}" if words else "")
        yield draft.event("error", said, summary[:240], Origin.TOOL, said.files, tags, said.call)


def found(draft: Draft) -> Iterator[Pick]:
    """What the agent found out, and how it works here."""
    for said, sentence in findings(draft.session):
        yield Pick((said,), partial(_finding, draft, sentence))
    for said, fact in habits(draft.session):
        yield Pick((said,), partial(_habit, draft, fact))


def _finding(draft: Draft, sentence: str, clean: Sequence[Said]) -> Iterator[Event]:
    """Not one that had a secret in it."""
    if sentence in told(clean[0].text):
        tags = ["telling"] if is_telling(sentence) else []
        yield draft.event("finding", clean[0], sentence, Origin.AGENT, (), tags, sentence)


def _habit(draft: Draft, fact: str, clean: Sequence[Said]) -> Iterator[Event]:
    said = clean[0]
    what, _, name = fact.partition(":")
    if what == "way" or name in f"{said.branch} {said.cwd} {said.tool} {said.command} {said.text}":
        yield draft.event("habit", said, f"{what} {name}".strip(), Origin.AGENT, (), [fact], fact)


def commands(draft: Draft) -> Iterator[Pick]:
    ran = commands_of(draft.session)
    for one in ran:
        yield Pick((one.said,), partial(_command, draft, one))
    steps = sequence_of(draft.session) if ran else {}
    if steps:
        yield Pick((ran[0].said, *steps.values()), partial(_sequence, draft, tuple(steps)))


def _command(draft: Draft, ran: Ran, clean: Sequence[Said]) -> Iterator[Event]:
    """Not one whose name has a secret in it."""
    if ran.command in parts(clean[0].command):
        tags = [f"times:{ran.times}", f"well:{ran.well}", *(["after edit"] if ran.after_edit else [])]
        yield draft.event("command", clean[0], ran.command, Origin.AGENT, (), tags, ran.command)


def _sequence(draft: Draft, steps: Sequence[str], clean: Sequence[Said]) -> Iterator[Event]:
    if all(step in parts(said.command) for step, said in zip(steps, clean[1:], strict=True)):
        told = " → ".join(steps)
        yield draft.event("command", clean[0], told, Origin.AGENT, (), ["sequence"], told)


def last(draft: Draft) -> Iterator[Pick]:
    if end_of(draft.session):
        yield Pick(closing(draft.session), partial(_blocked, draft))
    first, done = edits(draft.session)
    if first and done:
        yield Pick((first, *done), partial(_edit, draft))


def _blocked(draft: Draft, clean: Sequence[Said]) -> Iterator[Event]:
    end = end_of(clean)
    if end:
        yield draft.event("blocked", end.said, f"{end.reason}: {end.words}"[:240], end.said.origin, (), [end.reason])


def _edit(draft: Draft, clean: Sequence[Said]) -> Iterator[Event]:
    files = edited(clean[1:])
    if not files:
        return
    shown = ", ".join(files[:3]) + (f" and {len(files) - 3} more" if len(files) > 3 else "")
    yield draft.event("edit", clean[0], f"edited {shown}"[:240], Origin.AGENT, files)


def work(draft: Draft) -> Iterator[Pick]:
    """What the session was for, and what the agent's last words say came of it."""
    begun, last = works.task(draft.session), works.last_words(draft.session)
    if begun:
        yield Pick((begun,), partial(_task, draft))
    if last:
        yield Pick((last,), partial(_ended, draft))


def _task(draft: Draft, clean: Sequence[Said]) -> Iterator[Event]:
    said = clean[0]
    words = works.wanted(said)
    if words and not words.startswith("[REDACTED"):
        yield draft.event("task", said, words, Origin.USER, (), [f"branch:{said.branch}"] if said.branch else [])


def _ended(draft: Draft, clean: Sequence[Said]) -> Iterator[Event]:
    said = clean[0]
    if words := works.outcome(said.text):
        yield draft.event("outcome", said, words, Origin.AGENT)
    for words in works.left(said.text):
        yield draft.event("left", said, words, Origin.AGENT, about=words)
