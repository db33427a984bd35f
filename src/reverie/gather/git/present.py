"""The files there are now: their names, what is in one, and which words are in none."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterable
from contextlib import suppress

from reverie.gather.git.program import Git, GitFailed
from reverie.gather.git.text import path, text

MOST = 300_000
LARGEST = 1 << 20  # bytes of a file that is looked into
WORDS = 100  # looked for at once
_LAST = re.compile(r"\.|::|#")  # of `Store.load_all` the last part is looked for
_GREP = "grep -I -o -F -z --untracked --full-name --no-color --no-line-number --no-column".split()
# What is only told of is not there: prose, sessions, and what Reverie wrote itself.
_PROSE = (".md", ".mdx", ".rst", ".txt", ".jsonl")
_OWN = ".agent/"


def tree(git: Git, ref: str = "HEAD") -> list[str]:
    """Names of files. GitFailed if there is no commit, or a clone has not the trees."""
    names = git.fields("ls-tree", "-r", "-z", "--name-only", "--full-tree", ref, stdin=b"", end=b"\0")
    return [path(name) for _, name in zip(range(MOST), names, strict=False) if name]


def unknown(git: Git, words: Iterable[str]) -> set[str]:
    """Those of the words that no file of code holds and no file is called by, whether it was committed or not; none if
    that cannot be told."""
    asked = [word for word in dict.fromkeys(words) if word and "\n" not in word][:WORDS]
    if not asked:
        return set()
    try:
        names = "\n".join(tree(git))
        asked = [word for word in asked if word not in names]
        patterns = [part for word in asked for part in ("-e", _LAST.split(word)[-1] or word)]
        held = git.ask(*_GREP, *patterns) if asked else b""
    except GitFailed as trouble:
        return set(asked) if str(trouble) == "git grep ended with 1" else set()  # so it says that it found nothing
    rows = (line.partition("\0") for line in set(text(held).split("\n")))
    there = {word for name, _, word in rows if not (name.endswith(_PROSE) or f"/{name}".find(f"/{_OWN}") >= 0)}
    return {word for word in asked if not any((_LAST.split(word)[-1] or word) in one for one in there)}


class Contents:
    """What files hold, asked for one by one of one git that stays until `close`. What is not here is empty."""

    def __init__(self, git: Git, ref: str = "HEAD") -> None:
        self._git, self._ref = git, ref
        self._process: subprocess.Popen[bytes] | None = None
        self._known: dict[str, str] = {}

    def __call__(self, name: str) -> str:
        if name not in self._known:
            self._known[name] = "" if "\n" in name else self._asked(name)
        return self._known[name]

    def _asked(self, name: str) -> str:
        if self._process is None:
            pipe = subprocess.PIPE
            self._process = subprocess.Popen(
                self._git.command(("cat-file", "--batch")), stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL,
                env=self._git.env,
            )  # fmt: skip
        told, asked = self._process.stdout, self._process.stdin
        assert told and asked
        try:
            asked.write(f"{self._ref}:{name}\n".encode("utf-8", "surrogateescape"))
            asked.flush()
        except OSError:
            return ""  # git is gone
        head = told.readline().split()
        if len(head) != 3:
            return ""
        content = told.read(min(int(head[2]), LARGEST))
        left = int(head[2]) + 1 - len(content)  # the rest, and a line's end
        while left > 0 and (more := told.read(min(left, LARGEST))):
            left -= len(more)
        return text(content) if head[1] == b"blob" and int(head[2]) <= LARGEST else ""

    def close(self) -> None:
        if self._process is not None:
            with suppress(OSError):
                self._process.communicate()
            self._process = None
