"""A subject line taken apart: decoration, type, scope, and the words that are left."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

_TYPES = (
    "fix bugfix hotfix bug feat feature docs doc chore refactor refact test tests build ci perf style revert types"
    " release wip security improvement enhancement workflow dx example examples lint format"
)
TYPES = frozenset(_TYPES.split())
# Emoji, :gitmoji:, [BUG-12], (#12), "#12:", "ABC-12:" and the like stand before what is said.
_DECORATION = re.compile(
    r"(?:[^\w\s\"'`(\[#:“‘-]+|:\w+:|\[[^\]]{1,40}\]:?|\(\#?\w+\)|#\d+[: -]|[A-Z]{2,10}-\d+:?|[\s:-]+)+"
)
_TYPED = re.compile(r"(\w{2,12})(?:\(([^()]{0,60})\))?(!)?: *(?=\S)")
_SCOPED = re.compile(r"([\w.*/-]+(?:[ ,][\w.*/-]+){0,2})(?:: +|:(?=[A-Z]))(?=[^\s:/])")
_OWN_REQUEST = re.compile(r"(?: *\((?:#|GH-|!)(\d+)\))+$")
_BUG_MARK = re.compile(r"\W*(?::bug:|:ambulance:|🐛|🚑|\[(?:bug|fix|bug ?-?fix)\])", re.I)
_MARKS = "\"'`“”‘’"


class Title(NamedTuple):
    type: str
    scope: str
    rest: str


@lru_cache(maxsize=1 << 14)
def split(subject: str) -> Title:
    """`fix(auth)!: refuse old tokens` → type fix, scope auth; `remote: s3: fix x` → no type, scope s3."""
    rest = _undecorated(subject)
    kind, scope = "fix" if _BUG_MARK.match(subject) else "", ""
    found = _TYPED.match(rest)
    if found and found[1].lower() in TYPES:
        kind, scope, rest = found[1].lower(), found[2] or "", _undecorated(rest[found.end() :])
    for _ in range(0 if kind == "revert" else 2):  # what is reverted keeps its title whole
        prefix = _SCOPED.match(rest)
        if (
            not prefix
            or len(prefix[1]) > 40
            or (kind and " " in prefix[1])
            or prefix[1].lower().startswith(("fix", "revert"))
        ):
            break
        scope, rest = scope or prefix[1], _undecorated(rest[prefix.end() :])
    return Title(kind, scope, rest)


def _undecorated(text: str) -> str:
    found = _DECORATION.match(text)
    return text[found.end() :] if found and found.end() < len(text) else text


def requests(text: str) -> list[str]:
    """The pull requests at the end of a subject, by which this commit itself came; the last one first."""
    found = _OWN_REQUEST.search(text) if text.endswith(")") else None
    return re.findall(r"\d+", found[0])[::-1] if found else []


def without_request(text: str) -> str:
    return (_OWN_REQUEST.sub("", text) if text.endswith(")") else text).strip()


def same(text: str) -> str:
    """A title as it is compared with others: without request numbers, case, quotes at the ends or final dots."""
    return " ".join(without_request(text).casefold().strip(_MARKS + ".… ").split())
