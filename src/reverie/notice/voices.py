"""Who said something, in how many sessions, and what that counts for."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from reverie.records.events import Event


@dataclass(frozen=True, slots=True)
class Limits:
    since: datetime
    sessions: int = 2


def voice(event: Event) -> tuple[str, str]:
    return (event.actor, event.session or f"{event.at:%Y-%m-%d}")


def voices(events: Iterable[Event]) -> int:
    return len({voice(event) for event in events})


def strength(sessions: int) -> float:
    return 4.0 + (1.5 * min(sessions, 10) if sessions > 1 else 0.0)
