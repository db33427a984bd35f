"""A rule's sentence: cleaned, so that it can stand in CLAUDE.md without breaking or hiding a thing; its id and slug."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from reverie.review.errors import BadSentence
from reverie.tools.ids import content_id

LONGEST = 600
SLUG_WORDS = 6
ID_LENGTH = 8
_JOINERS = "\u200c\u200d"  # invisible, but Persian and Hindi are not written without them
_PARAGRAPHS = re.compile(r"\n[ \t]*\n")
_LINE_ENDS = re.compile(r"\r\n?|[\u2028\u2029\x85\v\f]")
_DECORATION = re.compile(r"(?:#{1,6}\s+|[-*+]\s+|>\s+|\d{1,3}[.)]\s+)+")
_MARKERS = {
    re.compile(r"<!--|-->"): "it holds an HTML comment, which could hide text or end a managed block",
    re.compile(r"```|~~~"): "it holds a code fence",
    re.compile(r"^(?:<{7}|>{7}|={7})(?:\s|$)", re.MULTILINE): "it holds git conflict markers",
    re.compile(r"^(?:---|\.\.\.)\s*$", re.MULTILINE): "it holds a header's '---'",
}
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


@dataclass(frozen=True, slots=True)
class Sentence:
    """What the rule says, and what had to be done to the words first."""

    text: str
    notes: tuple[str, ...] = ()


def clean(given: str) -> Sentence:
    """The sentence on one line. What merely looks odd is mended with a note; what could break or hide is refused."""
    lines = _LINE_ENDS.sub("\n", unicodedata.normalize("NFC", given)).strip()
    visible = "".join(c for c in lines if c in "\n\t" or not _unseen(c))
    for marker, reason in _MARKERS.items():
        if marker.search(visible):
            raise BadSentence(reason=reason)
    if _PARAGRAPHS.search(visible.strip()):
        raise BadSentence(reason="it has more than one paragraph")
    bare = _DECORATION.sub("", visible.strip(), count=1) if _DECORATION.match(visible.strip()) else visible
    text = " ".join(bare.split())
    _refuse(text)
    told = {
        "control or invisible characters were removed": visible != lines,
        "its lines were joined": "\n" in bare.strip(),
        "the Markdown before it was removed": bare != visible,
    }
    return Sentence(text, tuple(note for note, true in told.items() if true))


def _refuse(text: str) -> None:
    if not any(c.isalnum() for c in text):
        raise BadSentence(reason="the sentence is empty")
    if len(text) > LONGEST:
        raise BadSentence(reason=f"it has {len(text)} characters, and {LONGEST} is the most an agent should carry")


def _unseen(char: str) -> bool:
    """Control, format, surrogate and private characters: a reviewer does not see them, an agent reads them."""
    return unicodedata.category(char) in ("Cc", "Cf", "Cs", "Co") and char not in _JOINERS


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
