"""Consolidation: a day's rest since the last one, enough sessions since, and nobody at work right now."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from reverie.gates.verdict import Verdict, length, newest

REST = timedelta(hours=23)
SESSIONS = 5
QUIET = timedelta(minutes=10)


class Session(NamedTuple):
    """A session and when something last happened in it."""

    id: str
    at: datetime


class Consolidations(NamedTuple):
    """`starts`: when consolidations began, whether or not they came to an end. `sessions` is asked only if it matters.
    `current` is the session that asks: it is neither counted nor in the way."""

    sessions: Callable[[], Sequence[Session]]
    starts: Sequence[datetime] = ()
    current: str = ""


def ask(known: Consolidations, now: datetime) -> Verdict:
    last = newest(known.starts, now)
    ago = f"the last one began {length(now - last)} ago" if last else "there was none yet"
    if last and now - last < REST:
        return Verdict(False, f"{ago}; at least {length(REST)} lie between two", last + REST)
    others = [session for session in known.sessions() if session.id != known.current]
    since = {session.id for session in others if last is None or session.at > last}
    if len(since) < SESSIONS:
        return Verdict(False, f"{len(since)} of {SESSIONS} sessions since; {ago}")
    active = newest((session.at for session in others), now)
    if active and now - active < QUIET:
        return Verdict(False, f"a session was active {length(now - active)} ago", active + QUIET)
    return Verdict(True, f"{len(since)} sessions since; {ago}")
