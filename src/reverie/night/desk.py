"""The candidates and rules of a store, as they lie there, and what people wrote into them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from reverie.gather import signatures
from reverie.gather.signatures import Committed
from reverie.layouts import insightfile, learning
from reverie.layouts.agent import RULES
from reverie.layouts.proposals import SHARED as PROPOSALS
from reverie.records.changes import ChangeSet
from reverie.records.documents import Document, Listed, Skipped
from reverie.records.errors import BadDocument
from reverie.records.insights import Insight
from reverie.records.learning import Rule
from reverie.records.store import Reader, Store
from reverie.review import written
from reverie.review.decide import REVIEW_DAYS, Decided, Table
from reverie.review.papers import FiledCandidate, FiledRule
from reverie.review.written import CarriedOut, Signature, Unsigned

Sign = Callable[[Iterable[str]], Mapping[str, Committed | signatures.Unsigned]]


@dataclass(frozen=True, slots=True)
class Desk:
    """The candidates, rules and insights of a store, as they lie there."""

    candidates: tuple[FiledCandidate, ...] = ()
    rules: tuple[FiledRule, ...] = ()
    unreadable: tuple[Skipped, ...] = field(default=())
    insights: tuple[tuple[Document, Insight], ...] = ()

    @property
    def documents(self) -> tuple[Document, ...]:
        papers = (*(filed.document for filed in self.candidates), *(filed.document for filed in self.rules))
        return (*papers, *(document for document, _ in self.insights))

    @property
    def table(self) -> Table:
        taken = frozenset(f.document.address for f in self.candidates if not f.waits)
        return Table(learning, self.active_rules, taken)

    @property
    def active_rules(self) -> tuple[Rule, ...]:
        return tuple(filed.rule for filed in self.rules if filed.rule.status == "active")


def lay_out(reader: Reader) -> Desk:
    """Read every candidate, open or decided, every rule and every insight."""
    candidates: list[FiledCandidate] = []
    rules: list[FiledRule] = []
    unreadable: list[Skipped] = []
    for document in _documents(reader, unreadable):
        try:
            if learning.is_rule(document.address):
                rules.append(FiledRule(document, learning.read_rule(document.address, document.content)))
            else:
                candidates.append(
                    FiledCandidate(document, *learning.read_candidate(document.address, document.content))
                )
        except BadDocument as bad:
            unreadable.append(Skipped(str(document.address), str(bad.facts["reason"])))
    return Desk(tuple(candidates), tuple(rules), tuple(unreadable), tuple(insightfile.filed(reader)))


def _documents(reader: Reader, unreadable: list[Skipped]) -> Iterable[Document]:
    for root, folder in (("agent", "dream"), ("memory", RULES)):
        for item in reader.scan(root, folder):
            if isinstance(item, Listed) and item.address.folder == PROPOSALS:
                continue
            if isinstance(item, Listed) and item.address.name.endswith(".md"):
                document = reader.read(item.address)
                if document is not None:
                    yield document
            elif isinstance(item, Skipped):
                unreadable.append(item)


def carry_out_written(
    store: Store, desk: Desk, sign: Sign, now: datetime, review_days: int = REVIEW_DAYS
) -> tuple[tuple[Decided, ...], tuple[Skipped, ...]]:
    """Carry out what people wrote into candidate files and committed, each in their name; and why others wait."""
    result = weigh_written(desk, sign, review_days)
    done = []
    for decided in result.decided:
        title = f"{decided.verdict} {decided.candidate}, as committed"
        receipt = store.apply(ChangeSet(title, decided.by, now, (decided.step,)))
        done += [decided] if receipt.applied else []
    return tuple(done), result.skipped


def weigh_written(desk: Desk, sign: Sign, review_days: int = REVIEW_DAYS) -> CarriedOut:
    """What would come of the decisions in candidate files; nothing is changed."""
    waiting = {f".agent/{f.document.address.path}": f for f in desk.candidates if f.waits and f.decision}
    if not waiting:
        return CarriedOut()
    signed = {waiting[path].document.address: _signature(found) for path, found in sign(waiting).items()}
    table = replace(desk.table, review_days=review_days)
    return written.carry_out(tuple(waiting.values()), signed, table)


def _signature(found: Committed | signatures.Unsigned) -> Signature | Unsigned:
    if isinstance(found, Committed):
        return Signature(found.email or found.name, found.at, found.machine)
    return Unsigned(found.reason)
