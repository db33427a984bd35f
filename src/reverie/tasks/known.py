"""What a project says already, so that a lesson does not say it again: its files for agents
wherever they lie, its `.learnings` and the like, its notes and rules, and candidates that were
rejected. Read within bounds, without following links; what comes out are lines, each with the
place where it stands."""

from __future__ import annotations

import os
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from reverie.tasks.kind import Redact
from reverie.tasks.tokens import Sort, specific_tokens, stands, telling
from reverie.tools import nofollow

LARGEST = 128 << 10  # bytes of a file
MOST_FILES = 120
MOST_LINES = 6000
_ENTRIES = 40_000  # files and folders that are looked at
_DEEP = 8
_LONGEST_LINE = 400
_NAMES = frozenset(
    "claude.md claude.local.md agents.md agent.md gemini.md .cursorrules .windsurfrules copilot-instructions.md".split()
)
_TOPICS = frozenset("learnings lessons lessons-learned lessons_learned gotchas conventions pitfalls".split())
_FOLDERS = (".cursor/rules", ".windsurf/rules", ".claude/rules", ".github/instructions", ".learnings")
_ENDINGS = (".md", ".mdc", ".txt", ".rst")
_SKIPPED = frozenset(
    ".git .hg .svn .agent node_modules vendor .venv venv site-packages dist build target .tox"
    " .cache __pycache__".split()
)
_OURS = re.compile(r"<!-- reverie:begin .*?(?:<!-- reverie:end -->|\Z)", re.DOTALL)
_MARKS = re.compile(r"^[\s>*+#|-]*(?:\d{1,3}[.)]\s+)?(?:\[[ x]\]\s+)?|[*_]{2}")
_SHARE = 0.7  # of a sentence's telling terms that a line must say
_ALMOST = 0.85  # and of those that a line with its neighbours must say
_LOOKED_AT = 200  # lines, those that share most first
_FEW = 2  # terms: of a sentence that has no more, all


class Line(NamedTuple):
    where: str  # file:line, or what it is: `rule 3f…`
    text: str


@dataclass(frozen=True)
class Known:
    """`exists`: whether a name or a path is in the repository; None where nobody knows. `names`: names that are."""

    lines: tuple[Line, ...] = ()
    today: date | None = None
    exists: Callable[[str], bool | None] = lambda _name: None
    names: frozenset[str] = frozenset()

    def says(self, sentence: str) -> str:
        """Where the project says this already; empty if it does not. A line must say most of the sentence, alone or
        with the lines beside it, and hold every specific token of it."""
        told = telling(sentence)
        if not told:
            return ""
        counts = Counter(n for term in told for n in self._index.get(term, ()))
        for n, count in sorted(counts.items(), key=lambda one: (-one[1], one[0]))[:_LOOKED_AT]:
            if 2 * count >= len(told) and self._holds(n, sentence, told):
                return self.lines[n].where
        return ""

    def nearest(self, text: str, most: int) -> tuple[Line, ...]:
        """The lines that share most with a text, in their own order, for a prompt: so many characters of them."""
        wanted = telling(text)
        scores = Counter(n for term in wanted for n in self._index.get(term, ()) if len(self._index[term]) < 200)
        chosen, room = [], most
        for n, _ in sorted(scores.items(), key=lambda one: (-one[1], one[0])):
            room -= len(self.lines[n].text) + len(self.lines[n].where)
            if room < 0:
                break
            chosen.append(n)
        return tuple(self.lines[n] for n in sorted(chosen))

    @cached_property
    def vocabulary(self) -> frozenset[str]:
        """The terms the project itself uses."""
        return frozenset(self._index) | frozenset(term for name in self.names for term in telling(name))

    @cached_property
    def _index(self) -> dict[str, list[int]]:
        found: defaultdict[str, list[int]] = defaultdict(list)
        for n, line in enumerate(self.lines):
            for term in telling(line.text):
                found[term].append(n)
        return dict(found)

    def _holds(self, n: int, sentence: str, told: frozenset[str]) -> bool:
        line = self.lines[n].text
        around = " ".join(other.text for other in self._around(n))
        if not all(stands(token, around) for token in specific_tokens(sentence) if token.sort is not Sort.NAME):
            return False
        if len(told) <= _FEW:
            return told <= telling(line) and not _is_another(line, sentence)
        said = len(told & telling(line)) >= _SHARE * len(told)
        near = len(told & telling(around)) >= _ALMOST * len(told)
        return (said or near) and not _is_another(line, sentence)

    def _around(self, n: int) -> Sequence[Line]:
        file = _file(self.lines[n])
        return [line for line in self.lines[max(0, n - 1) : n + 2] if _file(line) == file]


