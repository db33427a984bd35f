"""Told off: what a person said against what the agent did, claimed or was about to do. One sum of signs: words weigh,
and so does what happened around them: whether the agent was stopped, had asked, and gave way afterwards. The weights
were learned from labelled turns of many people and rounded; docs/judging-transcripts.md tells how."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from reverie.gather.transcripts.countercues import AGAINST
from reverie.gather.transcripts.cues import PLAIN, Cue
from reverie.gather.transcripts.moments import Moment, Stopped
from reverie.gather.transcripts.needles import Forms, Rare
from reverie.gather.transcripts.objections import MILD
from reverie.gather.transcripts.phrases import quote, simple_signs, without_code
from reverie.gather.transcripts.replies import FAULT, REPLY
from reverie.gather.transcripts.reproaches import RARE
from reverie.gather.transcripts.tongues_afar import TONGUES
from reverie.tools.tongue import english

CUES = (*PLAIN, *RARE, *MILD)
ENOUGH = 0.0  # a doubtful one is left alone
_BASE = -2.0  # most of what people type corrects nothing: a mere hint is not enough
_STOPPED = {Stopped.REFUSED: 3.6, Stopped.HALTED: 1.0}
_STOPPED_TO_ASK = {Stopped.REFUSED: -1.4, Stopped.HALTED: -0.5}
_MIDWAY = 0.9
_FIRST = -5.0
_DOCUMENT, _PASTE, _LENGTHY, _TINY = -0.5, -0.2, -0.7, -0.8
_ASKS = -0.3
_ASKED, _ANSWER = -0.1, -2.4
_REPLY_AT_MOST = 3.3  # agents give way to bug reports too: the person's words must tell
_UNPROVOKED = 0.8  # and where nothing was said against anything, `you are right` is mere politeness
_PLAIN = 1.0  # a cue of this weight speaks against something by itself
_SOON, _LATER = 150, 0.6  # characters; what comes late in a text is less likely what it is about
_LONG, _SHORT = 400, 25  # characters: who corrects is brief; a long text holds every word by chance

_FAULT = Rare(FAULT.form)
_DENIALS = frozenset({"no", "do not", "I do not want"})
_NO = re.compile(  # and in other languages
    r"^\W*(?:nein|nö|non|não|нет|ні|nie|ne|nee|nej|nei|hay[ıi]r|bukan|tidak|nahi+n?|không|لا|不[,，。 要用对是]|いいえ"
    r"|いや|아니)"
)
_POLITE = re.compile(r"\b(?:can|could|would|will) (?:you|we)\b")  # an order, whatever its sign
_DENSE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")  # a sign of these says as much as three letters


class _Cues:
    """Cues of which only those are looked for whose words a text holds."""

    def __init__(self, cues: Iterable[Cue]) -> None:
        self._cues = tuple(cues)
        self._forms = Forms(*(cue.form for cue in self._cues))

    def among(self, words: str) -> Iterator[Cue]:
        may = self._forms.that_may_match(words)
        return (cue for cue in self._cues if cue.form.pattern in may)


_FOR, _ABROAD, _AGAINST, _REPLY = _Cues(CUES), _Cues(TONGUES), _Cues(AGAINST), _Cues(REPLY)


class Verdict(NamedTuple):
    """How surely it is a correction, and by which signs."""

    score: float
    signs: tuple[str, ...]

    @property
    def holds(self) -> bool:
        return self.score >= ENOUGH


_NOTHING_TO_CORRECT, _NOTHING_SAID = Verdict(_BASE + _FIRST, ()), Verdict(_BASE, ())


def judge(moment: Moment) -> Verdict:
    if moment.first and not moment.stopped:
        return _NOTHING_TO_CORRECT
    words = without_code(moment.words)[:_LONG].lower()
    said = dict(_for(words))
    fault, silent = _admits(moment.reply), not (said or moment.stopped or moment.midway)
    if silent and not fault:
        return _NOTHING_SAID
    found = said | _around(moment, words, denies=_denies(said, words), wordless=not said)
    if fault:
        found[FAULT.name] = FAULT.weight
    replied = {} if silent else _replied(moment.reply)
    if not (said or moment.stopped):
        replied = {name: min(weight, _UNPROVOKED) for name, weight in replied.items()}
    if _sum(found, replied) >= ENOUGH:  # otherwise nothing that speaks against it is needed
        found |= _against(words)
    signs = tuple(name for name, weight in (*found.items(), *replied.items()) if weight > 0)
    return Verdict(_sum(found, replied), signs)


def _denies(said: Mapping[str, float], words: str) -> bool:
    return not _DENIALS.isdisjoint(said) or (bool(said) and _NO.match(words) is not None)


def _sum(found: Mapping[str, float], replied: Mapping[str, float]) -> float:
    return round(_BASE + sum(found.values()) + min(_REPLY_AT_MOST, sum(replied.values())), 3)


@lru_cache(maxsize=1024)
def _for(words: str) -> tuple[tuple[str, float], ...]:
    found = tuple(_said(_FOR.among(words), words))
    if english(words):
        return found
    words = simple_signs(words)
    abroad = sorted(_said(_ABROAD.among(words), words), key=lambda sign: sign[1])
    return (*found, *abroad[-1:])  # one language is spoken at a time


def _against(words: str) -> Mapping[str, float]:
    return {cue.name: cue.weight for cue in _AGAINST.among(words) if cue.form.search(words)}


@lru_cache(maxsize=1024)
def _replied(reply: str) -> Mapping[str, float]:
    low = simple_signs(reply.lower())
    return {cue.name: cue.weight for cue in _REPLY.among(low) if cue.form.search(low)}


@lru_cache(maxsize=1024)
def _admits(reply: str) -> bool:
    """Whether the agent says that it was wrong itself, not only the product."""
    low = simple_signs(reply.lower())
    return _FAULT.may_match(low) and FAULT.form.search(low) is not None


def _said(among: Iterable[Cue], words: str) -> Iterator[tuple[str, float]]:
    for cue in among:
        found = cue.form.search(words)
        if found:
            yield cue.name, cue.weight * _LATER if found.start() > _SOON else cue.weight


def _around(moment: Moment, words: str, *, denies: bool, wordless: bool) -> dict[str, float]:
    """What counts besides the words: a plain `no` to a question is an answer."""
    length = len(moment.words) + (0 if moment.words.isascii() else 2 * len(_DENSE.findall(moment.words)))
    signs = {
        moment.stopped.value: _STOPPED.get(moment.stopped, 0.0),
        "midway": _MIDWAY * (moment.midway and not moment.stopped),
        "asks": (_ASKS + _STOPPED_TO_ASK.get(moment.stopped, 0.0)) * ("?" in words and not _POLITE.search(words)),
        "document": _DOCUMENT * moment.document,
        "paste": _PASTE * (moment.paste and not moment.document),
        "long": _LENGTHY * (length > _LONG),
        "tiny": _TINY * (wordless and length < _SHORT),
        "asked": _ASKED * moment.asked,
        "answer": _ANSWER * (moment.asked and denies),
    }
    return {name: weight for name, weight in signs.items() if weight}


def is_correction(moment: Moment) -> bool:
    return judge(moment).holds


def said_instead(moment: Moment) -> str:
    """The sentence that corrects."""
    return quote(moment.said.text, _tells)


def _tells(sentence: str) -> bool:
    """Whether a sentence by itself speaks against something: more strongly than a mere suggestion."""
    bare = simple_signs(without_code(sentence).lower())
    among = CUES if english(bare) else (*CUES, *TONGUES)
    return any(cue.weight >= _PLAIN and cue.form.search(bare) for cue in among)
