"""One thing a timer does in one repository, and the words it is called with, whichever timer it is."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from reverie.tools.cron import Cron

NIGHTLY, TICK = "nightly", "tick"
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,39}")
_CONTROL = re.compile(r"[\x00-\x1f\x7f\ud800-\udfff]")


class Unfit(ValueError):
    """This cannot be scheduled, in words."""


@dataclass(frozen=True, slots=True)
class Job:
    """`name` tells it from the other schedules of its repository; `cron` is meant in UTC."""

    name: str
    cron: Cron
    words: tuple[str, ...]
    instructions: str = ""

    def __post_init__(self) -> None:
        if not _NAME.fullmatch(self.name):
            raise Unfit(f"'{self.name}' is no name: letters, digits, - and _, 40 at most")


@dataclass(frozen=True, slots=True)
class Site:
    """Where it is done, by which Python, and what that is to find in its environment: timers give it next to none."""

    root: str
    python: str
    environment: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for text in (self.root, self.python, *self.environment.values()):
            if _CONTROL.search(text):
                raise Unfit(f"{text!r} holds a line break or another character no timer can be given")

    @property
    def key(self) -> str:
        """This repository's mark: which lines and files are its own."""
        return key_of(self.root)


@dataclass(frozen=True, slots=True)
class Told:
    """What a timer that was found installed is going to do. `due`: when, in UTC, if it asks that itself."""

    name: str
    root: str
    words: tuple[str, ...]
    due: str = ""


def key_of(root: str) -> str:
    return hashlib.sha256(root.encode()).hexdigest()[:12]


def call(job: Job, site: Site, by: str, *, due: bool = False, beside: bool = False) -> list[str]:
    """`due`: it is called more often than it is due, and has to ask. `beside`: its instructions lie in a file."""
    # -P: nothing of the repository is imported
    words = [site.python, "-P", "-m", "reverie", "schedule", "fire", job.name, "--by", by, "--in", site.root]
    words += ["--due", job.cron.text] if due else []
    words += ["--instructions-beside"] if beside else []
    words += ["--", *job.words]
    return words + (["--instructions", job.instructions] if job.instructions and not beside else [])


def read(words: Sequence[str]) -> Told | None:
    """What `call` said, from its words."""
    given = list(words)
    try:
        start, rest = given.index("fire"), given.index("--")
        options = dict(zip(given[start + 2 : rest], given[start + 3 : rest], strict=False))
        return Told(given[start + 1], options["--in"], tuple(given[rest + 1 :]), options.get("--due", ""))
    except (ValueError, KeyError, IndexError):
        return None
