"""Commits out of git: which there are, which are new since a known point, and what each one says. Parsing is lean,
because whole histories pass through here: bytes are split first and decoded once."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from reverie.gather.git.kinds import classify
from reverie.gather.git.program import Git, GitFailed
from reverie.gather.git.text import line, moment, path, prose, seconds, text, within
from reverie.tools.ids import content_id
from reverie.tools.titles import same

FILES_KEPT = 500
BODY_KEPT = 4000
SUBJECT_KEPT = 500
NAME_KEPT = 200
CO_AUTHORS_KEPT = 20

_FORMAT = "--format=%x00%H%x00%an%x00%ae%x00%at%x00%ct%x00%s%x00%b%x00"
_PLAIN = ("--stdin", "-z", "--encoding=UTF-8", _FORMAT)
_SHOW = ("diff-tree", "-r", "--root", "--always", "--name-only", "--no-renames", *_PLAIN)
_SHOW_BARE = ("log", "--no-walk=unsorted", "-s", "--no-show-signature", *_PLAIN)  # diff-tree -s still reads trees
_TRAILER = re.compile(r"^(?:co-authored-by|signed-off-by|change-id|git-svn-id)\b.*\n?", re.I | re.M)
_CO_AUTHOR = re.compile(r"^co-authored-by:[ \t]*([^\n<>]*?)[ \t]*<([^\n<>]*)>", re.I | re.M)


class Commit(NamedTuple):
    """One commit as it was read, and what can be said about it without knowing the others. The cache keeps these."""

    sha: str
    name: str
    email: str
    authored: int
    committed: int
    id: str
    kind: str
    subject: str
    title: str  # the subject as it is compared with others
    body: str
    files: Sequence[str]
    tags: Sequence[str]
    also: Sequence[Sequence[str]]  # co-authors: name and email
    undoes: Sequence[str]  # a sha, "#12", or a title after a quote


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


def locate(git: Git, refs: Sequence[str]) -> Place:
    """Where we are. No tips: there are no commits yet. GitFailed: this is not a repository."""
    told = git.ask("rev-parse", "--git-path", "shallow", "--git-path", "objects/pack")
    shallow, packs = (git.repo / text(name) for name in told.splitlines())
    asked = "\n".join(f"{ref}^{{commit}}" for ref in refs).encode()
    answers = git.ask("cat-file", "--batch-check=%(objectname) %(objecttype)", stdin=asked).splitlines()
    tips = sorted({text(sha) for sha, _, kind in (answer.partition(b" ") for answer in answers) if kind == b"commit"})
    ends = shallow.read_text("ascii").split() if shallow.is_file() else []
    return Place(tuple(tips), frozenset(ends), any(packs.glob("*.promisor")))


def walk(git: Git, tips: Iterable[str], floor: int, known: Iterable[str] = ()) -> Walk:
    """What can be reached from `tips` but not from `known`. GitFailed if one of those is not there (any more)."""
    found = Walk()
    stdin = "\n".join([*tips, *(f"^{tip}" for tip in known)]).encode() + b"\n"
    for row in git.fields("rev-list", "--parents", "--timestamp", "--stdin", stdin=stdin, end=b"\n"):
        stamp, sha, *parents = row.split()
        committed = seconds(stamp)
        if within(committed, floor):
            (found.merges if len(parents) > 1 else found.commits)[sha.decode()] = committed
    return found


def read(git: Git, shas: Sequence[str], redact: Callable[[str], str], *, files: bool = True) -> Iterator[Commit]:
    """These commits, in this order. Without `files` no trees are needed, which a partial clone may not have."""
    stdin = "\n".join(shas).encode() + b"\n"
    fields = git.fields(*(_SHOW if files else _SHOW_BARE), stdin=stdin, end=b"\0")
    next(fields, b"")  # every commit begins with an empty field, which also ends the files of the one before
    for sha in shas:
        head = [next(fields, b"") for _ in range(7)]
        if head[0] != sha.encode():
            _explain(fields, sha)
        yield parse(head, _names(fields), redact)
    for _ in fields:  # to the end, where the exit code is checked
        pass


def _explain(fields: Iterator[bytes], sha: str) -> None:
    for _ in fields:
        pass
    raise GitFailed(f"git said nothing about {sha}")


def _names(fields: Iterator[bytes]) -> list[bytes]:
    """File names up to the empty field that ends them. The message's own end comes first, and is empty too."""
    next(fields, b"")
    names = list(iter(lambda: next(fields, b""), b""))
    if names:
        names[0] = names[0].removeprefix(b"\n")
    return names


def parse(head: Sequence[bytes], names: Sequence[bytes], redact: Callable[[str], str]) -> Commit:
    """A commit from git's fields. Its id is made of what a rebase keeps: author, author date and subject."""
    email, authored = line(head[2], NAME_KEPT).lower(), seconds(head[3])
    raw, message = line(head[5], 2 * SUBJECT_KEPT), text(head[6])
    subject = redact(raw)[:SUBJECT_KEPT]  # cut afterwards: half a secret would not be known as one
    body = redact(prose(_TRAILER.sub("", message) if "-" in message else message, 2 * BODY_KEPT))[:BODY_KEPT]
    files = tuple(path(name) for name in names[:FILES_KEPT])
    kind, tags, undoes = classify(subject, body, files)
    return Commit(
        sha=text(head[0]),
        name=line(head[1], NAME_KEPT),
        email=email,
        authored=authored,
        committed=seconds(head[4]),
        id=content_id("git", email, moment(authored).isoformat(), raw[:SUBJECT_KEPT]),
        kind=kind,
        subject=subject,
        title=same(subject),
        body=body,
        files=files,
        tags=(*tags, "mass") if len(names) > FILES_KEPT else tags,
        also=co_authors(message),
        undoes=undoes,
    )


def co_authors(message: str) -> tuple[tuple[str, str], ...]:
    if "-" not in message:
        return ()
    found = dict.fromkeys((name[:NAME_KEPT], email[:NAME_KEPT].lower()) for name, email in _CO_AUTHOR.findall(message))
    return tuple(found)[:CO_AUTHORS_KEPT]
