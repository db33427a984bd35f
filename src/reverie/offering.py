"""Insights that have become stable and say how something is offer themselves as notes, once: each as a proposal that a
person decides about. The insight remembers as what it was offered, so that a no is final."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, time

from reverie.layouts import insightfile, proposals, requested
from reverie.notebook import Notebook
from reverie.records.changes import Edit, Put, Step
from reverie.records.documents import Address, Document
from reverie.records.insights import Insight
from reverie.records.notes import Line
from reverie.records.proposals import NOTE, OPEN, Proposal
from reverie.tools.ids import content_id

MAKER, TITLE = "insights", "Keep an insight as a note"
WAITING = 5  # at a time; a bound for one night would let a second night go on where the first ended


@dataclass(frozen=True, slots=True)
class Offers:
    """The night's steps, with what its insights offered themselves as; and the proposals, as papers."""

    steps: tuple[Step, ...] = ()
    papers: tuple[Step, ...] = ()
    proposed: tuple[Proposal, ...] = ()


def offered(
    steps: Sequence[Step],
    known: Iterable[tuple[Document, Insight]],
    book: Notebook,
    *,
    private: bool,
    undone: Collection[str] = (),
) -> Offers:
    """`steps`: what the night is about to write, insights among it. `known`: the insights as they lie there. `undone`:
    fingerprints of what a person took back."""
    ready = _ready([step for step in steps if step.fingerprint not in undone], known)
    if not ready:
        return Offers(tuple(steps))
    filed = [one for _, one in proposals.filed(book.store, private=private)]
    room = WAITING - sum(one.maker == MAKER and one.status == OPEN for one in filed)
    made: dict[str, Proposal] = {}
    papers: list[Step] = []
    for proposal in _proposals((one for one, _ in ready.values()), book):
        paper = proposals.paper(proposal, private=private)
        if len(papers) < room and paper.fingerprint not in undone:
            made[proposal.steps[0].about.split()[1]] = proposal
            papers.append(paper)
    return Offers((*_marked(steps, made), *_besides(ready, made)), tuple(papers), tuple(made.values()))


def _ready(
    steps: Sequence[Step], known: Iterable[tuple[Document, Insight]]
) -> Mapping[str, tuple[Insight, Document | None]]:
    """Those that may be offered: as tonight leaves them, or as they lie there in our own words."""
    written = (insightfile.written_by(edit) for step in steps for edit in step.edits)
    tonight = {one.id: one for one in written if one}
    found: dict[str, tuple[Insight, Document | None]] = {id: (one, None) for id, one in tonight.items()}
    for document, one in known:
        if one.id not in tonight and _is_due(one) and insightfile.untouched(document):
            found[one.id] = one, document
    return {id: pair for id, pair in found.items() if _is_due(pair[0])}


def _is_due(one: Insight) -> bool:
    from reverie.insights import is_noteworthy  # noqa: PLC0415 — all detectors, wanted only where there are insights

    return not one.offered and is_noteworthy(one)


def _proposals(ready: Iterable[Insight], book: Notebook) -> Iterator[Proposal]:
    """Those of most sessions first. Not what a note says already, what a person wanted forgotten, or a secret."""
    from reverie.insights.ready import as_fact  # noqa: PLC0415
    from reverie.tools.facts import is_told  # noqa: PLC0415 — many patterns, made only when there is a fact

    standing = [(p.text, p.title) for p in requested.standing(book.store, book.layout)]
    taken: set[Address] = set()
    for one in sorted(ready, key=lambda one: (-len(one.sessions), one.id)):
        at = datetime.combine(one.last, time(), UTC)
        line = Line(as_fact(one.keyless), at, content_id("insight", one.id)[:12], type="project", origin="agent")
        if book.cleaned([line]) != [line] or book.forgotten(line.text):
            continue
        if any(is_told(line.text, *told) for told in standing if _may_tell(line.text, told)):
            continue
        put = requested.put(line, book.layout, book.store.read, taken)
        taken.add(put.address)
        reason = f"{len(one.sessions)} sessions show it (insight {one.id}): {one.keyless}"
        step = Step(f"keep an insight as a note: {line.text}", (put,), f"insight {one.id} as a note")
        yield Proposal(content_id(MAKER, one.id)[:12], TITLE, reason, (step,), MAKER, (NOTE,))


def _may_tell(text: str, told: tuple[str, str]) -> bool:
    """Whether a note names what the text names as code: most do not, and comparing costs more."""
    names = re.findall(r"`([^`\n]+)`", text)
    return not names or any(name in part for name in names for part in told)


def _marked(steps: Sequence[Step], made: Mapping[str, Proposal]) -> Iterable[Step]:
    for step in steps:
        yield replace(step, edits=tuple(_with_offer(edit, made) for edit in step.edits))


def _with_offer(edit: Edit, made: Mapping[str, Proposal]) -> Edit:
    one = insightfile.written_by(edit)
    if one is None or one.id not in made:
        return edit
    return replace(edit, content=insightfile.text(_told(one, made), edit.content))


def _besides(ready: Mapping[str, tuple[Insight, Document | None]], made: Mapping[str, Proposal]) -> Iterable[Step]:
    for id in made:
        one, there = ready[id]
        if there is not None:
            put = Put(there.address, there.digest, insightfile.text(_told(one, made), there.content))
            yield Step(f"the insight {id} is proposed as a note: {one.keyless}", (put,))


def _told(one: Insight, made: Mapping[str, Proposal]) -> Insight:
    return replace(one, offered=f"note, proposal {made[one.id].id}")
