"""Whether an insight is stable enough to offer itself: as a rule, if it says what to do; as a note, if it says how
something is. Each does so once."""

from __future__ import annotations

import re

from reverie.records.insights import Insight, Status, Type

SESSIONS = 3
_FACTS = frozenset({Type.PATTERN, Type.DECISION, Type.WORKFLOW})
_PASSING = frozenset({"before a commit", "test first"})  # figures that are better told as they are now

_ANEW = re.compile(r" \(found out anew in \d+ sessions?\)| was explained anew in \d+ sessions?(?=: “)")
_COUNTS = re.compile(r": \d+ of \d+ sessions?[^“”]*$| \(\d+(?: of \d+ sessions?)?\)")
_SHARE = re.compile(r"(\d+) of (\d+) sessions?")
_FOUND = frozenset({"finding", "subject"})
# What an agent found lacking is mostly a fault, and mended by the time a note of it is read.
_FAULT = re.compile(r"\b(?:never|not|only|no longer|lacks?|missing|broken|bugs?|fails?|wrong)\b|n't\b", re.IGNORECASE)


def is_actionable(one: Insight) -> bool:
    """It says what to do, and several days agree. How work is done is shown by sessions and offered by its commands."""
    return is_stable(one) and bool(one.advice) and one.type is not Type.WORKFLOW


def is_noteworthy(one: Insight) -> bool:
    """It says how something is, in most sessions: where things live, what a thing is, what was decided. Preferences
    offer themselves as rules, by what people said."""
    kind = one.about.partition(":")[0]
    fact = one.type in _FACTS and (not one.advice or one.type is Type.WORKFLOW) and kind not in _PASSING
    return is_stable(one) and fact and _is_usual(one.text) and not (kind in _FOUND and _FAULT.search(one.text))


def _is_usual(text: str) -> bool:
    share = _SHARE.search(text)
    return share is None or 2 * int(share[1]) >= int(share[2])


def is_stable(one: Insight) -> bool:
    return one.status is Status.ACTIVE and len(one.sessions) >= SESSIONS and one.confidence != "low"


def as_fact(text: str) -> str:
    """What it says, without in how many sessions it was seen: a note is read when that has changed."""
    bare = _COUNTS.sub("", _ANEW.sub("", text).rstrip("."))
    return bare.rstrip(" :;,") + "."
