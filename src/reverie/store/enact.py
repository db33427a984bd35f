"""Carrying a plan out on real files: put by swapping, look at what came out, give back what was not ours to take.

The same code finishes a change after a crash: an op whose file is as it should be already counts as done.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field

from reverie.records.changes import Op
from reverie.records.documents import Address, digest
from reverie.store.disk import Disk, Seen, Unreadable
from reverie.store.plan import PlannedStep, clash
from reverie.store.swap import Guard

TEMPORARY = ".reverie-"
KeepAside = Callable[[Address, bytes], None]


@dataclass(slots=True)
class Enactor:
    """One change set at work. `contents` holds all bytes by digest; `tag` makes its temporary names its own. It works
    through `disks`, whose folders stay open till the end; through `eyes` it sees what anybody else would see."""

    disks: Mapping[str, Disk]
    eyes: Mapping[str, Disk]
    tag: str
    contents: dict[str, bytes]
    keep_aside: KeepAside
    held: dict[Address, str] = field(default_factory=dict)  # the temporary file of each address
    spent: list[tuple[Address, str]] = field(default_factory=list)  # those of earlier tries
    folders: set[tuple[str, str]] = field(default_factory=set)
    modes: dict[Address, int] = field(default_factory=dict)  # of staged files that will not be writable
    over: dict[Address, set[str]] = field(default_factory=dict)  # derived text that was laid over what a step wrote
    gave_back: bool = False

    # Reading

    def look(self, address: Address, *, settled: bool = False) -> Seen:
        return named(self.disks[address.root].read(address.path, settled=settled))

    def temporary(self, address: Address) -> str:
        name = f"{TEMPORARY}{self.tag}-{digest(address.path.encode())[:10]}"
        return f"{address.folder}/{name}" if address.folder else name

    def _free_name(self, address: Address) -> str:
        """A second try for the same address gets a second name: the first still holds what came out."""
        if address in self.held:
            self.spent.append((address, self.held.pop(address)))
        tries = sum(spent == address for spent, _ in self.spent)
        return f"{self.temporary(address)}-{tries}" if tries else self.temporary(address)

    # Before: every new content is written and durable beside its place, so a full disk is met before anything changed

    def stage(self, ops: Iterable[Op]) -> None:
        by_root: dict[str, list[tuple[str, bytes, int]]] = {}
        for op in ops:
            if op.after is None or self.look(op.address) == op.after:
                continue
            disk = self.disks[op.address.root]
            disk.make_folder(op.address.folder)
            path = self._free_name(op.address)
            by_root.setdefault(op.address.root, []).append((path, self.contents[op.after], self._mode(op)))
            self.held[op.address] = path
        for root, files in by_root.items():
            self.disks[root].stage(files)

    def _mode(self, op: Op) -> int:
        """The mode of what is there. A note nobody may write is staged writable, and closed when it is swapped in."""
        mode = self.disks[op.address.root].mode(op.address.path) if op.before is not None else None
        if mode is not None and not mode & 0o200:
            self.modes[op.address] = mode
        return (mode or 0o466) | 0o200

    # The swap

    def put(self, op: Op) -> str:
        """Bring the staged content to its place. Empty if done, else why not, with everything as it was."""
        disk, path, ours = self.disks[op.address.root], op.address.path, self.held.get(op.address)
        self.folders.add((op.address.root, op.address.folder))
        if ours is None:
            found = self.look(op.address)
            return "" if found == op.after else clash(op, found)
        if op.before is None:
            try:
                disk.place(ours, path)
            except FileExistsError:
                return clash(op, self.look(op.address))
            except FileNotFoundError:
                return _swept(op)
            del self.held[op.address]
            return ""
        return self._swap(op, ours)

    def _swap(self, op: Op, ours: str) -> str:
        """Swap ours in. Nobody can read it before what came out is known to be what was expected."""
        disk, path = self.disks[op.address.root], op.address.path
        found = self.look(op.address, settled=True)
        if found != op.before:
            return clash(op, found)
        try:
            guard = disk.guard(ours)
        except FileNotFoundError:
            return _swept(op)
        try:
            if op.address in self.modes:
                guard.set_mode(self.modes.pop(op.address))
            disk.exchange(ours, path)
            out = disk.read(ours, settled=True)
            return "" if named(out) == op.before else self._give_back(op, out, guard)
        except FileNotFoundError:
            return clash(op, None)
        finally:
            guard.release()

    def take(self, op: Op) -> str:
        """Take a file out of its place, to where only we can find it. Empty if done, else why not."""
        disk, path, ours = self.disks[op.address.root], op.address.path, self._free_name(op.address)
        self.folders.add((op.address.root, op.address.folder))
        try:
            disk.place(path, ours)
        except FileNotFoundError:
            return ""
        except OSError:
            found = self.look(op.address)
            if found == op.before:
                raise
            return clash(op, found)  # a folder in its place, which not every system lets us move
        self.held[op.address] = ours
        out = named(disk.read(ours, settled=True))
        if out == op.before:
            return ""
        self._return(op.address)
        return clash(op, out)

    def revert(self, op: Op) -> str:
        """Undo a `put` or `take` of this change set, unless somebody has written there since."""
        self.gave_back = True
        found = self.look(op.address)
        if found == op.before:
            return ""
        if not self._is_done(op, found) or isinstance(found, Unreadable):
            return f"{op.address} was changed meanwhile and is left as it is"
        back = Op(op.address, found, op.before)
        if op.before is None:
            return self.take(back)
        ours = self._kept(op.address, op.before)
        if not ours:
            # After a crash nothing is held, and `git clean` may have swept away what was: bring the old bytes back the
            # same way the new ones came.
            self.stage([back])
            return self.put(back)
        if found is None:
            return self._return(op.address)
        return self._swap(back, ours)

    def _is_done(self, op: Op, found: Seen) -> bool:
        """Whether an op shows in what is there: as it was written, or under derived text."""
        return found == op.after or (found != op.before and found in self.over.get(op.address, ()))

    def _kept(self, address: Address, mark: str) -> str:
        """Our file that holds what came out of a place: with derived text over a step, there are two."""
        disk = self.disks[address.root]
        if address in self.held and named(disk.read(self.held[address])) == mark:
            return self.held[address]
        for spent in [path for at, path in self.spent if at == address]:
            if named(disk.read(spent)) == mark:
                self.spent = [one for one in self.spent if one != (address, spent)]
                if address in self.held:
                    self.spent.append((address, self.held[address]))
                self.held[address] = spent
                return spent
        return ""

    def _give_back(self, op: Op, out: bytes | Unreadable | None, guard: Guard) -> str:
        """What came out of the swap was somebody's edit: it goes back, and whoever waited at ours is given it too. If
        somebody has saved meanwhile, that is the newest, and it stays in place."""
        disk, path, ours = self.disks[op.address.root], op.address.path, self.held[op.address]
        self.gave_back = True
        why = clash(op, named(out))
        disk.exchange(ours, path)
        if isinstance(out, bytes) and guard.holds:
            guard.fill(out)
        guard.release()
        left = disk.read(ours, settled=True)
        if left != out and named(left) != op.after:
            disk.exchange(ours, path)
            # Theirs stood there for that moment, and may have been opened again: wait for whoever writes into it. If it
            # is not as it was, it is kept aside when we clean up.
            disk.read(ours, settled=True)
        if isinstance(out, bytes):
            self.contents[digest(out)] = out  # so that it is no stranger when we clean up
            if not guard.holds:
                # Somebody may have read ours in that instant, and save on top of it what lacks this edit.
                self.keep_aside(op.address, out)
        return why

    def _return(self, address: Address) -> str:
        """Put what we hold back to its place, or aside if something new stands there."""
        disk, ours = self.disks[address.root], self.held[address]
        self.gave_back = True
        try:
            disk.place(ours, address.path)
        except FileExistsError:
            self.keep(address, ours)
        else:
            del self.held[address]
        return ""

    def keep(self, address: Address, path: str) -> None:
        content = self.disks[address.root].read(path)
        if isinstance(content, bytes):
            self.keep_aside(address, content)

    # A step is whole or nothing

    def put_step(self, step: PlannedStep) -> str:
        return self._all(step, [op for op in step.ops if not op.removes], self._put_under)

    def _put_under(self, op: Op) -> str:
        found = self.look(op.address)
        return "" if found != op.after and self._is_done(op, found) else self.put(op)

    def take_step(self, step: PlannedStep) -> str:
        """Nothing leaves before everybody can see, at its place, what was put there for it."""
        for op in step.ops:
            found = None if op.removes else named(self.eyes[op.address.root].read(op.address.path))
            if not self._is_done(op, found):
                return "; ".join([clash(op, found), *filter(None, map(self.revert, step.ops))])
        return self._all(step, [op for op in step.ops if op.removes], self.take)

    def _all(self, step: PlannedStep, ops: list[Op], do: Callable[[Op], str]) -> str:
        for op in ops:
            why = do(op)
            if why:
                left = [self.revert(other) for other in step.ops if other is not op]
                return "; ".join([why, *filter(None, left)])
        return ""

    # After

    def sync(self) -> None:
        for root, folder in sorted(self.folders):
            self.disks[root].sync_folder(folder)

    def clean(self) -> None:
        """Remove what came out. What was given back must be durably in its place before its other name goes."""
        if self.gave_back:
            self.sync()
        for address, path in (*self.spent, *self.held.items()):
            # Where the system cannot tell us of writers, one may have saved into the file after it came out.
            left = self.disks[address.root].read(path)
            if isinstance(left, bytes) and digest(left) not in self.contents:
                self.keep_aside(address, left)
            if left is not None:
                with suppress(FileNotFoundError):
                    self.disks[address.root].remove(path)
        self.held.clear()
        self.spent.clear()
        self.sync()


def named(content: bytes | Unreadable | None) -> Seen:
    return digest(content) if isinstance(content, bytes) else content


def _swept(op: Op) -> str:
    return f"{op.address}: another program removed our copy before it was in place"
