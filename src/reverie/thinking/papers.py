"""From judged patterns to steps: a new candidate, or one that waits and has grown. What lies in files comes in and goes
out as documents."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from reverie.layouts import learning
from reverie.records.changes import Move, Put, Step
from reverie.records.documents import Address, Document
from reverie.records.errors import BadDocument
from reverie.records.learning import Candidate, Rule
from reverie.records.nightly import Request
from reverie.review.precedents import Judged, Precedent, Standing


def read_papers(documents: Iterable[Document], left_out: Counter[str]) -> tuple[list[Precedent], list[Rule]]:
    past: list[Precedent] = []
    rules: list[Rule] = []
    for document in documents:
        try:
            if "-" in document.address.name:  # a rule's file goes on after its id; an expired one lies among the others
                rules.append(learning.read_rule(document.address, document.content))
            else:
                candidate, decision = learning.read_candidate(document.address, document.content)
                state = document.address.folder.rpartition("/")[2]
                past.append(Precedent(candidate, state, decision if state != "candidates" else None))
        except BadDocument:
            left_out["candidate and rule files that cannot be read"] += 1
    return past, rules


def steps_for(
    ask: Request, judged: Sequence[Judged], candidates: Sequence[Candidate], left_out: Counter[str]
) -> tuple[list[Step], list[str], list[str]]:
    by_about = {(j.cluster.signal, j.cluster.about): j for j in judged}
    documents = {d.address: d for d in ask.documents}
    steps: list[Step] = []
    new: list[str] = []
    grown: list[str] = []
    for place, candidate in enumerate(candidates):
        j = by_about[candidate.signal, candidate.about]
        if j.standing is Standing.OPEN and j.known:
            step = _grow(candidate, j, documents, left_out)
            grown += [j.known.candidate.id] if step else []
        elif place >= ask.most:  # counted with those that wait already, or every night would bring the next ones
            left_out[f"candidates beyond the best {ask.most}"] += 1
            step = None
        else:
            step = _add(candidate, j)
            new += [candidate.id]
        steps += [step] if step else []
    return steps, new, grown


def _add(candidate: Candidate, judged: Judged) -> Step:
    reopened = judged.reason if judged.standing is Standing.REOPENED else ""
    text = learning.candidate_text(replace(candidate, reopened=reopened))
    return Step(f"propose {candidate.title}", (Put(learning.candidate_address(candidate.id), None, text),))


def _grow(
    candidate: Candidate, judged: Judged, documents: dict[Address, Document], left_out: Counter[str]
) -> Step | None:
    """An open candidate is written again only when there is new evidence, and never over a person's words."""
    assert judged.known is not None
    old = judged.known.candidate
    if {e.event for e in candidate.evidence} <= {e.event for e in old.evidence}:
        return None
    document = documents[learning.candidate_address(old.id)]
    if not learning.untouched(document.address, document.content):
        left_out["open candidates edited by hand, left as they are"] += 1
        return None
    gone = tuple(id for id in judged.replaces if learning.candidate_address(id) in documents)
    text = learning.candidate_text(replace(candidate, id=old.id, about=old.about, reopened=old.reopened, replaces=gone))
    moves = [
        Move(source.address, learning.candidate_address(id, "expired"), source.digest, source.content)
        for id in gone
        for source in (documents[learning.candidate_address(id)],)
    ]
    return Step(f"{old.id} grew to {candidate.weight} events", (Put(document.address, document.digest, text), *moves))
