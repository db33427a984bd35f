"""The only place that reads configuration and environment and builds things."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reverie.records.errors import BadConfig, NotARepository

if TYPE_CHECKING:
    from reverie.records.documents import Address
    from reverie.store.folder import FolderStore

Clock = Callable[[], datetime]
TARGETS = (
    "CLAUDE.md",
    "AGENTS.md",
    "GEMINI.md",
    ".cursor/rules/reverie.mdc",
    ".github/copilot-instructions.md",
)


def now() -> datetime:
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class Project:
    """A repository with a memory, or one that could have one."""

    root: Path
    config: Mapping[str, Any] = field(default_factory=dict)

    @property
    def agent(self) -> Path:
        return self.root / ".agent"

    @property
    def local(self) -> Path:
        return self.agent / "local"

    @property
    def has_memory(self) -> bool:
        return self.agent.is_dir()


def path_of(address: Address) -> str:
    """Where a document is, as a person in the repository would type it."""
    return {"agent": ".agent/", "memory": ".agent/memory/"}.get(address.root, "") + address.path


def find_project(start: Path) -> Project:
    """The nearest folder upwards that is a git repository or has a memory."""
    here = start.resolve()
    for folder in (here, *here.parents):
        if (folder / ".agent").is_dir() or (folder / ".git").exists():
            return Project(folder, read_config(folder / ".agent" / "config.yaml"))
    raise NotARepository(path=here)


def read_config(path: Path) -> dict[str, Any]:
    if not path.is_file():
        return {}
    from reverie.tools.frontmatter import parse

    try:
        return parse(path.read_text(encoding="utf-8"))
    except (ValueError, OSError) as problem:
        raise BadConfig(path=path, reason=problem) from problem


def open_store(project: Project, *, clock: Clock = now) -> FolderStore:
    from reverie.layouts.agent import describe
    from reverie.store.folder import FolderStore
    from reverie.store.roots import Root

    roots = [
        Root("agent", project.agent, never=frozenset({"memory", "local"}), anchor=project.root),
        Root("memory", project.agent / "memory", never=frozenset({"episodic"}), anchor=project.root),
        Root("project", project.root, only=frozenset(TARGETS)),
    ]
    return FolderStore(roots, project.local, anchor=project.root, describe=describe, clock=clock)


def who(project: Project) -> str:
    """The person at work: from the configuration, then git, then the system."""
    from reverie.tools.git import config_value

    identity = project.config.get("identity")
    named = identity.get("actor") if isinstance(identity, dict) else identity
    return str(named or "") or config_value(project.root, "user.email") or os.environ.get("USER") or "unknown"
