"""Who committed a file as it stands: the person who signs for what is written in it."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from reverie.gather.git.people import person
from reverie.gather.git.program import Git, GitFailed


class Committed(NamedTuple):
    name: str
    email: str
    at: datetime
    machine: bool = False  # a bot or an agent: it may write, but it cannot decide


def signatures(repo: Path, paths: Iterable[str]) -> dict[str, Committed]:
    """For each path whose content is committed as it is now: the author of the commit that made it so."""
    found: dict[str, Committed] = {}
    for path in paths:
        try:
            git = Git.at(repo)
            # What counts is the very content in the newest commit: `status` is silent about ignored files.
            committed = git.ask("rev-parse", f"HEAD:{path}").strip()
            if committed != git.ask("hash-object", "--", path).strip():
                continue
            told = (
                git.ask("log", "-1", "--format=%aN%x00%aE%x00%aI", "--", path)
                .decode("utf-8", "replace")
                .strip()
                .split("\0")
            )
            if len(told) == 3:
                who = person(told[0], told[1])
                machine = who.bot or who.agent
                found[path] = Committed(told[0], told[1], datetime.fromisoformat(told[2]), machine)
        except GitFailed:
            continue  # not in the newest commit
    return found
