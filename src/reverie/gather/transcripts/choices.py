"""Decisions and preferences a person states in passing: `let's go with the second`, `I prefer tabs`, `we use pnpm`. A
bare yes or a letter chosen from a list is none: without its question it says nothing."""

from __future__ import annotations

import re
from enum import StrEnum

from reverie.gather.transcripts.moments import Moment
from reverie.gather.transcripts.phrases import quote, sentences, without_code

WORDS = 4  # fewer say too little to be understood later


class Choice(StrEnum):
    DECISION = "decision"
    PREFERENCE = "preference"


_DECISION = re.compile(
    r"\b(?:let'?s|let us|we(?:'ll| will| are going to|'re going to| should just)|i(?:'ll| will)|i'm going to) (?:go"
    r"|stick) with\b(?! (?:option )?(?:[a-e]|#?\d)\b)"
    r"|\blet'?s (?:use|keep(?! (?:going|moving|it simple|working|at it))|adopt|drop|switch to|move to|call it"
    r"|not use|postpone|defer)\b"
    r"|\b(?:we|i)(?:'ve| have)? (?:decided|agreed|settled|chose|chosen|opted)\b(?! (?:it|that) (?:was|is))"
    r"|\bwe(?:'re| are) (?:going to |gonna )?(?:adopt|drop|deprecat|mov|switch|replac|archiv|remov|migrat"
    r"|standardi[sz])(?:e|ing|t|p)*\b"
    r"|\b(?:go|going|went) (?:with|for) the "
    r"|\bi agree (?:with|that|to)\b|\bwe should (?:call|name|use|keep|drop|remove|get rid of|stick)\b"
    r"|\bwe (?:can|should|will) (?:hard |soft )?(?:deprecate|drop|get rid of|stop supporting|standardi[sz]e on)\b",
    re.IGNORECASE,
)
_PREFERENCE = re.compile(
    r"\bi(?:'d| would)? (?:much |really |generally |strongly )?(?:prefer|rather)\b(?! not to say)|\bmy preference\b"
    r"|\bprefer(?:ably)? \w+"
    r"|\bi (?:really |generally |usually |always )?(?:like|love|hate|dislike) (?:it|to|when|the idea|how|using"
    r"|having|small|short|long|explicit)\b"
    r"|\bwe (?:use|run|write|deploy|test|build|target|support)\b[^.?\n]{2,60}\b(?:here|in (?:this|our) (?:repo"
    r"|project|codebase|monorepo|stack|tests?|team)|for (?:this|our|all)|not)\b"
    r"|\b(?:british|american) (?:spelling|english)\b|\bin (?:english|german|french|spanish|japanese|chinese) please\b",
    re.IGNORECASE,
)
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


def _of(sentence: str) -> Choice | None:
    bare = without_code(sentence)
    if len(bare.split()) < WORDS or _ASKS.search(bare):
        return None
    if _PREFERENCE.search(bare):
        return Choice.PREFERENCE
    return Choice.DECISION if _DECISION.search(bare) else None
