"""From what a person typed to the one candidate or rule that is meant: an id, or a beginning that only one has."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

from reverie.records.errors import AmbiguousId
from reverie.review.errors import AlreadyDecided, Replaced, UnknownCandidate, UnknownRule
from reverie.review.papers import REPLACED, FiledCandidate, FiledRule
from reverie.tools.dates import utc_day

_SHOWN = 4
_T = TypeVar("_T")


def waiting(typed: str, filed: Iterable[FiledCandidate]) -> FiledCandidate:
    """The open candidate that is meant. One that waits goes before one that is decided, because it may be the same
    pattern, reopened."""
    found = list(filed)
    matches = beginning(typed, [(f.candidate.id, f) for f in found if f.waits])
    if len(matches) == 1:
        return matches[0]
    if matches:
        raise AmbiguousId(id=typed, matches=_or(f.candidate.id for f in matches))
    decided = beginning(typed, [(f.candidate.id, f) for f in found if not f.waits])
    if not decided:
        raise UnknownCandidate(id=typed)
    if len({f.candidate.id for f in decided}) > 1:
        raise AmbiguousId(id=typed, matches=_or(f.candidate.id for f in decided))
    last = max(decided, key=_when)
    raise _replaced(last, found) if last.place == REPLACED else already(last)


def replaced_by(id: str, filed: Iterable[FiledCandidate]) -> str:
    """The candidate that came in the place of this one, or empty."""
    return next((f.candidate.id for f in filed if id in f.candidate.replaces), "")


def rule(typed: str, filed: Iterable[FiledRule]) -> FiledRule:
    """The rule that is meant, by its own id or by the candidate it came from."""
    found = list(filed)
    matches = beginning(typed, [(f.rule.id, f) for f in found]) or beginning(
        typed, [(f.rule.candidate, f) for f in found if f.rule.candidate]
    )
    if not matches:
        raise UnknownRule(id=typed)
    if len(matches) > 1:
        raise AmbiguousId(id=typed, matches=_or(f.rule.id for f in matches))
    return matches[0]


def beginning(typed: str, named: Sequence[tuple[str, _T]]) -> list[_T]:
    """Everything whose id is, or begins with, what was typed. A whole id is never ambiguous."""
    start = typed.strip().lower().removesuffix(".md")
    if not start:
        return []
    whole = [thing for id, thing in named if id.lower() == start]
    return whole or [thing for id, thing in named if id.lower().startswith(start)]


def already(filed: FiledCandidate) -> AlreadyDecided:
    """What to say to whoever would decide it again."""
    decision = filed.decision
    return AlreadyDecided(
        id=filed.candidate.id,
        verdict=filed.place,
        by=decision.by if decision else "somebody",
        on=utc_day(decision.at) if decision else "a day that is not on record",
    )


def _replaced(filed: FiledCandidate, others: Iterable[FiledCandidate]) -> Replaced:
    return Replaced(id=filed.candidate.id, by=replaced_by(filed.candidate.id, others) or "another")


def _when(filed: FiledCandidate) -> tuple[str, str]:
    return (filed.decision.at.isoformat() if filed.decision else "", str(filed.document.address))


def _or(ids: Iterable[str]) -> str:
    return " or ".join(sorted(set(ids))[:_SHOWN])
