"""Commits out of git: which there are, which are new since a known point, and what each one says."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice

from reverie.gather.git.commit import Commit, Row, Scribe
from reverie.gather.git.people import Redact
from reverie.gather.git.text import seconds, text, within
from reverie.tools.git import Git, GitFailed

TOGETHER = 1000  # commits that are written at a time
HEAD = 7  # fields before the file names

_FORMAT = "--format=%x00%H%x00%an%x00%ae%x00%at%x00%ct%x00%s%x00%b%x00"
_PLAIN = ("--stdin", "-z", "--encoding=UTF-8", _FORMAT)
_SHOW = ("diff-tree", "-r", "--root", "--always", "--name-only", "--no-renames", *_PLAIN)
_SHOW_BARE = ("log", "--no-walk=unsorted", "-s", "--no-show-signature", *_PLAIN)  # diff-tree -s still reads trees


@dataclass(frozen=True, slots=True)
class Place:
    """The repository as found: the tips asked for, and where a shallow clone ends."""

    tips: tuple[str, ...] = ()
    ends: frozenset[str] = frozenset()
    partial: bool = False


@dataclass(slots=True)
class Walk:
    """The commits that can be reached from some tips and are young enough, with the time they were committed."""

    commits: dict[str, int] = field(default_factory=dict)
    merges: dict[str, int] = field(default_factory=dict)
    trouble: str = ""  # why it is not whole


def locate(git: Git, refs: Sequence[str]) -> Place:
    """Where we are. No tips: there are no commits yet. GitFailed: this is not a repository."""
    shallow, packs = git.places["shallow"], git.places["objects"] / "pack"
    known = (git.resolve(ref) or ref for ref in refs)  # a name that is not there is missing below, too
    asked = "\n".join(f"{ref}^{{commit}}" for ref in known).encode()
    answers = git.ask("cat-file", "--batch-check=%(objectname) %(objecttype)", stdin=asked).splitlines()
    tips = sorted({text(sha) for sha, _, kind in (answer.partition(b" ") for answer in answers) if kind == b"commit"})
    ends = shallow.read_text("ascii").split() if shallow.is_file() else []
    return Place(tuple(tips), frozenset(ends), any(packs.glob("*.promisor")))


def walk(git: Git, tips: Iterable[str], floor: int, known: Iterable[str] = ()) -> Walk:
    """What can be reached from `tips` but not from `known`. GitFailed if one of those is not there (any more)."""
    found = Walk()
    for _ in walking(git, tips, floor, found, known):
        pass
    if found.trouble:
        raise GitFailed(found.trouble)
    return found


def walking(git: Git, tips: Iterable[str], floor: int, found: Walk, known: Iterable[str] = ()) -> Iterator[str]:
    """The same, step by step: commits other than merges as they are found, so that reading them need not wait."""
    found.trouble = "the walk through the history broke off"
    stdin = "\n".join([*tips, *(f"^{tip}" for tip in known)]).encode() + b"\n"
    try:
        for row in git.fields("rev-list", "--parents", "--timestamp", "--stdin", stdin=stdin, end=b"\n"):
            stamp, name, *parents = row.split()
            committed, sha = seconds(stamp), name.decode()
            if within(committed, floor):
                (found.merges if len(parents) > 1 else found.commits)[sha] = committed
                if len(parents) < 2:
                    yield sha
        found.trouble = ""
    except GitFailed as problem:
        found.trouble = str(problem)


def read(git: Git, shas: Iterable[str], redact: Redact, *, files: bool = True) -> Iterator[Commit]:
    """These commits, in this order. Without `files` no trees are needed, which a partial clone may not have. GitFailed
    comes after the last commit that is whole."""
    scribe, rows = Scribe(redact), _rows(git, shas, files)
    trouble: GitFailed | None = None
    while not trouble:
        some: list[Row] = []
        try:
            for row in islice(rows, TOGETHER):
                some.append(row)  # what is whole is kept when git fails
        except GitFailed as problem:
            trouble = problem
        if not some and not trouble:
            return
        yield from scribe.commits(some)
    raise trouble


def _rows(git: Git, shas: Iterable[str], files: bool) -> Iterator[Row]:
    asked: deque[bytes] = deque()

    def questions() -> Iterator[bytes]:
        for sha in shas:
            asked.append(sha.encode())
            yield asked[-1] + b"\n"

    blocks = git.blocks(*(_SHOW if files else _SHOW_BARE), stdin=questions(), end=b"\0")
    for row in _cut(blocks):
        if not asked or row.head[0] != asked[0]:
            break
        yield row
        asked.popleft()
    for _ in blocks:  # to the end, where the exit code is checked
        pass
    if asked:
        raise GitFailed(f"git said nothing about {asked[0].decode()}")


def _cut(blocks: Iterator[list[bytes]]) -> Iterator[Row]:
    """Every commit begins with an empty field, which also ends the files of the one before. Seven fields say who, when
    and what; the message's own end is empty too, and file names follow. The last commit ends where the output does."""
    fields: list[bytes] = []
    at = 1
    for block in blocks:
        fields, at = fields[at - 1 :] + block if fields else block, 1
        with suppress(ValueError):  # the rest of this commit comes with the next block
            while True:
                end = fields.index(b"", at + HEAD + 1)
                yield _row(fields, at, end)
                at = end + 1
    if len(fields) >= at + HEAD:
        yield _row(fields, at, len(fields))


def _row(fields: Sequence[bytes], at: int, end: int) -> Row:
    names = list(fields[at + HEAD + 1 : end])
    if names:
        names[0] = names[0].removeprefix(b"\n")
    return Row(fields[at : at + HEAD], names)
