"""What a person makes of an insight: resolved, or dismissed. Either needs a reason; a dismissed one never comes back, a
resolved one only if it is seen again in two later sessions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import date

from reverie.records.errors import AmbiguousId, ReverieError
from reverie.records.insights import Insight, Status

VERDICTS = {"resolve": Status.RESOLVED, "dismiss": Status.DISMISSED}


class UnknownInsight(ReverieError):
    """there is no insight '{id}'"""

    hint = "reverie insights --status all shows them"


class InsightClosed(ReverieError):
    """insight {id} is {status} already: {closed}"""

    hint = "reverie history names that change, and reverie undo ID takes it back"


class InsightEdited(ReverieError):
    """the words of insight {id} were edited by hand"""

    hint = "set `status` in its header yourself: {path}"


class InsightReasonRequired(ReverieError):
    """a reason is required to {verdict} an insight — non-negotiable"""

    hint = 'reverie insights {verdict} {id} --reason "what solved it, or why it is no insight"'


def one(typed: str, insights: Iterable[Insight]) -> Insight:
    """The insight that is meant, by its id or a beginning that only one has."""
    start = typed.strip().lower()
    rows = list(insights)
    found = [x for x in rows if x.id == start] or [x for x in rows if start and x.id.startswith(start)]
    if not found:
        raise UnknownInsight(id=typed)
    if len(found) > 1:
        raise AmbiguousId(id=typed, matches=" or ".join(sorted(x.id for x in found)[:4]))
    return found[0]


def decided(insight: Insight, verdict: str, reason: str, by: str, on: date) -> Insight:
    status = VERDICTS[verdict]
    if insight.status in (Status.DISMISSED, Status.MERGED) or insight.status is status:
        raise InsightClosed(id=insight.id, status=insight.status.value, closed=insight.closed)
    return replace(insight, status=status, closed=f"{status.value} by {by} on {on.isoformat()}: {reason}")
