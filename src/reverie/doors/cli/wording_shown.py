"""What a model did, for a person: who worded what, what was refused, what it cost, and why it was not asked."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from reverie.doors.cli.talk import many, say

if TYPE_CHECKING:
    from reverie.wording import Told

SHOWN = 5
_KEYLESS = "reverie"


def tell_wording(told: Told | None) -> None:
    for name, text in lines(told.facts if told else {}):
        say(f"  {name:9} {text}")


def lines(facts: Any) -> Iterator[tuple[str, str]]:
    """Of a report's facts about its model, each line with its name; none if there was nothing to word."""
    texts = _dicts(facts, "texts")
    if texts and facts.get("trouble"):
        yield "model", f"{facts.get('model')}: {facts['trouble']}. What it did not word is worded by rules."
    by_whom: dict[str, list[str]] = defaultdict(list)
    for text in texts:
        who = f"keyless, because {text.get('why')}" if text.get("by") == _KEYLESS else f"worded by {text.get('by')}"
        by_whom[who].append(str(text.get("what")))
    for who, names in by_whom.items():
        more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
        yield "worded", f"{', '.join(names[:SHOWN])}{more}: {who}"
    yield from _refused([(str(text.get("what")), one) for text in texts for one in _dicts(text, "refused")])
    if texts and (cost := _cost(facts)):
        yield "cost", cost


def _refused(found: list[tuple[str, Mapping[str, Any]]]) -> Iterator[tuple[str, str]]:
    """What was said twice is told once."""
    told = Counter(f"{what}: {one.get('why')}: {one.get('answer')}" for what, one in found)
    for line, times in list(told.items())[:SHOWN]:
        yield "refused", line + ("   (twice)" if times > 1 else "")
    if len(told) > SHOWN:
        rest = sum(list(told.values())[SHOWN:])
        yield "", f"and {many(rest, 'more answer')}: reverie report --json"


def _cost(facts: Mapping[str, Any]) -> str:
    return "; ".join(filter(None, [_sum("", facts.get("spent")), _sum("saved ", facts.get("saved"))]))


def _sum(name: str, found: Any) -> str:
    if not isinstance(found, dict) or not found.get("calls"):
        return ""
    dollars = found.get("dollars")
    paid = f", ${dollars:.4f}" if isinstance(dollars, (int, float)) else ""
    return f"{name}{many(int(found['calls']), 'call')}, {found.get('tokens')} tokens{paid}"


def _dicts(facts: Any, name: str) -> list[Mapping[str, Any]]:
    found = facts.get(name) if isinstance(facts, dict) else None
    return [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []
