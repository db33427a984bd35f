"""Notes that say the same become one. How alike they are only tells which to look at: whether they are the same is
judged statement by statement, nothing specific may get lost, and what contradicts is not merged."""

from __future__ import annotations

import re
import textwrap
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import TypeAlias

from reverie.records.changes import Put
from reverie.records.documents import Address
from reverie.records.tidying import Matter
from reverie.remember.judge import judge
from reverie.remember.specifics import keeps_all, lost, specifics
from reverie.reorganizing.fuller import filled_in
from reverie.reorganizing.likeness import Pair
from reverie.reorganizing.notes import Memory
from reverie.tidying import deeds
from reverie.tidying.deeds import CannotDo, Filed
from reverie.tidying.overlay import Deed, Overlay
from reverie.tidying.shelf import LONGEST, Statement
from reverie.tidying.tidier import fingerprint
from reverie.tools import frontmatter
from reverie.tools.terms import terms

SAME = 0.5  # of what the note that leaves states, the other must tell at least as much
RETOLD = 0.75  # of a statement's words, in one of the other's
_NUMBERED = re.compile(r"^\s*\d+[.)]\s", re.MULTILINE)
LISTED = ("- ", "* ", "+ ")
Key: TypeAlias = tuple[Address, str]


@dataclass(slots=True)
class Merger:
    """`closed`: documents that another mutation changes, or that are to be left alone."""

    memory: Memory
    closed: frozenset[Address]
    left_out: Counter[str] = field(default_factory=Counter)
    gone: set[Key] = field(default_factory=set)

    def over(self, pairs: Iterable[Pair]) -> list[Matter]:
        """Those that are most alike first. A note into which another went may take in more."""
        overlay = Overlay(self.memory.read)
        notes = self.memory.notes
        for pair in sorted(pairs, key=lambda pair: (-pair.likeness, pair.one, pair.other)):
            one, other = notes[pair.one], notes[pair.other]
            if key_of(one) in self.gone or key_of(other) in self.gone:
                continue
            if (why := self._refused(one, other)) or (why := self._merge(overlay, one, other, pair.likeness)):
                self.left_out[why] += 1
        return overlay.matters()

    def _refused(self, one: Filed, other: Filed) -> str:
        if one.fixed or other.fixed:
            return "alike, but pinned, static or holding a secret"
        if {one.address, other.address} & self.closed:
            return "alike, but left for another time: one of them is changed otherwise or is to be ignored"
        if one.note.origin != other.note.origin:
            return "alike, but from different origins"
        if one.note.type and other.note.type and one.note.type != other.note.type:
            return "alike, but of different types"
        if fingerprint(_about(one, other)) in self.memory.ask.tidy.settled:
            return "proposed already, or declined before"
        return ""

    def _merge(self, overlay: Overlay, one: Filed, other: Filed, likeness: float) -> str:
        """Merge them, or say why not."""
        now = [self._now(overlay, filed) for filed in (one, other)]
        if any(filed is None for filed in now):
            return "alike, but one of them has left"
        both = [filed for filed in now if filed is not None]
        if contradict(*both):
            return "alike, but they contradict each other"
        why = ""
        for kept, leaving in sorted([(both[0], both[1]), (both[1], both[0])], key=lambda pair: self._rank(pair[0])):
            why = self._into(overlay, kept, leaving, likeness)
            if not why:
                self.gone.add(key_of(leaving))
                return ""
        return why

    def _into(self, overlay: Overlay, kept: Filed, leaving: Filed, likeness: float) -> str:
        told = [s for s in leaving.statements if any(tells(mine.text, s.text) for mine in kept.statements)]
        if not leaving.statements or len(told) < SAME * len(leaving.statements):
            return "alike, but not the same"
        said = [s for s in told if any(says(mine.text, s.text) for mine in kept.statements)]
        if any(self.memory.is_fixed(source) for source in self.memory.pointed.get(leaving.address, ())):
            return "alike, but a note that may not be changed points to it"
        missing = [statement for statement in leaving.statements if statement not in said]
        return self._do(overlay, kept, leaving, missing, likeness)

    def _do(self, overlay: Overlay, kept: Filed, leaving: Filed, missing: Sequence[Statement], likeness: float) -> str:
        layout, day = self.memory.layout, self.memory.ask.day
        content, left = filled_in(kept, leaving, missing)
        if left:
            there = replace(kept.document, content=content)
            content = layout.extended(there, replace(kept.note, updated=None), _items(leaving, left))
        if gone := lost(_said(leaving), f"{kept.note.title}\n{frontmatter.read(content).body}"):
            return f"alike, but a merge would lose `{gone[0]}`"
        reason = f"`{kept.name}` tells what `{leaving.name}` tells ({likeness:.2f} alike)"
        if missing:
            reason += f", and takes over word for word the {_count(missing)} it says otherwise or not at all"
        deed = Deed("merge", _about(kept, leaving), reason, 1, keeps_all=True)
        try:
            trial = replace(kept, document=replace(kept.document, content=content))
            edits = deeds.merged(layout, trial, leaving, [], day, overlay.read, state="deprecated")
        except CannotDo:
            return "a header that cannot be changed safely"
        if missing:
            overlay.do(deed, [Put(kept.address, kept.document.digest, content)])
        overlay.do(deed, edits)
        return ""

    def _now(self, overlay: Overlay, filed: Filed) -> Filed | None:
        found = self.memory.filed(filed.address, overlay.read)
        return next((now for now in found if now.note.slug == filed.note.slug), None)

    def _rank(self, filed: Filed) -> tuple[int, int, int, date, str]:
        """Which of two should rather stay: sorted first. What others point to and what is recalled stays."""
        linked = len(self.memory.pointed.get(filed.address, ()))
        recalled = self.memory.ask.recalls.get(str(filed.address), 0)
        return -linked, -recalled, -len(filed.statements), filed.note.created or date.max, filed.note.slug


