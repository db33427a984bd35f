"""The dream that follows a session: at most one in six hours, whoever asks, over the last day, if something is new."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from reverie.gates.verdict import Verdict, length, newest

APART = timedelta(hours=6)
LOOKBACK = timedelta(days=1)


class Dreams(NamedTuple):
    """`starts`: when dreams began. `news` is asked only if it matters: it looks at files."""

    news: Callable[[], bool]
    starts: Sequence[datetime] = ()


class Terms(NamedTuple):
    """How long dreams stay apart, how far back they look, and what a person wants them to look at."""

    apart: timedelta = APART
    lookback: timedelta = LOOKBACK
    instructions: str = ""


USUAL = Terms()


def ask(known: Dreams, now: datetime, apart: timedelta = APART) -> Verdict:
    last = newest(known.starts, now)
    ago = f"the last dream began {length(now - last)} ago" if last else "there was no dream yet"
    if last and now - last < apart:
        return Verdict(False, f"{ago}; at most one in {length(apart)}", last + apart, last=last)
    if not known.news():
        return Verdict(False, f"nothing is new; {ago}", looked=True)
    return Verdict(True, f"something is new; {ago}")
