"""A rule's sentence: cleaned, so that it can stand in CLAUDE.md without breaking or hiding a thing; its id and slug."""

from __future__ import annotations

import re
import unicodedata

from reverie.review.errors import BadSentence
from reverie.tools import sentence
from reverie.tools.ids import content_id
from reverie.tools.sentence import Sentence, Unfit

__all__ = ["Sentence", "clean", "folded", "rule_id", "slug"]
SLUG_WORDS = 6
ID_LENGTH = 8
_WORD = re.compile(r"[a-z0-9]+")
_PATH = re.compile(r"(?:[\w.@-]+/)+([\w.@-]*)")
_EXTENSION = re.compile(r"\b([\w-]+)\.[a-z]{1,4}\b")
_PALE = frozenset(
    "a about add after again all also always an and any are area as at be because been before both but by can"
    " change changed changes changing check commit commits committing corrected day days do does each eight either"
    " every file files five fix fixed fixes for four from had has have he if in into is it its last least lib make"
    " many more most must need needed needs never nine no not of off on once one only or other our out over revert"
    " reverted reverts run runs same second seven she should since six so some src such ten than that the their them"
    " then there these they thing things this three time times to too touching twice two under until up use used"
    " using very was we week weeks were what when where which while who will with within without you your".split()
)


def clean(given: str) -> Sentence:
    """See `reverie.tools.sentence.clean`; what it refuses is an expected failure here."""
    try:
        return sentence.clean(given)
    except Unfit as problem:
        raise BadSentence(reason=problem) from None


def rule_id(text: str) -> str:
    """Minted from the words alone, so that two clones graduate the same sentence to the same rule."""
    return content_id("rule", " ".join(text.split()))[:ID_LENGTH]


def folded(text: str) -> str:
    """Two sentences that fold to the same say the same."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split()).rstrip(".! ")


def slug(text: str) -> str:
    """The telling words of a sentence, for a file's name. A path gives only its last part."""
    short = _EXTENSION.sub(r"\1", _PATH.sub(r"\1", text))
    plain = unicodedata.normalize("NFKD", short).encode("ascii", "ignore").decode().lower().replace("'", "")
    words = [w[:24] for w in _WORD.findall(plain) if len(w) > 1 and not w.isdigit()]
    telling = list(dict.fromkeys(w for w in words if w not in _PALE)) or list(dict.fromkeys(words))
    return "-".join(telling[:SLUG_WORDS]) or "rule"
