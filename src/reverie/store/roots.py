"""Roots: the directories a store may write in, and which part of each. An address outside them is refused."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from reverie.records.documents import Address
from reverie.records.errors import BadAddress
from reverie.store.disk import Disk


@dataclass(frozen=True, slots=True)
class Root:
    """A directory of documents. `only`: nothing but these paths; `never`: these folders belong to somebody else;
    `locks`: where stores that share this directory meet, if not in the store's own folder; `anchor`: the folder a
    person chose, below which no link is followed."""

    name: str
    path: Path
    only: frozenset[str] | None = None
    never: frozenset[str] = frozenset()
    locks: Path | None = None
    anchor: Path | None = None

    def holds(self, path: str) -> bool:
        if self.only is not None and path not in self.only:
            return False
        # Some disks take Local and local for the same folder, so we do too.
        return not self.never or path.partition("/")[0].casefold() not in self.never_folded

    @property
    def never_folded(self) -> frozenset[str]:
        return _folded(self.never)

    def is_linked(self) -> bool:
        """Whether a link stands between the folder a person chose and this root."""
        above = self.anchor or self.path
        for part in self.path.relative_to(above).parts:
            above /= part
            if above.is_symlink():
                return True
        return False

    def shows(self, path: str) -> bool:
        """Whether a file or folder is to be looked at."""
        return self.holds(path) or any(inner.startswith(f"{path}/") for inner in self.only or ())


@lru_cache(maxsize=16)
def _folded(names: frozenset[str]) -> frozenset[str]:
    return frozenset(name.casefold() for name in names)


class Roots:
    """The roots of one store, by name, each with its disk."""

    def __init__(self, roots: Sequence[Root], disk: type[Disk] = Disk) -> None:
        self.by_name: Mapping[str, Root] = {root.name: root for root in roots}
        self.disks: Mapping[str, Disk] = {root.name: disk(root.path, root.anchor) for root in roots}

    def check(self, address: Address) -> None:
        root = self.by_name.get(address.root)
        if root is None:
            raise BadAddress(address=address, reason=f"there is no root '{address.root}'")
        if not root.holds(address.path):
            raise BadAddress(address=address, reason=f"this part of '{address.root}' is not Reverie's to touch")

    def rest(self) -> None:
        for disk in self.disks.values():
            disk.rest()
