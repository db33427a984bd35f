"""What becomes of lessons. A person's corrections and preferences make clusters, which become candidates; what a person
asked for or decided, and what agents found out, make lines for notes; gaps and errors that several sessions met make
observations, which become insights."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Mapping, Sequence
from datetime import datetime, timedelta

from reverie.insights.observed import Observation
from reverie.learning.lessons import Group
from reverie.records.events import Event, Origin, Span
from reverie.records.insights import Type
from reverie.records.learning import Cluster
from reverie.records.notes import Line
from reverie.records.tasks import PERSONS, Cited, ItemKind, Lesson, LessonKind

ONE_SESSION, SEVERAL_SESSIONS, ASKED = "correction", "repeated_correction", "remember_request"
MOST_FINDINGS = 10  # notes of what agents found out, in one night
FINDINGS = "findings of agents beyond the best ten of a night"
EXPIRES = timedelta(days=90)  # an agent's finding that nobody confirms
LONGEST = 280  # characters of a sentence with its reason
_RULES = frozenset({LessonKind.RULE, LessonKind.PREFERENCE})
_NOTED = frozenset({LessonKind.DECISION, LessonKind.FACT})
_EVENT_KINDS = {
    LessonKind.RULE: "correction",
    LessonKind.PREFERENCE: "preference",
    LessonKind.DECISION: "decision",
    LessonKind.FACT: "finding",
    LessonKind.PROCEDURE: "finding",
    LessonKind.GAP: "blocked",
}


def clusters(groups: Sequence[Group], actor: str, since: datetime) -> list[Cluster]:
    """What a person wants done otherwise, in the window. Said in several sessions counts more."""
    found = []
    for group in groups:
        best = group.best
        if best.origin is not Origin.USER or group.newest < since:
            continue
        if best.kind not in _RULES and _is_sure(group):
            continue  # it is noted
        sessions = len(group.sessions)
        signal = ASKED if group.asked else SEVERAL_SESSIONS if sessions > 1 else ONE_SESSION
        facts = {"rule": with_reason(best), "sessions": str(sessions), "form": "lesson", "scope": "\n".join(best.files)}
        strength = 3.0 + 1.5 * min(sessions, 10) + group.asked
        found.append(Cluster(signal, group.about, events(group, actor), group.files, facts, strength=strength))
    return found


def _is_sure(group: Group) -> bool:
    """Whether a person typed any of it. Whoever reports a refusal is a tool, so its words may be the tool's own: they
    are proposed, and nothing is noted for their sake."""
    return any(cited.kind in PERSONS and cited.kind is not ItemKind.REJECTION for _, cited in group.evidence)


def with_reason(lesson: Lesson) -> str:
    """The sentence, with its reason if it does not say it and there is room."""
    sentence, why = lesson.sentence.strip().rstrip("."), lesson.why.strip().rstrip(".")
    if not why or why.casefold() in sentence.casefold() or len(sentence) + len(why) + 3 > LONGEST:
        return f"{sentence}."
    lowered = why[0].lower() + why[1:] if why[:2].istitle() and not why.split()[0].isupper() else why
    return f"{sentence}: {lowered}."


def events(group: Group, actor: str) -> tuple[Event, ...]:
    """The evidence of a group as events, for weighing and for the local log's quotes."""
    return tuple(event_of(lesson, cited, actor) for lesson, cited in group.evidence if cited.at or lesson.at)


def event_of(lesson: Lesson, cited: Cited, actor: str) -> Event:
    source, _, line = cited.span.rpartition(":")
    kind = "remember" if lesson.asked and cited.origin is Origin.USER else _EVENT_KINDS[lesson.kind]
    kind = "error" if cited.kind is ItemKind.ERROR else kind
    at = cited.at or lesson.at
    assert at is not None
    return Event(
        cited.event, kind, actor, at, cited.origin, Span(source, "", int(line) if line.isdigit() else 0),
        cited.text, files=lesson.files, session=lesson.session, who=actor,
    )  # fmt: skip


def lines(
    groups: Sequence[Group], since: datetime, now: datetime, left_out: Counter[str], noted: Container[str] = ()
) -> list[Line]:
    """What is noted at once: a person's requests and decisions. And what agents found out, the best of it, each as
    unconfirmed until a second session shows it: unless one does, it expires some time from now. `noted`: ids of lessons
    that were noted before; a group with one of them goes by its id."""
    wanted, findings = [], []
    for group in groups:
        if group.newest < since:
            continue
        best = group.best
        if best.origin is Origin.USER and best.kind not in _RULES and (group.asked or best.kind in _NOTED):
            if not _is_sure(group):
                continue  # it is proposed
            wanted.append(_line(group, "", now, noted))
        elif best.origin is not Origin.USER and best.kind in (LessonKind.FACT, LessonKind.PROCEDURE):
            findings.append(group)
    findings.sort(key=lambda group: (-len(group.sessions), group.best.strength.value, group.about))
    if len(findings) > MOST_FINDINGS:
        left_out[FINDINGS] += len(findings) - MOST_FINDINGS
    return [*wanted, *(_line(group, "agent", now, noted) for group in findings[:MOST_FINDINGS])]


def is_confirmed(group: Group) -> bool:
    """Whether more than one session shows it, or a person said it."""
    return len(group.sessions) > 1 or any(one.origin is Origin.USER for one in group.lessons)


def _line(group: Group, origin: str, now: datetime, noted: Container[str]) -> Line:
    best = group.best
    kind = "feedback" if best.kind in _RULES else "reference" if best.kind is LessonKind.PROCEDURE else "project"
    said = next((one for one in group.lessons if one.id in noted), group.lessons[0])
    at = said.at or best.at
    assert at is not None
    until = (now + EXPIRES).date() if origin and not is_confirmed(group) else None
    return Line(with_reason(best), at, said.id, type=kind, session=said.session[:8], origin=origin, until=until)


def observations(groups: Sequence[Group], actor: str) -> list[Observation]:
    """Gaps, and errors with their remedy that more than one session met."""
    found = []
    for group in groups:
        best, seen = group.best, events(group, actor)
        if not seen:
            continue
        if best.kind is LessonKind.GAP:
            found.append(Observation(Type.GAP, group.about, best.sentence, seen, best.why, files=group.files))
        elif len(group.sessions) > 1 and any(cited.kind is ItemKind.ERROR for _, cited in group.evidence):
            found.append(Observation(Type.ERROR, group.about, best.sentence, seen, best.why, files=group.files))
    return found


def by_event(groups: Sequence[Group], actor: str) -> Mapping[str, Event]:
    """Every piece of evidence of these groups, by its event."""
    return {event.id: event for group in groups for event in events(group, actor)}
