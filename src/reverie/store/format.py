"""The store's format version. An older one is brought up by a change set; a newer one opens for reading only."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from reverie.records.changes import Put, Step
from reverie.records.documents import Address
from reverie.records.store import Reader

Migration = Callable[[Reader], tuple[Step, ...]]
ADDRESS = Address("agent", "format")


@dataclass(frozen=True, slots=True)
class Format:
    """What this version of Reverie writes, and how to get there: `migrations[n]` takes format n to n + 1."""

    version: int = 1
    migrations: Mapping[int, Migration] = field(default_factory=dict)

    def found(self, reader: Reader) -> int | None:
        """The format on record; None if the store has not been started."""
        document = reader.read(ADDRESS)
        if document is None:
            return None
        word = document.content.split()[1:2]
        return int(word[0]) if word and word[0].isdigit() else 0

    def mark(self, reader: Reader) -> Step:
        document = reader.read(ADDRESS)
        content = f"reverie {self.version}\n".encode()
        return Step("say which format this memory has", (Put(ADDRESS, document.digest if document else None, content),))

    def steps_from(self, found: int, reader: Reader) -> tuple[Step, ...]:
        steps: list[Step] = []
        for version in range(found, self.version):
            steps.extend(self.migrations[version](reader))
        return (*steps, self.mark(reader))
