"""What a night proposes, put into better words where a model can do that. It sees steps that are decided already and
gives back the same steps, at the same places, with other words in them: what is stored is never its decision."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from reverie.layouts import learning
from reverie.layouts import proposals as paper
from reverie.records.changes import Edit, Put, Step
from reverie.records.errors import BadDocument
from reverie.records.events import Event
from reverie.records.learning import Candidate
from reverie.records.proposals import Proposal
from reverie.wording.joined import reworded_merge
from reverie.wording.prompt import Quoted
from reverie.wording.prompts.contradiction import Contradiction
from reverie.wording.prompts.diary import DiaryProse
from reverie.wording.prompts.insight import InsightWording
from reverie.wording.prompts.rule import RuleWording
from reverie.wording.prompts.shared import ABOUT
from reverie.wording.told import Told
from reverie.wording.voice import Voice, Worded

Heard = Callable[[frozenset[str]], Mapping[str, Event]]  # what was said in these events, from this machine's log
EVIDENCE = 8  # events a model is told of
_MERGES = frozenset({"merge", "gather"})
_DOUBTS = frozenset({"supersede", "contradict", "unsure"})


@dataclass(slots=True)
class Scribe:
    voice: Voice
    heard: Heard = lambda _ids: {}

    def candidates(self, steps: Sequence[Step]) -> tuple[Step, ...]:
        """New and grown candidates with their sentence worded."""
        return tuple(replace(step, edits=tuple(map(self._edit, step.edits))) for step in steps)

    def _edit(self, edit: Edit) -> Edit:
        if not isinstance(edit, Put) or edit.address.folder != "dream/candidates":
            return edit
        try:
            candidate, decision = learning.read_candidate(edit.address, edit.content)
        except BadDocument:
            return edit
        if decision is not None:
            return edit
        worded = self.voice.word(RuleWording(candidate.rule, self._told(candidate)), f"candidate {candidate.id}")
        if not worded.value or worded.value == candidate.rule:
            return edit
        content = learning.candidate_text(replace(candidate, rule=worded.value))
        return replace(edit, content=content) if _reads_back(edit, content, worded.value) else edit

    def _told(self, candidate: Candidate) -> tuple[Quoted, ...]:
        """What the candidate's file shows; and what was said in sessions, which may be understood but not named."""
        shown = [e for e in candidate.evidence if e.summary][:EVIDENCE]
        said = self.heard(frozenset(e.event for e in shown if e.span.startswith("session ")))
        place = "; ".join(dict.fromkeys([candidate.title, *candidate.scope[:4], *candidate.files[:4]]))
        pieces = [Quoted(ABOUT, place, candidate.signal)]
        for number, e in enumerate(shown, 1):
            event = said.get(e.event)
            kind = f"{event.kind} by {event.origin}" if event else "commit"
            text = event.summary if event else e.summary
            pieces.append(Quoted(f"e{number}", text, kind, private=event is not None))
        return tuple(pieces)

    def proposals(self, made: Sequence[Proposal], papers: Sequence[Step]) -> tuple[list[Proposal], list[Step]]:
        """Proposals with a model's opinion where the rules were not sure, and merges in fewer words; each with the
        step that files it."""
        new = [self._proposal(one) for one in made]
        by_id = {old.id: one for old, one in zip(made, new, strict=True) if one is not old}
        return new, [_filed(step, by_id) for step in papers]

    def _proposal(self, proposal: Proposal) -> Proposal:
        kinds = set(proposal.kinds)
        if len(proposal.steps) != 1:
            return proposal
        if kinds & _DOUBTS:
            return self._with_opinion(proposal)
        return self._joined(proposal) if kinds & _MERGES else proposal

    def _with_opinion(self, proposal: Proposal) -> Proposal:
        worded = self.voice.word(Contradiction(proposal.reason), f"proposal {proposal.id}")
        if worded.value is None:
            return proposal
        told = f"{worded.by} judges: {worded.value.verdict}" + f", {_bare(worded.value.because)}"
        return replace(proposal, reason=f"{proposal.reason} — {told}")

    def _joined(self, proposal: Proposal) -> Proposal:
        step = reworded_merge(proposal.steps[0], self.voice, f"proposal {proposal.id}")
        if step is None:
            return proposal
        reason = f"{proposal.reason} — joined in other words by {self.voice.model.name}"
        return replace(proposal, reason=reason, steps=(step,))

    def diary(self, entry: str) -> str:
        """A night in prose; empty where only the list stands."""
        lines = tuple(line.removeprefix("- ") for line in entry.splitlines() if line.startswith("- "))
        return self.voice.word(DiaryProse(lines), "diary").value or "" if lines else ""

    def told(self) -> Told:
        """What it did so far, for the report."""
        return Told.of(self.voice)

    def insight(self, draft: str, told: Iterable[tuple[str, str]], what: str = "insight") -> Worded[str]:
        """The text of an insight. `told`: kind and words of what happened. `value` is None where the draft stands."""
        pieces = [Quoted(f"e{n}", text, kind) for n, (kind, text) in enumerate(told, 1) if text][:EVIDENCE]
        return self.voice.word(InsightWording(draft, tuple(pieces)), what)


def _reads_back(put: Put, content: bytes, rule: str) -> bool:
    try:
        return learning.read_candidate(put.address, content)[0].rule == rule
    except BadDocument:
        return False


def _filed(step: Step, changed: Mapping[str, Proposal]) -> Step:
    """The paper of a proposal that was worded anew: the same place, other words."""
    edit = step.edits[0] if len(step.edits) == 1 else None
    proposal = changed.get(edit.address.name.removesuffix(".md")) if isinstance(edit, Put) else None
    return replace(step, edits=(replace(edit, content=paper.text(proposal)),)) if edit and proposal else step


def _bare(text: str) -> str:
    return text[:1].lower() + text[1:].rstrip(".") if text else "without a reason"
