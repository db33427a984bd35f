"""A model's words in a night: after everything is decided and before it is applied. Steps come back at the same places
with the same expectations, or the night ends."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from reverie import diary
from reverie.consolidation import Plan
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
    """Candidates and proposals in better words, where there are any. A dry run pays for nothing."""
    if scribe is None or dry:
        return thought, tidied
    began = time.monotonic()
    steps = scribe.candidates(thought.steps)
    proposed, papers = scribe.proposals(tidied.proposed, tidied.papers)
    _same_places(thought.steps, steps)
    _same_places(tidied.papers, papers)
    check(steps)
    if line := scribe.told().line:
        tell(Phase("word", line, round(time.monotonic() - began, 3)))
    return replace(thought, steps=steps), replace(tidied, proposed=tuple(proposed), papers=tuple(papers))


def told(scribe: Scribe | None, report: Report, reader: Reader) -> Report:
    """The report with the night in prose, and with what the model did and cost."""
    if scribe is None or report.dry:
        return report
    prose = ""
    if report.changed:
        titles = {filed.candidate.id: filed.candidate.title for filed in lay_out(reader).candidates}
        prose = scribe.diary(diary.entry(report.record().facts, titles))
    return replace(report, prose=prose, worded=scribe.told())


def _same_places(before: Sequence[Step], after: Sequence[Step]) -> None:
    if [_place(step) for step in before] != [_place(step) for step in after]:
        raise Overreach(what="write elsewhere than was decided")


def _place(step: Step) -> object:
    edits = [
        (edit.address if isinstance(edit, Put) else (edit.source, edit.target), edit.expect) for edit in step.edits
    ]
    return step.reason, step.about, step.retires, edits
