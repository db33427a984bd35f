"""The files there are now, as the last commit has them."""

from __future__ import annotations

from reverie.gather.git.program import Git
from reverie.gather.git.text import path

MOST = 300_000


def tree(git: Git, ref: str = "HEAD") -> list[str]:
    """Names of files. GitFailed if there is no commit, or a clone has not the trees."""
    names = git.fields("ls-tree", "-r", "-z", "--name-only", "--full-tree", ref, stdin=b"", end=b"\0")
    return [path(name) for _, name in zip(range(MOST), names, strict=False) if name]
