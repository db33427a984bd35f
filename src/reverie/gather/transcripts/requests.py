"""Lasting requests: what a person wants kept in mind beyond this task. Told apart from instructions for now and from
sentences about the product, in which `always` and `never` are just as common."""

from __future__ import annotations

import re
from functools import lru_cache, partial

from reverie.gather.transcripts.lasting import EITHER, HINTS, NOT, PRODUCT, SURE
from reverie.gather.transcripts.lasting_abroad import ABROAD
from reverie.gather.transcripts.lasting_kept import KEPT
from reverie.gather.transcripts.lasting_once import A_RULE, KEEPER, ONCE
from reverie.gather.transcripts.lasting_ways import WAYS
from reverie.gather.transcripts.moments import Moment
from reverie.gather.transcripts.needles import Rare
from reverie.gather.transcripts.phrases import own_words, quote, sentences, simple_signs, without_code
from reverie.tools.tongue import english

_HINTED, _SURE, _KEPT, _WAYS, _ABROAD = Rare(HINTS), Rare(SURE), Rare(KEPT), Rare(WAYS), Rare(ABROAD)
_ONCE = Rare(ONCE)
_QUESTION = re.compile(r"[?？]\W*$")
_AGREED = re.compile(
    r"[,.!—-]?\s*\b(?:ok(?:ay)?|alright|understood|deal|got it)\s*\?\W*$"
)  # asks for nothing but a yes
_WISH = re.compile(
    r"\b(?:can|could|would|will) (?:you|we) (?:please )?(?:also )?(?:always|never|remember|add|save|update|stop|note"
    r"|put|log|document|draft|write|create|try to)\b"
)
_MEND = re.compile(  # the agent itself, mostly asked as a question
    r"\b(?:change|add|update|fix|improve|adjust)\b[^?\n]{0,60}\b(?:instructions\b[^?\n]{0,60}\bto make|(?:instructions"
    r"|[\w-]+\.mdc(?: rule)?|(?:claude|agents?)\.?md)\b[^?\n]{0,60}\bto make sure) you\b|\b(?:any|some)thing (?:that )?"
    r"can be added to (?:claude|agents?)\.?md\b[^?\n]{0,40}\b(?:future|next time|avoid|prevent)\b"
    r"|(?:\byour instructions|\b(?:claude|agents?)\.?md\b[^?\n]{0,40}\binstructions)\b[^?\n]{0,90}\bto prevent (?:it"
    r"|this|that|you)\b|\badd (?:this|that|it) to (?:claude|agents?)\.?md\b[^?\n]{0,30}\bso (?:that )?you\b"
    r"|\bhow (?:do|can|could|should) (?:i|we|you) (?:improve|update|change|fix|adjust) (?:the|your|our|my) rules? to"
    r" (?:make sure|ensure)\b[^?\n]{0,20}\byou"
    r"|\bhow (?:do|can|could|should) (?:i|we) (?:fix|change|teach) you so (?:that )?you (?:don't|do not|never|won't)\b"
)
_NOT_SO = re.compile(r"^\W*(?:we|i) (?:don't|do not|never)\b|\bno longer (?:need|use|want)")
_BUT = re.compile(r",? but ")
_DOCUMENT_AT = 600  # characters: what comes in a long paste further down is not said but handed over
_OPENING = 240  # characters: with which a long first message says what it is for
_SAID_OF_A_DOCUMENT = 300  # characters: what introduces it
_TASK, _HEAD, _TAIL = 1000, 400, 300  # characters: of a long task only how it begins and ends is said to the agent
_RULE = 12  # words: a rule is short; a long sentence with `always use` is about how something is to be built
_LONGEST = 320  # characters of a sentence
_AROUND = 600, 300  # characters of what the agent said before and after, in which a keeper of rules may be named


def lasting(moment: Moment) -> str:
    """The sentence that asks for something lasting; empty if none does."""
    long = moment.document or len(moment.words) > _DOCUMENT_AT
    if moment.first and long:  # a task's specification: its `always` is about the product
        return next((one for one in sentences(moment.words[:_OPENING])[:2] if _is_to_be_kept(one)), "")
    words = moment.words[: _SAID_OF_A_DOCUMENT if moment.document else None]
    if len(words) > _TASK:
        words = words[:_HEAD] + "\n" + words[-_TAIL:]
    return next((sentence for sentence in sentences(words) if _asks(moment, sentence)), "")


def _is_to_be_kept(sentence: str) -> bool:
    """Whether it names where an agent keeps its rules, and asks for something to be put there."""
    named = sentence.replace("`", "").lower()
    return len(named) < _OPENING and asks_to_last(sentence) and (_held(_KEPT, named) or _MEND.search(named) is not None)


def _asks(moment: Moment, sentence: str) -> bool:
    """By itself, or because the talk is of where an agent keeps its rules."""
    if asks_to_last(sentence):
        return True
    bare = without_code(sentence).lower()
    return (
        "rule" in bare
        and len(bare) <= _LONGEST
        and A_RULE.search(bare) is not None
        and (not _QUESTION.search(bare) or _WISH.search(bare) is not None)
        and KEEPER.search(_around(moment)) is not None
    )


def _around(moment: Moment) -> str:
    files = (path for step in moment.steps for path in step.files)
    return "\n".join((moment.before[-_AROUND[0] :], moment.words, moment.reply[: _AROUND[1]], *files))


@lru_cache(maxsize=4096)
def asks_to_last(sentence: str) -> bool:
    bare = _AGREED.sub("", without_code(sentence).lower().replace("when ever ", "whenever "))
    if len(bare) <= _LONGEST and _MEND.search(bare):
        return not NOT.search(bare)
    if len(bare) > _LONGEST or (_QUESTION.search(bare) and not _WISH.search(bare)):
        return False
    if not english(bare) and _held(_ABROAD, simple_signs(bare)):
        return True
    named = (
        _AGREED.sub("", sentence.replace("`", "").lower()) if "`" in sentence else bare
    )  # files are often named in backticks
    if not (_held(_HINTED, named) or _ONCE.may_match(named)):
        return False
    if NOT.search(bare):
        bare = named = _BUT.split(bare, maxsplit=1)[-1] if _BUT.search(bare) else ""  # `that might help, but never …`
        if not bare or NOT.search(bare):
            return False
    if _held(_SURE, bare) or _held(_KEPT, named) or _held(_WAYS, bare) or _held(_ONCE, named):
        return True
    return bool(EITHER.search(bare)) and len(bare.split()) <= _RULE and not PRODUCT.search(bare)


def _held(form: Rare, text: str) -> bool:
    return form.may_match(text) and form.form.search(text) is not None


def wanted(moment: Moment) -> str:
    """What is to be remembered, in the person's words; with what is not so any more, if that was said just before."""
    text = moment.said.text
    parts = sentences(own_words(text))
    at = next((i for i, part in enumerate(parts) if _asks(moment, part)), 0)
    if at and _NOT_SO.search(parts[at - 1].lower()):
        return quote(text, parts[at - 1].__eq__)
    return quote(text, partial(_asks, moment))
