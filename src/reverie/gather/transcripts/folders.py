"""Which folders are a project's: its repository, the worktrees and all below, by whatever name a session knew them."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from pathlib import Path

from reverie.tools import nofollow

_PRIVATE = re.compile(r"\A/private(?=/(?:var|tmp|etc)(?:/|\Z))")  # macOS has two names for these
_DRIVE = re.compile(r"\A[a-z](?=:/)")


class Folders:
    """Asked for the folder a session was held in. Each answer is kept: thousands of sessions share a few folders."""

    def __init__(self, roots: Iterable[str]) -> None:
        self._roots = tuple(dict.fromkeys(plain(root) for root in roots))
        self._known: dict[str, bool] = {}

    def hold(self, folder: str) -> bool:
        """Whether it is one of these or lies below, as written or where its links lead."""
        if folder not in self._known:
            self._known[folder] = self._below(plain(folder)) or self._below(plain(_real(folder)))
        return self._known[folder]

    def _below(self, folder: str) -> bool:
        return any(folder == root or folder.startswith(root.rstrip("/") + "/") for root in self._roots)


def plain(folder: str) -> str:
    """One spelling for each folder."""
    slashes = _PRIVATE.sub("", folder.replace("\\", "/").rstrip("/")) or "/"
    return _DRIVE.sub(lambda drive: drive[0].upper(), slashes)


def _real(folder: str) -> str:
    try:
        return os.path.realpath(folder) if folder.startswith("/") else folder
    except (OSError, ValueError):
        return folder


def worktrees(repo: Path) -> tuple[str, ...]:
    """The folders of a repository: itself and its worktrees, as named and as resolved. Git itself is not asked."""
    found = [repo]
    try:
        git = _common(repo)
        if git.name == ".git":
            found.append(git.parent)
        for place in sorted((git / "worktrees").glob("*/gitdir")):
            found.append(_led(place.parent, _words(place)).parent)
    except (OSError, ValueError):
        pass  # no repository, or one that hides its worktrees: then there is only the folder itself
    return tuple(dict.fromkeys(str(form) for folder in found for form in (folder, Path(_real(str(folder))))))


def _common(repo: Path) -> Path:
    """The folder in which git keeps what all worktrees share. A submodule has one of its own."""
    git = repo / ".git"
    if not git.is_file():
        return git
    own = _led(repo, _words(git).partition("gitdir:")[2])
    shared = own / "commondir"
    if shared.is_file():
        return _led(own, _words(shared))
    return own.parent.parent if own.parent.name == "worktrees" else own


def _words(path: Path) -> str:
    return nofollow.read(str(path.parent), path.name, 8192).decode("utf-8")


def _led(start: Path, words: str) -> Path:
    return Path(os.path.normpath(start / words.strip()))
