"""Log records: appended whole, with an id, so that a replay counts once."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import TypeAlias

Json: TypeAlias = "str | int | float | bool | list[Json] | dict[str, Json] | None"
PURGED = "(purged)"  # stands in a record in the place of what a person wanted gone


@dataclass(frozen=True, slots=True)
class LogRecord:
    """Something that was noted: what kind, who, when, and whatever else belongs to it."""

    kind: str
    by: str
    at: datetime
    facts: Mapping[str, Json] = field(default_factory=dict)
    id: str = ""

    def __post_init__(self) -> None:
        if not self.id:
            parts = [self.kind, self.by, self.at.isoformat(), repr(sorted(self.facts.items()))]
            object.__setattr__(self, "id", hashlib.sha256("\x1f".join(parts).encode()).hexdigest()[:16])
