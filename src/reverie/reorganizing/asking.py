"""What reorganizing is asked in the cage, and what it answers. Both cross a process border as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

import orjson

from reverie.records.tidying import Matter, Tidy

THRESHOLD = 0.92


@dataclass(frozen=True, slots=True)
class Ask:
    """What consolidation would be asked, and besides: every note and day as it is now; those that hold a secret, which
    are not looked at; and the addresses below `retired/` that are not free."""

    tidy: Tidy
    documents: Mapping[str, str]
    held: frozenset[str] = frozenset()
    taken: frozenset[str] = frozenset()
    recalls: Mapping[str, int] = field(default_factory=dict)  # address → how often it was recalled
    threshold: float = THRESHOLD
    instructions: str = ""
    models: str = ""  # the folder of the local model; empty: words are compared

    @property
    def day(self) -> date:
        return self.tidy.now.date()

    def to_json(self) -> bytes:
        raw = {name: getattr(self, name) for name in self.__slots__}
        sets = {name: sorted(raw[name]) for name in ("held", "taken")}
        return orjson.dumps({**raw, **sets, "tidy": self.tidy.to_json().decode()})

    @classmethod
    def from_json(cls, data: bytes) -> Ask:
        raw: dict[str, Any] = orjson.loads(data)
        sets = {name: frozenset(raw[name]) for name in ("held", "taken")}
        return cls(**{**raw, **sets, "tidy": Tidy.from_json(raw["tidy"].encode())})


@dataclass(frozen=True, slots=True)
class Answer:
    """The mutations, in the order they matter; what was left out, and why; what the instructions changed."""

    mutations: tuple[Matter, ...] = ()
    left_out: Mapping[str, int] = field(default_factory=dict)
    steered: tuple[str, ...] = ()
    space: str = ""  # in which notes were compared
    notes: int = 0

    def to_json(self) -> bytes:
        made = [one.to_json() for one in self.mutations]
        left_out = dict(self.left_out)
        return orjson.dumps(
            {"mutations": made, "left_out": left_out, "steered": self.steered, "space": self.space, "notes": self.notes}
        )

    @classmethod
    def from_json(cls, data: bytes) -> Answer:
        raw: dict[str, Any] = orjson.loads(data)
        made = tuple(Matter.from_json(one) for one in raw["mutations"])
        left_out = {str(why): int(count) for why, count in raw["left_out"].items()}
        return cls(made, left_out, tuple(map(str, raw["steered"])), str(raw["space"]), int(raw["notes"]))
