"""Relative dates made absolute, from the date of the line they stand in: "yesterday" in a line of 2026-03-05 becomes
`2026-03-04 ("yesterday")`. Only where it is sure; the words stay beside the date, so that the line can be had back
exactly, and a line that was rewritten is left alone the next time."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, timedelta

_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_WORDS = "one two three four five six seven eight nine ten eleven twelve".split()
_NUMBERS = {word: n for n, word in enumerate(_WORDS, 1)} | {"a": 1, "an": 1}

NEAR = 160  # characters around a phrase that say how it is meant

_PHRASE = re.compile(
    r"(?<![\w\-'’/.:@#&=\\$])(?:"
    r"(?P<before>the day before yesterday)|(?P<after>the day after tomorrow)"
    r"|(?P<day>yesterday|today|tomorrow)(?: (?:morning|afternoon|evening|night|at noon))?"
    r"|(?P<now>this (?:morning|afternoon|evening)|tonight)|(?P<night>last night)"
    rf"|(?P<n>\d{{1,3}}|an?|{'|'.join(_WORDS)}) (?P<unit>day|week|month)s? (?P<way>ago|from now)"
    rf"|(?P<which>last|next|this past|this coming|this) (?P<what>week|month|{'|'.join(_DAYS)})"
    r")(?![\w\-/’(\[=]|'\w|\.\w|\s*=)",
    re.IGNORECASE,
)
_MARK = re.compile(r'(?:week of |night of )?\d{4}-\d\d(?:-\d\d)? \("([^"\n]+)"\)')
_KEPT = re.compile(
    r"(`+).+?\1|\"[^\"\n]*\"|“[^”\n]*”|«[^»\n]*»|(?<!\w)'[^'\n]*'(?!\w)|https?://\S+|<!--.{0,2000}?-->|\[\[[^\]]{0,200}\]\]|\]\([^)]{0,300}\)"
)
_FENCE = re.compile(r"^\s*(?:```|~~~)")
_NO_PROSE = re.compile(r"\s*(?:>|#{1,6}\s|\|)|(?: {4}|\t)\s*(?![-*+\s]|\d+[.)])")
_OWN_DATE = re.compile(r"\s*(?:[-*+#]+\s*)?[\[(*_]*(\d{4}-\d\d-\d\d)\b(?! \(\")")

# The line speaks of dates in general, of what may happen, or of what somebody said on another day.
_GENERAL = re.compile(
    r"\b(?:pars(?:e[sd]?|ers?|ing)|regex|phrases?|literals?|relative dates?|e\.g\.|for example|such as"
    r"|label(?:s|led|ed)?"
    r"|buttons?|columns?|filters?|placeholder|dropdown|tooltip)\b",
    re.IGNORECASE,
)
_SUPPOSED = re.compile(
    r"\b(?:if|whenever|unless|always|usually|often|never|would|could|might|imagine|suppose|until|said|says|told|wrote|asked"
    r"|promised|claimed|quote|someone|anyone)\b[^.!?;]*$",
    re.IGNORECASE,
)
_NOT_BEFORE = re.compile(
    r"(?:\b(?:the|every|each|per|a|an|about|around|almost|nearly|over|under|roughly|approximately|approx\.?|than|least|most|within"
    r"|like|some|no|usa|maybe|perhaps|probably|circa|its|our|my|your|or|vs\.?|versus|(?<!as )of)|~|≈"
    r"|\d{4}-\d\d-\d\d[,)]?)\s*$",
    re.IGNORECASE,
)
_NOT_AFTER = re.compile(
    r"^(?:\s+(?:of|resort|standards?|world|generation|view|tab|page|screen|widget|theme|panel|section|list"
    r"|card|mode|or (?:so|later"
    r"|earlier|older|newer)|ish|vs\.?|versus|show|and beyond|onwards?)\b|\s*/|\s*[(,]\s*(?:on )?\d{4}-\d\d)",
    re.IGNORECASE,
)
_TIMES = re.compile(r"\s+(?:most|many|people|everyone|nobody|there are|the industry)\b", re.IGNORECASE)


def absolute(line: str, written: date) -> str:
    """The line with its relative dates made absolute; the same line if there are none that are sure."""
    if _FENCE.match(line) or _NO_PROSE.match(line) or _GENERAL.search(line) or original(line) != line:
        return line  # what was rewritten once is not looked at again: its words now have other neighbours
    kept = [match.span() for match in _KEPT.finditer(line)]
    out, at = "", 0
    for match in _PHRASE.finditer(line):
        day = _told(match, written) if not _is_kept(kept, match) and _is_sure(line, match) else ""
        if day:
            out += f'{line[at : match.start()]}{day} ("{match[0]}")'
            at = match.end()
    return out + line[at:]


def absolute_text(text: str, written: date, dated: Callable[[str], date | None] = lambda _: None) -> str:
    """Every line of a note, but for blocks of code. A line that begins with a date is of that date; `dated` may know
    more of a line."""
    out, in_code = [], False
    for line in text.split("\n"):
        in_code ^= _FENCE.match(line) is not None
        out.append(line if in_code else absolute(line, dated(line) or own_date(line) or written))
    return "\n".join(out)


def original(text: str) -> str:
    """As it was before, exactly."""
    return _MARK.sub(lambda match: match[1] if _PHRASE.fullmatch(match[1]) else match[0], text)


def unresolved(line: str) -> tuple[str, ...]:
    """The dates of a line that are still relative; not what is quoted, nor names such as the Today view."""
    marked = [match.span() for match in (*_MARK.finditer(line), *_KEPT.finditer(line))]
    return tuple(
        match[0]
        for match in _PHRASE.finditer(line)
        if not _is_kept(marked, match)
        and not (match[0][0].isupper() and re.search(r"[\w,]\s+$", line[: match.start()]))
    )


def own_date(line: str) -> date | None:
    """The date a line begins with, as in logs and diaries."""
    match = _OWN_DATE.match(line)
    try:
        return date.fromisoformat(match[1]) if match else None
    except ValueError:
        return None


def _is_kept(kept: list[tuple[int, int]], match: re.Match[str]) -> bool:
    return any(start < match.end() and match.start() < end for start, end in kept)


def _is_sure(line: str, match: re.Match[str]) -> bool:
    before, after = line[max(0, match.start() - NEAR) : match.start()], line[match.end() : match.end() + NEAR]
    if _NOT_BEFORE.search(before) or _NOT_AFTER.match(after) or _SUPPOSED.search(before):
        return False
    if match[0][0].isupper() and not match["before"] and re.search(r"[\w,]\s+$", before):
        return False  # a name: the Today view
    if match["which"] and re.match(r"\s+in\b", after):
        return False  # last week in March
    return not (match["day"] and match["day"].lower() == "today" and _TIMES.match(after))


def _told(match: re.Match[str], written: date) -> str:
    """The absolute date in words; nothing where it is not sure, or the calendar ends."""
    try:
        return _when(match, written)
    except (OverflowError, ValueError):
        return ""


def _when(match: re.Match[str], written: date) -> str:
    if match["before"] or match["after"]:
        return str(written + timedelta(days=-2 if match["before"] else 2))
    if match["day"]:
        return str(written + timedelta(days={"yesterday": -1, "today": 0, "tomorrow": 1}[match["day"].lower()]))
    if match["now"]:
        return str(written)
    if match["night"]:
        return f"night of {written - timedelta(days=1)}"
    if match["n"]:
        count = int(match["n"]) if match["n"].isdigit() else _NUMBERS[match["n"].lower()]
        return _away(count if match["way"].lower() != "ago" else -count, match["unit"].lower(), written)
    return _which(match["which"].lower(), match["what"].lower(), written)


def _away(count: int, unit: str, written: date) -> str:
    """Days are exact; a week is told by its Monday, a month by its name."""
    if count == 0:
        return ""
    if unit == "day":
        return str(written + timedelta(days=count))
    return _week(written + timedelta(weeks=count)) if unit == "week" else _month(written, count)


def _which(which: str, what: str, written: date) -> str:
    if what in ("week", "month"):
        step = {"last": -1, "this": 0, "next": 1}.get(which)
        if step is None:
            return ""
        return _week(written + timedelta(weeks=step)) if what == "week" else _month(written, step)
    return _weekday(which, _DAYS.index(what), written)


def _weekday(which: str, wanted: int, written: date) -> str:
    """Last Monday is the newest one before the line's day. This and next Monday mean different days to different
    people; they are sure when the first one to come lies in this week, or in the next."""
    today = written.weekday()
    coming = written + timedelta(days=(wanted - today - 1) % 7 + 1)
    if which in ("last", "this past"):
        return str(written - timedelta(days=(today - wanted - 1) % 7 + 1))
    sure = {"this coming": True, "this": wanted > today, "next": wanted <= today}[which]
    return str(coming) if sure else ""


def _week(day: date) -> str:
    return f"week of {day - timedelta(days=day.weekday())}"


def _month(day: date, step: int) -> str:
    months = day.year * 12 + day.month - 1 + step
    return f"{months // 12:04}-{months % 12 + 1:02}" if 12 <= months < 120_000 else ""
