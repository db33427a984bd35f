"""What every check looks at: the codebase now, its past, and when the note was written."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from fnmatch import fnmatch
from functools import cached_property

from reverie.gather.codebase.past import Past
from reverie.gather.codebase.snapshot import Snapshot
from reverie.gather.git.program import GitFailed
from reverie.records.verification import Verdict

NOT_BEFORE = "it is not there, and as far as history is known it never was"
NO_HISTORY = "it is not there, and this clone has not the history that would tell whether it was"
SAMPLE = 400  # files that are kept, by which rules for ignoring are tried
SUPPOSED = "the note speaks of an example, a plan or another place"


@dataclass(frozen=True)
class Scene:
    now: Snapshot
    past: Past
    noted: datetime | None = None
    others: tuple[datetime, ...] = ()  # when the other notes were written
    cache: dict[tuple[str, ...], object] = field(default_factory=dict)

    def moments(self) -> Iterator[Snapshot]:
        """Earlier states, those first in which a note was written."""
        return self.past.moments((self.noted,) if self.noted else self.others)

    def never(self, name: str) -> Verdict:
        """It is not there and was not found before, either."""
        reason = NOT_BEFORE if self.past.is_whole else NO_HISTORY
        return Verdict("unknown", reason, rests_on=self.absence(name))

    def absence(self, path: str) -> dict[str, str]:
        """That a file is not there, and neither is another of its name that was not there then."""
        every = f"*/{path.rpartition('/')[2]}"
        return {path: self.now.digest(path), every: self.now.digest(every)}

    def since_noted(self, at: int) -> bool:
        """Whether something that happened then can be news to the note."""
        return self.noted is None or at >= self.noted.timestamp()

    @cached_property
    def remotes(self) -> frozenset[str]:
        """The names this repository has elsewhere, as `owner/name`."""
        try:
            told = self.now.git.ask("config", "--get-regexp", r"^remote\..*\.url$").decode("utf-8", "replace")
        except GitFailed:
            return frozenset()
        found = re.findall(r"[:/]([\w.-]+/[\w.-]+?)(?:\.git)?/?$", told, re.M)
        return frozenset(name.lower() for name in found)

    @cached_property
    def _ignoring(self) -> list[tuple[str, str]]:
        files = [name for name in self.now.by_name.get(".gitignore", ()) if name.count("/") < 3][:50]
        read = self.now.read(files)
        lines = ((name.rpartition("/")[0], line.strip()) for name, text in read.items() for line in text.splitlines())
        rules = [(folder, line) for folder, line in lines if line and not line.startswith("#")]
        kept = list(self.now.files)[:: max(1, len(self.now.files) // SAMPLE)]
        return [rule for rule in rules if rule[1].startswith("!") or not any(_matches(path, *rule) for path in kept)]

    def is_ignored(self, path: str) -> bool:
        """Whether git is told not to keep it. What a rule would ignore although it is kept tells that the rule is not
        understood here."""
        taken_back = any(_matches(path, folder, line[1:]) for folder, line in self._ignoring if line.startswith("!"))
        return not taken_back and any(_matches(path, *rule) for rule in self._ignoring)


def _matches(path: str, folder: str, line: str) -> bool:
    """A pattern with a slash in it starts at its own folder; one without is for any name."""
    if folder and not path.startswith(folder + "/"):
        return False
    parts = path[len(folder) + 1 if folder else 0 :].rstrip("/").split("/")
    pattern = line.rstrip("/").removeprefix("**/")
    if "/" not in pattern:
        return any(fnmatch(part, pattern) for part in parts)
    return any(fnmatch("/".join(parts[:end]), pattern.lstrip("/")) for end in range(1, len(parts) + 1))
