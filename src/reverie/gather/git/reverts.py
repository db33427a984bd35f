"""Reverts and re-applied reverts, from a commit's own words: which commits it says it takes back. A name is a sha, a
pull request (`#12`), or a title after a quotation mark; the commits behind the names are found where all are known."""

from __future__ import annotations

import re
from typing import NamedTuple

from reverie.tools.titles import Title, requests

NAMES_KEPT = 50
_REVERT = re.compile(r"(?:(?:temporarily|partially|partial|fully) +)?revert(?:s|ed|ing)?\b(?![-_./(])[,:]? *", re.I)
_AGAIN = re.compile(r"(?:re-?appl(?:y|ies|ied|ying)|re-?land(?:s|ed|ing)?|un-?revert(?:s|ed)?)\b(?![-_./(]):? *", re.I)
# Also said of database transactions; then it counts only if what it names is found.
_BACK_OUT = re.compile(
    r"(?:(?:temporarily|partially) +)?(?:roll(?:s|ed|ing)?[ -]?back|back(?:s|ed|ing)?[ -]?out)\b(?: of| the)?:? *", re.I
)
_WAYS = ((_REVERT, "revert"), (_AGAIN, "reapply"), (_BACK_OUT, "revert"))
_BEGINNINGS = frozenset({"re", "te", "pa", "fu", "un", "ro", "ba"})  # of all they know
_TRANSACTION = re.compile(
    r"(?:\w+ )?(?:transaction|session|migration|database|db|savepoint|on|when|if|after|support|handling|endpoint|button"
    r"|command)s?\b",
    re.I,
)
_SHAS = re.compile(
    r"^[> \t]*(?:this|it|also)? *reverts? +commits?:? +((?:[0-9a-f]{7,64}\b[\s,.;&]*(?:and\s+)?)+)", re.I | re.M
)
_CHANGESET = re.compile(r"\b(?:changesets?|commits?|revision) +([0-9a-f]{7,64})\b", re.I)
_SHA_FIRST = re.compile(r"(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{7,64}\b")
_REQUEST_LINES = re.compile(r"^reverts? +(?:[\w.-]+/[\w.-]+)?(#\d+)", re.I | re.M)
_QUOTED = re.compile(r'"(.+)"|“(.+)”')
_OWN = re.compile(r" *\((?:#|!)\d+\)$")  # the pull request the revert itself came by
_BULLET = re.compile(r"^[*-] ", re.M)
_REQUESTS = re.compile(r"(?:(?:(?:pr|pull request)s? +#?|[\w./-]*#|(?<=and )|(?<=, ))\d+(?:, and | and |, )?)+", re.I)
_IN_PASSING = re.compile(r"[(,;] *reverts? +(#\d+(?:(?:, | and )#\d+)*)", re.I)


class Undone(NamedTuple):
    kind: str
    names: tuple[str, ...]
    vague: bool = False  # it says "revert", but names nothing that could be found


def undone(title: Title, body: str) -> Undone | None:
    """What a commit says it takes back; None if it does not speak of that.

    A kind of "commit" with names is one that may turn out to be a revert when they are looked up.
    """
    if title.type == "revert" and not _REVERT.match(title.rest):
        return _said("revert", title.rest, body)
    for pattern, kind in _WAYS if title.rest[:2].lower() in _BEGINNINGS else ():
        found = pattern.match(title.rest)
        if found:
            rest = title.rest[found.end() :]
            return _said("commit" if pattern is _BACK_OUT and _TRANSACTION.match(rest) else kind, rest, body)
    passing = _IN_PASSING.search(title.rest) if "evert" in title.rest.lower() else None
    named = (
        shas(_BULLET.split(body, maxsplit=1)[0]) if "evert" in body else ()
    )  # a squash lists the reverts inside its own branch
    named += tuple(re.findall(r"#\d+", passing[1])) if passing else ()
    return Undone("revert", named) if named else None


def _said(kind: str, rest: str, body: str) -> Undone:
    quoted = _QUOTED.match(rest)
    inner = (quoted[1] or quoted[2]) if quoted else _OWN.sub("", rest)
    named = (*shas(body), *_named_shas(inner), *_requests(inner), *_REQUEST_LINES.findall(body))
    if kind == "revert" and _is_revert(inner):
        kind = "reapply"
    elif kind == "reapply" and not named and not quoted:
        kind = "commit"
    elif kind == "reapply":
        inner = f'Revert "{inner}"'
    elif kind == "commit" and (named or quoted):
        kind = "revert"
    titles = (f'"{inner}',) if inner.strip() else ()
    return Undone(kind, tuple(dict.fromkeys((*named, *titles)))[:NAMES_KEPT], vague=not named and not quoted)


def _is_revert(title: str) -> bool:
    """`Revert "x"` is one, `Revert "Revert "x""` is not any more, `Reapply "x"` never was."""
    found = _REVERT.match(title)
    quoted = _QUOTED.match(title[found.end() :]) if found else None
    return bool(found) and not (quoted and _is_revert(quoted[1] or quoted[2]))


def shas(body: str) -> tuple[str, ...]:
    """All commits named by "This reverts commit …", also several in one sentence."""
    if "evert" not in body:
        return ()
    return tuple(sha.lower() for group in _SHAS.findall(body) for sha in re.findall(r"[0-9a-fA-F]{7,64}", group))


def _named_shas(inner: str) -> list[str]:
    """A sha in a title: after the word "commit", or at its very beginning."""
    first = _SHA_FIRST.match(inner)
    return [sha.lower() for sha in (*_CHANGESET.findall(inner), *([first[0]] if first else []))]


def _requests(inner: str) -> list[str]:
    """Pull requests said to be reverted: `revert #12 and #13`, or the one by which the reverted title itself came.
    Any other number in a title is an issue."""
    listed = _REQUESTS.match(inner)
    numbers = re.findall(r"\d+\b(?!/)", listed[0]) if listed else requests(inner)[:1]
    return [f"#{number}" for number in numbers]
