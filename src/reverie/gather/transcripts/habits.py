"""Where and how a session works: its branch, a worktree, and whether the test came before the code. One session says
little by it; several say how things are done here."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice
from posixpath import splitext

from reverie.gather.transcripts.ends import inside
from reverie.gather.transcripts.moments import is_edit
from reverie.gather.transcripts.needles import Rare
from reverie.records.transcripts import Said, Turn

MOST = 8  # of one session
_WORKTREE = re.compile(r"(?:^|[/\\])(\.?worktrees?|wt)[/\\]")
_TEST = re.compile(
    r"(?:^|[._/-])(?:tests?|spec|specs|__tests__)(?:[._/-]|$)|_test\.\w+$|\.(?:test|spec)\.\w+$", re.IGNORECASE
)
_DRIVEN = re.compile(  # how they say that the test comes first
    r"\bTDD\b|\btest-driven\b|\b(?:write|writing|wrote|add|adding|start with) (?:an? |the |\w+ )?failing tests?\b"
    r"|\b(?:write|writing|wrote) (?:the |a )?tests? first\b|\bred[-/ ]green\b"
)
_TESTED = Rare(_DRIVEN)
_NO_CODE = frozenset({"", ".", ".md", ".txt", ".json", ".yaml"})
_SPOKEN = (Turn.HUMAN, Turn.AGENT, Turn.REMARK)
TOOL_USE = Turn.TOOL_USE  # by this name twice as fast
_TRUNK = frozenset({"", "HEAD", "main", "master", "develop", "dev", "trunk"})


def habits(session: Sequence[Said]) -> Iterator[tuple[Said, str]]:
    """Each once, with the record that shows it first: `branch:…`, `worktree:…`, `way:…`."""
    seen: set[str] = set()
    for said, fact in _facts(session):
        if fact not in seen:
            seen.add(fact)
            yield said, fact
        if len(seen) >= MOST:
            return


def _facts(session: Sequence[Said]) -> Iterator[tuple[Said, str]]:
    yield from _test_first(session)
    driven = (said for said in session if said.turn in _SPOKEN and not said.sidechain and _drives(said.text))
    yield from ((said, "way:test-driven") for said in islice(driven, 1))
    last = "", ""
    for said in session:
        if said.sidechain:
            continue
        here = said.branch, said.cwd
        if here != last:
            last = here
            if said.branch not in _TRUNK:
                yield said, f"branch:{said.branch}"
            if tree := _worktree(said.cwd):
                yield said, f"worktree:{tree}"


def _drives(text: str) -> bool:
    return _TESTED.may_match(text) and _DRIVEN.search(text) is not None


@lru_cache(maxsize=256)
def _worktree(folder: str) -> str:
    found = _WORKTREE.search(folder)
    return found[1] if found else ""


def _test_first(session: Sequence[Said]) -> Iterator[tuple[Said, str]]:
    """The first edit was of a test, and code followed."""
    edits = [said for said in session if said.files and said.turn is TOOL_USE and is_edit(said)]
    paths = [inside(said.files[0], said.cwd) for said in edits]
    coded = [path for path in paths if path and splitext(path)[1] not in _NO_CODE]
    if coded and is_test(coded[0]) and any(not is_test(path) for path in coded[1:]):
        yield edits[paths.index(coded[0])], "test first:"
    elif coded and any(is_test(path) for path in coded) and not is_test(coded[0]):
        yield edits[paths.index(coded[0])], "code first:"


def is_test(path: str) -> bool:
    return _TEST.search(path) is not None
