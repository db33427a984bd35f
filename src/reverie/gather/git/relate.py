"""What commits say about each other: copies and squashes that would count one thing twice, and which commits a revert
takes back. The answer depends on the set of commits alone, never on the order they came in."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from reverie.gather.git.commit import Commit
from reverie.tools.titles import requests, same

HALF_A_YEAR = 183 * 86_400
_DAY = 86_400
_BULLET = re.compile(r"^\* (.+)", re.M)
_SQUASHED = re.compile(r"^commit ([0-9a-f]{40,64})$", re.M)


@dataclass(slots=True)
class Related:
    """The commits that count, oldest first; what each revert takes back; and how many do not count, and why."""

    commits: list[Commit]
    reverts: dict[str, tuple[str, ...]] = field(default_factory=dict)
    skipped: Counter[str] = field(default_factory=Counter)


def relate(commits: Iterable[Commit]) -> Related:
    unique, copies = without_copies(commits)
    found = Related(unique, skipped=Counter({"copy of another commit": len(copies)} if copies else {}))
    index = Index(unique, copies)
    squashed = {commit.sha for commit in index.candidates() if index.repeats(commit)}
    if squashed:
        found.skipped["squash of commits that are here too"] = len(squashed)
    chain = _Chain(index, found.reverts)
    for place, commit in enumerate(unique):
        if commit.undoes:
            unique[place] = chain.link(commit)
    found.commits = [commit for commit in unique if commit.sha not in squashed]
    return found


def without_copies(commits: Iterable[Commit]) -> tuple[list[Commit], dict[str, str]]:
    """Cherry-picks and rebased commits have one id. The first one committed stands for all; their shas lead to it."""
    chosen: dict[str, Commit] = {}
    copies: dict[str, str] = {}
    for commit in sorted(commits, key=lambda it: (it.committed, it.sha)):
        first = chosen.setdefault(commit.id, commit)
        if first is not commit:
            copies[commit.sha] = first.sha
    return sorted(chosen.values(), key=lambda it: (it.authored, it.committed, it.sha)), copies


@dataclass(slots=True)
class _Chain:
    """Reverts and what they take back, oldest first: a commit, its revert, the revert's revert…"""

    index: Index
    reverts: dict[str, tuple[str, ...]]
    kinds: dict[str, str] = field(default_factory=dict)
    taken_back_by: dict[str, str] = field(default_factory=dict)

    def link(self, commit: Commit) -> Commit:
        """The commit with its kind made sure. Taking back a revert is applying again."""
        found, sure = self.index.find(commit)
        kind, tags = commit.kind, commit.tags
        if sure:
            tags = tuple(tag for tag in tags if tag != "vague")
            again = kind == "reapply" or all(self.kinds.get(sha) == "revert" for sha in found)
            kind = "reapply" if again else "revert"
        if kind == "reapply":  # it may name the commit it brings back, and means that commit's revert
            found = tuple(dict.fromkeys(self.taken_back_by.get(sha, sha) for sha in found))
        if kind in ("revert", "reapply"):
            self.kinds[commit.sha], self.reverts[commit.sha] = kind, found
            self.taken_back_by.update(dict.fromkeys(found, commit.sha))
        return commit._replace(kind=kind, tags=tags)


class Index:
    """Commits by sha, by title and by pull request."""

    def __init__(self, commits: Sequence[Commit], copies: dict[str, str]) -> None:
        self.commits = commits
        self.copies = copies
        self.by_sha = {commit.sha: commit for commit in commits}
        self.by_title: dict[str, list[Commit]] = defaultdict(list)
        for commit in commits:
            self.by_title[commit.title].append(commit)

    @cached_property
    def by_request(self) -> dict[str, list[Commit]]:
        found: dict[str, list[Commit]] = defaultdict(list)
        for commit in self.commits:
            if commit.subject.endswith(")"):
                for number in requests(commit.subject)[:1]:
                    found[f"#{number}"].append(commit)
        return found

    @cached_property
    def shas(self) -> list[str]:
        return sorted([*self.by_sha, *self.copies])

    def find(self, revert: Commit) -> tuple[tuple[str, ...], bool]:
        """The commits that a revert names, and whether they were found. A sha counts more than a number or a title."""
        named = [name for name in revert.undoes if name[0] not in '#"']
        found = {sha: self.full(sha) for sha in named}
        if any(found.values()):
            return tuple(dict.fromkeys(full or sha for sha, full in found.items())), True
        for name in revert.undoes:
            earlier = [it for it in self._called(name) if it.authored <= revert.authored and it.sha != revert.sha]
            if len(earlier) == 1:
                found[name] = earlier[0].sha
        others = tuple(dict.fromkeys(sha for sha in found.values() if sha))
        return others or tuple(named), bool(others)

    def _called(self, name: str) -> Sequence[Commit]:
        if name[0] == "#":
            return self.by_request.get(name, ())
        return self.by_title.get(same(name[1:]), ()) if name[0] == '"' else ()

    def full(self, sha: str) -> str:
        """The commit that stands for a sha, which may be shortened or that of a copy. Empty if it is not here."""
        place = bisect_left(self.shas, sha)
        matches = [it for it in self.shas[place : place + 2] if it.startswith(sha)]
        return self.copies.get(matches[0], matches[0]) if len(matches) == 1 else ""

    def candidates(self) -> Iterator[Commit]:
        """Commits that may be squashes: they list others, or share their title with another."""
        for commit in self.commits:
            if "* " in commit.body or "\ncommit " in commit.body or len(self.by_title[commit.title]) > 1:
                yield commit

    def repeats(self, squash: Commit) -> bool:
        """True if everything in a squash is also here as commits of its own."""
        found: dict[str, Commit] = {}
        for count, part in enumerate(self._parts(squash), 1):
            if part:
                found[part.sha] = part
            if len(found) < count:  # one is missing, or told twice
                return False
        touched = {path for part in found.values() for path in part.files}
        return bool(squash.files) and touched.issuperset(squash.files)

    def _parts(self, squash: Commit) -> Iterator[Commit | None]:
        """What a squash says it is made of: shas as git lists them, bullets as GitHub does, or its own title."""
        named, listed = _SQUASHED.findall(squash.body), _BULLET.findall(squash.body)
        if named:
            yield from (self.by_sha.get(self.full(sha)) for sha in named)
        elif listed:
            yield from (self._earlier(same(item), squash) for item in listed)
        else:
            yield self._alone(squash)

    def _earlier(self, title: str, squash: Commit) -> Commit | None:
        """The commit of that title from the months before. A title used again and again proves nothing."""
        found = [it for it in self.by_title.get(title, ()) if it is not squash and _just_before(it, squash)]
        return found[0] if len(found) == 1 else None

    def _alone(self, squash: Commit) -> Commit | None:
        """A pull request of one commit: the same title with a number after it, by the same hand, on the same files."""
        pair = len(self.by_title[squash.title]) == 2 and requests(squash.subject)
        found = self._earlier(squash.title, squash) if pair else None
        if not found or requests(found.subject) or set(found.files) != set(squash.files):
            return None
        return found if found.email == squash.email or found.name == squash.name else None


def _just_before(commit: Commit, squash: Commit) -> bool:
    return squash.authored - HALF_A_YEAR <= commit.authored <= squash.authored + _DAY
