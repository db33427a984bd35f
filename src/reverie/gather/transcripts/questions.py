"""What a person asked the agent, if it can be understood without the conversation: `how do I run the integration
tests?`. Asked again in another session, it is something nobody wrote down."""

from __future__ import annotations

import re
from functools import lru_cache

from reverie.gather.transcripts.moments import Moment
from reverie.gather.transcripts.phrases import sentences

FEWEST, MOST = 4, 30  # words
_ASKS = re.compile(
    r"^\W*(?:ok(?:ay)?|so|and|but|hey|hi|also|btw|wait|hmm+|well)?[\s,]*"
    r"(?:how|where|why|what|which|when|who|is|are|does|do|did|can|could|should|has|have|was|were)\b",
    re.IGNORECASE,
)
_TO_DO = re.compile(
    r"\b(?:can|could|would|will) (?:you|we|u)\b|\bshould (?:we|i|you)\b|\bdo you\b|\bdid you\b|\bare you\b",
    re.IGNORECASE,
)
_POINTS = re.compile(
    r"\b(?:this|that|these|those|it|its|them|they|he|she|here|there|above|below|now|again|last|same|other|one)\b"
    r"|\b(?:next|left|done|more|else)\b|#\d+|https?://|\b[0-9a-f]{7,40}\b",
    re.IGNORECASE,
)


def question(moment: Moment) -> str:
    """The first question that stands by itself; empty if there is none."""
    if moment.document or moment.paste:
        return ""
    return next((flat for part in sentences(moment.words) if stands_alone(flat := " ".join(part.split()))), "")


@lru_cache(maxsize=1024)
def stands_alone(sentence: str) -> bool:
    words = sentence.split()
    if not FEWEST <= len(words) <= MOST or not sentence.rstrip("\"')*").endswith("?"):
        return False
    return bool(_ASKS.match(sentence)) and not _TO_DO.search(sentence) and not _POINTS.search(sentence)
