"""A proposal tried out on a copy that is thrown away: the same questions before and after, side by side."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from reverie.layouts import notefile
from reverie.lookup.index import Index
from reverie.lookup.search import Filters, search_many
from reverie.records.changes import Put, Step
from reverie.records.documents import Address
from reverie.records.engines import Embedder
from reverie.records.passages import Hit, Passage
from reverie.reorganizing.links import successors
from reverie.reorganizing.merging import says
from reverie.reorganizing.questions import Question
from reverie.tools import frontmatter

SEEN = 5
DEEP = 20  # how far down a rank is told
_PER_TOKEN = 4  # characters, about

Copy = Mapping[Address, Sequence[Passage]]  # a memory as it can be searched


@dataclass(frozen=True, slots=True)
class Asked:
    """One question: the place of its answer before and after; None if it is not among the first."""

    question: Question
    before: int | None
    after: int | None

    @property
    def is_harder(self) -> bool:
        return self.before is not None and (self.after is None or self.after > self.before)


@dataclass(frozen=True, slots=True)
class Replay:
    asked: tuple[Asked, ...]
    tokens: tuple[int, int]  # loaded for all questions, before and after

    def recall(self, kind: str = "") -> tuple[int, int, int]:
        """Of how many questions, how many found their answer among the first five, before and after."""
        own = [one for one in self.asked if kind in ("", one.question.kind)]
        return len(own), sum(_seen(one.before) for one in own), sum(_seen(one.after) for one in own)

    @property
    def harder(self) -> tuple[Asked, ...]:
        """Pinned or often recalled facts that the proposal would push down."""
        return tuple(one for one in self.asked if one.question.guarded and one.is_harder)


def replay(
    before: Copy,
    after: Copy,
    steps: Sequence[Step],
    questions: Sequence[Question],
    now: datetime,
    embed: Embedder | None = None,
) -> Replay:
    was, now_is = (_answers(copy, questions, now, embed) for copy in (before, after))
    answers = Answers(after, steps)
    told = [
        Asked(question, _place(old, {question.answer.id}), _place(new, answers.of(question.answer)))
        for question, old, new in zip(questions, was, now_is, strict=True)
    ]
    return Replay(tuple(told), (_loaded(was), _loaded(now_is)))


class Answers:
    """Which passages answer afterwards what one answered before: those that say it still, where it is or where it went;
    and where it was contradicted, what holds instead."""

    def __init__(self, after: Copy, steps: Sequence[Step]) -> None:
        self._after, self._moves = after, successors(steps)
        self._instead = dict(_superseding(steps))

    def of(self, answer: Passage) -> set[str]:
        home = Address.parse(answer.address)
        place = self._moves.get(home, home)
        there = self._after.get(place, ()) if place else ()
        found = {one.id for one in there if says(one.text, answer.text)}
        if found or place is None:
            return found
        winner = place if home in self._moves else self._instead.get((home, " ".join(answer.text.split())))
        return {one.id for one in self._after.get(winner, ())} if winner else set()


def _superseding(steps: Iterable[Step]) -> Iterable[tuple[tuple[Address, str], Address]]:
    """Statements that were taken out of a note, with the note that holds instead."""
    for step in steps:
        kept = [edit for edit in step.edits if isinstance(edit, Put)]
        for edit in kept:
            parts = frontmatter.read(edit.content)
            by = str(notefile.facts_of(parts).get("superseded_by") or "")
            home = next((other.address for other in kept if other is not edit), None)
            if by and home and edit.expect is None:
                words = " ".join(parts.body.split()).removeprefix("- ")
                yield (home, words), Address(home.root, f"{home.folder}/{by}.md" if home.folder else f"{by}.md")


def _answers(copy: Copy, questions: Sequence[Question], now: datetime, embed: Embedder | None) -> list[list[Hit]]:
    with tempfile.TemporaryDirectory(prefix="reverie-replay-") as folder:
        index = Index(Path(folder))
        try:
            index.put_many([(str(address), "", passages) for address, passages in copy.items()])
            if embed is not None:
                from reverie.lookup.fill import fill  # noqa: PLC0415 — numpy only where there is an embedder

                fill(index, embed)
            return search_many(index, [(question.text, DEEP) for question in questions], Filters(), embed, now)
        finally:
            index.close()


def _place(hits: Sequence[Hit], wanted: set[str]) -> int | None:
    return next((n for n, hit in enumerate(hits, 1) if hit.passage.id in wanted), None)


def _loaded(answers: Sequence[Sequence[Hit]]) -> int:
    return sum(len(hit.passage.text) // _PER_TOKEN + 1 for hits in answers for hit in hits[:SEEN])


def _seen(place: int | None) -> bool:
    return place is not None and place <= SEEN
