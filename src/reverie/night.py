"""The story of one night: lock → decisions people wrote → think, in the cage → check → apply → report."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from reverie import __version__
from reverie.gather import signatures
from reverie.gather.signatures import Committed
from reverie.layouts import heard, learning
from reverie.layouts.agent import RULES
from reverie.records.changes import ChangeSet, Kind, Move, Put, Receipt, Step
from reverie.records.documents import Document, Listed, Skipped
from reverie.records.errors import BadDocument, ReverieError
from reverie.records.learning import Rule
from reverie.records.logs import Json, LogRecord
from reverie.records.nightly import Phase, Request, Thought
from reverie.records.store import Reader, Store
from reverie.review import written
from reverie.review.decide import REVIEW_DAYS, Decided, Table
from reverie.review.papers import FiledCandidate, FiledRule
from reverie.review.written import Signature, Unsigned
from reverie.tools.ids import content_id

REPORTS = "reports"
BASELINE = timedelta(days=400)
LARGEST = 256 * 1024  # a document a night may write
MAY_WRITE = ("dream/candidates/", "dream/replaced/")

Observer = Callable[[Phase], None]
Think = Callable[[Request, Observer], tuple[Thought, Sequence[str]]]
Sign = Callable[[Iterable[str]], Mapping[str, Committed | signatures.Unsigned]]


class Overreach(ReverieError):
    """the thought wanted to {what}, which a dream may not"""

    hint = "nothing was changed; this is a fault or an attack, please report it"


@dataclass(frozen=True, slots=True)
class Report:
    """What a night came to, for a person and for the log."""

    at: datetime
    seconds: float
    thought: Thought
    decided: tuple[Decided, ...] = ()
    not_decided: tuple[Skipped, ...] = ()
    receipt: Receipt | None = None
    open: tuple[str, ...] = ()  # what the cage could not enforce here
    dry: bool = False
    mark: str = ""  # of everything this night depended on
    idle_since: datetime | None = None  # nothing is new since then, so nothing was thought

    @property
    def changed(self) -> bool:
        return bool(self.decided or (self.receipt and self.receipt.applied))

    def record(self) -> LogRecord:
        skipped = [f"{r.reason}: {r.why}" for r in self.receipt.skipped] if self.receipt else []
        health: dict[str, Json] = {rule: dict(facts) for rule, facts in self.thought.health.items()}
        facts: dict[str, Json] = {
            "seconds": round(self.seconds, 2),
            "change": self.receipt.id if self.receipt else "",
            "phases": [f"{p.name}: {p.told}" for p in self.thought.phases],
            "new": list(self.thought.new),
            "grown": list(self.thought.grown),
            "replaced": dict(self.thought.replaced),
            "decided": [f"{d.verdict} {d.candidate}" for d in self.decided],
            "not_decided": [f"{s.what}: {s.reason}" for s in self.not_decided],
            "skipped": list(skipped),
            "left_out": dict(self.thought.left_out),
            "suppressed": dict(self.thought.suppressed),
            "waiting": dict(self.thought.waiting),
            "notes": list(self.thought.notes),
            "open": list(self.open),
            "mark": self.mark,
            "health": health,
            "listened": dict(self.thought.listened),
        }
        return LogRecord("night", "reverie", self.at, facts)


@dataclass(frozen=True, slots=True)
class Desk:
    """The candidates and rules of a store, as they lie there."""

    candidates: tuple[FiledCandidate, ...] = ()
    rules: tuple[FiledRule, ...] = ()
    unreadable: tuple[Skipped, ...] = field(default=())

    @property
    def documents(self) -> tuple[Document, ...]:
        return (*(filed.document for filed in self.candidates), *(filed.document for filed in self.rules))

    @property
    def table(self) -> Table:
        taken = frozenset(f.document.address for f in self.candidates if not f.waits)
        return Table(learning, self.active_rules, taken)

    @property
    def active_rules(self) -> tuple[Rule, ...]:
        return tuple(filed.rule for filed in self.rules if filed.rule.status == "active")


def dream(
    store: Store,
    ask: Request,
    think: Think,
    sign: Sign,
    tell: Observer,
    *,
    dry: bool = False,
    again: bool = False,
    settle: Callable[[], None] = lambda: None,
    review_days: int = REVIEW_DAYS,
) -> Report:
    """One cycle. What people wrote into candidate files is carried out first, in their name; then the night thinks over
    what is left, and what it wants is checked before it is applied. A second dream over the same input would change
    nothing, so unless asked to (`again`) it is not even thought. `settle` is called when what was heard is safe."""
    began = time.monotonic()
    desk = lay_out(store)
    decided, not_decided = ((), ()) if dry else carry_out_written(store, desk, sign, ask.now, review_days)
    desk = lay_out(store) if decided else desk
    mark = mark_of(ask, desk)
    idle = None if again or dry or decided or ask.listen.fresh else _last_with(store, mark, ask.now)
    if idle:
        return Report(ask.now, time.monotonic() - began, Thought(), (), not_decided, mark=mark, idle_since=idle)
    thought, open_fences = think(replace(ask, documents=desk.documents, known_since=_far_enough(ask, desk)), tell)
    check(thought.steps)
    if not dry:
        keep(store, thought.heard)
        settle()
    receipt = None
    if thought.steps and not dry:
        receipt = store.apply(
            ChangeSet(title_of(thought), "reverie", ask.now, thought.steps, Kind.NIGHT, automatic=True)
        )
    mark = mark_of(ask, lay_out(store)) if receipt else mark
    seconds = time.monotonic() - began
    report = Report(ask.now, seconds, thought, decided, not_decided, receipt, tuple(open_fences), dry, mark)
    if not dry:
        store.append(REPORTS, [report.record()])
    return report


def _far_enough(ask: Request, desk: Desk) -> datetime:
    """Whether a rule works is told from a year before it graduated, so the oldest rule decides how far back to look."""
    return min([ask.known_since, *(rule.at - BASELINE for rule in desk.active_rules)])


def mark_of(ask: Request, desk: Desk) -> str:
    """The same while nothing a thought depends on has changed: history, settings, decisions, and the day."""
    papers = (f"{d.address}={d.digest}" for d in desk.documents)
    asked = (f"{ask.now:%Y-%m-%d}", f"{(ask.now - ask.since).days}", ask.state, ask.embedder, ask.models, ask.endpoint)
    return content_id(
        __version__, *asked, repr(sorted(ask.thresholds.items())), str(ask.most), ask.listen.mark, *papers
    )


def _last_with(store: Store, mark: str, now: datetime) -> datetime | None:
    """When a night with this very mark ran, if one did today."""
    for record in store.records(REPORTS, now - timedelta(days=2)):
        if isinstance(record, LogRecord) and record.facts.get("mark") == mark:
            return record.at
    return None


def lay_out(reader: Reader) -> Desk:
    """Read every candidate, open or decided, and every rule."""
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
    return Desk(tuple(candidates), tuple(rules), tuple(unreadable))


def _documents(reader: Reader, unreadable: list[Skipped]) -> Iterable[Document]:
    for root, folder in (("agent", "dream"), ("memory", RULES)):
        for item in reader.scan(root, folder):
            if isinstance(item, Listed) and item.address.name.endswith(".md"):
                document = reader.read(item.address)
                if document is not None:
                    yield document
            elif isinstance(item, Skipped):
                unreadable.append(item)


def carry_out_written(
    store: Store, desk: Desk, sign: Sign, now: datetime, review_days: int = REVIEW_DAYS
) -> tuple[tuple[Decided, ...], tuple[Skipped, ...]]:
    waiting = {f".agent/{f.document.address.path}": f for f in desk.candidates if f.waits and f.decision}
    if not waiting:
        return (), ()
    signed = {waiting[path].document.address: _signature(found) for path, found in sign(waiting).items()}
    table = replace(desk.table, review_days=review_days)
    result = written.carry_out(tuple(waiting.values()), signed, table)
    done = []
    for decided in result.decided:
        title = f"{decided.verdict} {decided.candidate}, as committed"
        receipt = store.apply(ChangeSet(title, decided.by, now, (decided.step,)))
        done += [decided] if receipt.applied else []
    return tuple(done), result.skipped


def _signature(found: Committed | signatures.Unsigned) -> Signature | Unsigned:
    if isinstance(found, Committed):
        return Signature(found.email or found.name, found.at, found.machine)
    return Unsigned(found.reason)


def keep(store: Store, records: Sequence[LogRecord]) -> None:
    """What was heard is made safe before anything says so. It, too, is checked: it came out of the cage."""
    for record in records:
        if wrong := heard.fault(record):
            raise Overreach(what=f"keep {wrong}")
    if records:
        store.append(heard.LOG, records, sync=True)


def check(steps: Sequence[Step]) -> None:
    """What comes out of the cage is a proposal like any other: it may touch candidates, and nothing else."""
    for step in steps:
        for edit in step.edits:
            for address in (edit.address,) if isinstance(edit, Put) else (edit.source, edit.target):
                if address.root != "agent" or not address.path.startswith(MAY_WRITE):
                    raise Overreach(what=f"write {address}")
            if len(edit.content) > LARGEST:
                raise Overreach(what=f"write {len(edit.content)} bytes at once")
            if isinstance(edit, Move) and edit.target.folder != "dream/replaced":
                raise Overreach(what=f"move {edit.source} to {edit.target}")


def title_of(thought: Thought) -> str:
    parts = [f"{len(thought.new)} new candidate{'s' * (len(thought.new) != 1)}"] if thought.new else []
    parts += [f"{len(thought.grown)} grew"] if thought.grown else []
    parts += [f"{len(thought.replaced)} replaced"] if thought.replaced else []
    return "night: " + (", ".join(parts) or "tidied candidates")
