"""A candidate and a decision become a change: graduated to a rule, or rejected. Either way the candidate's file moves
on with the rationale in it; nothing is thrown away."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta

from reverie.records.changes import Move, Put, Step
from reverie.records.documents import Address
from reverie.records.learning import Candidate, Decision, Rule
from reverie.review import rationale, sentence
from reverie.review.errors import SameRule
from reverie.review.papers import FiledCandidate, Papers, decided_address
from reverie.review.resolve import already

REVIEW_DAYS = 180


@dataclass(frozen=True, slots=True)
class Table:
    """What a decision has to know besides the candidate. `taken` are the addresses of what was decided before."""

    papers: Papers
    rules: tuple[Rule, ...] = ()
    taken: frozenset[Address] = frozenset()
    review_days: int = REVIEW_DAYS


@dataclass(frozen=True, slots=True)
class Decided:
    """What a decision comes to: the step to apply, and what to tell the person."""

    candidate: str
    verdict: str  # graduate, reject
    step: Step
    filed: Address  # where the candidate's file goes
    rule: Rule | None = None  # of a graduation
    notes: tuple[str, ...] = ()
    warning: str = ""
    by: str = ""


def graduate(filed: FiledCandidate, decision: Decision, table: Table, *, words: str | None = None) -> Decided:
    """The candidate becomes a rule. `words` stand instead of the sentence that was proposed; the candidate's file keeps
    the proposal, so that one can see later what was changed."""
    candidate, settled = _settle(filed, decision, "graduate")
    said = sentence.clean(candidate.rule if words is None else words)
    _not_said_yet(said.text, table.rules)
    rule = _rule(candidate, settled, said.text, review_by(settled.at, table.review_days))
    put = Put(table.papers.rule_address(rule), None, table.papers.rule_text(rule))
    move = _move(filed, settled, "graduated", table)
    step = Step(
        f"{settled.by} graduated {candidate.id}: {candidate.title}",
        (put, move),
        about=f"graduate {candidate.id} as {rule.id}",
    )
    warning = rationale.warning(settled.rationale, candidate, "graduate")
    return Decided(candidate.id, "graduate", step, move.target, rule, said.notes, warning, settled.by)


def reject(filed: FiledCandidate, decision: Decision, table: Table) -> Decided:
    """The candidate stays a record of what was not worth a rule."""
    candidate, settled = _settle(filed, decision, "reject")
    move = _move(filed, settled, "rejected", table)
    step = Step(
        f"{settled.by} rejected {candidate.id}: {candidate.title}",
        (move,),
        about=f"reject {candidate.id} as {move.target.name}",
    )
    warning = rationale.warning(settled.rationale, candidate, "reject")
    return Decided(candidate.id, "reject", step, move.target, warning=warning, by=settled.by)


def review_by(at: datetime, days: int = REVIEW_DAYS) -> date:
    return at.astimezone(UTC).date() + timedelta(days=days)


def same_rule(text: str, rules: Iterable[Rule]) -> Rule | None:
    """The active rule that says this already, if there is one."""
    meant = sentence.folded(text)
    return next((r for r in rules if r.status == "active" and sentence.folded(r.sentence) == meant), None)


def _settle(filed: FiledCandidate, decision: Decision, verdict: str) -> tuple[Candidate, Decision]:
    """A decision that can be written down: of a candidate that waits, with a rationale, in somebody's name."""
    if not filed.waits:
        raise already(filed)
    text = rationale.required(decision.rationale)
    by = " ".join(decision.by.split()) or "somebody"
    return filed.candidate, replace(decision, verdict=verdict, rationale=text, by=by)


def _not_said_yet(text: str, rules: Iterable[Rule]) -> None:
    same = same_rule(text, rules)
    if same:
        raise SameRule(id=same.id, sentence=same.sentence)


def _rule(candidate: Candidate, decision: Decision, text: str, until: date) -> Rule:
    return Rule(
        sentence.rule_id(text),
        sentence.slug(text),
        text,
        candidate.scope,
        decision.rationale,
        decision.by,
        decision.at,
        until,
        candidate.id,
        candidate.signal,
        candidate.about,
        candidate.weight,
        candidate.files,
        candidate.evidence,
        noticed_from=candidate.noticed_from,
    )


def _move(filed: FiledCandidate, decision: Decision, place: str, table: Table) -> Move:
    document = filed.document
    target = decided_address(table.papers, filed.candidate.id, place, table.taken)
    return Move(document.address, target, document.digest, table.papers.decided_text(document.content, decision))
