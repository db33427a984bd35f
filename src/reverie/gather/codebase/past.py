"""What was there before: which files were deleted and when, what they are called now, and the codebase at earlier
moments. History is read along the first parents, each commit against the one before it."""

from __future__ import annotations

import bisect
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from reverie.gather.codebase.snapshot import Snapshot
from reverie.gather.git.program import Git, GitFailed
from reverie.gather.git.text import path as as_text

_LINE = ("log", "--first-parent", "--no-color", "--no-show-signature")
AGES = (14, 45, 90, 180, 365, 550, 730, 1095, 1825, 2920)  # days back that are looked at besides
_DAY = 86_400
_CHAIN = 12  # renames that are followed


@dataclass(frozen=True, slots=True)
class Deleted:
    """The commit that deleted a file, and when."""

    commit: str
    at: int


class Past:
    """Everything before one commit, looked at only as far as somebody asks."""

    def __init__(self, now: Snapshot, ref: str) -> None:
        self._now, self._git, self._ref = now, now.git, ref
        self._renames: dict[str, dict[str, str]] = {}
        self._moments: dict[str, Snapshot | None] = {}

    @cached_property
    def is_whole(self) -> bool:
        """A shallow clone cannot tell what was there before."""
        try:
            return self._git.ask("rev-parse", "--is-shallow-repository").strip() == b"false"
        except GitFailed:
            return False

    @cached_property
    def deleted(self) -> Mapping[str, Deleted]:
        """Every file that was deleted, with the last time it was."""
        found: dict[str, Deleted] = {}
        words = (*_LINE, "-m", "--no-renames", "--diff-filter=D", "--name-only", "-z", "--format=%x01%H %ct%x00")
        last = Deleted("", 0)
        for field in _fields(self._git, *words, self._ref):
            name = field.lstrip(b"\n")
            if name.startswith(b"\x01"):
                sha, _, when = name[1:].decode().partition(" ")
                last = Deleted(sha, int(when))
            elif name:
                found.setdefault(as_text(name), last)
        return found

    @cached_property
    def deleted_by_name(self) -> Mapping[str, Sequence[str]]:
        """By the last part of their path: files and the folders they were in."""
        found: defaultdict[str, list[str]] = defaultdict(list)
        folders: set[str] = set()
        for name in self.deleted:
            found[name.rpartition("/")[2]].append(name)
            parent = name.rpartition("/")[0]
            while parent and parent not in folders:
                folders.add(parent)
                found[parent.rpartition("/")[2]].append(parent)
                parent = parent.rpartition("/")[0]
        return found

    def once_ending_in(self, path: str) -> list[str]:
        """Files and folders that were there, whose path is this one or ends in it."""
        found = self.deleted_by_name.get(path.rpartition("/")[2], ())
        return sorted(
            (one for one in found if one == path or one.endswith("/" + path)), key=lambda one: (len(one), one)
        )

    def under(self, folder: str) -> list[str]:
        return [name for name in self.deleted if name.startswith(folder + "/")]

    def called_now(self, path: str) -> str:
        """Where a deleted file is now, by the renames git sees; empty if it is nowhere."""
        for _ in range(_CHAIN):
            death = self.deleted.get(path)
            if death is None:
                return ""
            path = self._renamed_in(death.commit).get(path, "")
            if path in self._now.files:
                return path
        return ""

    def renamed_since(self, noted: datetime | None) -> Mapping[str, str]:
        """Files by their names when the note was written, with their names now: what was copied first and deleted later
        is seen only when the two states are compared."""
        then = self._at(int(noted.timestamp())) if noted else ""
        key = f"since {then}"
        if then and key not in self._renames:
            try:
                self._renames[key] = self._ask_renames(then, self._ref)
            except GitFailed:
                self._renames[key] = {}
        return self._renames.get(key, {})

    def _renamed_in(self, commit: str) -> dict[str, str]:
        if commit not in self._renames:
            try:
                self._renames[commit] = self._ask_renames(f"{commit}^1", commit)
            except GitFailed:  # contents that are not here: only what was moved unchanged can be told
                try:
                    self._renames[commit] = self._ask_renames(f"{commit}^1", commit, "-M100%")
                except GitFailed:
                    self._renames[commit] = {}
        return self._renames[commit]

    def _ask_renames(self, old: str, new: str, how: str = "-M") -> dict[str, str]:
        words = ("diff-tree", "-r", how, "-l5000", "--diff-filter=R", "--name-status", "-z", "--no-ext-diff")
        parts = self._git.ask(*words, old, new).split(b"\0")
        told = [as_text(part) for part in parts]
        return {told[at + 1]: told[at + 2] for at in range(0, len(told) - 2, 3)}

    def was_there_before(self, path: str, commit: str) -> bool:
        """Whether a file was there already when that commit was made."""
        told = self._git.ask("cat-file", "--batch-check", stdin=f"{commit}^1:{path}\n".encode())
        return b" blob " in told

    @cached_property
    def _line(self) -> list[tuple[int, str]]:
        """All commits of the line, oldest first, by the time they were made."""
        told = list(_fields(self._git, *_LINE, "-z", "--format=%ct %H", self._ref))
        pairs = [(int(when), sha.decode()) for when, _, sha in (line.partition(b" ") for line in told) if sha]
        return sorted(pairs)

    def moments(self, noted: Sequence[datetime]) -> Iterator[Snapshot]:
        """The codebase as it was: first when the notes were written, then further and further back."""
        if not self._line:
            return
        newest = self._line[-1][0]
        stamps = [int(moment.timestamp()) for moment in noted]
        stamps += [newest - days * _DAY for days in AGES]
        seen = {self._ref}
        for sha in [self._at(stamp) for stamp in stamps] + [self._line[0][1]]:
            if sha and sha not in seen:
                seen.add(sha)
                if moment := self._moment(sha):
                    yield moment

    def _at(self, stamp: int) -> str:
        at = bisect.bisect_right(self._line, (stamp, "\x7f"))
        return self._line[at - 1][1] if at else ""

    def _moment(self, sha: str) -> Snapshot | None:
        if sha not in self._moments:
            try:
                self._moments[sha] = Snapshot.of_commit(self._git, sha)
            except GitFailed:
                self._moments[sha] = None
        return self._moments[sha]


def _fields(git: Git, *words: str) -> Iterator[bytes]:
    """What git tells until it ends or can go no further: a history may be cut off."""
    try:
        yield from git.fields(*words, stdin=b"", end=b"\0")
    except GitFailed:
        return
