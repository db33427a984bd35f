"""Where a folder store is: its roots and its private folder; starting it, locking it, and letting go of it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from reverie.records.documents import Address
from reverie.store import locks
from reverie.store.disk import Disk
from reverie.store.roots import Root, Roots
from reverie.store.walk import Found, walk


class Site:
    """`eyes` look at the roots afresh each time; `hands` are the same roots for the one who changes them, with folders
    that stay open from the beginning of a change to its end. `local` is the private folder; `begin` makes it."""

    def __init__(
        self,
        roots: Sequence[Root],
        local: Path,
        anchor: Path | None,
        disk: type[Disk],
        begin: Callable[[], None] | None = None,
    ) -> None:
        self.eyes, self.hands = Roots(roots, disk), Roots(roots, disk)
        self.path, self.local = local, disk(local, anchor or local.parent)
        self.local.begin = begin

    def start(self) -> None:
        """Make the private folder, and keep it out of git without touching anybody's .gitignore."""
        self.local.make_folder("")
        if self.local.read(".gitignore") is None:
            self.local.close_to_others()
            self.local.append(".gitignore", b"*\n", sync=False)

    @contextmanager
    def locked(self, lock: str, wait: float) -> Iterator[None]:
        with ExitStack() as stack:
            stack.enter_context(locks.held(self.local, "store", lock, wait=wait))
            for name, root in sorted(self.eyes.by_name.items()):
                if root.locks is not None:
                    shared = type(self.local)(root.locks)
                    stack.callback(shared.rest)
                    stack.enter_context(locks.held(shared, name, lock, wait=wait))
            yield

    def holds_more_than(self, these: Collection[Address]) -> bool:
        """Whether any document of the memory stands besides these. Settings are none: they may come first."""
        roots = [root for name, root in self.eyes.by_name.items() if name in ("agent", "memory")]
        known = {*these, Address("agent", "config.yaml")}
        return any(isinstance(item, Found) and item.address not in known for root in roots for item in walk(root))

    def rest(self) -> None:
        self.eyes.rest()
        self.hands.rest()
        self.local.rest()
