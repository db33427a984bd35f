"""A model's words in a night: after everything is decided and before it is applied. Steps come back at the same places
with the same expectations, or the night ends."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from reverie import diary
from reverie.consolidation import Plan
from reverie.layouts import insightfile
from reverie.night.checks import Overreach, check
from reverie.night.desk import lay_out
from reverie.night.report import Report
from reverie.records.changes import Put, Step
from reverie.records.nightly import Phase, Thought
from reverie.records.store import Reader

if TYPE_CHECKING:
    from reverie.wording import Scribe


def worded(
    scribe: Scribe | None, thought: Thought, tidied: Plan, tell: Callable[[Phase], None], *, dry: bool
) -> tuple[Thought, Plan]:
    """Candidates, insights and proposals in better words, where there are any. A dry run pays for nothing."""
    if scribe is None or dry:
        return thought, tidied
    began = time.monotonic()
    scribe.keep_for_the_diary()
    steps = scribe.candidates(thought.steps)
    proposed, papers = scribe.proposals(tidied.proposed, tidied.papers)
    steps = scribe.insights(steps)  # last: they wait for nobody, so they are the first to go without
    same_places(thought.steps, steps)
    same_places(tidied.papers, papers)
    check(steps)
    if line := scribe.told().line:
        tell(Phase("word", line, round(time.monotonic() - began, 3)))
    thought = replace(thought, steps=steps, insights=_retold(thought.insights, steps))
    return thought, replace(tidied, proposed=tuple(proposed), papers=tuple(papers))


def _retold(told: Mapping[str, Mapping[str, str]], steps: Sequence[Step]) -> dict[str, Mapping[str, str]]:
    """What the report says of insights, in the words that are kept; and in the rules' own, by which it knows them."""
    found = {id: dict(one) for id, one in told.items()}
    for one in filter(None, (insightfile.written_by(edit) for step in steps for edit in step.edits)):
        if one.draft and one.id in found:
            found[one.id] |= {"text": one.text, "draft": one.draft}
    return {**found}


def told(scribe: Scribe | None, report: Report, reader: Reader) -> Report:
    """The report with the night in prose, and with what the model did and cost."""
    if scribe is None or report.dry:
        return report
    prose = ""
    if report.changed:
        titles = {filed.candidate.id: filed.candidate.title for filed in lay_out(reader).candidates}
        prose = scribe.diary(diary.entry(report.record().facts, titles))
    return replace(report, prose=prose, worded=scribe.told())


def same_places(before: Sequence[Step], after: Sequence[Step]) -> None:
    if [_place(step) for step in before] != [_place(step) for step in after]:
        raise Overreach(what="write elsewhere than was decided")


def _place(step: Step) -> object:
    edits = [
        (edit.address if isinstance(edit, Put) else (edit.source, edit.target), edit.expect) for edit in step.edits
    ]
    return step.reason, step.about, step.retires, edits
