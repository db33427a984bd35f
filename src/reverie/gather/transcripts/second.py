"""A second look at what holds some sign of a correction. The sum of signs is quick and knows only its own signs;
whoever knows the language better is asked, and then decides. Without anybody to ask, the sum does."""

from __future__ import annotations

from collections.abc import Sequence

from reverie.gather.transcripts.corrections import ENOUGH, Verdict, judge
from reverie.gather.transcripts.moments import Moment, Stopped
from reverie.records.engines import Exchange, Opinion

LEAST = -1.9  # a sum below it has no sign at all, or more against than for it
SURE = 0.0  # of the second look
_WIDEST, _LENGTH, _TINY, _QUESTION = 3.0, 600, 25, 160


def reconsidered(moments: Sequence[Moment], opinion: Opinion | None) -> list[Verdict]:
    verdicts = [judge(moment) for moment in moments]
    open_ones = [n for n, verdict in enumerate(verdicts) if verdict.score >= LEAST]
    if opinion is None or not open_ones:
        return verdicts
    found = opinion([exchange(moments[n], verdicts[n]) for n in open_ones])
    for n, sure in zip(open_ones, found or (), strict=bool(found)):
        verdicts[n] = verdicts[n]._replace(score=round(ENOUGH + sure - SURE, 2))
    return verdicts


def exchange(moment: Moment, verdict: Verdict) -> Exchange:
    """What is read, and what is known besides. The order of the facts is the one they were learned in."""
    words = moment.words
    facts = (
        max(-_WIDEST, min(_WIDEST, verdict.score)),
        moment.stopped is Stopped.REFUSED,
        moment.stopped is Stopped.HALTED,
        moment.midway,
        not moment.reply,
        "?" in moment.before[-_QUESTION:],
        "?" in words,
        min(1.0, len(words) / _LENGTH),
        bool(moment.steps),
        len(words) < _TINY,
        verdict.holds,
    )
    return Exchange(moment.before, words, moment.reply, tuple(map(float, facts)))