_NEGATION = re.compile(r"\b(?:never|not|no|avoid|stop|without|forbidden|\w+n['’]t)\b", re.IGNORECASE)


def _is_another(line: str, sentence: str) -> bool:
    """The line allows what the sentence forbids, or the other way round. Then it is news."""
    return (_NEGATION.search(line) is None) != (_NEGATION.search(sentence) is None)


def _file(line: Line) -> str:
    return line.where.rpartition(":")[0] or line.where


def gather_known(
    root: Path,
    redact: Redact,
    *,
    texts: Iterable[tuple[str, str]] = (),
    today: date | None = None,
    exists: Callable[[str], bool | None] = lambda _name: None,
    names: frozenset[str] = frozenset(),
) -> Known:
    """What the project at `root` says, and what `texts` do: notes, rules and rejected candidates, each with the name it
    goes by. Lines are redacted, for they are shown to whoever answers."""
    given = (line for name, text in texts for line in _lines(name, text))
    told = (line for path in _agent_files(root) for line in _read(root, path))
    lines = [*islice(given, MOST_LINES), *islice(told, MOST_LINES)]
    clean = redact("\n".join(line.text for line in lines)).split("\n")
    if len(clean) == len(lines):  # what was redacted over several lines no longer says where it stood
        lines = [Line(line.where, text) for line, text in zip(lines, clean, strict=True)]
    else:
        lines = [Line(line.where, redact(line.text)) for line in lines]
    return Known(tuple(lines), today, exists, names)


def _agent_files(root: Path) -> Iterator[str]:
    """Paths of files for agents anywhere in the tree, near to the root first, tracked by git or not."""
    found = (path for path in islice(_walk(root), _ENTRIES) if _is_for_agents(path))
    yield from sorted(islice(found, 4 * MOST_FILES), key=lambda path: (path.count("/"), path))[:MOST_FILES]


def _is_for_agents(path: str) -> bool:
    folder, _, name = path.rpartition("/")
    low = name.lower()
    if low in _NAMES:
        return True
    if not low.endswith(_ENDINGS):
        return False
    inside = any(f"/{folder}/".find(f"/{place}/") >= 0 for place in _FOLDERS)
    return inside or low.partition(".")[0] in _TOPICS


def _walk(root: Path) -> Iterator[str]:
    """Files below the root, folder by folder; links are not followed. What a folder holds beyond the bound is left."""
    waiting: list[tuple[str, int]] = [("", 0)]
    while waiting:
        folder, deep = waiting.pop(0)
        for name, is_folder in _listed(root, folder):
            path = f"{folder}/{name}" if folder else name
            yield path
            if is_folder and deep < _DEEP and name not in _SKIPPED:
                waiting.append((path, deep + 1))


def _listed(root: Path, folder: str) -> list[tuple[str, bool]]:
    try:
        handle = nofollow.open_folder(str(root), folder)
    except OSError:
        return []
    try:
        with os.scandir(handle) as entries:
            found = [(entry.name, entry.is_dir(follow_symlinks=False)) for entry in islice(entries, _ENTRIES)]
    except OSError:
        return []
    finally:
        os.close(handle)
    return sorted(found)


def _read(root: Path, path: str) -> Iterator[Line]:
    try:
        raw = nofollow.read(str(root), path, LARGEST)
    except (OSError, ValueError):
        return
    yield from _lines(path, raw.decode("utf-8", "replace"))


def _lines(name: str, text: str) -> Iterator[Line]:
    """Lines with a statement, without bullets and headings' marks, and without what Reverie wrote itself."""
    blank = _OURS.sub(lambda block: "\n" * block[0].count("\n"), text[:LARGEST])
    for number, line in enumerate(blank.splitlines(), 1):
        bare = " ".join(_MARKS.sub("", line[:_LONGEST_LINE]).split())
        if bare and not bare.startswith(("```", "~~~", "---")):
            yield Line(f"{name}:{number}", bare)
