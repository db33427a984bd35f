"""What every check looks at: the codebase now, its past, and when the note was written."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from fnmatch import fnmatch
from itertools import islice
from typing import TypeVar

from reverie.gather.codebase.mentions import Mentions
from reverie.gather.codebase.past import Past, Version
from reverie.gather.codebase.snapshot import Snapshot
from reverie.records.verification import Verdict

NOT_BEFORE = "it is not there, and as far as history is known it never was"
NO_HISTORY = "it is not there, and this clone has not the history that would tell whether it was"
VERSIONS = 600  # earlier versions of manifests of one kind that are read
SAMPLE = 400  # files that are kept, by which rules for ignoring are tried
T = TypeVar("T")
Choose = Callable[[Iterable[str]], Iterable[str]]  # those of a kind, among all files
SUPPOSED = "the note speaks of an example, a plan or another place"


@dataclass(frozen=True)
class Scene:
    now: Snapshot
    past: Past
    noted: datetime | None = None
    days: tuple[datetime, ...] = ()  # when the notes were written, some of them
    words: Mapping[str, Mentions] = field(default_factory=dict)  # where the names of all claims stand now
    cache: dict[tuple[str, ...], object] = field(default_factory=dict)

    def earlier(self, kind: str, choose: Choose) -> list[tuple[Version, str]]:
        """Earlier versions of the files of a kind, with their text."""

        def read() -> list[tuple[Version, str]]:
            return list(self.past.read(islice(self.past.versions(choose(self.past.events), self.days), VERSIONS)))

        return self.once(("earlier", kind), read)

    def read(self, kind: str, choose: Choose) -> dict[str, str]:
        """The files of a kind as they are now, in the order of `choose`."""
        return self.once(("now", kind), lambda: self.now.read(choose(self.now.files)))

    def once(self, key: tuple[str, ...], made: Callable[[], T]) -> T:
        """Something that is worked out once for all claims."""
        if key not in self.cache:
            self.cache[key] = made()
        return self.cache[key]  # type: ignore[return-value]

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

    @property
    def own_names(self) -> frozenset[str]:
        """What this repository is called: as its remotes have it, or else as its folder."""
        return self.once(("own names",), self._own_names)

    def _own_names(self) -> frozenset[str]:
        told = self.now.git.config("--get-regexp", r"^remote\..*\.url$")
        found = re.findall(r"[:/][\w.-]+/([\w.-]+?)(?:\.git)?/?$", told, re.M) or [self.now.git.repo.name]
        return frozenset(name.lower() for name in found)

    @property
    def _ignoring(self) -> list[tuple[str, str]]:
        return self.once(("ignoring",), self._rules_for_ignoring)

    def _rules_for_ignoring(self) -> list[tuple[str, str]]:
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
