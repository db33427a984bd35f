"""Wording: work that was taken back."""

from __future__ import annotations

import re
from collections.abc import Mapping

from reverie.propose.draft import Desk, Draft
from reverie.propose.words import capital, code, counted, files, listed, span
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
SHORT, SHOWN = 10, 3  # letters of a commit's id, and commits


def word(cluster: Cluster, desk: Desk) -> Draft | None:
    """What was taken back is told by its commits and files. Titles and reasons are a stranger's words, so they stay
    with the evidence, and what has no files says nothing without them."""
    reverts = [event for event in cluster.events if event.kind == "revert"]
    names = _names(cluster)
    told = list(dict.fromkeys(title for event in reverts for title in _told(event, names)))
    if not told or not cluster.files or any(_ON_TRIAL.search(f"{e.summary} {e.body[:200]}") for e in cluster.events):
        return None
    if desk.is_large and all(map(paths.is_ci, cluster.files)):
        return None
    here = [event for event in reverts if cluster.files[0] in event.files]
    if not here:
        return None
    also = [path for path in cluster.files[1:] if all(path in event.files for event in here)]
    where = files((cluster.files[0], *also[:1]))
    akin = len(told) == 1 or not _are_strangers(cluster)
    count = f"{counted(here)} {span(here)}"
    shas = listed([code(event.span.commit[:SHORT]) for event in here if event.span.source == "git"][:SHOWN])
    return Draft(
        title=f"{capital(count)} in {where}",
        rule=f"{capital(count)} in {where}{f' ({shas})' if shas else ''}: before a change like that, {_do(cluster)}.",
        scope=cluster.files,
        events=cluster.events,
        sure=0.6 if akin and any(map(reason_of, reverts)) else 0.3,
        cause=akin,
    )


def _are_strangers(cluster: Cluster) -> bool:
    """Each took something else back. Where much happens, two that share a file have nothing else in common."""
    taken = [sha for event in cluster.events for sha in set(event.reverts)]
    return len(set(taken)) == len(taken) and not any(event.span.commit in taken for event in cluster.events)


def _do(cluster: Cluster) -> str:
    if all(map(paths.is_ci, cluster.files)):
        return "find out why it was taken back and try yours on a branch"
    return "find out why it was taken back and write the test that would have shown it"


def _names(cluster: Cluster) -> dict[str, str]:
    """The titles of what was taken back, as they were committed."""
    lines = (line.split(" ", 2) for line in cluster.facts.get("originals", "").splitlines())
    return {sha: title for sha, _, title in lines}


def _told(event: Event, names: Mapping[str, str]) -> list[str]:
    """What a revert took back, by its own title, or as the revert names it."""
    found = [names[sha] for sha in event.reverts if sha in names] or [event.summary]
    plain = [_first(title) for title in found]
    return [title for title in plain if len(title.split()) > 1 and not _POINTING.match(title)]


def _first(title: str) -> str:
    """What was done first, whatever was reverted how often since, without its dress."""
    for _ in range(5):
        title = _REVERT.sub("", titles.without_request(titles.split(title).rest or title)).strip("\"'“”.: ")
    return title


def reason_of(event: Event) -> str:
    """The sentence of the body that says why, if there is one."""
    text = re.sub(r"\s*\n(?!\n)\s*", " ", event.body)
    for sentence in re.split(r"(?<=[.!?])\s+|\n+", text):
        clean = " ".join(sentence.split()).lstrip("*- ")
        if 15 < len(clean) < 200 and not _BOILERPLATE.search(clean) and _REASON.search(clean) and "revert" not in clean:
            return clean.rstrip(".")
    return ""
