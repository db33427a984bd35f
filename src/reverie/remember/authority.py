"""Which of two sides holds when they contradict each other: a person over an agent over a tool, and among equals the
newer. Where neither is clear, nobody wins and a person is asked."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Literal

_RANK = {"user": 3, "agent": 2, "tool": 1}


@dataclass(frozen=True, slots=True)
class Side:
    """Who said it, and when as far as that is known."""

    origin: str
    at: date | datetime | None = None


@dataclass(frozen=True, slots=True)
class Ruling:
    winner: Literal["left", "right", ""]
    reason: str


def ruling(left: Side, right: Side) -> Ruling:
    ranks = _RANK.get(left.origin), _RANK.get(right.origin)
    if ranks[0] is None or ranks[1] is None:
        unknown = left.origin if ranks[0] is None else right.origin
        return Ruling("", f"it is not known how much '{unknown}' counts")
    if ranks[0] != ranks[1]:
        if ranks[0] > ranks[1]:
            return Ruling("left", f"{left.origin} over {right.origin}")
        return Ruling("right", f"{right.origin} over {left.origin}")
    return _newer(left, right)


def _newer(left: Side, right: Side) -> Ruling:
    if left.at is None or right.at is None:
        return Ruling("", "both come from the same origin, and not both have a date")
    ours, theirs = _moment(left.at, right.at), _moment(right.at, left.at)
    if ours == theirs:
        return Ruling("", "both come from the same origin and the same time")
    return Ruling("left" if ours > theirs else "right", f"the newer holds, of {max(ours, theirs)}")


def _moment(one: date | datetime, other: date | datetime) -> str:
    """To the second if both say it, otherwise to the day; as it would be written in a file."""
    if isinstance(one, datetime):
        utc = one.astimezone(UTC) if one.tzinfo else one.replace(tzinfo=UTC)
        return f"{utc:%Y-%m-%dT%H:%M:%SZ}" if isinstance(other, datetime) else f"{utc:%Y-%m-%d}"
    return f"{one:%Y-%m-%d}"
