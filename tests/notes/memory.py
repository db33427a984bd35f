"""A memory in a dictionary, with the index made as in the real one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta

from reverie.layouts.files import AGENT, CLAUDE_CODE
from reverie.layouts.layout import Layout
from reverie.layouts.lines import steps, written
from reverie.records.changes import ChangeSet, Put, Receipt, Step
from reverie.records.documents import Address, digest
from reverie.records.notes import Line
from reverie.render.index import Index
from reverie.store.memory import MemoryStore

AT = datetime(2026, 11, 15, 9, 30, tzinfo=UTC)


class Memory:
    def __init__(self, layout: Layout = AGENT, recalls: Mapping[str, int] | None = None) -> None:
        self.layout, self.at = layout, AT
        own = layout is AGENT
        assert layout.index is not None
        self.index = Index(layout.index, layout.kind_of, layout.describe, own, recalls=lambda: recalls or {})
        self.store = MemoryStore(render=self.index.render, describe=layout.describe)

    def put(self, documents: Mapping[str, str | bytes]) -> Receipt:
        edits = []
        for path, text in documents.items():
            address = Address(self.layout.roots[-1], path)
            there = self.store.read(address)
            content = text if isinstance(text, bytes) else text.encode()
            edits.append(Put(address, there.digest if there else None, content))
        return self._apply([Step("write", (edit,)) for edit in edits])

    def remember(self, *lines: Line) -> Receipt:
        return self._apply(steps(written(lines, self.layout, self.store.read), "remember"))

    def undo(self) -> Receipt:
        self.at += timedelta(seconds=1)
        return self.store.undo(None, by="ada", at=self.at)

    def text(self, path: str = "MEMORY.md") -> str:
        found = self.store.read(Address(self.layout.roots[-1], path))
        return found.content.decode() if found else ""

    def _apply(self, todo: Sequence[Step]) -> Receipt:
        self.at += timedelta(seconds=1)
        receipt = self.store.apply(ChangeSet("test", "ada", self.at, tuple(todo)))
        assert not receipt.skipped and not receipt.notes, receipt
        return receipt


def note(title: str, hook: str = "", type: str = "project", created: str = "2026-01-01", more: str = "") -> str:
    said = hook or f"what one should know of {title}"
    return f"---\nname: {title}\ndescription: {said}\ntype: {type}\ncreated: {created}\n{more}---\n\nText of {title}.\n"


__all__ = ["AT", "CLAUDE_CODE", "Memory", "digest", "note"]
