"""Relevance, calibrated: how surely a hit is the answer, among all that were shown for the question.

A search score says how well a passage matches, and how high scores go depends on the model, the words and the size of
the memory. What they share is how far an answer stands out from the rest. So the odds of a hit are set against those of
all the others, and of none being an answer: 1 is a hit that stands alone, and where six are equally good nobody was
answered. Where the rest lie far apart themselves, as long texts do, a lead says less; and it says less of a hit that
holds no word of the question but those the rest hold as well: it may lead by being short. The formula and the gates of
promotion stay as they are; they are given this number.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from reverie.remember.wordings import carried
from reverie.tools.forms import other_forms
from reverie.tools.tokens import tokens

_SHARPNESS = 6.0  # odds to this power: a hit that is twice as likely leaves the other far behind
_APART = 5.0  # and less, where the odds of the rest differ by more than this over the sharpness
_NONE = 0.05  # the score from which on a hit that stands alone is rather an answer than none
_NO_WORD = 0.6  # of the odds is left to a hit without a word of its own
_EDGE = 1e-6


def relevance(query: str, found: Sequence[tuple[str, float]]) -> list[float]:
    """Of each of the hits of one question, a text and its score: from 0 to 1, together never more than 1."""
    own = with_own_words(query, [text for text, _ in found])
    pairs = zip(shares([score for _, score in found]), own, strict=True)
    return [share if alone else round(_NO_WORD * share / (1 - share + _NO_WORD * share), 6) for share, alone in pairs]


def shares(scores: Sequence[float]) -> list[float]:
    """By their scores alone."""
    logs = [_log_odds(score) for score in scores]
    sharp = _sharpness(logs)
    odds = [math.exp(sharp * value) for value in logs]
    whole = sum(odds) + math.exp(sharp * _log_odds(_NONE))
    return [round(one / whole, 6) for one in odds]


def with_own_words(query: str, texts: Sequence[str]) -> list[bool]:
    """Which of them hold a word of the question, in whichever form, that no more than half of the others hold."""
    asked = carried(query)
    forms = {word: {word, *other_forms(word)} for word in asked}
    there = [set(tokens(text)) for text in texts]
    held = [{word for word in asked if not forms[word].isdisjoint(words)} for words in there]
    counts = {word: sum(word in words for words in held) for word in asked}
    most = (len(texts) - 1) / 2 + 1
    return [len(texts) == 1 or any(counts[word] <= most for word in words) for words in held]


def _sharpness(logs: Sequence[float]) -> float:
    rest = sorted(logs, reverse=True)[1:]
    apart = rest[0] - rest[-1] if rest else 0.0
    return min(_SHARPNESS, _APART / apart) if apart > 0 else _SHARPNESS


def _log_odds(score: float) -> float:
    sure = min(max(score, _EDGE), 1 - _EDGE)
    return math.log(sure / (1 - sure))
