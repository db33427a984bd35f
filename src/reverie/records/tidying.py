"""What consolidation is asked in the cage, and what it answers. Both cross a process border as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from datetime import datetime
from typing import Any

import orjson

from reverie.records.changes import Step
from reverie.records.logs import LogRecord
from reverie.records.nightly import Phase, record_from_json, record_to_json, step_from_json, step_to_json

DONE = {
    "merge": "merged", "gather": "gathered", "supersede": "superseded", "prune": "retired", "repeat": "said once",
    "date": "dated", "sharpen": "made exact", "derivable": "derivable", "doubt": "doubted",
    "lead": "led to", "shorten": "shortened",
}  # fmt: skip
"""What was done, in a word, by the kind of matter."""

WAITING = 20  # proposals that wait for a person at one time
ENOUGH = "would be proposed, but enough is waiting for a decision"


@dataclass(frozen=True, slots=True)
class Tidy:
    """One night's question about the memory itself. `notes`: the address of each active note and day, with the digest
    it had when the memory was looked over; what has another one by now is somebody's work and is left for tomorrow.
    With `since`, a mark of the store: only those that came or changed since then, and what `left`."""

    now: datetime
    layout: str
    roots: Mapping[str, str]  # root → folder
    notes: tuple[tuple[str, str], ...] = ()
    others: tuple[str, ...] = ()  # what is there besides and may point to a note, such as the index
    acts: bool = True  # False: everything becomes a proposal
    room: int = 0  # how many active notes may be retired tonight
    settled: frozenset[str] = frozenset()  # fingerprints of what is proposed already, or was declined
    undone: frozenset[str] = frozenset()  # and of what a person took back: it can only be proposed
    recalled: Mapping[str, str] = field(default_factory=dict)  # address → the day it was last recalled
    gone: Mapping[str, int] = field(default_factory=dict)  # address → for how many nights a fact of it is gone
    redact_key: str = ""
    redact_extra: tuple[tuple[str, str], ...] = ()
    repo: str = ""  # the code that notes speak of; empty: nothing is looked up
    known: tuple[LogRecord, ...] = ()  # what was looked up before
    only_verify: bool = False
    forgotten: frozenset[str] = frozenset()  # keyed marks of what a person wanted forgotten
    waiting: int = 0  # proposals of consolidation that are open
    left: tuple[str, ...] = ()
    since: str = ""
    upto: str = ""  # the mark of the store that all this is told of

    def is_settled(self, mark: str) -> bool:
        """Whether a matter, by its fingerprint, waits for a person or was decided; so was one whose proposal somebody
        took back."""
        return mark in self.settled or Step("", (), f"propose {mark[:12]}").fingerprint in self.undone

    def to_json(self) -> bytes:
        raw = {name: getattr(self, name) for name in self.__slots__}
        raw["known"] = [record_to_json(record) for record in self.known]
        raw["settled"], raw["undone"] = sorted(self.settled), sorted(self.undone)
        raw["forgotten"] = sorted(self.forgotten)
        return orjson.dumps(raw)

    @classmethod
    def from_json(cls, data: bytes) -> Tidy:
        raw: dict[str, Any] = orjson.loads(data)
        raw["now"] = datetime.fromisoformat(raw["now"])
        raw["notes"] = tuple((address, digest) for address, digest in raw["notes"])
        raw["others"], raw["left"] = tuple(raw["others"]), tuple(raw["left"])
        raw["known"] = tuple(record_from_json(record) for record in raw["known"])
        raw["settled"], raw["undone"] = frozenset(raw["settled"]), frozenset(raw["undone"])
        raw["forgotten"] = frozenset(raw["forgotten"])
        raw["redact_extra"] = tuple((kind, form) for kind, form in raw["redact_extra"])
        return cls(**raw)


@dataclass(frozen=True, slots=True)
class Matter:
    """Something one could do about the memory, and why. `sure` ones are done, the others are proposed."""

    kind: str  # merge, gather, supersede, date, prune, repeat
    reason: str
    about: str  # the same for the same matter, whichever night finds it
    step: Step
    instead: Step | None = None  # the other way round, where only a person can say which of two holds

    @property
    def id(self) -> str:
        return self.step.fingerprint[:12]

    @property
    def ways(self) -> tuple[Step, ...]:
        """What could be done: one thing, or one of two."""
        return (self.step, self.instead) if self.instead else (self.step,)

    def to_json(self) -> dict[str, Any]:
        facts = {"kind": self.kind, "reason": self.reason, "about": self.about}
        return {**facts, "steps": [step_to_json(step) for step in self.ways]}

    @classmethod
    def from_json(cls, raw: Mapping[str, Any]) -> Matter:
        ways = [step_from_json(step) for step in raw["steps"]]
        return cls(str(raw["kind"]), str(raw["reason"]), str(raw["about"]), *ways)


@dataclass(frozen=True, slots=True)
class Checked:
    """A claim of a note and what became of it: holds, gone, moved, unknown."""

    address: str
    line: int
    kind: str
    text: str
    state: str
    now: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Tidied:
    """What came of it: steps to apply, what a person should decide, and what there is to tell."""

    done: tuple[Matter, ...] = ()
    proposed: tuple[Matter, ...] = ()
    phases: tuple[Phase, ...] = ()
    left_out: Mapping[str, int] = field(default_factory=dict)
    looked_at: int = 0  # notes that were new
    checked: tuple[Checked, ...] = ()
    records: tuple[LogRecord, ...] = ()  # verifications that are new
    hollow: tuple[str, ...] = ()  # notes of which nothing is left: all that they state is gone from the code
    lost: bool = False  # what was known of the memory `since` is not: it must be told as a whole

    @property
    def steps(self) -> tuple[Step, ...]:
        return tuple(matter.step for matter in self.done)

    def to_json(self) -> bytes:
        return orjson.dumps(
            {
                "done": [matter.to_json() for matter in self.done],
                "proposed": [matter.to_json() for matter in self.proposed],
                "phases": [asdict(phase) for phase in self.phases],
                "left_out": dict(self.left_out),
                "looked_at": self.looked_at,
                "checked": [asdict(one) for one in self.checked],
                "records": [record_to_json(record) for record in self.records],
                "hollow": self.hollow,
                "lost": self.lost,
            }
        )

    @classmethod
    def from_json(cls, data: bytes) -> Tidied:
        raw: dict[str, Any] = orjson.loads(data)
        return cls(
            tuple(Matter.from_json(matter) for matter in raw["done"]),
            tuple(Matter.from_json(matter) for matter in raw["proposed"]),
            tuple(Phase(**phase) for phase in raw["phases"]),
            {str(why): int(count) for why, count in raw["left_out"].items()},
            int(raw["looked_at"]),
            tuple(Checked(**one) for one in raw["checked"]),
            tuple(record_from_json(record) for record in raw["records"]),
            tuple(map(str, raw["hollow"])),
            bool(raw["lost"]),
        )
