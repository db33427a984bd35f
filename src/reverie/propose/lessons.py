"""What a fix says went wrong, in its author's own words: the subject without decoration; and what several share."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from reverie.records.events import Event
from reverie.tools import paths, titles
from reverie.tools.terms import Background, Theme, themes

LONGEST = 96
ENOUGH = 3  # fixes that share something, before it is called a theme
# A theme is a thing: these endings are of deeds and qualities.
_OTHER_WORDS = re.compile(
    r"\w+(?:ed|ing|ly|able|ible|ous|ive|ful|less)|top|lazy|nested|newer|unique|extra|large|ignore|wrap", re.I
)
_FIX = re.compile(
    r"^(?:(?:potential|possible|another|quick|small|attempt(?:ed)? to|try to) )*(?:bug ?)?fix(?:e[sd]|ing)?\b"
    r"(?:[: ]+|$)"
    r"(?:(?:(?:an?|the|some) +)?(?:issue|bug|regression|problem|case|error)s?"
    r"(?: +(?:where|when|that|with|in which)\b|[:,]) *)?",
    re.I,
)
_TAIL = re.compile(
    r"\s*[(\[](?:fix(?:es|ed)?|close[sd]?|resolve[sd]?|salvage of|refs?|see|part of|wip|backport|#|GH-)"
    r"[^)\]]*[)\]]?\s*$"
    r"|\s*,? *(?:fix(?:es|ed)?|close[sd]?|refs?) #\d+\s*$|\s*\[WIP\]\s*$",
    re.I,
)
_VAGUE = re.compile(
    r"^(?:address|apply|incorporate)\b.*\b(?:review|feedback|comments?|round)\b|^potential fix for\b|^review\b"
    r"|^(?:more|again|stuff|it|bug|issue|this|tests?|ci|build|lint|typos?|regression|nits?|\W*|pull request finding)$"
    r"|^for pull request|[\"“](?:fix|feat|chore|revert)\b|^(?:add|update|improve) (?:\w+ )?tests?\b",
    re.I,
)
_NAME = re.compile(r"(?:def|func|fn|function|sub)\s+(?:\([^)]*\)\s*)?([A-Za-z_]\w+)")
_CONTAINER = re.compile(r"\b(?:class|impl|struct|trait|interface|module|namespace|mod|describe|enum|type)\b")
_CALL = re.compile(r"([A-Za-z_]\w{2,})\s*[(=:{<]")
_DULL_NAMES = frozenset(
    "if for while switch return test main init new class constructor setup module exports describe it self list get set"
    " run __init__ __new__ __call__ default render apply index handle update create delete add remove"
    " import export async await const let var".split()
)


@dataclass(frozen=True, slots=True)
class Shared:
    """What some fixes have in common: how it is called, and which of them. `code`: it is a name in the code."""

    shown: str
    events: tuple[Event, ...]
    code: bool = False


def lesson(event: Event) -> str:
    """The subject as a half-sentence; empty if it says nothing ("address review", "fix it")."""
    text = titles.without_request(titles.split(event.summary).rest).strip()
    text = re.sub(r"^fix(?:es)? *#\d+ *(?:\([^)]*\))?[: ]*", "", text, flags=re.I)
    for _ in range(3):
        text = _TAIL.sub("", text).strip().rstrip(".;:,!… ")
    text = re.sub(r"^for (?=(?:the|an?|[A-Z]\w*) )", "", _FIX.sub("", text).strip()).replace("; ", ", ")
    if _VAGUE.search(text) or len(text.split()) < 2:
        return ""
    return _shortened(_lowered(text))


def lessons(events: Sequence[Event], most: int = 3) -> list[str]:
    """The newest few, each said once."""
    found: dict[str, str] = {}
    for event in sorted(events, key=lambda e: (e.at, e.id), reverse=True):
        text = lesson(event)
        if text:
            found.setdefault(titles.same(text), text)
    return list(found.values())[:most]


def _lowered(text: str) -> str:
    first = text.split(" ", 1)[0]
    plain = first[:1].isupper() and first[1:].islower() and first.isalpha()
    return text[0].lower() + text[1:] if plain else text


def _shortened(text: str) -> str:
    if len(text) <= LONGEST:
        return text
    cut = text[: LONGEST - 1].rsplit(" ", 1)[0].rstrip(",;:–- (`")
    return f"{cut}`…" if cut.count("`") % 2 else f"{cut}…"


def shared(
    events: Sequence[Event],
    files: Sequence[str],
    background: Background,
    inside: Mapping[str, Sequence[tuple[str, str]]],
) -> Shared | None:
    """What most of these fixes are about: a function they all touch, or words they all use. None if they share nothing
    that the file's name does not say already."""
    told = _by_words(events, files, background)
    touched = _by_function(events, files, inside)
    if told and touched:
        return touched if len(touched.events) > len(told.events) else told
    return told or touched


