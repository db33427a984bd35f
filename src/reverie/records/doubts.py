"""What memory is not sure of, or knows to be missing: a night looks for it in what is new. And what it found."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from reverie.records.logs import Json, LogRecord

LOG = "sightings"
SIGHTING = "sighting"
LONGEST = 400  # characters of a quote
KINDS = ("note", "proposal", "gap", "insight")


@dataclass(frozen=True, slots=True)
class Doubt:
    """`key`: a note's address, or the id of a proposal or an insight. It is spoken of where one of its `names` is said
    as it stands, or most of its `words`, by their stems."""

    key: str
    kind: str
    told: str
    names: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    seen: str = ""  # what was last said of it, and where


@dataclass(frozen=True, slots=True)
class Oriented:
    """The memory at a glance: in words, and what is doubtful about it."""

    told: str = ""
    doubts: tuple[Doubt, ...] = ()


@dataclass(frozen=True, slots=True)
class Sighting:
    """Where something doubtful was spoken of: whose words, in which session, at which line, and the words."""

    key: str
    kind: str
    about: str
    origin: str
    session: str
    source: str
    line: int
    said: str

    @property
    def place(self) -> str:
        """`session 1a2b3c4d, line 12`."""
        return f"session {self.session[:8]}, line {self.line}"

    @property
    def quoted(self) -> str:
        return f"{self.origin}: “{self.said}” ({self.place})"


def from_record(record: LogRecord) -> Sighting | None:
    """None for a record that is none of ours."""
    facts: Mapping[str, Any] = record.facts
    words = [facts.get(name) for name in ("key", "kind", "about", "origin", "session", "source", "said")]
    line = facts.get("line", 0)
    if record.kind != SIGHTING or not isinstance(line, int) or not all(isinstance(word, str) for word in words):
        return None
    key, kind, about, origin, session, source, said = (str(word)[:LONGEST] for word in words)
    return Sighting(key, kind, about, origin, session, source, line, said) if kind in KINDS else None


def by_key(records: Iterable[object]) -> dict[str, list[Sighting]]:
    """What was said of each doubt, the newest first. `records`: the log, in its order."""
    dated = [
        (record.at, found) for record in records if isinstance(record, LogRecord) and (found := from_record(record))
    ]
    grouped: dict[str, list[Sighting]] = {}
    for _, found in sorted(dated, key=lambda it: it[0], reverse=True):
        grouped.setdefault(found.key, []).append(found)
    return grouped


def facts_of(sighting: Sighting) -> dict[str, Json]:
    return {name: getattr(sighting, name) for name in sighting.__slots__}
