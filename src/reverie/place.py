"""Where the notes lie: Reverie's own memory, or the memory of another agent that is kept in place."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from reverie.records.errors import MemoryNotThere
from reverie.settings import Settings

if TYPE_CHECKING:
    from reverie.layouts.layout import Layout
    from reverie.store.roots import Root

ROOT = "REVERIE_MEMORY_ROOT"
_SLUG = re.compile(r"[^A-Za-z0-9]")
_CLOSED = frozenset({".dreams", ".git", "retired"})


@dataclass(frozen=True, slots=True)
class Place:
    """A layout and the folder it lies in. `anchor`: the folder a person chose, below which no link is followed."""

    kind: str  # the layout's name
    folder: Path
    anchor: Path
    home: Path  # of the person, for what several projects share
    is_own: bool = True
    is_outside: bool = False  # of the project

    @property
    def layout(self) -> Layout:
        from reverie.layouts.registry import LAYOUTS

        return LAYOUTS[self.kind]

    @property
    def holds_any(self) -> bool:
        """Whether there is a note at all."""
        try:
            with os.scandir(self.folder) as entries:
                return any(entry.name.endswith(".md") for entry in entries)
        except OSError:
            return False

    def roots(self) -> list[Root]:
        from reverie.layouts.layout import FOREIGN, OWN
        from reverie.layouts.openclaw import WORKSPACE
        from reverie.layouts.shortterm import FILE
        from reverie.store.roots import Root

        if self.is_own:
            return [Root(OWN, self.folder, never=frozenset({"episodic"}), anchor=self.anchor)]
        if not self.folder.is_dir():
            raise MemoryNotThere(place=self.folder, layout=self.kind)
        locks = self._locks() if self.is_outside else None
        if self.kind != "openclaw":
            return [Root(FOREIGN, self.folder, never=_CLOSED, anchor=self.anchor, locks=locks)]
        inner = Root(FOREIGN, self.folder / "memory", never=_CLOSED, anchor=self.anchor, locks=locks)
        dreams = self.folder / "memory" / ".dreams"
        return [
            inner,
            Root(WORKSPACE, self.folder, only=frozenset({"MEMORY.md"}), anchor=self.anchor),
            Root(FILE.root, dreams, only=frozenset({FILE.path}), anchor=self.anchor),
        ]

    def _locks(self) -> Path | None:
        """Where projects that share a memory outside of them wait for each other; not in its owner's folder."""
        name = hashlib.sha256(str(self.folder).encode()).hexdigest()[:16]
        found = self.home / ".cache" / "reverie" / "shared" / name
        try:
            found.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError:
            return None  # then the swap alone keeps two from losing each other's words
        return found

    def shown(self, project: Path) -> dict[str, str]:
        """How paths of each root are written for a person who is in the project."""
        inside = self.folder.is_relative_to(project)
        path = self.folder.relative_to(project).as_posix() if inside else str(self.folder)
        path = "" if path == "." else f"{path}/"
        if self.is_own:
            return {"memory": path}
        notes = f"{path}memory/" if self.kind == "openclaw" else path
        return {"notes": notes, "workspace": path, "dreams": f"{notes}.dreams/"}


def place(project: Path, chosen: Settings, environ: Mapping[str, str], home: Path) -> Place:
    """What is configured. A place outside the project only a person at this machine can name, by the environment:
    a file may have been committed by anybody."""
    layout = chosen.memory_layout
    named = environ.get(ROOT, "")
    if named and layout != "agent":
        folder = Path(named).expanduser().absolute()
        return Place(layout, folder, folder, home, is_own=False, is_outside=True)
    if layout == "agent":
        return Place(layout, project / (chosen.memory_root or ".agent/memory"), project, home)
    if chosen.memory_root:
        folder = project / chosen.memory_root
        return Place(layout, folder, project, home, is_own=False)
    if layout == "claude-code":
        config = Path(environ.get("CLAUDE_CONFIG_DIR") or home / ".claude")
        folder = config / "projects" / _SLUG.sub("-", str(project)) / "memory"
        return Place(layout, folder, folder, home, is_own=False, is_outside=True)
    return Place(layout, project, project, home, is_own=False)
