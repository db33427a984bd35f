"""The store of a project: its roots, its index, and what it keeps of a document."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from reverie.wiring.forgetting import forgotten
from reverie.wiring.project import (
    Clock,
    Project,
    local_disk,
    now,
    passing_redactor,
    place,
    redactor,
    start_local,
    who,
)

if TYPE_CHECKING:
    from reverie.notebook import Notebook
    from reverie.records.documents import Address, Described
    from reverie.records.store import Render, Store
    from reverie.render.index import Index
    from reverie.store.folder import FolderStore
    from reverie.store.roots import Root
    from reverie.store.rows import Describe
    from reverie.tools.redact import Redactor


TARGETS = (
    "CLAUDE.md",
    "AGENTS.md",
    "GEMINI.md",
    ".cursor/rules/reverie.mdc",
    ".github/copilot-instructions.md",
)


def open_store(project: Project, *, clock: Clock = now) -> FolderStore:
    from reverie.store.folder import FolderStore

    describe = _without_secrets(project, place(project).layout.describe)
    index = _index(project)
    return FolderStore(
        roots_of(project),
        project.local,
        anchor=project.root,
        render=index.render if index else None,
        rebase=index.rebase if index else None,
        describe=describe,
        clock=clock,
        begin=partial(start_local, project.root),
    )


def roots_of(project: Project) -> list[Root]:
    """The directories whose files are its memory."""
    from reverie.store.roots import Root

    notes = place(project)
    roots = [
        Root("agent", project.agent, never=frozenset({"memory", "local"}), anchor=project.root),
        *notes.roots(),
        Root("project", project.root, only=frozenset(TARGETS)),
        Root("proposals", project.local / "proposals", anchor=project.root),
    ]
    if not notes.is_own:
        own = Root("memory", project.agent / "memory", never=frozenset({"episodic"}), anchor=project.root)
        roots.insert(1, own)
    return roots


def notebook(project: Project, store: Store, by: str = "") -> Notebook:
    """What every door remembers with: this memory's notes, this project's redaction, the person at work (`by`, if that
    was asked for already: git takes its time to say)."""
    from reverie.notebook import Notebook

    def clean(texts: Sequence[str]) -> list[str]:
        return redactor(project).texts(texts)  # made when there is something to clean

    return Notebook(store, place(project).layout, clean, by or who(project), forgotten=forgotten(project, store))


def _without_secrets(project: Project, describe: Describe) -> Describe:
    """What the store keeps of a document in its index: never a secret that somebody wrote into the header."""
    clean: list[Redactor] = []  # made when it is first needed

    def described(address: Address, content: bytes) -> Described:
        what = describe(address, content)
        if not clean:
            clean.append(passing_redactor(project))
        words = "\n".join((what.title, *what.facts.values()))
        if clean[0].text(words) == words:
            return what
        facts = {name: clean[0].text(value) for name, value in what.facts.items()}
        return what._replace(title=clean[0].text(what.title), facts=facts)

    return described


def index_maker(project: Project) -> Render | None:
    """What makes MEMORY.md, where it is an index."""
    index = _index(project)
    return index.render if index else None


def _index(project: Project) -> Index | None:
    from reverie.render.index import Index

    notes = place(project)
    address = notes.layout.index
    if address is None:
        return None

    def clean(text: str) -> str:
        return redactor(project).text(text)

    recalls = partial(_recalls, project, address.root)
    return Index(address, notes.layout.kind_of, notes.layout.describe, notes.is_own, clean, recalls)


def _recalls(project: Project, root: str) -> Mapping[str, int]:
    """How often lines of each note were shown to an agent who asked. Read past the store, which is at work then."""
    from reverie.records.recalls import LOG
    from reverie.remember.upkeep import of_notes
    from reverie.store.logs import Logs

    disk = local_disk(project)
    try:
        found = of_notes(Logs(disk).records(LOG))
    finally:
        disk.rest()
    return {path: n for address, n in found.items() for at, _, path in [address.partition(":")] if at == root}
