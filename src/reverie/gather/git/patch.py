"""What a few commits changed inside their files, for wording a rule later: the functions around the changed lines. One
git process reads them all, within a limit."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from reverie.gather.git.text import line, path, text
from reverie.tools.git import Git, GitFailed
from reverie.tools.substance import is_definition, is_idle

BYTES = 8 << 20  # read of all diffs together
FUNCTIONS_KEPT = 40
FAILURES = 8  # commits whose contents are missing, before the rest is given up
BIGGEST_FILE = "core.bigFileThreshold=512k"  # larger files are told to be different, not how

_SHOW = ("diff-tree", "--stdin", "-r", "--root", "-p", "-U0", "--no-renames", "--no-ext-diff", "--no-textconv")
_PLAIN = ("--no-color", "--submodule=short", "--src-prefix=a/", "--dst-prefix=b/", "--format=commit %H", "--always")
ITSELF = 1 << 10  # as deep as can be: the function's own heading was changed
LINES_KEPT, WIDTH_KEPT = 400, 200  # of one file's change, for weighing it
_HUNK = re.compile(rb"@@ [-+,0-9 ]+ @@ ?(.*)")


@dataclass(slots=True)
class Patch:
    """The inside of one commit."""

    sha: str
    # file, the heading git gives the hunk, and how far the first changed line is indented
    functions: list[tuple[str, str, int]] = field(default_factory=list)
    sizes: dict[str, int] = field(default_factory=dict)  # lines changed, by file
    lines: dict[str, list[str]] = field(default_factory=dict)  # the first of them, each with its `+` or `-`


@dataclass(slots=True)
class Patches:
    """Patches by sha, and the commits that could not be looked into, with the reason."""

    found: dict[str, Patch] = field(default_factory=dict)
    skipped: dict[str, str] = field(default_factory=dict)


def patches(
    git: Git, shas: Sequence[str], paths: Sequence[str] = (), limit: int = BYTES, redact: Callable[[str], str] = str
) -> Patches:
    """What these commits changed, in these paths or everywhere. A commit whose contents are not here (a partial clone)
    is skipped and said; nothing is ever fetched."""
    told, todo, failures = Patches(), list(dict.fromkeys(shas)), 0
    reader = _Reader(redact, limit)
    while todo and failures < FAILURES and reader.left > 0:
        reason = "git said nothing about it"
        try:
            for patch in reader.read(_lines(git, todo, paths), todo):
                told.found[patch.sha] = patch
        except GitFailed as problem:
            reason, failures = f"its contents are not here: {problem}", failures + 1
        todo = [sha for sha in todo if sha not in told.found]
        if todo:  # the first one without an answer is the one that stopped git
            told.skipped[todo.pop(0)] = reason if reader.left > 0 else "its diff is too large"
    told.skipped.update(dict.fromkeys(todo, "contents are missing" if reader.left > 0 else "too much at once"))
    return told


def _lines(git: Git, shas: Sequence[str], paths: Sequence[str]) -> Iterator[bytes]:
    stdin = "\n".join(shas).encode() + b"\n"
    settings = (BIGGEST_FILE, f"core.attributesFile={_attributes()}")
    return git.fields(*_SHOW, *_PLAIN, "--", *paths, stdin=stdin, end=b"\n", settings=settings)


def _attributes() -> Path:
    """Says which language a file is in, so that git names the function around a hunk and not just the class."""
    return Path(__file__).with_name("languages.gitattributes")


class _Reader:
    """Turns the lines of a diff into patches, as long as bytes are left. A patch is given out only when the next one
    begins or git ended well, so it is whole."""

    def __init__(self, redact: Callable[[str], str], limit: int) -> None:
        self.redact = redact
        self.left = limit

    def read(self, lines: Iterator[bytes], shas: Sequence[str]) -> Iterator[Patch]:
        wanted = {f"commit {sha}".encode() for sha in shas}
        draft: _Draft | None = None
        for raw in lines:
            self.left -= len(raw) + 1
            if self.left <= 0:
                return
            if raw in wanted:
                if draft:
                    yield draft.finished(self.redact)
                draft = _Draft(Patch(text(raw[len("commit ") :])))
            elif draft:
                draft.line(raw)
        if draft:
            yield draft.finished(self.redact)


@dataclass(slots=True)
class _Draft:
    """A patch while its lines come in."""

    patch: Patch
    file: str = ""
    heading: bytes = b""  # the function git names for the hunk, until a changed line is seen to lie in it

    def line(self, raw: bytes) -> None:
        if raw.startswith((b"+", b"-")) and not raw.startswith((b"+++ ", b"--- ")):
            count = self.patch.sizes[self.file] = self.patch.sizes.get(self.file, 0) + 1
            if count <= LINES_KEPT:
                self.patch.lines.setdefault(self.file, []).append(text(raw[:WIDTH_KEPT]))
            if self.heading:
                self._inside(text(raw[1:WIDTH_KEPT]))
        elif raw.startswith(b"@"):
            found = _HUNK.match(raw)
            self.heading = found[1] if found else b""
        elif raw.startswith(b"diff --git "):
            self.file = _file(raw)

    def _inside(self, changed: str) -> None:
        """git names the last function above a change. What stands at the margin is not in it, and a change that begins
        a function is in that one."""
        if is_idle(changed):
            return
        depth = len(changed) - len(changed.lstrip())
        if is_definition(changed):
            self.heading, depth = changed.strip().encode(), ITSELF
        elif not depth:
            return
        self.patch.functions.append((self.file, line(self.heading, 200), depth))
        self.heading = b""

    def finished(self, redact: Callable[[str], str]) -> Patch:
        deepest: dict[tuple[str, str], int] = {}
        for file, heading, depth in self.patch.functions:
            deepest[file, heading] = max(depth, deepest.get((file, heading), 0))
        kept = list(deepest.items())[:FUNCTIONS_KEPT]
        self.patch.functions = [(file, redact(heading), depth) for (file, heading), depth in kept]
        return self.patch


def _file(raw: bytes) -> str:
    """The name in `diff --git a/x b/x`: without renames both halves are the same."""
    names = raw[len(b"diff --git ") :]
    return path(names[len(names) // 2 + 1 :]).strip('"').removeprefix("b/")
