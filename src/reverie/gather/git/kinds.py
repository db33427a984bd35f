"""What kind of commit it is, from its own words: a fix of behaviour, a small repair of text or style, a revert, a
re-applied revert, or just a commit. Precision goes before volume: what is not plainly said is not assumed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from reverie.gather.git import words
from reverie.gather.git.reverts import undone
from reverie.tools.titles import Title, split

_FIX_TYPES = {"fix", "bugfix", "hotfix", "bug"}
# Types under which "fix …" still repairs something that ran; under docs, chore or refactor it does not.
_WORKING_TYPES = {"", "test", "tests", "ci", "build", "perf", "security"}

_BESIDE = {"docs", "deps", "lint", "typo"}  # areas in which nothing that is fixed is behaviour


class Verdict(NamedTuple):
    """`undoes` names what the commit says it takes back. Merges are not told here: they have two parents."""

    kind: str  # commit, fix, revert, reapply
    tags: tuple[str, ...] = ()
    undoes: tuple[str, ...] = ()


def classify(subject: str, body: str, files: Sequence[str]) -> Verdict:
    """A small repair (typo, lint, docs…) is a commit with a tag; a fix of tests or CI is a fix with a tag."""
    title = split(subject)
    found = undone(title, body)
    if found is not None and not (found.vague and title.type in _FIX_TYPES):
        tags = {_area(files), "vague" if found.vague and found.kind != "commit" else ""} - {""}
        return Verdict(found.kind, tuple(sorted(tags)), found.names)
    if title.scope.lower() == "revert" or not is_fix(title) or words.WANTED.search(subject):
        return Verdict("commit", ("fixup",) if subject.startswith(("fixup!", "squash!", "amend!")) else ())
    told, behaviour = repaired(title, files)
    # A fix that reverts something may do so while it runs; a revert it is only if what it names is found.
    return Verdict("fix" if behaviour else "commit", told, found.names if found else ())


def is_fix(title: Title) -> bool:
    """True if the commit says that it repairs something, be it only a comma."""
    rest = title.rest
    if title.type in _FIX_TYPES:
        return True
    if title.type not in _WORKING_TYPES or not words.may_tell_of_a_fix(rest.lower()) or words.ADJECTIVE.match(rest):
        return False
    if words.FIX.match(rest) or words.FIX_AT_END.search(rest):
        return True
    about = words.ABOUT.match(rest)
    return not about and bool(
        words.BROKEN.search(rest) or (words.FIXED_ISSUE.search(rest) and words.REPAIRED.search(rest))
    )


def repaired(title: Title, files: Sequence[str]) -> tuple[tuple[str, ...], bool]:
    """What was repaired, if it can be told (typo, lint, docs, test, ci…), and whether behaviour was."""
    found = words.FIX.match(title.rest)
    phrase = title.rest[found.end() :] if found else words.DONE_TO.sub("", title.rest)
    told = _told(phrase, bare=not found and phrase == title.rest)
    scope = words.SCOPES.get(title.scope.lower()) or words.SCOPES.get(title.type, "")
    about = {_area(files) or scope} - {""}
    if not told and not about and words.IN_DOCS.search(title.rest) and not words.AND.search(title.rest):
        told = {"docs"}
    trivial = bool(told) and told <= words.NOT_BEHAVIOUR
    return tuple(sorted(told | about)), not trivial and not about & _BESIDE


def _area(files: Sequence[str]) -> str:
    return next((tag for tag, pattern in words.AREAS if files and all(map(pattern.search, files))), "")


def _told(phrase: str, *, bare: bool) -> set[str]:
    """The tags of what was fixed, or nothing if any part of it is something else.

    `bare`: no "fix" goes before, so the phrase may be a whole sentence, and its last word proves nothing.
    """
    end = words.OBJECT_ENDS.search(phrase)
    phrase = words.FOR_LINTERS.sub("lint", words.TEST_NAMES.sub("test", phrase[: end.start()] if end else phrase))
    if words.TYPO.match(phrase):
        return {"typo"}
    if words.CONDITION.search(phrase):
        return set()
    tags = {_tag(part, bare) for part in map(_telling, words.AND.split(phrase)) if part}
    return set() if "" in tags else tags


def _telling(part: str) -> list[str]:
    return [word for word in map(str.lower, words.WORD.findall(part)) if word not in words.FILLER]


def _tag(part: Sequence[str], bare: bool) -> str:
    """English puts the noun that counts last: "mypy plugin crash" is a crash, "docstring typos" are typos."""
    if part[-1] in words.STRONG and not bare:
        return words.STRONG[part[-1]]
    return words.ANY[part[-1]] if all(word in words.ANY for word in part) else ""
