"""What a failure of a command says for itself: its name, its words, and what it names."""

from __future__ import annotations

import re
from collections.abc import Sequence

from reverie.insights.observed import most_said, tag, tags
from reverie.records.events import Event

CHECKS = ("tests failed", "lint failed", "build failed", "type check failed", "commit hook failed")
MENDABLE = ("lint failed", "type check failed", "commit hook failed")  # what could have been right at once
VAGUE = re.compile(r"^(?:exit code \d+|tool error|timeout|no such file|syntax error|nothing to commit|merge conflict)$")
RUNS_ANY = re.compile(  # with other words it is another program
    r"^(?:\S*/)?(?:python[\d.]*|node|deno|ruby|php|perl|bash|sh|zsh|powershell\S*|pwsh|cmd\S*|npx|uvx|uv run|sudo)"
    r"(?: -\S+)*$"
)
LONGEST, SHORTEST = 90, 3  # characters, words
_ODD = re.compile(r"[$│┃✗×{}]|^\W*$|\w+\.\w+:#|#.*#")
_NUMBER = re.compile(r"\s*#\s*")


def name_of(event: Event) -> str:
    return tag(event, "error") or tag(event, "failed")


def words_of(event: Event) -> str:
    """What the command itself said, if that says something. A number that is different each time is left out."""
    words = event.summary.partition("`: ")[2].strip()
    if _ODD.search(words) or not words[:1].isalpha() or len(words) > LONGEST or len(words.split()) < SHORTEST:
        return ""
    told = _NUMBER.sub(" … ", words).strip(" .…")
    return "" if "…" in told and len(told.split()) < 2 * SHORTEST else told


def cause_of(rows: Sequence[Event], name: str) -> str:
    named, times = most_said(one for event in rows for one in tags(event, "named"))
    if named and times * 2 >= len(rows):
        return f" on {named if ' ' not in named else f'“{named}”'}"
    said, times = most_said(words_of(event) for event in rows)
    if said and times * 2 >= len(rows):
        return f" with “{said}”"
    return "" if name in CHECKS or VAGUE.match(name) else f" ({name})"
