"""What lies on the table: candidates and rules with the documents they were read from, and the words for writing them.
How they look in a file is a layout's business, so the table is handed one; `reverie.layouts.learning` fits as it is."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass
from typing import Protocol

from reverie.records.documents import Address, Document
from reverie.records.learning import Candidate, Decision, Rule

EXPIRED = "dream/expired"
OPEN = "candidates"  # the folder of those that wait; the others are named for what became of them
REPLACED = "replaced"  # another candidate took its place: nobody decided anything


class Papers(Protocol):
    """How candidates and rules lie in files."""

    def candidate_address(self, id: str, place: str = ...) -> Address: ...
    def rule_address(self, rule: Rule) -> Address: ...
    def decided_text(self, content: bytes, decision: Decision) -> bytes: ...
    def rule_text(self, rule: Rule, before: bytes = ...) -> bytes: ...


@dataclass(frozen=True, slots=True)
class FiledCandidate:
    """A candidate, the document it was read from, and what that document says was decided."""

    document: Document
    candidate: Candidate
    decision: Decision | None = None

    @property
    def place(self) -> str:
        """candidates, graduated, rejected or replaced: the folder it lies in. One among expired rules was replaced."""
        folder = self.document.address.folder.rpartition("/")[2]
        return REPLACED if folder == "expired" else folder

    @property
    def waits(self) -> bool:
        return self.place == OPEN


@dataclass(frozen=True, slots=True)
class FiledRule:
    """A rule and the document it was read from."""

    document: Document
    rule: Rule


def decided_address(papers: Papers, id: str, place: str, taken: Container[Address]) -> Address:
    """Where a decided candidate goes. One that was reopened and decided again lies beside its earlier self, because the
    earlier decision stays on record."""
    found, number = papers.candidate_address(id, place), 1
    while found in taken:
        number += 1
        found = papers.candidate_address(f"{id}-{number}", place)
    return found


def expired_address(name: str, taken: Container[Address]) -> Address:
    found, number = Address("agent", f"{EXPIRED}/{name}"), 1
    while found in taken:
        number += 1
        found = Address("agent", f"{EXPIRED}/{name.removesuffix('.md')}-{number}.md")
    return found
