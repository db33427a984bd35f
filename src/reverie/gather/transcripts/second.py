"""A second look at what may be a correction. The sum of signs is quick and knows only its own signs; whoever knows
English better is asked about what the sum leaves open, and both together decide. What the sum is sure of either way,
what came with a refusal and what is in another language is left to it; without anybody to ask, all is."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite

from reverie.gather.transcripts.corrections import ENOUGH, Verdict, judge
from reverie.gather.transcripts.moments import Moment, Stopped
from reverie.gather.transcripts.tongues_afar import TONGUES
from reverie.records.engines import Exchange, Opinion
from reverie.tools.tongue import foreign

SHARE, LINE = 0.75, 1.1  # what the sum counts beside the second look, and what both together must reach
BY_ITSELF = "second look"  # the sign of what the others had not told
_HARDLY = -1.0  # asking about less found a little more, less of it right, at six times the price
_PLAIN = 3.5  # of a sum so high more than nine of ten are corrections, and of refusals with words as many
_ABROAD = frozenset(cue.name for cue in TONGUES)
_WIDEST, _LENGTH, _TINY, _QUESTION = 3.0, 600, 25, 160


def reconsidered(moments: Sequence[Moment], opinion: Opinion | None) -> list[Verdict]:
    verdicts = [judge(moment) for moment in moments]
    if opinion is None:
        return verdicts
    asked = [n for n, moment in enumerate(moments) if _is_open(moment, verdicts[n])]
    found = opinion([exchange(moments[n], verdicts[n]) for n in asked]) if asked else None
    if found is not None:
        for n, sure in zip(asked, found, strict=True):
            verdicts[n] = _decided(verdicts[n], sure) if isfinite(sure) else verdicts[n]
    return verdicts


def _decided(verdict: Verdict, sure: float) -> Verdict:
    """Each knows what the other does not: the sum what was often said, the second look what it means."""
    both = round(ENOUGH + sure + SHARE * verdict.score - LINE, 2)
    if both >= ENOUGH and not verdict.holds:
        return Verdict(both, (*verdict.signs, BY_ITSELF))
    return verdict._replace(score=both)


def _is_open(moment: Moment, verdict: Verdict) -> bool:
    """Whether the sum leaves room for doubt, in words that can be read again."""
    if not _HARDLY <= verdict.score < _PLAIN or moment.stopped is Stopped.REFUSED:
        return False
    return _ABROAD.isdisjoint(verdict.signs) and not foreign(moment.words[:_LENGTH])


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