def _by_words(events: Sequence[Event], files: Sequence[str], background: Background) -> Shared | None:
    besides = frozenset(word for path in files for word in paths.words(path))
    texts = [lesson(event) or titles.split(event.summary).rest for event in events]
    found = [theme for theme in themes(texts, background, besides) if _special(theme, background, len(texts))]
    for theme in found:
        if len(theme.members) >= ENOUGH and not _OTHER_WORDS.fullmatch(theme.shown):
            return Shared(_fuller(theme, found, background), tuple(events[i] for i in theme.members))
    return None


def _fuller(theme: Theme, found: Sequence[Theme], background: Background) -> str:
    """`entity ids` instead of `entity`, where most say so; else the plural, where anybody uses it."""
    for other in found:
        inside = theme.key in other.key.split("_") and len(other.members) * 3 >= len(theme.members)
        if other.key != theme.key and inside and not _OTHER_WORDS.fullmatch(other.shown.split()[0]):
            return other.shown
    plural = re.sub(r"y$", "ie", theme.shown) + "s"
    return plural if theme.shown.islower() and plural in background.said else theme.shown


def _by_function(
    events: Sequence[Event], files: Sequence[str], inside: Mapping[str, Sequence[tuple[str, str]]]
) -> Shared | None:
    where: dict[str, list[Event]] = {}
    for event in events if not any(paths.is_ci(path) for path in files) else ():
        headings = [heading for path, heading in inside.get(event.span.commit, ()) if path in files]
        names = {name for heading in headings for name in _names(heading)}
        for name in names:
            where.setdefault(name, []).append(event)
    ranked = sorted(where.items(), key=lambda it: (-len(it[1]), it[0]))
    for name, found in ranked:
        if len(found) >= ENOUGH:
            return Shared(name, tuple(found), code=True)
    return None


def _names(heading: str) -> list[str]:
    """The function around a change. A class is no answer: it may be the whole file."""
    found = _NAME.findall(heading) or ([] if _CONTAINER.search(heading) else _CALL.findall(heading)[:1])
    return [name for name in found if name.lower() not in _DULL_NAMES and not name.startswith(("test", "__"))][-1:]


def _special(theme: Theme, background: Background, group: int) -> bool:
    """Said often here and seldom elsewhere: one in twelve of all other subjects would be no theme. Where there are few
    others, hardly any of them may say it."""
    others = max(background.size - group, 0)
    return theme.rarity > min(2.5, 0.8 * math.log(others + 1)) and theme.rarity > 0


def usual_tests(events: Sequence[Event], most: int = 1) -> list[str]:
    """Test files that were changed with at least half of these."""
    counts = Counter(
        p for e in events for p in e.files if paths.is_test(p) and not paths.noise(p) and "conftest" not in p
    )
    ranked = sorted(counts.items(), key=lambda it: (-it[1], it[0]))
    return [path for path, count in ranked if count * 2 >= len(events)][:most]
