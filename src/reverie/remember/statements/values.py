"""Values in one form: numbers with their unit (`30 seconds` and `30s`), versions, dates. Tokens in, what they are and
how they compare out."""

from __future__ import annotations

import re
from collections.abc import Sequence

from reverie.remember.statements.lexicon import NUMBERS

_UNITS = {
    "ms": ("s", 0.001), "millisecond": ("s", 0.001), "s": ("s", 1), "sec": ("s", 1), "second": ("s", 1),
    "min": ("s", 60), "minute": ("s", 60), "h": ("s", 3600), "hr": ("s", 3600), "hour": ("s", 3600),
    "day": ("s", 86400), "week": ("s", 604800), "month": ("month", 1), "year": ("month", 12),
    "b": ("B", 1), "byte": ("B", 1), "kb": ("B", 1e3), "kib": ("B", 1024), "mb": ("B", 1e6), "mib": ("B", 1048576),
    "gb": ("B", 1e9), "gib": ("B", 1073741824), "tb": ("B", 1e12), "%": ("%", 1), "percent": ("%", 1),
    "usd": ("$", 1), "dollar": ("$", 1), "eur": ("€", 1), "euro": ("€", 1), "px": ("px", 1),
}  # fmt: skip
_MONTHS = {
    name: n
    for n, names in enumerate(
        "january jan,february feb,march mar,april apr,may,june jun,july jul,august aug,september sep sept,"
        "october oct,november nov,december dec".split(","),
        1,
    )
    for name in names.split()
}
_NUMBER = re.compile(r"(?P<money>[$€]?)(?P<number>[-−]?\d+(?:[,_]\d{3})*(?:\.\d+)?)(?P<unit>%|[A-Za-z]{0,4})")
_VERSION = re.compile(r"v?\d+(?:\.(?:\d+|x|\*))+(?:[-+.]?[a-z]+[\d.]*)?|v\d+", re.IGNORECASE)
MEASURED = ("number", "date", "clock", "year")  # how the kinds of values that can be compared begin
_DATE = re.compile(r"\d{4}-\d\d(?:-\d\d)?")
_CLOCK = re.compile(r"(\d{1,2})(?::(\d\d))?\s?(am|pm)|(\d{1,2}):(\d\d)", re.IGNORECASE)
_CODE = re.compile(
    r"`[^`]+`|\"[^\"]+\"|https?://.+|.*[/\\_@].*|\w+\.\w+.*|--?[A-Za-z].*|\w*[a-z][A-Z]\w*|[A-Z]{2,}\w*|[a-z]{2}-[A-Z]{2}|(?=[\w-]*\d)(?=[\w-]*[a-z])[\w-]+"
)


def may_be_value(token: str) -> bool:
    """A quick look: whether a number or a date can begin here."""
    return token[0].isdigit() or token[0] in "$€-−v" or token.lower() in NUMBERS or token.lower() in _MONTHS


def value_at(tokens: Sequence[str], n: int) -> tuple[str, str, int] | None:
    """The value that begins at this token: how it compares, its kind, and how many tokens it takes."""
    date, size = dated(tokens[n : n + 4])
    if date:
        return date, "date", size
    if n + 1 < len(tokens):
        if amount := measured(tokens[n], tokens[n + 1]):
            return *amount, 2
        if product := multiplied(tokens[n], tokens[n + 1]):
            return product, "number", 2
    value = valued(tokens[n])
    return (*value, 1) if value else None


def measured(number: str, unit: str) -> tuple[str, str] | None:
    """A number and the word behind it as one value and its kind; None if the word is no unit."""
    known = _UNITS.get(unit.lower()) or _UNITS.get(unit.lower().removesuffix("s"))
    match = _NUMBER.fullmatch(NUMBERS.get(number.lower(), number))
    if known is None or match is None or match["unit"] or match["money"]:
        return None
    return _amount(match["number"], known)


def valued(token: str) -> tuple[str, str] | None:
    """The token as (how it compares, what kind of value it is); None for a word."""
    if token.lower() in NUMBERS:
        return NUMBERS[token.lower()], "number"
    if _DATE.fullmatch(token):
        return token, "date"
    if match := _CLOCK.fullmatch(token):
        return _clock(match), "clock"
    if _VERSION.fullmatch(token) and not re.fullmatch(r"\d+\.\d+", token):
        return token.lower().removeprefix("v"), "number"
    if re.fullmatch(r"(?:19|20)\d\d", token):
        return token, "year"
    if match := _NUMBER.fullmatch(token):
        return _number(match)
    return None


def multiplied(number: str, times: str) -> str:
    """`two hundred` as one number; empty if it is none."""
    known = {"hundred": 100, "thousand": 1000, "million": 1000000, "dozen": 12}.get(times.lower())
    first = NUMBERS.get(number.lower(), number)
    return f"{int(first) * known}" if known and first.isdecimal() and number.lower() != times.lower() else ""


def dated(tokens: Sequence[str]) -> tuple[str, int]:
    """A date in words at the beginning of these (`March 4, 2026`, `4 March`), in one form, and how many it takes."""
    for day, month in ((1, 0), (0, 1)):
        if len(tokens) < 2 or (found := _day(tokens[day], tokens[month])) == "":
            continue
        rest = list(tokens[2:])
        comma = rest[:1] == [","]
        if rest[comma:] and re.fullmatch(r"(?:19|20)\d\d", rest[comma]):
            return f"{rest[comma]}-{found}", 3 + comma
        return found, 2
    return "", 0


def _day(day: str, month: str) -> str:
    number = re.fullmatch(r"(\d{1,2})(?:st|nd|rd|th)?,?", day.lower())
    which = _MONTHS.get(month.lower())
    return f"{which:02}-{int(number[1]):02}" if number and which and int(number[1]) <= 31 else ""


def is_name(token: str, first: bool) -> bool:
    """Written as a name of something: code, capitals, a path, or a capital where no sentence begins."""
    return bool(_CODE.fullmatch(token)) or (not first and token[:1].isupper())


def _number(match: re.Match[str]) -> tuple[str, str] | None:
    unit = match["unit"].lower()
    if match["money"]:
        return _amount(match["number"], (match["money"], {"k": 1e3, "m": 1e6}.get(unit, 1)))
    if not unit:
        return _amount(match["number"], ("", 1))
    if unit in ("st", "nd", "rd", "th"):
        return match["number"], "number"
    if unit == "k":
        return _amount(match["number"], ("", 1e3))
    return _amount(match["number"], _UNITS[unit]) if unit in _UNITS else None


def _amount(number: str, unit: tuple[str, float]) -> tuple[str, str]:
    value = float(number.replace(",", "").replace("_", "").replace("−", "-")) * unit[1]
    return f"{value:.10g}{unit[0]}", f"number{unit[0]}"


def _clock(match: re.Match[str]) -> str:
    hour, minute = int(match[1] or match[4]), int(match[2] or match[5] or 0)
    if match[3]:
        hour = hour % 12 + (12 if match[3].lower() == "pm" else 0)
    return f"{hour:02}:{minute:02}"
