"""A briefing after a change of memory: without what it told of an insight, a proposal or a rule that is there no more.
Where work stands is told by sessions and commits, and stays true."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

_CITED = re.compile(r"\((?P<kind>insight|proposal) (?P<id>[0-9a-f]{6})\b[^()]*\)$")
_RULE = re.compile(r"^- (?P<sentence>.*?)…? \(rule, decided by [^()]*\)$")


def still_true(lines: Sequence[str], ids: Collection[str], rules: Collection[str]) -> list[str]:
    """The lines that still hold. `ids`: of open insights and proposals; `rules`: the sentences of active rules."""
    heads = {id[:6] for id in ids}
    kept = [line for line in lines if _holds(line, heads, rules)]
    return [line for line, after in zip(kept, [*kept[1:], ""], strict=True) if _is_point(line) or _is_point(after)]


def _holds(line: str, heads: Collection[str], rules: Collection[str]) -> bool:
    if found := _CITED.search(line):
        return found["id"] in heads
    if found := _RULE.match(line):
        told = " ".join(found["sentence"].split())
        return any(" ".join(sentence.split()).startswith(told) for sentence in rules)
    return True


def _is_point(line: str) -> bool:
    return line.startswith("- ")
