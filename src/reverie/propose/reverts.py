"""Wording: work that was taken back, and why if anybody said so."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime

from reverie.propose.draft import Desk, Draft
from reverie.propose.words import capital, files, length, many, span
from reverie.records.events import Event
from reverie.records.learning import Cluster
from reverie.tools import titles

_BOILERPLATE = re.compile(
    r"^(?:this )?reverts? (?:commit|#|pull|\"|')|^revert\b|^(?:signed-off|co-authored|reviewed|change-id|see|https?:|"
    r"fix(?:es)? #|closes? #|ref|cc|part of|pr-?url|this is)\b|^\W*$|^[\w-]+: \S+$",
    re.I,
)
_REASON = re.compile(
    r"\b(?:because|since|broke|breaks?|breaking|caus(?:e[sd]?|ing)|fail(?:s|ed|ing)?|due to|depend(?:s|ed|ing)? on|"
    r"regress\w*|did(?:n't| not)|does(?:n't| not)|not (?:work|ready|allow)\w*|too|slow\w*|crash\w*|incompatib\w*|instead|"
    r"wrong\w*|unexpected\w*|doesn.t|leak\w*|flaky|deadlock\w*|more (?:work|discussion)|needs?|conflict\w*)\b",
    re.I,
)


def word(cluster: Cluster, desk: Desk) -> Draft | None:
    originals = _originals(cluster)
    reverts = [e for e in cluster.events if e.kind == "revert"]
    told = _told(cluster, reverts, originals)
    reasons = [reason for reason in (reason_of(event) for event in cluster.events) if reason]
    where = files(cluster.files[:2]) or "this part of the project"
    again = len({title for _, title in originals}) == 1 or (not originals and int(cluster.facts["reapplied"]) > 0)
    start = _again(told[0], len(reverts)) if again and told else _several(where, reverts, told)
    why = f" The reason given: “{reasons[-1]}”." if reasons else ""
    do = (
        "Before trying it again, say what has changed since"
        if again
        else f"Before the next such change to {where}, try it where these failed"
    )
    return Draft(
        title=_title(where, reverts, told, again),
        rule=f"{start}.{why} {do}, and add the test that was missing.",
        scope=cluster.files,
        events=cluster.events,
        sure=0.9 if reasons else 0.6,
    )


def _originals(cluster: Cluster) -> list[tuple[datetime, str]]:
    found = []
    for line in cluster.facts.get("originals", "").splitlines():
        _, at, title = line.split(" ", 2)
        found.append((datetime.fromisoformat(at), titles.without_request(title)))
    return found


def _told(cluster: Cluster, reverts: Sequence[Event], originals: Sequence[tuple[datetime, str]]) -> list[str]:
    if originals:
        return [f"“{title}”" for _, title in originals]
    named = [
        re.sub(r"^(?:\w+(?:\([^)]*\))?: *)?revert[:,]? *", "", e.summary, flags=re.I).strip(" \"'“”") for e in reverts
    ]
    return [f"“{titles.without_request(name)}”" for name in named if name]


def _again(title: str, count: int) -> str:
    return f"{title} was reverted {many(count, 'time')}".replace("one time", "once").replace("two times", "twice")


def _several(where: str, reverts: Sequence[Event], told: Sequence[str]) -> str:
    shown = "; ".join(told[:3])
    return f"{capital(many(len(reverts), 'change'))} to {where} had to be taken back {span(reverts)}: {shown}"


def _title(where: str, reverts: Sequence[Event], told: Sequence[str], again: bool) -> str:
    if again and told:
        return f"{_again(told[0], len(reverts))} {length(max(e.at for e in reverts) - min(e.at for e in reverts))}"
    return f"{many(len(reverts), 'change')} to {where} were reverted {span(reverts)}"


def reason_of(event: Event) -> str:
    """The sentence of the body that says why, if there is one."""
    text = re.sub(r"\s*\n(?!\n)\s*", " ", event.body)
    for sentence in re.split(r"(?<=[.!?])\s+|\n+", text):
        clean = " ".join(sentence.split())
        if 15 < len(clean) < 240 and not _BOILERPLATE.search(clean) and _REASON.search(clean):
            return clean.rstrip(".")
    return ""
