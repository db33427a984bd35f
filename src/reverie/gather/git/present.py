"""The files there are now: their names, what is in one, and which words are in none."""

from __future__ import annotations

import re
from collections.abc import Iterable

from reverie.gather.git.text import path, text
from reverie.tools.git import Batch, Git, GitFailed

MOST = 300_000
LARGEST = 1 << 20  # bytes of a file that is looked into
WORDS = 100  # looked for at once
_LAST = re.compile(r"\.|::|#")  # of `Store.load_all` the last part is looked for
_GREP = "grep -I -o -F -z --untracked --full-name --no-color --no-line-number --no-column --no-textconv".split()
# What is only told of is not there: prose, sessions, and what Reverie wrote itself.
_PROSE = (".md", ".mdx", ".rst", ".txt", ".jsonl")
_OWN = ".agent/"


def tree(git: Git, ref: str = "HEAD") -> list[str]:
    """Names of files. GitFailed if there is no commit, or a clone has not the trees."""
    names = git.fields("ls-tree", "-r", "-z", "--name-only", "--full-tree", _known(git, ref), stdin=b"", end=b"\0")
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


def _known(git: Git, ref: str) -> str:
    found = git.resolve(ref)
    if not found:
        raise GitFailed(f"there is no commit on {ref}")
    return found


class Contents:
    """What files hold, asked for one by one of one git that stays until `close`. What is not here is empty."""

    def __init__(self, git: Git, ref: str = "HEAD") -> None:
        self._git, self._ref = git, git.resolve(ref)
        self._batch: Batch | None = None
        self._known: dict[str, str] = {}

    def __call__(self, name: str) -> str:
        if name not in self._known:
            self._known[name] = "" if "\n" in name or not self._ref else self._ask(name)
        return self._known[name]

    def _ask(self, name: str) -> str:
        self._batch = self._batch or self._git.open_batch()
        return text(self._batch.read(f"{self._ref}:{name}", LARGEST) or b"")

    def close(self) -> None:
        if self._batch is not None:
            self._batch.close()
            self._batch = None
