"""A briefing after a change of memory: without what it told of an insight, a proposal or a rule that is there no more.
Where work stands is told by sessions and commits, and stays true."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

_CITED = re.compile(r"\((?P<kind>insight|proposal) (?P<id>[0-9a-f]{6})\b[^()]*\)$")
_RULE = re.compile(r"^- (?P<sentence>.*?)…? \(rule, decided by [^()]*\)$")

_WISH = re.compile(r"^- (?P<sentence>.+?) — said on \d{4}-\d\d-\d\d \(")


def still_true(
    lines: Sequence[str], ids: Collection[str], rules: Collection[str], declined: Collection[str] = ()
) -> list[str]:
    """The lines that still hold. `ids`: of open insights and proposals; `rules`: the sentences of active rules;
    `declined`: those that a person did not want."""
    heads = {id[:6] for id in ids}
    unwanted = {sentence.rstrip(".") for sentence in declined}
    kept = [line for line in lines if _holds(line, heads, rules) and _said(line) not in unwanted]
    return [line for line, after in zip(kept, [*kept[1:], ""], strict=True) if _is_point(line) or _is_point(after)]


def _holds(line: str, heads: Collection[str], rules: Collection[str]) -> bool:
    if found := _CITED.search(line):
        return found["id"] in heads
    if found := _RULE.match(line):
        told = " ".join(found["sentence"].split())
        return any(" ".join(sentence.split()).startswith(told) for sentence in rules)
    return True


def _said(line: str) -> str:
    """What a session wished, as it was worded."""
    found = _WISH.match(line)
    return found["sentence"] if found else ""


def _is_point(line: str) -> bool:
    return line.startswith("- ")
