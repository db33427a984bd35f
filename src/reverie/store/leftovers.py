"""After a crash: what was left under our temporary names is looked at, and what is not ours is given back."""

from __future__ import annotations

from reverie.records.changes import Op
from reverie.records.documents import Address, digest
from reverie.store.disk import Seen, Unreadable
from reverie.store.enact import Enactor, named


def settle(enactor: Enactor, op: Op) -> None:
    disk = enactor.disks[op.address.root]
    for name in _left_by_us(enactor, op.address):
        left = disk.read(name, settled=True)
        if left is None:
            continue
        found = enactor.look(op.address)
        came_out = name.endswith(".out") and found is None and op.after is not None
        if came_out or not _is_ours(enactor, op, left, found):
            enactor.gave_back = True
            if found is None:
                disk.place(name, op.address.path)
                disk.sync_folder(op.address.folder)
                continue
            if found == op.after:
                disk.exchange(name, op.address.path)
                disk.sync_folder(op.address.folder)
                if named(disk.read(name, settled=True)) != op.after:  # saved into, the moment before it came out
                    enactor.keep(op.address, name)
            else:
                enactor.keep(op.address, name)
        disk.remove(name)
        disk.sync_folder(op.address.folder)


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
