"""Recalls made for a test, and a memory they happen in."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from reverie.layouts.files import AGENT
from reverie.layouts.layout import Layout
from reverie.layouts.lines import steps, written
from reverie.records.changes import ChangeSet
from reverie.records.documents import Address
from reverie.records.notes import Line
from reverie.records.passages import Hit, Passage
from reverie.records.recalls import Gates, Recalled, Terms
from reverie.remember import recalls
from reverie.render.index import Index
from reverie.shortlist import Scene
from reverie.store.memory import MemoryStore
from reverie.tools.redact import Redactor

NOW = datetime(2026, 11, 15, 12, 0, tzinfo=UTC)
CORE = Gates(0.75, 3, 2)
FACT = "Deploys go out on Tuesdays from the release branch"
QUESTIONS = (
    "when do we deploy", "which branch is released", "who cuts a release", "is friday fine for shipping",
    "how long is code frozen", "rollback of a broken version", "where are release notes",
)  # fmt: skip


def recalled(
    count: float, questions: int, mean: float, age: float = 0.0, id: str = "p", text: str = FACT, **more: object
) -> Recalled:
    at = NOW - timedelta(days=age)
    return Recalled(id, "memory:2026-11-15.md", 3, 3, text, count, mean * count, questions, (), ((at, 1.0),), at)


class Memory:
    """Daily notes in a dictionary, with the index made as in the real one."""

    def __init__(self, layout: Layout = AGENT) -> None:
        self.layout, self.at = layout, NOW
        index = layout.index
        render = Index(index, layout.kind_of, layout.describe, layout is AGENT).render if index else None
        self.store = MemoryStore(render=render, describe=layout.describe)

    def remember(self, *texts: str, day: datetime = NOW) -> None:
        pages = written([Line(text, day) for text in texts], self.layout, self.store.read)
        self.at += timedelta(seconds=1)
        assert not self.store.apply(ChangeSet("t", "ada", self.at, steps(pages, "remember"))).skipped

    def passage(self, text: str) -> Passage:
        found = [p for p in self.passages() if p.text.startswith(text[:40])]
        assert found, text
        return found[0]

    def passages(self) -> list[Passage]:
        listed = [item.address for root in self.layout.roots for item in self.store.scan(root)]  # type: ignore[union-attr]
        days = [address for address in listed if self.layout.kind_of(address) == "daily"]
        return [passage for day in days for passage in self.layout.passages(self.store.read(day))]  # type: ignore[arg-type]

    def ask(self, text: str, questions: Sequence[str] = QUESTIONS, score: float = 0.95, *, asked: bool = True) -> None:
        hit = Hit(self.passage(text), score)
        for n, query in enumerate(questions):
            at = NOW - timedelta(hours=n + 1)
            recalls.record(self.store, [hit], query, at=at, asked=asked)

    def scene(self, gates: Gates = CORE, at: datetime = NOW) -> Scene:
        return Scene(self.store, self.layout, Terms(gates), at, Redactor(bytes(32)).text)

    def text(self, path: str) -> str:
        found = self.store.read(Address(self.layout.roots[0], path))
        return found.content.decode() if found else ""
