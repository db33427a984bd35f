"""The repository at hand, whose memory it has, who is at work, and what takes secrets out."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from reverie import settings
from reverie.records.errors import NotARepository, PrivateFolderNotTrusted, SecretBroken
from reverie.settings import Settings
from reverie.tools import nofollow, trust

if TYPE_CHECKING:
    from reverie.place import Place
    from reverie.records.documents import Address
    from reverie.store.disk import Disk
    from reverie.tools.redact import Redactor


Clock = Callable[[], datetime]


def now() -> datetime:
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class Project:
    """A repository with a memory, or one that could have one."""

    root: Path
    settings: Settings = field(default_factory=Settings)

    @property
    def agent(self) -> Path:
        return self.root / ".agent"

    @property
    def local(self) -> Path:
        return self.agent / "local"

    @property
    def has_memory(self) -> bool:
        return self.agent.is_dir()


_SHOWN = {"agent": ".agent/", "memory": ".agent/memory/", "local": ".agent/local/"}  # for people; see `find_project`


def path_of(address: Address) -> str:
    """Where a document is, as a person in the repository would type it."""
    return shown_root(address.root) + address.path


def shown_root(name: str) -> str:
    return _SHOWN.get(name, "")


def find_project(start: Path, *, trusted: bool = True) -> Project:
    """The nearest folder upwards that is a git repository or has a memory. Refused if its private folder is not this
    machine's own: a clone may bring one along. `trusted=False` is for who wants to look at just that."""
    here = start.resolve()
    for folder in (here, *here.parents):
        if (folder / ".agent").is_dir() or (folder / ".git").exists():
            if trusted:
                require_trust(folder)
            project = Project(folder, settings.read(folder / ".agent" / "config.yaml"))
            _SHOWN.update(place(project).shown(folder))
            return project
    raise NotARepository(path=here)


def require_trust(root: Path) -> None:
    try:
        trust.check(str(root))
    except trust.NotTrusted as problem:
        raise PrivateFolderNotTrusted(reason=problem.message, remedy=problem.remedy) from None


def trust_local(root: Path) -> bool:
    """Take the private folder over as this machine's own; whether it was not before. What git tracks, or what holds
    links, stays refused whoever asks."""
    try:
        return trust.take_over(str(root))
    except trust.NotTrusted as problem:
        raise PrivateFolderNotTrusted(reason=problem.message, remedy=problem.remedy) from None


def start_local(root: Path) -> None:
    """Make the private folder and its mark, unless they are there."""
    try:
        os.close(trust.open_local(str(root), make=True))
    except trust.NotTrusted as problem:
        raise PrivateFolderNotTrusted(reason=problem.message, remedy=problem.remedy) from None


def local_disk(project: Project) -> Disk:
    """The private folder, which is made and marked when something is first written there."""
    from reverie.store.disk import Disk

    disk = Disk(project.local, project.root)
    disk.begin = partial(start_local, project.root)
    return disk


def place(project: Project) -> Place:
    """Whose memory the notes are kept in, and where it lies."""
    from reverie.place import place as found

    return found(project.root, project.settings, os.environ, Path.home())


def who(project: Project) -> str:
    """The person at work: from the configuration, then git, then the system."""
    from reverie.tools.git import config_value

    named = project.settings.actor or config_value(project.root, "user.email")
    found = named or os.environ.get("USER") or os.environ.get("LOGNAME") or "unknown"
    return " ".join(found.encode("utf-8", "replace").decode().split())


def redactor(project: Project) -> Redactor:
    from reverie.tools.redact import Redactor

    return Redactor(bytes.fromhex(secret(project)), project.settings.redact)


def passing_redactor(project: Project | None) -> Redactor:
    """For what is only shown: with this project's key if it has one, so that marks are those of its events."""
    from reverie.tools.redact import Redactor

    if project and (project.local / "secret").exists():
        return redactor(project)
    return Redactor(os.urandom(32), project.settings.redact if project else ())


def secret(project: Project, make: Callable[[int], bytes] = os.urandom) -> str:
    """The key of redaction fingerprints: made once, never leaving this folder, so that no guess can be confirmed."""
    try:
        found = _secret(project)
    except FileNotFoundError:
        from reverie.wiring.memory import open_store

        store = open_store(project)
        store.keep_private("secret", make(32).hex().encode() + b"\n")
        store.close()
        found = _secret(project)
    return found


def _secret(project: Project) -> str:
    path = project.local / "secret"
    try:
        said = nofollow.read(str(project.root), f"{trust.LOCAL}/secret", 100).decode("ascii").strip()
        if len(bytes.fromhex(said)) >= 16:
            return said
    except FileNotFoundError:
        raise
    except (OSError, ValueError):
        pass
    raise SecretBroken(path=path)
