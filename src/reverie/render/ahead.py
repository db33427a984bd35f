"""The memory as it will be: what is there, with some documents already written over it. For making derived text that
belongs to a change before the change is made."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

from reverie.records.changes import Put, Step
from reverie.records.documents import Address, Described, Document, Listed, Skipped, digest
from reverie.records.roll import Roll
from reverie.records.store import Reader
from reverie.tools.listing import Rolled

Describe = Callable[[Address, bytes], Described]


def written_by(steps: Iterable[Step]) -> dict[Address, bytes | None]:
    """What these steps will leave, for `Ahead`."""
    found: dict[Address, bytes | None] = {}
    for edit in (edit for step in steps for edit in step.edits):
        if isinstance(edit, Put):
            found[edit.address] = edit.content
        else:
            found |= {edit.source: None, edit.target: edit.content}
    return found


class Ahead:
    """`written`: what will stand at some addresses; None: nothing will."""

    def __init__(self, reader: Reader, written: Mapping[Address, bytes | None], describe: Describe) -> None:
        self._reader, self._written, self._describe = reader, written, describe

    def read(self, address: Address) -> Document | None:
        if address not in self._written:
            return self._reader.read(address)
        content = self._written[address]
        return None if content is None else Document(address, content)

    def roll(self, root: str, without: Collection[str] = ()) -> Roll:
        return Rolled(self.scan(root), without)

    def scan(self, root: str, folder: str = "") -> Iterator[Listed | Skipped]:
        for item in self._reader.scan(root, folder):
            if isinstance(item, Skipped) or item.address not in self._written:
                yield item
        inside = f"{folder}/" if folder else ""
        for address, content in sorted(self._written.items()):
            if content is not None and address.root == root and address.path.startswith(inside):
                what = self._describe(address, content)
                yield (
                    Listed(root, address.path, len(content), digest(content), what)
                    if not what.fault
                    else Skipped(str(address), what.fault)
                )
