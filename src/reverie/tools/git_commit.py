"""Committing a few files, and nothing else that may be staged. The commit is put together from its parts: `git commit`
would run the repository's hooks and filters, and a decision must not start programs that a repository brought along."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from reverie.tools.git import Git, GitFailed

_IN_BETWEEN = ("MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD")


def commit_files(root: Path, paths: Iterable[str], message: str) -> None:
    """Commit these paths below `root` as they lie on the disk; one that is gone is removed. GitFailed with the
    reason if that cannot be done."""
    git = Git.at(root)
    if git.top is None:
        raise GitFailed("this repository has no work tree")
    git = replace(git, repo=git.top)  # so that every path is as the index has it
    identity = _identity(git)
    _refuse_unusual(git)
    below = root.resolve().relative_to(git.repo.resolve())
    entries = [_entry(git, root / path, (below / path).as_posix()) for path in paths]
    changes = "".join(f"{mode} {blob}\t{name}\0" for mode, blob, name in entries).encode()
    _refuse_ignored(git, [name for _, _, name in entries])
    with TemporaryDirectory() as folder:
        aside = {"GIT_INDEX_FILE": str(Path(folder) / "index")}
        if git.head:
            git.ask("read-tree", git.head, env=aside)
        git.ask("update-index", "-z", "--index-info", stdin=changes, env=aside)
        tree = git.ask("write-tree", env=aside).decode().strip()
    parent = ("-p", git.head) if git.head else ()
    commit = git.ask("commit-tree", tree, *parent, "-m", message, env=identity).decode().strip()
    git.ask("update-index", "-z", "--index-info", stdin=changes)
    git.move_head(commit, git.head, f"commit: {message}")


def _identity(git: Git) -> dict[str, str]:
    found = {}
    for role in ("AUTHOR", "COMMITTER"):
        for part in ("NAME", "EMAIL"):
            name = f"GIT_{role}_{part}"
            found[name] = os.environ.get(name) or git.config("--get", f"user.{part.lower()}").strip()
    if not all(found.values()):
        raise GitFailed("it does not know who you are; set user.name and user.email")
    return found


def _refuse_unusual(git: Git) -> None:
    if git.config("--type=bool", "--get", "commit.gpgSign").strip() == "true":
        raise GitFailed("your settings have every commit signed, which is left to you")
    folder = git.places["index"].parent
    if any((folder / name).exists() for name in _IN_BETWEEN):
        raise GitFailed("a merge, cherry-pick or revert is under way")


def _entry(git: Git, place: Path, name: str) -> tuple[str, str, str]:
    """Mode, blob and path as an index has them; mode 0 takes a path out."""
    nothing = "0" * (len(git.head) or 40)
    try:
        fd = os.open(place, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except FileNotFoundError:
        return "0", nothing, name
    with os.fdopen(fd, "rb") as file:
        content = file.read()
    blob = git.ask("hash-object", "-w", "--no-filters", "--stdin", stdin=content).decode().strip()
    return "100644", blob, name


def _refuse_ignored(git: Git, names: list[str]) -> None:
    """What git is told to ignore, by the repository or by the user, was not meant to be committed."""
    asked = "".join(f"{name}\0" for name in names).encode()
    own = git.config("--type=path", "--get", "core.excludesFile").strip("\n")
    for lists in (git.places["info/exclude"], *([own] if own else [])):
        try:
            found = git.ask(
                *("check-ignore", "-z", "--stdin"),
                stdin=asked,
                settings=(f"core.excludesFile={lists}",),
                env={"GIT_LITERAL_PATHSPECS": "0"},  # which this command does not know
            )
        except GitFailed as problem:
            if str(problem) == "git check-ignore ended with 1":  # so it says that none is ignored
                continue
            raise
        raise GitFailed(f"{os.fsdecode(found.split(bytes(1))[0])} is ignored by git")
