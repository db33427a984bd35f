"""What was forgotten in this memory."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from reverie.wiring.project import Project, now, path_of, place, redactor, secret, who

if TYPE_CHECKING:
    from reverie.forgetting import Forgetter
    from reverie.forgetting.lineage import Touch
    from reverie.forgetting.purging import Purger
    from reverie.layouts.forgotten import Forgotten
    from reverie.records.changes import Past
    from reverie.records.documents import Address
    from reverie.records.store import Store
    from reverie.store.folder import FolderStore


def key(project: Project) -> bytes:
    return bytes.fromhex(secret(project))


def tombstones(project: Project, store: Store) -> Forgotten:
    from reverie.layouts.forgotten import tombstones as found

    return found(store, place(project).layout, key(project))


def forgotten(project: Project, store: Store) -> Callable[[str], bool]:
    """Whether a text was forgotten. Looked up when it is first asked, which most nights never do."""
    known: list[Forgotten] = []

    def holds(text: str) -> bool:
        if not known:
            known.append(tombstones(project, store))
        return known[0].holds(text)

    return holds


def forgetter(project: Project, store: Store) -> Forgetter:
    """Who forgets here: the person at work, with what makes the index, and the files that are made of memory."""
    from reverie.forgetting import Forgetter
    from reverie.records.documents import Address
    from reverie.wiring.memory import TARGETS, index_maker

    rendered = tuple(Address("project", path) for path in TARGETS)
    return Forgetter(
        store, place(project).layout, who(project), now(), index_maker(project), rendered, redactor(project).text
    )  # fmt: skip


def purger(project: Project, store: FolderStore) -> Purger:
    """Who destroys: every root that holds memory, and every folder that holds files of our own."""
    from reverie.forgetting.purging import Purger
    from reverie.layouts.layout import OWN
    from reverie.layouts.proposals import PRIVATE
    from reverie.wiring.memory import index_maker
    from reverie.wiring.night import episodic_folders

    notes = place(project)
    roots = dict.fromkeys(["agent", OWN, *(root.name for root in notes.roots()), PRIVATE])
    private = (project.local, episodic_folders(project)[0])
    return Purger(
        store, notes.layout, key(project), who(project), now(), project.local, project.root, tuple(roots), private,
        index_maker(project),
    )  # fmt: skip


def touches(project: Project, store: FolderStore, name: str, pasts: Sequence[Past]) -> list[Touch]:
    """The changes that made a note, newest first: one that is there, or one that only history knows."""
    from reverie.forgetting.lineage import ancestors, changes_of
    from reverie.layouts.shelf import filed, meant

    layout = place(project).layout
    left = list(filed(store, layout, retired=True))
    found = meant(name, [*filed(store, layout), *left])
    start = {address for one in found for address in ancestors(one, left)}
    if not start:
        wanted = name.removesuffix(".md")
        ops = (op for past in pasts for i in past.applied_steps for op in past.ops[i])
        start = {op.address for op in ops if op.address.path.endswith(".md") and _is_called(op.address, wanted)}
    return changes_of(start, pasts)


def _is_called(address: Address, name: str) -> bool:
    path = address.path.removesuffix(".md")
    return name in (path, path.rpartition("/")[2], path_of(address).removesuffix(".md"))
