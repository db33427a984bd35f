"""An insight: something several sessions show together. It lies in `memory:insights/<id>.md`, in Reverie's own memory
also where the notes are another agent's; `layouts/insightfile.py` reads and writes it (`filed(reader)` gives all)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from reverie.records.documents import Address
from reverie.records.learning import Evidence

ROOT, FOLDER = "memory", "insights"


class Type(StrEnum):
    PATTERN = "pattern"  # what turns out to be so, again and again
    PREFERENCE = "preference"
    DECISION = "decision"
    ERROR = "error"
    WORKFLOW = "workflow"
    GAP = "gap"  # unresolved, blocked, asked again and again


class Status(StrEnum):
    ACTIVE = "active"
    RESOLVED = "resolved"  # later evidence shows it solved, or a person says so
    STALE = "stale"  # not seen for long
    MERGED = "merged"  # another says the same
    DISMISSED = "dismissed"  # a person does not want it; it stays so


CLOSED = frozenset({Status.RESOLVED, Status.MERGED, Status.DISMISSED})


@dataclass(frozen=True, slots=True)
class Insight:
    """`about` names what it is about and makes its id; `text` is what a colleague would say, `advice` what to do about
    it, if that can be said in one sentence. Evidence names events; their words stay on this machine."""

    id: str
    type: Type
    about: str
    text: str
    confidence: str  # high, medium, low
    because: str  # the reason for the confidence
    first: date
    last: date
    sessions: tuple[str, ...]  # the first letters of their ids; for commits the day
    evidence: tuple[Evidence, ...]
    advice: str = ""
    status: Status = Status.ACTIVE
    closed: str = ""  # why it is no longer active: by which evidence, by whom, or what says it now
    merged_into: str = ""
    offered: str = ""  # as what it was offered: `candidate 1a2b3c4d`, or a note's name
    files: tuple[str, ...] = ()
    draft: str = ""  # the text as rules worded it, where a model worded another
    worded_by: str = ""  # that model

    @property
    def keyless(self) -> str:
        """What it is compared and proposed by: no model's words decide what is stored."""
        return self.draft or self.text

    @property
    def is_open(self) -> bool:
        return self.status is Status.ACTIVE


def address_of(id: str) -> Address:
    return Address(ROOT, f"{FOLDER}/{id}.md")


def is_insight(address: Address) -> bool:
    return address.root == ROOT and address.folder == FOLDER and address.name.endswith(".md")
