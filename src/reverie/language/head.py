"""Whether a person corrects the agent: a regression over what surrounds a message, what it says against anything, and
what the agent answers. With the local model installed its second look counts too; without it the flags have weights of
their own. The weights were learned by scripts/train_head.py from labelled messages; docs/results/keyless.md has the
figures."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import exp, isnan
from pathlib import Path

from reverie.language.phrases import Phrases, load
from reverie.language.text import own_words, sentences, share_of_own
from reverie.records.engines import Exchange, Opinion

WEIGHTS = Path(__file__).with_name("head.json")
_READ = 600  # characters of a message that are judged: who corrects is brief
_REPLY = 400
_QUESTION = 160  # the agent's last characters that may hold its question
_TINY, _SHORT, _LONG = 25, 90, 400
_WIDEST = 3.0  # a second look, and what the flags tell it
_APPROVES = frozenset("yes yep yeah ok okay sure great perfect nice good thanks lgtm cool continue go proceed".split())
_DENIES = frozenset("no nope nah stop wait not nein non nee 不".split())


@dataclass(frozen=True, slots=True)
class Moment:
    """One message of a person, with what was before and after it."""

    words: str
    before: str = ""  # the agent's last words
    reply: str = ""  # the agent's next words
    rejected: bool = False  # the words refuse a step
    interrupted: bool = False  # the agent was stopped just before
    midway: bool = False  # typed while the agent worked
    first: bool = False  # nothing was done yet
    after_edit: bool = False
    same_file: bool = False  # which the agent had edited more than once
    undone: bool = False  # an edit is taken back afterwards


def features(moment: Moment, phrases: Phrases) -> dict[str, float]:
    own = own_words(moment.words).strip()[:_READ]
    said = list(sentences(own))
    heard = {found.means for sentence in said for found in phrases.hear(sentence)}
    answered = {found.means for one in sentences(moment.reply[:_REPLY]) for found in phrases.hear(one)}
    opening = said[0].tokens[0].word if said and said[0].tokens else ""
    asks = any(sentence.asks for sentence in said)
    asked = "?" in moment.before[-_QUESTION:]
    stopped = moment.rejected or moment.interrupted
    against = bool(heard & {"objection", "prefer", "forbid"})
    found = {
        "rejected": moment.rejected,
        "interrupted": moment.interrupted,
        "midway": moment.midway and not stopped,
        "first": moment.first and not stopped,
        "after_edit": moment.after_edit,
        "same_file": moment.same_file,
        "undone": moment.undone,
        "asks": asks,
        "rejected_asks": moment.rejected and asks,
        "agent_asked": asked and not stopped,
        "tiny": len(own) < _TINY,
        "short": _TINY <= len(own) < _SHORT,
        "long": len(own) > _LONG,
        "pasted": share_of_own(moment.words) < 0.6,
        "approves": opening in _APPROVES,
        "denies": opening in _DENIES,
        "objection": "objection" in heard,
        "objection_mild": "objection_mild" in heard,
        "prefers": bool(heard & {"prefer", "forbid"}),
        "yields": "yields" in answered,
        "yields_mild": "yields_mild" in answered,
        "no_reply": not moment.reply,
        "against_yields": against and "yields" in answered,
        "against_stopped": against and stopped,
    }
    return {name: float(value) for name, value in found.items()}


def probabilities(
    moments: Sequence[Moment], opinion: Opinion | None = None, phrases: Phrases | None = None
) -> list[float]:
    """For each message how likely it corrects the agent. Every one is shown to the second look, if there is one."""
    read = [features(moment, phrases or load()) for moment in moments]
    weights = learned()
    plain = [logit(weights["flags"], one) for one in read]
    looks = opinion([exchange(*pair) for pair in zip(moments, plain, strict=True)]) if opinion and moments else None
    if looks is None:
        return [_shift(one, weights["flags"]) for one in plain]
    both = (logit(weights["looked"], one | {"look": clip(look)}) for one, look in zip(read, looks, strict=True))
    return [_shift(one, weights["looked"]) for one in both]


def exchange(moment: Moment, flags: float) -> Exchange:
    """What the second look reads, and what is known besides, in the order it was learned in."""
    words = own_words(moment.words).strip()
    facts = (
        clip(flags),
        moment.rejected,
        moment.interrupted,
        moment.midway,
        not moment.reply,
        "?" in moment.before[-_QUESTION:],
        "?" in words,
        min(1.0, len(words) / _READ),
        not moment.first,
        len(words) < _TINY,
        flags >= 0,
    )
    return Exchange(moment.before, words, moment.reply, tuple(map(float, facts)))


def logit(weights: Mapping[str, float], found: Mapping[str, float]) -> float:
    return weights["base"] + sum(weights.get(name, 0.0) * value for name, value in found.items())


def clip(number: float) -> float:
    return max(-_WIDEST, min(_WIDEST, number)) if not isnan(number) else 0.0


@lru_cache(maxsize=1)
def learned() -> Mapping[str, Mapping[str, float]]:
    """The two sets of weights. `line` is where of what is told nine of ten are corrections: there stands .5."""
    found: Mapping[str, Mapping[str, float]] = json.loads(WEIGHTS.read_text(encoding="utf-8"))
    return found


def _shift(one: float, weights: Mapping[str, float]) -> float:
    return 1 / (1 + exp(-max(-30.0, min(30.0, one - weights["line"]))))
