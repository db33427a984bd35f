"""Wording: work that was taken back, and why if anybody said so."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from reverie.propose.draft import Desk, Draft
from reverie.propose.words import capital, files, many, span
from reverie.records.events import Event
from reverie.records.learning import Cluster
from reverie.tools import paths, titles

_BOILERPLATE = re.compile(
    r"^(?:this )?reverts? (?:commit|#|pull|\"|')|^revert\b|^(?:signed-off|co-authored|reviewed|change-id|see|https?:|"
    r"fix(?:es)? #|closes? #|ref|cc|part of|pr-?url|this is)\b|^\W*$|^[\w-]+: \S+$"
    r"|^\W*\[[ x]\]|\b(?:fix(?:es|ed)?|clos(?:es?|ed)|resolv(?:es?|ed)) #\d+|\b(?:PR|pull request)\b|^#|<!--",
    re.I,
)
_ON_TRIAL = re.compile(
    r"\b(?:temporar\w+|toggl\w+|release version|version bump|bump version|experiment\w*|debug(?:ging)?|wip"
    r"|accidental\w*|by mistake)\b",
    re.I,
)
_POINTING = re.compile(r"(?:previous|last|that|this|the above|it|prior)\b", re.I)
_REVERT = re.compile(r"^(?:\w+(?:\([^)]*\))?!?: *)?(?:re-?)?revert(?:ed|ing|s)?[:,]? *", re.I)
_REASON = re.compile(
    r"\b(?:because|since|broke|breaks?|breaking|caus(?:e[sd]?|ing)|fail(?:s|ed|ing)?|due to|depend(?:s|ed|ing)? on|"
    r"regress\w*|did(?:n't| not)|does(?:n't| not)|not (?:work|ready|allow)\w*|too|slow\w*|crash\w*|incompatib\w*|"
    r"instead|wrong\w*|unexpected\w*|doesn.t|leak\w*|flaky|deadlock\w*|more (?:work|discussion)|needs?|conflict\w*)\b",
    re.I,
)


def word(cluster: Cluster, desk: Desk) -> Draft | None:
    reverts = [event for event in cluster.events if event.kind == "revert"]
    names = _names(cluster)
    explained = max(((reason_of(e), e) for e in reverts), key=lambda it: len(it[0]))
    told = list(dict.fromkeys(t for e in (explained[1], *reverts) for t in _told(e, names)))
    if not told or any(_ON_TRIAL.search(f"{e.summary} {e.body[:200]}") for e in cluster.events):
        return None
    if desk.is_large and cluster.files and all(map(paths.is_ci, cluster.files)):
        return None
    where = f" to {files(cluster.files[:2])}" if cluster.files else ""
    again = len(told) == 1
    reason, akin = explained[0], again or not _are_strangers(cluster)
    return Draft(
        title=_title(where, reverts, told, again),
        rule=_because(where, reverts, told, reason) if reason else _unexplained(where, reverts, told, _do(cluster)),
        scope=cluster.files,
        events=cluster.events,
        sure=0.6 if reason and akin else 0.3,
        cause=bool(reason),
    )


def _are_strangers(cluster: Cluster) -> bool:
    """Each took something else back. Where much happens, two that share a file have nothing else in common."""
    taken = [sha for event in cluster.events for sha in set(event.reverts)]
    return len(set(taken)) == len(taken) and not any(event.span.commit in taken for event in cluster.events)


def _because(where: str, reverts: Sequence[Event], told: Sequence[str], reason: str) -> str:
    count = f"{many(len(reverts), 'such change')} had to be taken back {span(reverts)}"
    others = f"; another was {told[1]}" if len(told) > 1 else ""
    return (
        f"Before another change like {told[0]}{where}, settle what it was reverted for: “{reason}” ({count}{others})."
    )


def _do(cluster: Cluster) -> str:
    if cluster.files and all(map(paths.is_ci, cluster.files)):
        return "find out what broke and try it on a branch"
    return "find out what broke and write the test that would have shown it"


def _unexplained(where: str, reverts: Sequence[Event], told: Sequence[str], do: str) -> str:
    if len(told) == 1:
        return f"{_again(told[0], len(reverts))} {span(reverts)}: before it is tried once more, {do}."
    count = capital(many(len(reverts), "change"))
    return f"{count}{where} had to be taken back {span(reverts)} ({'; '.join(told[:3])}): before a similar one, {do}."


def _names(cluster: Cluster) -> dict[str, str]:
    """The titles of what was taken back, as they were committed."""
    lines = (line.split(" ", 2) for line in cluster.facts.get("originals", "").splitlines())
    return {sha: title for sha, _, title in lines}


def _told(event: Event, names: Mapping[str, str]) -> list[str]:
    """What a revert took back, by its own title, or as the revert names it."""
    found = [names[sha] for sha in event.reverts if sha in names] or [event.summary]
    plain = [_first(title) for title in found]
    return [f"“{title}”" for title in plain if len(title.split()) > 1 and not _POINTING.match(title)]


def _first(title: str) -> str:
    """What was done first, whatever was reverted how often since, without its dress."""
    for _ in range(5):
        title = _REVERT.sub("", titles.without_request(titles.split(title).rest or title)).strip("\"'“”.: ")
    return title


def _again(title: str, count: int) -> str:
    times = {1: "once", 2: "twice"}.get(count) or f"{many(count, 'time')}"
    return f"{title} was reverted {times}"


def _title(where: str, reverts: Sequence[Event], told: Sequence[str], again: bool) -> str:
    if again:
        return f"{_again(told[0], len(reverts))} {span(reverts)}"
    return f"{many(len(reverts), 'change')}{where} {'was' if len(reverts) == 1 else 'were'} reverted {span(reverts)}"


def reason_of(event: Event) -> str:
    """The sentence of the body that says why, if there is one."""
    text = re.sub(r"\s*\n(?!\n)\s*", " ", event.body)
    for sentence in re.split(r"(?<=[.!?])\s+|\n+", text):
        clean = " ".join(sentence.split()).lstrip("*- ")
        if 15 < len(clean) < 200 and not _BOILERPLATE.search(clean) and _REASON.search(clean) and "revert" not in clean:
            return clean.rstrip(".")
    return ""
