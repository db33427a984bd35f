"""A second look at what may be a correction. The sum of signs is quick and knows only its own signs; whoever knows
English better is asked about what holds a sign, or any word of the kind, and then decides. What the sum is sure of,
what came with a refusal and what is in another language is left to it; without anybody to ask, all is."""

from __future__ import annotations

import re
from collections.abc import Sequence

from reverie.gather.transcripts.corrections import ENOUGH, Verdict, judge
from reverie.gather.transcripts.moments import Moment, Stopped
from reverie.records.engines import Exchange, Opinion
from reverie.tools.tongue import foreign

BORNE_OUT, SURE = 0.4, 1.6  # what the second look must find where the sum told a correction, and where it told none
BY_ITSELF = "second look"  # the sign of what the others had not told
_PLAIN = 2.5  # of a sum so high 94 % are corrections, and of refusals with words as many
_SIGN = -1.9  # a sum below it has no sign at all, or more against than for it
_WIDEST, _LENGTH, _TINY, _QUESTION = 3.0, 600, 25, 160

# Of what people type four in ten hold one of these, or are answered so, and of corrections nine in ten.
_BEGINS = 500, 60  # characters of the words and of the answer
_DOUBT = re.compile(
    r"\b(?:nope?|not|\w+n't|just|why|but|should|never|really|even|different|actual|because|missing|means?|meant|wrong"
    r"|instead|only|still|already|rather|correct|without|default|consider|nicht|kein\w*|nein|aber|pas|non|mais|pourquoi"
    r"|pero|porque|por qu[eé]|não|mas|нет|не|но|почему|nie|ale|tidak|bukan|không)\b|[不没別别错錯]|ない|違|아니|왜|안 "
)
_YIELDS = re.compile(
    r"\b(?:right|catch|fair|point|ah|understood|absolutely|agreed?|sorry|apolog\w+|mistake|correct|recht|raison|razón"
    r"|razão|прав)\b|对|抱歉|すみません|죄송"
)


def reconsidered(moments: Sequence[Moment], opinion: Opinion | None) -> list[Verdict]:
    verdicts = [judge(moment) for moment in moments]
    if opinion is None:
        return verdicts
    asked = [n for n, moment in enumerate(moments) if _worth_asking(moment, verdicts[n])]
    found = opinion([exchange(moments[n], verdicts[n]) for n in asked]) if asked else None
    for n, sure in zip(asked, found or (), strict=False):
        verdicts[n] = _decided(verdicts[n], sure)
    return verdicts


def _decided(verdict: Verdict, sure: float) -> Verdict:
    if verdict.holds:
        return verdict._replace(score=round(ENOUGH + sure - BORNE_OUT, 2))
    news = Verdict(round(ENOUGH + sure - SURE, 2), (*verdict.signs, BY_ITSELF))
    return news if news.holds else verdict


def _worth_asking(moment: Moment, verdict: Verdict) -> bool:
    if verdict.score >= _PLAIN or moment.stopped is Stopped.REFUSED or (moment.first and not moment.stopped):
        return False
    if foreign(moment.words[: _BEGINS[0]]):
        return False
    if verdict.score >= _SIGN:
        return True
    words, reply = moment.words[: _BEGINS[0]].lower(), moment.reply[: _BEGINS[1]].lower()
    return _DOUBT.search(words) is not None or _YIELDS.search(reply) is not None


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
