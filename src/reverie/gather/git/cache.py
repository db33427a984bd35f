"""Commits remembered between two nights: those that could be reached from the tips seen last. The file may be deleted
at any moment; from a damaged or outdated one nothing is taken, and the same answer is read from git again."""

from __future__ import annotations

import os
import zlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

import orjson

from reverie import __version__
from reverie.gather.git import commit, kinds, log, reverts, text, words
from reverie.gather.git.commit import Commit
from reverie.tools import redact, titles
from reverie.tools.ids import content_id

NAME = "git-commits"
EVERYTHING = 0  # a floor below every date


@dataclass(slots=True)
class Known:
    """What is known of a history: every commit that `tips` reach and that is not older than `floor`."""

    tips: tuple[str, ...] = ()
    floor: int = EVERYTHING
    commits: dict[str, Commit] = field(default_factory=dict)
    merges: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Cache:
    """The file in `folder`. `key` names whatever the commits inside depend on besides git."""

    folder: Path
    key: str

    @property
    def path(self) -> Path:
        return self.folder / NAME

    def load(self) -> tuple[Known | None, str]:
        """What was remembered, if it can be trusted; and a note if it was damaged."""
        try:
            data = self.path.read_bytes()
        except FileNotFoundError:
            return None, ""
        except OSError as problem:
            return None, f"the cache of commits could not be read: {problem.strerror}"
        try:
            return self._parsed(data), ""
        except (ValueError, KeyError, TypeError):
            return None, "the cache of commits was damaged; it was built again"

    def _parsed(self, data: bytes) -> Known | None:
        check, _, content = data.partition(b"\n")
        if check != _check(content):
            raise ValueError("checksum")
        found = orjson.loads(content)
        if found["key"] != self.key:
            return None
        commits = map(Commit._make, found["commits"])
        return Known(tuple(found["tips"]), found["floor"], {it.sha: it for it in commits}, found["merges"])

    def save(self, known: Known) -> str:
        """Remember; a note if that failed, which changes nothing but the time the next run takes."""
        rows: Iterable[tuple[object, ...]] = map(tuple, known.commits.values())
        content = orjson.dumps(
            {
                "key": self.key,
                "tips": known.tips,
                "floor": known.floor,
                "merges": known.merges,
                "commits": list(rows),
            }
        )
        aside = self.path.with_name(f"{NAME}.{os.getpid()}")
        try:
            self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            descriptor = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW, 0o600)
            with os.fdopen(descriptor, "wb") as file:
                file.write(_check(content) + b"\n" + content)
            aside.replace(self.path)
        except OSError as problem:
            return f"the cache of commits could not be written: {problem.strerror}"
        return ""


def cache_key(redact_key: str, ends: Iterable[str]) -> str:
    """What makes remembered commits wrong: other reading rules, another redactor, a clone deepened since."""
    return content_id(_rules(), redact_key, *sorted(ends))


def _rules() -> str:
    """The reading rules themselves, so that no one can change them and forget the cache."""
    modules = (commit, kinds, log, reverts, text, titles, words)
    files = [Path(str(module.__file__)) for module in modules] + sorted(Path(str(redact.__file__)).parent.glob("*.py"))
    try:
        return content_id(*(file.read_text("utf-8") for file in files))
    except OSError:
        return __version__  # a package without source files


def _check(content: bytes) -> bytes:
    return b"%08x %d" % (zlib.crc32(content), len(content))
