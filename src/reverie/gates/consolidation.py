"""Consolidation: enough hours since the last one, enough sessions since, and nobody at work right now."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from reverie.gates.verdict import Verdict, length, newest

QUIET = timedelta(minutes=10)


class Session(NamedTuple):
    """A session and when something last happened in it."""

    id: str
    at: datetime


class Terms(NamedTuple):
    """How long consolidations stay apart, and how many sessions must lie between. The configuration file wins."""

    rest: timedelta = timedelta(hours=24)
    sessions: int = 5

    def __str__(self) -> str:
        return f"{length(self.rest)} and {self.sessions} session{'s' * (self.sessions != 1)}"


USUAL = Terms()


class Consolidations(NamedTuple):
    """`starts`: when consolidations began, whether or not they came to an end. `sessions` is asked only if it matters.
    `current` is the session that asks: it is neither counted nor in the way."""

    sessions: Callable[[], Sequence[Session]]
    starts: Sequence[datetime] = ()
    current: str = ""


def ask(known: Consolidations, now: datetime, terms: Terms = USUAL) -> Verdict:
    last = newest(known.starts, now)
    ago = f"the last one began {length(now - last)} ago" if last else "there was none yet"
    if last and now - last < terms.rest:
        return Verdict(False, f"{ago}; at least {length(terms.rest)} lie between two", last + terms.rest, last=last)
    others = [session for session in known.sessions() if session.id != known.current]
    since = {session.id for session in others if last is None or session.at > last}
    if len(since) < terms.sessions:
        told = f"{len(since)} of {terms.sessions} session{'s' * (terms.sessions != 1)} since; {ago}"
        return Verdict(False, told, last=last, counted=True)
    active = newest((session.at for session in others), now)
    if active and now - active < QUIET:
        return Verdict(False, f"a session was active {length(now - active)} ago", active + QUIET, last=active)
    return Verdict(True, f"{len(since)} session{'s' * (len(since) != 1)} since; {ago}")