def key_of(filed: Filed) -> Key:
    return filed.address, filed.note.slug


def says(kept: str, other: str) -> bool:
    """Whether one statement holds all that another says. What is too long to be judged must be the same words."""
    if " ".join(kept.split()) == " ".join(other.split()):
        return True
    if len(kept) > LONGEST or len(other) > LONGEST:
        return False
    judged = judge(kept, other)
    return (judged.verdict == "same" or judged.covers == "left") and keeps_all([other], kept)


def tells(kept: str, other: str) -> bool:
    """Whether one statement tells what another tells, be it with more or less detail: enough to know that two notes are
    about one thing, not enough to leave a statement out."""
    if says(kept, other):
        return True
    if len(kept) > LONGEST or len(other) > LONGEST:
        return False
    judged = judge(kept, other)
    if judged.verdict == "contradicts" or judged.covers:
        return judged.verdict != "contradicts"
    words, theirs = ({term.key for term in terms(text)} for text in (other, kept))
    named = specifics(other)
    return len(words & theirs) >= RETOLD * len(words) and 2 * len(lost([other], kept)) < len(named)


def contradict(one: Filed, other: Filed) -> bool:
    short = [[s.text for s in filed.statements if len(s.text) <= LONGEST] for filed in (one, other)]
    return any(judge(mine, theirs).verdict == "contradicts" for mine in short[0] for theirs in short[1])


def _said(leaving: Filed) -> list[str]:
    """All that must not get lost: what it says, but for the numbers of a list, and a title that is more than the name
    of its file."""
    title = leaving.note.title
    return [_NUMBERED.sub("", leaving.note.body), *([title] if " " in title else [])]


def _items(leaving: Filed, missing: Sequence[Statement]) -> str:
    """Statements as they are written: items of a list below each other, anything else with room around it."""
    parts = [textwrap.dedent(deeds.lines_of(leaving.document, statement)).rstrip("\r\n") for statement in missing]
    text = ""
    for part in parts:
        listed = part.startswith(LISTED)
        text += "" if listed and not text.endswith("\n\n") else "\n" if text and not text.endswith("\n\n") else ""
        text += part + ("\n" if listed else "\n\n")
    gap = "" if text.startswith(LISTED) else "\n"  # else it would go on with the last item of a list
    return gap + text.rstrip("\n") + "\n"


def _count(missing: Sequence[Statement]) -> str:
    return f"{len(missing)} statements" if len(missing) > 1 else "one statement"


def _about(one: Filed, other: Filed) -> str:
    """As consolidation names it, so that what was declined there is not proposed here."""
    return " ".join(["merge", *sorted([one.name, other.name])])
