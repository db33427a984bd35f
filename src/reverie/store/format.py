"""The store's format version. An older one is brought up by a change set; a newer one opens for reading only."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from reverie.records.changes import Put, Step
from reverie.records.documents import Address
from reverie.records.errors import BadDocument
from reverie.records.store import Reader

Migration = Callable[[Reader], tuple[Step, ...]]
ADDRESS = Address("agent", "format")
FIRST = 1  # what a memory without a marker has: the marker was lost, or never made
_MARK = re.compile(rb"reverie ([1-9][0-9]{0,5})\s*")


@dataclass(frozen=True, slots=True)
class Format:
    """What this version of Reverie writes, and how to get there: `migrations[n]` takes format n to n + 1."""

    version: int = 1
    migrations: Mapping[int, Migration] = field(default_factory=dict)

    def found(self, reader: Reader) -> int | None:
        """The format on record; None if there is no record of it. BadDocument if it cannot be understood."""
        document = reader.read(ADDRESS)
        if document is None:
            return None
        mark = _MARK.fullmatch(document.content)
        if mark is None:
            raise BadDocument(address=ADDRESS, reason=f"it should be one line, such as 'reverie {self.version}'")
        return int(mark[1])

    def mark(self, reader: Reader) -> Step:
        document = reader.read(ADDRESS)
        content = f"reverie {self.version}\n".encode()
        return Step("say which format this memory has", (Put(ADDRESS, document.digest if document else None, content),))

    def steps_from(self, found: int, reader: Reader) -> tuple[Step, ...]:
        steps: list[Step] = []
        for version in range(found, self.version):
            steps.extend(self.migrations[version](reader))
        return (*steps, self.mark(reader))
