"""What people want, by the weight of their word: rules they decided, wishes of several sessions, what they asked for or
put right lately and that can be understood by itself. And what the memory is not sure of."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import islice

from reverie.briefing.lately import cite, recent
from reverie.briefing.trouble import of_insight, ranked
from reverie.records.briefing import Material, Part, Point
from reverie.records.insights import Type

LATELY = 60  # sessions whose lasting wishes are told
FRESH = 5  # sessions whose corrections are
MOST = 40  # wishes that are compared with each other; fewer than ten are told
_VAGUE = re.compile(
    r"\b(?:things?|stuff|it|them|(?:this|that)(?! (?:repo|project|codebase))|these|those|here|there|above|below)\b",
    re.I,
)


def wanted(known: Material) -> Part:
    rules = sorted((rule for rule in known.rules if rule.status == "active"), key=lambda rule: rule.at, reverse=True)
    points = [Point(rule.sentence, f"rule, decided by {rule.by} on {rule.at:%Y-%m-%d}") for rule in rules]
    open_ones = [one for one in ranked(known.insights, Type.PREFERENCE) if one.about not in known.decided]
    points += [of_insight(one) for one in open_ones]
    told = [*(rule.sentence for rule in rules), *(one.text.partition(": people said so")[0] for one in open_ones)]
    return Part("What people want:", (*points, *islice(_said(known, told), MOST)), 4, 9)


def _said(known: Material, told: Iterable[str]) -> Iterator[Point]:
    """What one session said: the lasting before the passing, nothing that only that session understands, that people
    have decided about, or that was told already."""
    last = recent(known)
    if not last:
        return
    from reverie.tools.wish import alike  # noqa: PLC0415 — many patterns, and many a project has no sessions
    from reverie.tools.wishes import wish  # noqa: PLC0415

    met = [found for sentence in told if (found := wish(sentence, lasting=True))]
    for kinds, most in ((("remember", "preference"), LATELY), (("correction",), FRESH)):
        for event in (event for session in last[:most] for event in session.events if event.kind in kinds):
            found = None if event.id in known.decided else wish(event.summary, lasting=event.kind == "remember")
            if found and not _VAGUE.search(found.sentence) and not any(alike(found, other) for other in met):
                met.append(found)
                yield Point(f"{found.sentence.rstrip('.')} — said on {event.at:%Y-%m-%d}", cite(event))


def doubtful(known: Material) -> Part:
    """With what was last said of it. Gaps are told where work was left open."""
    points: list[Point] = []
    for doubt in known.doubts:
        if doubt.kind != "gap":
            new = next((one.quoted for one in known.sightings if one.key == doubt.key), "")
            said = new or doubt.seen
            points.append(
                Point(doubt.told + (f"; said of it by {said}" if said else ""), _where(doubt.key, doubt.kind))
            )
    return Part("Doubtful, so check before you rely on it:", tuple(points), 2, 4)


def _where(key: str, kind: str) -> str:
    return key.partition(":")[2] if kind == "note" else f"{kind} {key[:6]}"
