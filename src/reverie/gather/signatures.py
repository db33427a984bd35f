"""Who committed a file as it stands: the person who signs for what is written in it."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from reverie.gather.git.program import Git, GitFailed


class Committed(NamedTuple):
    name: str
    email: str
    at: datetime


def signatures(repo: Path, paths: Iterable[str]) -> dict[str, Committed]:
    """For each path whose content is committed as it is now: the author of the commit that made it so."""
    found = {}
    try:
        git = Git.at(repo)
        for path in paths:
            if git.ask("status", "--porcelain", "--", path).strip():
                continue
            told = (
                git.ask("log", "-1", "--format=%aN%x00%aE%x00%aI", "--", path)
                .decode("utf-8", "replace")
                .strip()
                .split("\0")
            )
            if len(told) == 3:
                found[path] = Committed(told[0], told[1], datetime.fromisoformat(told[2]))
    except GitFailed:
        return found
    return found
