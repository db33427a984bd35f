"""After a crash: what was left under our temporary names is looked at, and what is not ours is given back."""

from __future__ import annotations

from collections.abc import Sequence

from reverie.records.changes import Op
from reverie.records.documents import Address, digest
from reverie.store.disk import Seen, Unreadable
from reverie.store.enact import Enactor, named


def settle(enactor: Enactor, address: Address, ops: Sequence[Op]) -> None:
    """`ops`: all that was to be done at an address. A step and the derived text over it may have written there."""
    disk, ours = enactor.disks[address.root], {op.after for op in ops}
    for name in _left_by_us(enactor, address):
        left = disk.read(name, settled=True)
        if left is None:
            continue
        found = enactor.look(address)
        came_out = name.endswith(".out") and found is None and None not in ours
        if came_out or not any(_is_ours(enactor, op, left, found) for op in ops):
            enactor.gave_back = True
            if found is None:
                disk.place(name, address.path)
                disk.sync_folder(address.folder)
                continue
            if found in ours:
                disk.exchange(name, address.path)
                disk.sync_folder(address.folder)
                if named(disk.read(name, settled=True)) != found:  # saved into, the moment before it came out
                    enactor.keep(address, name)
            else:
                enactor.keep(address, name)
        disk.remove(name)
        disk.sync_folder(address.folder)


def _left_by_us(enactor: Enactor, address: Address) -> list[str]:
    mine = enactor.temporary(address).rpartition("/")[2]
    names = enactor.disks[address.root].names(address.folder)
    prefix = f"{address.folder}/" if address.folder else ""
    return [prefix + name for name in names if name.startswith(mine)]


def _is_ours(enactor: Enactor, op: Op, left: bytes | Unreadable, found: Seen) -> bool:
    if isinstance(left, Unreadable):
        return False
    if digest(left) in (op.before, op.after):
        return True
    # A power cut can leave a staged file short, or with zeros where the end should be. But only before it was swapped
    # in: once ours is at its place, what lies here came out of there, and a beginning of our text is somebody's edit.
    torn = op.after is not None and enactor.contents[op.after].startswith(left.rstrip(b"\0"))
    return torn and found == op.before
