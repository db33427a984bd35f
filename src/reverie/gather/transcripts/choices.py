"""Decisions and preferences a person states in passing: `let's go with the second`, `I prefer tabs`, `we use pnpm`. A
bare yes or a letter chosen from a list is none: without its question it says nothing."""

from __future__ import annotations

import re
from enum import StrEnum
from functools import lru_cache

from reverie.gather.transcripts.moments import Moment
from reverie.gather.transcripts.phrases import quote, sentences, without_code

WORDS = 4  # fewer say too little to be understood later
MOST = 40  # more tell a story, in which such words stand by chance


class Choice(StrEnum):
    DECISION = "decision"
    PREFERENCE = "preference"


_DECISION = re.compile(
    r"\b(?:let'?s|let us|we(?:'ll| will| are going to|'re going to)|i(?:'ll| will)|i'm going to) (?:go|stick) with\b"
    r"(?! (?:option )?(?:[a-e]|#?\d|(?:your|the) (?:recommendation|first|second|third|other|suggest\w+))\b)"
    r"|^\W*(?:(?:ok(?:ay)?|yes|so|then|great)[\s,.!]+)*let'?s (?:use|adopt|switch to|move to|not use|postpone|defer)\b"
    r"|\blet'?s (?:use|keep)\b[^.?\n]{2,60}\b(?:instead of|rather than|as (?:is|it is|an?|the|our))\b"
    r"|\b(?:we|i)(?:'ve| have)? (?:decided|settled on|chosen|opted)\b(?! (?:it|that) (?:was|is))|\bwe(?:'ve| have)"
    r" agreed\b"
    r"|\bwe(?:'re| are) (?:going to |gonna )?(?:adopt|drop|deprecat|switch|replac|archiv|migrat|standardi[sz])(?:e|ing"
    r"|t|p)*\b"
    r"|\bwe (?:can|should|will) (?:hard |soft )?(?:deprecate|drop support|stop supporting|standardi[sz]e on)\b",
    re.IGNORECASE,
)
_PREFERENCE = re.compile(
    r"\bi(?:'d| would)? (?:much |really |generally |strongly |actually )?(?:prefer|rather)\b(?! not to say)|\bmy"
    r" preference\b"
    r"|\bi (?:really |generally |usually |always )?(?:like|love) (?:to|when|how you|using|having|small|short|long"
    r"|explicit)\b|\bi (?:really )?(?:hate|dislike) (?:it when|when|using|long|having)\b"
    r"|\bwe (?:use|run|write|deploy|test|build|target|support)\b[^.?\n]{2,60}\b(?:here|in (?:this|our) (?:repo"
    r"|project|codebase|monorepo|stack|tests?|team)|for (?:this|our|all)|not)\b"
    r"|\b(?:british|american) (?:spelling|english)\b|\bin (?:english|german|french|spanish|japanese|chinese) please\b",
    re.IGNORECASE,
)
_UNSURE = re.compile(r"\b(?:not sure|whether|wondering|i wonder|maybe|perhaps|might)\b", re.IGNORECASE)
_ASKS = re.compile(r"\?\W*$|^\W*(?:do|does|did|should|would|could|can|is|are|what|which|why|how|if)\b", re.IGNORECASE)


def choice(moment: Moment) -> tuple[Choice, str] | None:
    """What was decided or preferred, with the sentence that says it."""
    if moment.document:
        return None
    for sentence in sentences(moment.words):
        found = _of(sentence)
        if found:
            return found, quote(moment.said.text, lambda part: _of(part) is not None)
    return None


@lru_cache(maxsize=4096)
def _of(sentence: str) -> Choice | None:
    bare = without_code(sentence)
    if not WORDS <= len(bare.split()) <= MOST or _ASKS.search(bare) or _UNSURE.search(bare):
        return None
    if _PREFERENCE.search(bare):
        return Choice.PREFERENCE
    return Choice.DECISION if _DECISION.search(bare) else None
