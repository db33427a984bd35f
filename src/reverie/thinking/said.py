"""What was heard in sessions, noticed and proposed. It is private: detectors see the quotes, candidates only carry the
sentence, the dates and where to look, because they may be committed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from reverie.language.same import same_object
from reverie.learning.lessons import Group
from reverie.learning.outcomes import ASKED, SEVERAL_SESSIONS, by_event
from reverie.notice import session_errors, workflows
from reverie.notice.view import Noticed
from reverie.records.events import Event, Origin
from reverie.records.learning import DEEDS, SAID, Candidate, Evidence, Health, Rule
from reverie.records.nightly import Request
from reverie.records.tasks import Lesson, LessonKind, Strength
from reverie.review import health

SHOWN = 8  # letters of a session's id


def notice(events: Sequence[Event], ask: Request) -> Noticed:
    """Every pattern in what was done in sessions."""
    sessions = ask.thresholds.get("min_cluster_size", 3)
    found = (
        workflows.notice(events, ask.since),
        session_errors.notice(events, ask.since, sessions),
    )
    left_out: Counter[str] = Counter()
    for noticed in found:
        left_out.update(noticed.left_out)
    return Noticed(tuple(cluster for noticed in found for cluster in noticed.clusters), left_out)


def private(candidate: Candidate, heard: Mapping[str, Event]) -> Candidate:
    """The candidate without what was said: `show` joins the quotes from the local log."""
    mine = [heard[e.event] for e in candidate.evidence if e.event in heard]
    if not mine:
        return candidate
    evidence = tuple(_without_words(e, heard.get(e.event)) for e in candidate.evidence)
    confidence, because = _confidence(candidate.signal, mine)
    return replace(candidate, evidence=evidence, confidence=confidence, because=because)


def _without_words(evidence: Evidence, event: Event | None) -> Evidence:
    if event is None:
        return evidence
    return replace(evidence, span=f"session {event.session[:SHOWN]}", summary=DEEDS.get(event.kind, event.kind))


def _confidence(signal: str, events: Sequence[Event]) -> tuple[str, str]:
    """Asked for in so many words is worth more than met twice."""
    sessions = len({(event.actor, event.session) for event in events})
    days = len({event.at.date() for event in events})
    asked = sum(event.kind == "remember" for event in events)
    if signal == ASKED:
        return "medium", "asked for in so many words, once" if asked < 2 else f"asked for {asked} times in one session"
    level = (sessions >= 4) + (days >= 2) + (days >= 4) + (signal == SEVERAL_SESSIONS and asked > 0)
    told = f"{sessions} session{'s' * (sessions != 1)}, {days} day{'s' * (days != 1)}"
    return ("low", "medium", "medium", "high", "high")[level], told + (f", {asked} asked for it" if asked else "")


def health_of(
    rule: Rule, events: Sequence[Event], heard: Sequence[Event], ask: Request, groups: Sequence[Group] = ()
) -> Health:
    """Whether what a rule was to prevent came back. A wish that people no longer have to repeat is one that works; for
    that, activity is a session in which something was edited."""
    if rule.signal == "insight":
        return Health("too early", 0, 0, 0.0, "whether it is seen again is told by the insight: reverie insights")
    if rule.signal == workflows.SIGNAL:
        return Health("too early", 0, 0, 0.0, "a way of working: there is nothing it was to prevent")
    if rule.signal in SAID:
        again = by_event([group for group in groups if is_again(rule, group)], ask.listen.actor)
        edits = [event for event in heard if event.kind == "edit"]

        def same(_rule: Rule, event: Event) -> bool:
            return event.id in again

        said = _by_session([*edits, *again.values()], rule, same)
        floor = ask.listen.min_sessions if rule.signal == SEVERAL_SESSIONS else 1
        return health.health(rule, said, ask.now, same=same, noticed_from=floor, unit="session")
    if rule.about.startswith("error:") and rule.about.endswith("`"):
        met = _by_session([event for event in heard if event.kind in ("error", "edit")], rule, health.came_back)
        known = sorted((*events, *met), key=lambda e: (e.at, e.id))
        return health.health(rule, known, ask.now, unit="commit or session" if events else "session")
    return health.health(rule, events, ask.now)


def _by_session(events: Sequence[Event], rule: Rule, same: health.Same) -> list[Event]:
    """One event for a session; of those in which it came back, one for each day it did."""
    again = {(e.actor, e.session, e.at.date()): e for e in reversed(events) if same(rule, e)}
    troubled = {(actor, session) for actor, session, _ in again}
    quiet = {(e.actor, e.session): e for e in reversed(events) if (e.actor, e.session) not in troubled}
    return sorted((*again.values(), *quiet.values()), key=lambda e: (e.at, e.id))


def is_again(rule: Rule, group: Group) -> bool:
    """Whether these lessons say again what the rule says: by evidence in common, or by what they are about."""
    known = {e.event for e in rule.evidence}
    if any(cited.event in known for _, cited in group.evidence):
        return True
    as_lesson = Lesson(
        rule.id, LessonKind.RULE, rule.sentence, rule.rationale, rule.scope, Strength.SAID, Origin.USER, (), "", "",
        rule.at,
    )  # fmt: skip
    return any(same_object(as_lesson, lesson) for lesson in group.lessons)
