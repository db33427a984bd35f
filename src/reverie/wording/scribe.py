"""What a night proposes, put into better words where a model can do that. It sees steps that are decided already and
gives back the same steps, at the same places, with other words in them: what is stored is never its decision."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from reverie.layouts import insightfile, learning
from reverie.layouts import proposals as paper
from reverie.records.changes import Edit, Put, Step
from reverie.records.errors import BadDocument
from reverie.records.events import Event
from reverie.records.insights import Insight, is_insight
from reverie.records.learning import Evidence
from reverie.records.proposals import Proposal
from reverie.records.tidying import Matter
from reverie.wording.prompt import Quoted
from reverie.wording.prompts.diary import DiaryProse
from reverie.wording.prompts.insight import InsightWording
from reverie.wording.prompts.rule import RuleWording
from reverie.wording.prompts.shared import ABOUT
from reverie.wording.proposed import reworded
from reverie.wording.told import Told
from reverie.wording.voice import ATTEMPTS, Voice

Heard = Callable[[frozenset[str]], Mapping[str, Event]]  # what was said in these events, from this machine's log
EVIDENCE = 8  # events a model is told of


@dataclass(slots=True)
class Scribe:
    voice: Voice
    heard: Heard = lambda _ids: {}

    def candidates(self, steps: Sequence[Step]) -> tuple[Step, ...]:
        """New and grown candidates with their sentence worded."""
        return _each(steps, self._candidate)

    def _candidate(self, edit: Edit) -> Edit:
        if not isinstance(edit, Put) or edit.address.folder != "dream/candidates":
            return edit
        try:
            candidate, decision = learning.read_candidate(edit.address, edit.content)
        except BadDocument:
            return edit
        if decision is not None:
            return edit
        place = [candidate.title, *candidate.scope[:4], *candidate.files[:4]]
        told = self._told(candidate.evidence, place, candidate.signal)
        worded = self.voice.word(RuleWording(candidate.rule, told), f"candidate {candidate.id}")
        if not worded.value:
            return edit
        after = replace(candidate, rule=worded.value)
        content = learning.candidate_text(after)
        return replace(edit, content=content) if _rule(edit, content) == after.rule else edit

    def insights(self, steps: Sequence[Step]) -> tuple[Step, ...]:
        """Insights whose words are new tonight in a model's; the rules' own words stay beside them."""
        return _each(steps, self._insight)

    def _insight(self, edit: Edit) -> Edit:
        if not isinstance(edit, Put) or not is_insight(edit.address):
            return edit
        one = _insight(edit, edit.content)
        if one is None or not one.is_open or one.draft:
            return edit
        told = self._told(one.evidence, [*one.files[:4], one.advice], one.type)
        worded = self.voice.word(InsightWording(one.text, told), f"insight {one.id}")
        if not worded.value:
            return edit
        after = insightfile.tidy(replace(one, text=worded.value, draft=one.text, worded_by=worded.by))
        content = insightfile.text(after, edit.content)
        return replace(edit, content=content) if _insight(edit, content) == after else edit

    def _told(self, evidence: Sequence[Evidence], place: Sequence[str], kind: str) -> tuple[Quoted, ...]:
        """What the file shows; and what was said in sessions, which may be understood but not named."""
        shown = [e for e in evidence if e.summary][:EVIDENCE]
        said = self.heard(frozenset(e.event for e in shown if e.span.startswith("session ")))
        about = "; ".join(dict.fromkeys(filter(None, place)))
        pieces = [Quoted(ABOUT, about, kind)] if about else []
        for number, e in enumerate(shown, 1):
            event = said.get(e.event)
            told = f"{event.kind} by {event.origin}" if event else "commit"
            text = event.summary if event else e.summary
            pieces.append(Quoted(f"e{number}", text, told, private=event is not None))
        return tuple(pieces)

    def proposals(self, made: Sequence[Proposal], papers: Sequence[Step]) -> tuple[list[Proposal], list[Step]]:
        """Proposals with a model's opinion where the rules were not sure, and merges in fewer words; each with the
        step that files it."""
        new = [self._proposal(one) for one in made]
        by_id = {old.id: one for old, one in zip(made, new, strict=True) if one is not old}
        return new, [_filed(step, by_id) for step in papers]

    def _proposal(self, one: Proposal) -> Proposal:
        reason, step = reworded(self.voice, one.kinds[0], one.reason, one.steps[0], f"proposal {one.id}")
        return one if reason == one.reason else replace(one, reason=reason, steps=(step, *one.steps[1:]))

    def matters(self, made: Sequence[Matter]) -> tuple[Matter, ...]:
        """The same for what makes up one proposal, each of which carries its own reason."""
        return tuple(self._matter(number, one) for number, one in enumerate(made, 1))

    def _matter(self, number: int, one: Matter) -> Matter:
        reason, step = reworded(self.voice, one.kind, one.reason, one.step, f"mutation {number}")
        return replace(one, reason=reason, step=step)

    def keep_for_the_diary(self) -> None:
        """It is told last, and should not be what there is no call left for."""
        self.voice.spare = min(ATTEMPTS, self.voice.purse.most_calls // 2)

    def diary(self, entry: str) -> str:
        """A night in prose; empty where only the list stands."""
        self.voice.spare = 0
        lines = tuple(line.removeprefix("- ") for line in entry.splitlines() if line.startswith("- "))
        return self.voice.word(DiaryProse(lines), "diary").value or "" if lines else ""

    def told(self) -> Told:
        """What it did so far, for the report."""
        return Told.of(self.voice)


def _each(steps: Sequence[Step], worded: Callable[[Edit], Edit]) -> tuple[Step, ...]:
    return tuple(replace(step, edits=tuple(map(worded, step.edits))) for step in steps)


def _rule(put: Put, content: bytes) -> str:
    """The sentence as it is read back."""
    try:
        return learning.read_candidate(put.address, content)[0].rule
    except BadDocument:
        return ""


def _insight(put: Put, content: bytes) -> Insight | None:
    try:
        return insightfile.read(put.address, content)
    except BadDocument:
        return None


def _filed(step: Step, changed: Mapping[str, Proposal]) -> Step:
    """The paper of a proposal that was worded anew: the same place, other words."""
    edit = step.edits[0] if len(step.edits) == 1 else None
    proposal = changed.get(edit.address.name.removesuffix(".md")) if isinstance(edit, Put) else None
    return replace(step, edits=(replace(edit, content=paper.text(proposal)),)) if edit and proposal else step
