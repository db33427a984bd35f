"""From judged patterns to steps: a new candidate, one that waits and has grown, or one that takes another's place. What
lies in files comes in and goes out as documents."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from reverie.layouts import learning
from reverie.records.changes import Move, Put, Step
from reverie.records.documents import Document
from reverie.records.errors import BadDocument
from reverie.records.insights import is_insight
from reverie.records.learning import SAID, Candidate, Rule
from reverie.records.nightly import Request
from reverie.review.health import usual_floor
from reverie.review.papers import REPLACED, decided_address
from reverie.review.precedents import Judged, Precedent, Standing
from reverie.tools import sentence

EDITED = "open candidates edited by hand, left as they are"
_THRESHOLDS = {"revert_cluster": "min_reverts", "cross_actor_anti": "min_actors"}


def read_papers(documents: Iterable[Document], left_out: Counter[str]) -> tuple[list[Precedent], list[Rule]]:
    past: list[Precedent] = []
    rules: list[Rule] = []
    for document in documents:
        address = document.address
        if is_insight(address):
            continue
        try:
            if learning.is_rule(address):
                rules.append(learning.read_rule(address, document.content))
            else:
                candidate, decision = learning.read_candidate(address, document.content)
                state = address.folder.rpartition("/")[2]
                past.append(Precedent(candidate, state, decision if state != "candidates" else None))
        except BadDocument:
            left_out["candidate and rule files that cannot be read"] += 1
    return _with_expired(past, rules), rules


def _with_expired(past: Iterable[Precedent], rules: Sequence[Rule]) -> list[Precedent]:
    """A candidate among the expired rules was replaced; one whose rules have all expired is decided no longer."""
    active = {rule.candidate for rule in rules if rule.status == "active"}
    expired = {rule.candidate for rule in rules if rule.status == "expired"} - active
    found = []
    for p in past:
        over = p.state == "graduated" and p.candidate.id in expired
        found.append(replace(p, state="expired" if over else REPLACED if p.state == "expired" else p.state))
    return found


@dataclass(frozen=True, slots=True)
class Proposed:
    """What comes of a night's candidates."""

    steps: list[Step] = field(default_factory=list)
    new: list[str] = field(default_factory=list)
    grown: list[str] = field(default_factory=list)
    replaced: dict[str, str] = field(default_factory=dict)  # a candidate that waited → the one in its place


def steps_for(
    ask: Request, judged: Sequence[Judged], candidates: Sequence[Candidate], left_out: Counter[str]
) -> Proposed:
    by_about = {(j.cluster.signal, j.cluster.about): j for j in judged}
    desk = _Desk(ask, left_out)
    done = Proposed()
    for place, candidate in enumerate(candidates):
        j = by_about[candidate.signal, candidate.about]
        if j.standing is Standing.OPEN:
            desk.grow(candidate, j, done)
        elif j.standing is Standing.TAKES_OVER:
            desk.take_over(candidate, j, done)
        elif place >= ask.most:  # counted with those that wait already, or every night would bring the next ones
            left_out[f"candidates beyond the best {ask.most}"] += 1
        else:
            desk.add(candidate, j, done)
    return done


class _Desk:
    """The documents as they lie there, and what is written into them."""

    def __init__(self, ask: Request, left_out: Counter[str]) -> None:
        self._documents = {d.address: d for d in ask.documents}
        self._thresholds, self._left_out = ask.thresholds, left_out

    def add(self, candidate: Candidate, judged: Judged, done: Proposed) -> None:
        reopened = judged.reason if judged.standing is Standing.REOPENED else ""
        text = self._text(replace(candidate, reopened=reopened, noticed_from=self._noticed_from(candidate)))
        if text is not None:
            address = learning.candidate_address(candidate.id)
            done.steps.append(Step(f"propose {candidate.title}", (Put(address, None, text),)))
            done.new.append(candidate.id)

    def grow(self, candidate: Candidate, judged: Judged, done: Proposed) -> None:
        """An open candidate is written again only when there is new evidence, or when somebody found better words for
        what was said in the same sessions; and never over a person's words."""
        assert judged.known is not None
        old = judged.known.candidate
        known = {e.event for e in candidate.evidence} <= {e.event for e in old.evidence}
        if known and not _is_reworded(candidate, old):
            return
        if not self._untouched(old.id):
            return
        gone = [id for id in judged.replaces if self._untouched(id)]
        kept = replace(
            candidate,
            id=old.id,
            about=old.about,
            reopened=old.reopened,
            replaces=tuple(dict.fromkeys((*old.replaces, *gone))),
            noticed_from=old.noticed_from,
        )
        text = self._text(kept)
        if text is not None:
            document = self._documents[learning.candidate_address(old.id)]
            grew = candidate.weight > old.weight
            what = f"let {old.id} grow to {candidate.weight} events" if grew else f"give {old.id} its new evidence"
            what = f"put {old.id} in better words" if known else what
            put = Put(document.address, document.digest, text)
            done.steps.append(Step(what + _instead(gone), (put, *map(self._aside, gone))))
            done.grown.append(old.id)
            done.replaced.update(dict.fromkeys(gone, old.id))

    def take_over(self, candidate: Candidate, judged: Judged, done: Proposed) -> None:
        """The candidate comes in the place of one that waits, unless a person has written in that one."""
        if not self._untouched(judged.replaces[0]):
            return
        gone = [id for id in judged.replaces if id == judged.replaces[0] or self._untouched(id)]
        text = self._text(replace(candidate, replaces=tuple(gone), noticed_from=self._noticed_from(candidate)))
        if text is not None:
            put = Put(learning.candidate_address(candidate.id), None, text)
            done.steps.append(Step(f"propose {candidate.title}{_instead(gone)}", (put, *map(self._aside, gone))))
            done.new.append(candidate.id)
            done.replaced.update(dict.fromkeys(gone, candidate.id))

    def _untouched(self, id: str) -> bool:
        document = self._documents.get(learning.candidate_address(id))
        if document is None:
            return False
        if learning.untouched(document.address, document.content):
            return True
        self._left_out[EDITED] += 1
        return False

    def _aside(self, id: str) -> Move:
        document = self._documents[learning.candidate_address(id)]
        target = decided_address(learning, id, REPLACED, self._documents)
        return Move(document.address, target, document.digest, document.content)

    def _text(self, candidate: Candidate) -> bytes | None:
        """The file, if its sentence could stand as a rule and it can be read back: one that cannot would be proposed
        again every night."""
        rule = sentence.proposed(candidate.rule)
        if not rule:
            self._left_out["patterns that cannot be said in one plain sentence"] += 1
            return None
        text = learning.candidate_text(replace(candidate, rule=rule))
        try:
            learning.read_candidate(learning.candidate_address(candidate.id), text)
        except BadDocument:
            self._left_out["patterns too large for a file"] += 1
            return None
        return text

    def _noticed_from(self, candidate: Candidate) -> int:
        """How many events made it a pattern, if not the usual number: whether a rule works is told from that."""
        usual = usual_floor(candidate.signal)
        now = self._thresholds.get(_THRESHOLDS.get(candidate.signal, "min_cluster_size"), usual)
        return now if now != usual else 0


def _is_reworded(candidate: Candidate, old: Candidate) -> bool:
    """Told by its title, which has the lesson's own words; the rule itself may have been reworded by a model since."""
    sessions = {e.span for e in candidate.evidence}
    return candidate.signal in SAID and candidate.title != old.title and sessions == {e.span for e in old.evidence}


def _instead(gone: Sequence[str]) -> str:
    return f", in the place of {' and '.join(gone)}" if gone else ""
