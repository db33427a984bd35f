"""From what was said in one session to few, good events: corrections, requests to remember, decisions, preferences,
errors, commands that worked, how it ended, which files were edited. Each points at the record it was read from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import cached_property, partial
from itertools import chain, islice
from typing import NamedTuple

from reverie.gather.transcripts import corrections, requests, works
from reverie.gather.transcripts.choices import choice
from reverie.gather.transcripts.commands import parts
from reverie.gather.transcripts.ends import closing, edited, edits, end_of, inside
from reverie.gather.transcripts.failures import failure_of, failures, words_of
from reverie.gather.transcripts.findings import findings, is_telling, told
from reverie.gather.transcripts.habits import habits
from reverie.gather.transcripts.moments import FILES, Moment, moments
from reverie.gather.transcripts.questions import question
from reverie.gather.transcripts.remedies import names_in, remedy_of, road
from reverie.gather.transcripts.workflows import Ran, commands_of, sequence_of
from reverie.records.events import Event, Origin, Span
from reverie.records.transcripts import Said
from reverie.tools.ids import content_id

UNDATED = datetime(1970, 1, 1, tzinfo=UTC)  # a record without a time in a session without any
ERRORS = 20  # different ones of one session
SHOWN = 3  # times one of them is looked at for what it names
QUESTIONS = 8  # of one session

Clean = Callable[[Sequence[Said]], list[Said]]


def events_of(session: Sequence[Said], actor: str = "user", fresh: int = 0, clean: Clean = list) -> list[Event]:
    """The events of one session, in the order of what they point at. `actor`: the person whose session it is. `fresh`:
    the byte at which new records begin; those before it are context and make no events. `clean` takes the secrets out
    of records: those that an event tells of go through it, all at once, and the event is made of what comes out.

    An id is made of the kind and the record's uuid: the same record met again in a resumed or copied session makes the
    same event. One message may be both a correction and a request to remember; both share its uuid in their spans."""
    return _made([_evidence], session, actor, fresh, clean)


def work_of(session: Sequence[Said], actor: str = "user", fresh: int = 0, clean: Clean = list) -> list[Event]:
    """What a session was for, how it ended and what it left to do: told apart, because it is evidence of nothing but
    the work itself."""
    return _made([_work], session, actor, fresh, clean)


def all_of(session: Sequence[Said], actor: str = "user", fresh: int = 0, clean: Clean = list) -> list[Event]:
    """Both, cleaned at once."""
    return _made([_evidence, _work], session, actor, fresh, clean)


def _evidence(draft: _Draft) -> Iterator[Pick]:
    return chain(_told(draft), _errors(draft), _found(draft), _commands(draft), _last(draft))


def _made(
    kinds: Sequence[Callable[[_Draft], Iterable[Pick]]], session: Sequence[Said], actor: str, fresh: int, clean: Clean
) -> list[Event]:
    draft = _Draft(session, actor)
    rows = [list(kind(draft)) for kind in kinds] if session else []
    raw = {id(said): said for row in rows for pick in row for said in pick.of}  # many are told of more than once
    cleaned = dict(zip(raw, clean(list(raw.values())), strict=True))
    return [event for row in rows for event in _in_order(row, cleaned, fresh)]


def _in_order(picks: Iterable[Pick], cleaned: Mapping[int, Said], fresh: int) -> list[Event]:
    found = [event for pick in picks for event in pick.make([cleaned[id(said)] for said in pick.of])]
    once = {event.id: event for event in reversed(found) if event.span.offset >= fresh}
    return sorted(once.values(), key=lambda event: (event.span.line, event.span.offset, event.kind, event.id))


class Pick(NamedTuple):
    """Records worth telling of, and what to make of them once they are clean."""

    of: Sequence[Said]
    make: Callable[[Sequence[Said]], Iterable[Event]]


class _Draft:
    """What all events of one session share."""

    def __init__(self, session: Sequence[Said], actor: str) -> None:
        self.session, self.actor = session, actor
        self._verdicts: dict[int, corrections.Verdict] = {}

    @cached_property
    def moments(self) -> list[Moment]:
        return list(moments(self.session))

    @cached_property
    def times(self) -> dict[int, datetime]:
        """When each record was said, by its offset; one without a time has that of the record before it, or else of
        the first that has."""
        last = next((said.at for said in self.session if said.at), None)
        found = {}
        for said in self.session:
            last = said.at or last
            if last:
                found[said.span.offset] = last
        return found

    def verdict(self, moment: Moment) -> corrections.Verdict:
        """Asked for a few times, and thought about once."""
        known = self._verdicts.get(id(moment.said))
        if known is None:
            known = self._verdicts[id(moment.said)] = corrections.judge(moment)
        return known

    def event(
        self,
        kind: str,
        said: Said,
        summary: str,
        origin: Origin,
        files: Sequence[str] = (),
        tags: Sequence[str] = (),
        about: str = "",
    ) -> Event:
        at = said.at or self.times.get(said.span.offset)
        return Event(
            id=content_id("transcript", kind, _place(said.span), about),
            kind=kind,
            actor=self.actor,
            at=at or UNDATED,
            origin=origin,
            span=said.span,
            summary=summary,
            files=tuple(dict.fromkeys(path for path in (inside(f, said.cwd) for f in files) if path)) if files else (),
            session=said.session,
            tool=said.tool,
            tags=tuple(tags) if at else (*tags, "undated"),
        )


def _told(draft: _Draft) -> Iterator[Pick]:
    for moment in draft.moments:
        if moment.said.origin is Origin.USER and (draft.verdict(moment).holds or _asks(moment)):
            yield Pick((moment.said, *moment.at_work), partial(_heard, draft, moment))


def _asks(moment: Moment) -> bool:
    return bool(requests.lasting(moment)) or choice(moment) is not None


def _heard(draft: _Draft, moment: Moment, clean: Sequence[Said]) -> Iterator[Event]:
    """What a person said, judged again if something had to be taken out of it."""
    if clean[0] is not moment.said:
        moment = replace(moment, said=clean[0])
    files = next((said.files for said in clean if said.files), ())[:FILES]
    verdict = draft.verdict(moment)
    if verdict.holds:
        words = corrections.said_instead(moment)
        yield draft.event("correction", moment.said, words, Origin.USER, files, verdict.signs)
    if requests.lasting(moment):
        yield draft.event("remember", moment.said, requests.wanted(moment), Origin.USER, files)
        return
    found = None if verdict.holds else choice(moment)
    if found:
        yield draft.event(found[0].value, moment.said, found[1], Origin.USER)


def _errors(draft: _Draft) -> Iterator[Pick]:
    """Each error once per session, with how often it was met."""
    met: dict[tuple[str, str], list[Said]] = {}
    for said, failure in failures(draft.session):
        met.setdefault((failure.name, failure.command), []).append(said)
    for rows in list(met.values())[:ERRORS]:
        way = road(draft.session, rows[0])
        yield Pick((*rows[:SHOWN], *way), partial(_error, draft, len(rows)))


def _error(draft: _Draft, times: int, clean: Sequence[Said]) -> Iterator[Event]:
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


def _found(draft: _Draft) -> Iterator[Pick]:
    """What the agent found out, and what the person asked."""
    for said, sentence in findings(draft.session):
        yield Pick((said,), partial(_finding, draft, sentence))
    for said, fact in habits(draft.session):
        yield Pick((said,), partial(_habit, draft, fact))
    asked = (  # who objects by a question asks nothing
        (moment, found) for moment in draft.moments if (found := question(moment)) and not draft.verdict(moment).holds
    )
    for moment, sentence in islice(asked, QUESTIONS):
        yield Pick((moment.said,), partial(_question, draft, sentence))


def _finding(draft: _Draft, sentence: str, clean: Sequence[Said]) -> Iterator[Event]:
    """Not one that had a secret in it."""
    if sentence in told(clean[0].text):
        tags = ["telling"] if is_telling(sentence) else []
        yield draft.event("finding", clean[0], sentence, Origin.AGENT, (), tags, sentence)


def _habit(draft: _Draft, fact: str, clean: Sequence[Said]) -> Iterator[Event]:
    said = clean[0]
    what, _, name = fact.partition(":")
    if what == "way" or name in f"{said.branch} {said.cwd} {said.tool} {said.command} {said.text}":
        yield draft.event("habit", said, f"{what} {name}".strip(), Origin.AGENT, (), [fact], fact)


def _question(draft: _Draft, sentence: str, clean: Sequence[Said]) -> Iterator[Event]:
    if sentence in " ".join(clean[0].text.split()):
        yield draft.event("question", clean[0], sentence, Origin.USER)


def _commands(draft: _Draft) -> Iterator[Pick]:
    ran = commands_of(draft.session)
    for one in ran:
        yield Pick((one.said,), partial(_command, draft, one))
    steps = sequence_of(draft.session) if ran else {}
    if steps:
        yield Pick((ran[0].said, *steps.values()), partial(_sequence, draft, tuple(steps)))


def _command(draft: _Draft, ran: Ran, clean: Sequence[Said]) -> Iterator[Event]:
    """Not one whose name has a secret in it."""
    if ran.command in parts(clean[0].command):
        tags = [f"times:{ran.times}", f"well:{ran.well}", *(["after edit"] if ran.after_edit else [])]
        yield draft.event("command", clean[0], ran.command, Origin.AGENT, (), tags, ran.command)


def _sequence(draft: _Draft, steps: Sequence[str], clean: Sequence[Said]) -> Iterator[Event]:
    if all(step in parts(said.command) for step, said in zip(steps, clean[1:], strict=True)):
        told = " → ".join(steps)
        yield draft.event("command", clean[0], told, Origin.AGENT, (), ["sequence"], told)


def _last(draft: _Draft) -> Iterator[Pick]:
    if end_of(draft.session):
        yield Pick(closing(draft.session), partial(_blocked, draft))
    first, done = edits(draft.session)
    if first and done:
        yield Pick((first, *done), partial(_edit, draft))


def _blocked(draft: _Draft, clean: Sequence[Said]) -> Iterator[Event]:
    end = end_of(clean)
    if end:
        yield draft.event("blocked", end.said, f"{end.reason}: {end.words}"[:240], end.said.origin, (), [end.reason])


def _edit(draft: _Draft, clean: Sequence[Said]) -> Iterator[Event]:
    files = edited(clean[1:])
    if not files:
        return
    shown = ", ".join(files[:3]) + (f" and {len(files) - 3} more" if len(files) > 3 else "")
    yield draft.event("edit", clean[0], f"edited {shown}"[:240], Origin.AGENT, files)


def _work(draft: _Draft) -> Iterator[Pick]:
    """What the session was for, and what the agent's last words say came of it."""
    begun, last = works.task(draft.session), works.last_words(draft.session)
    if begun:
        yield Pick((begun,), partial(_task, draft))
    if last:
        yield Pick((last,), partial(_ended, draft))


def _task(draft: _Draft, clean: Sequence[Said]) -> Iterator[Event]:
    said = clean[0]
    words = works.wanted(said)
    if words and not words.startswith("[REDACTED"):
        yield draft.event("task", said, words, Origin.USER, (), [f"branch:{said.branch}"] if said.branch else [])


def _ended(draft: _Draft, clean: Sequence[Said]) -> Iterator[Event]:
    said = clean[0]
    if words := works.outcome(said.text):
        yield draft.event("outcome", said, words, Origin.AGENT)
    for words in works.left(said.text):
        yield draft.event("left", said, words, Origin.AGENT, about=words)


def _place(span: Span) -> str:
    return span.uuid or f"{span.source}:{span.offset}"
