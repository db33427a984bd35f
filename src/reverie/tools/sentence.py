"""One sentence that can stand in CLAUDE.md without breaking or hiding a thing. What is proposed and what a person gives
go through the same eye."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

LONGEST = 600
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
# What subjects and registries bring along, and how it is said where it can do no harm
_HARMLESS = (
    (re.compile(r"<!-+"), "‹!"),
    (re.compile(r"-+->"), "→"),
    (re.compile(r"`{3,}"), "`"),
    (re.compile(r"~{3,}"), "~"),
    (re.compile(r"^(?:<{7,}|>{7,}|={7,}|---|\.\.\.)(?=\s|$)"), ""),
)


class Unfit(ValueError):
    """Why this cannot be a rule's sentence."""


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
            raise Unfit(reason)
    if _PARAGRAPHS.search(visible.strip()):
        raise Unfit("it has more than one paragraph")
    bare = _DECORATION.sub("", visible.strip(), count=1) if _DECORATION.match(visible.strip()) else visible
    text = " ".join(bare.split())
    _refuse(text)
    told = {
        "control or invisible characters were removed": visible != lines,
        "its lines were joined": "\n" in bare.strip(),
        "the Markdown before it was removed": bare != visible,
    }
    return Sentence(text, tuple(note for note, true in told.items() if true))


def proposed(text: str) -> str:
    """A sentence of our own making, such as `clean` takes as it is; empty if nothing is left to say. What the history
    brought into it is made harmless, and one too long ends earlier."""
    for _ in range(4):  # what is taken away may bring together what stood around it
        line = " ".join("".join(c for c in unicodedata.normalize("NFC", text) if c.isspace() or not _unseen(c)).split())
        for marker, instead in _HARMLESS:
            line = marker.sub(instead, line)
        text = _shortened(_DECORATION.sub("", line.strip(), count=1) if _DECORATION.match(line.strip()) else line)
        try:
            if clean(text) == Sentence(text):
                return text
        except Unfit:
            continue
    return ""


def _shortened(line: str) -> str:
    if len(line) <= LONGEST:
        return line
    cut = line[: LONGEST - 2].rpartition(" ")[0] or line[: LONGEST - 2]
    return cut.rstrip(" ,;:(–—-") + ("`…" if cut.count("`") % 2 else "…")


def _refuse(text: str) -> None:
    if not any(c.isalnum() for c in text):
        raise Unfit("the sentence is empty")
    if len(text) > LONGEST:
        raise Unfit(f"it has {len(text)} characters, and {LONGEST} is the most an agent should carry")


def _unseen(char: str) -> bool:
    """Control, format, surrogate and private characters: a reviewer does not see them, an agent reads them."""
    return unicodedata.category(char) in ("Cc", "Cf", "Cs", "Co") and char not in _JOINERS
