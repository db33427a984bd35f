"""Short words for the stories told at the table: candidates with their papers, decisions, rules and events."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from reverie.layouts import learning
from reverie.records.changes import ChangeSet, Step
from reverie.records.documents import Address, Document
from reverie.records.events import Event, Origin, Span
from reverie.records.learning import Candidate, Cluster, Decision, Evidence, Rule
from reverie.review.decide import Table, graduate
from reverie.review.papers import FiledCandidate, FiledRule
from reverie.store.memory import MemoryStore

START = datetime(2026, 11, 10, 9, 0, tzinfo=UTC)
JOURNAL = "src/reverie/store/journal.py"
GOOD = "All four fixes are one cause: replay order. The torture tests catch it (4be1c02, b90c1aa)."
TABLE = Table(learning)


def at(days: float = 0) -> datetime:
    return START + timedelta(days=days)


def evidence(name: str, days: float = 0, actor: str = "ada@example.com") -> Evidence:
    return Evidence(name, at(days), actor, actor.partition("@")[0], name[:7], "fix: recovery replayed a finished step")


def candidate(
    id: str = "a3f29c01d5e6", *, rule: str = "", events: Sequence[Evidence] = (), about: str = ""
) -> Candidate:
    return Candidate(
        id,
        "repeat_fix",
        about or f"file:{JOURNAL}",
        "journal.py needed 4 fixes in 6 days, all about recovery order",
        rule
        or f"When changing {JOURNAL}, run the torture tests before committing: four fixes in six days corrected the"
        " order in which recovery replays steps.",
        (JOURNAL,),
        4,
        "high",
        "4 fixes, 3 days, 2 people",
        ("ada@example.com",),
        (JOURNAL,),
        tuple(events) or tuple(evidence(f"4be1c0{n}", n - 7) for n in range(4)),
        rank=1.5,
    )


def filed(one: Candidate, place: str = "candidates", decision: Decision | None = None) -> FiledCandidate:
    address = learning.candidate_address(one.id, place)
    return read(address, learning.candidate_text(one, decision))


def read(address: Address, content: bytes) -> FiledCandidate:
    return FiledCandidate(Document(address, content), *learning.read_candidate(address, content))


def filed_rule(rule: Rule) -> FiledRule:
    address = learning.rule_address(rule)
    return FiledRule(Document(address, learning.rule_text(rule)), rule)


def decision(rationale: str = GOOD, verdict: str = "graduate", days: float = 0, by: str = "ada") -> Decision:
    return Decision(verdict, rationale, by, at(days))


def a_rule(sentence: str = "", **changes: object) -> Rule:
    made = graduate(filed(candidate(rule=sentence)), decision(), TABLE).rule
    assert made is not None
    return replace(made, **changes)  # type: ignore[arg-type]


def event(
    id: str,
    days: float,
    *,
    kind: str = "fix",
    files: Sequence[str] = (JOURNAL,),
    actor: str = "ada@example.com",
    session: str = "",
    summary: str = "fix: order of replay",
    tags: Sequence[str] = (),
    bot: bool = False,
) -> Event:
    more = {"files": tuple(files), "session": session, "tags": tuple(tags), "bot": bot}
    return Event(id, kind, actor, at(days), Origin.USER, Span("git", id), summary, **more)  # type: ignore[arg-type]


def cluster(events: Iterable[Event], about: str = f"file:{JOURNAL}", signal: str = "repeat_fix") -> Cluster:
    return Cluster(signal, about, tuple(events), (JOURNAL,))


def store_with(*papers: FiledCandidate | FiledRule) -> MemoryStore:
    store = MemoryStore()
    for paper in papers:
        store._documents[paper.document.address] = paper.document.content
    return store


def apply(store: MemoryStore, *steps: Step, days: float = 0) -> list[str]:
    """Apply steps as one change; what was skipped, and why."""
    receipt = store.apply(ChangeSet("decide", "ada", at(days), steps))
    return [result.why for result in receipt.skipped]


def there(store: MemoryStore) -> list[str]:
    return [str(address) for address in sorted(store._documents)]
