"""Where to cut. A text comes in, places of slices of it come out, at the borders of sentences and lines; nothing is
ever joined, shortened inside or otherwise changed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

NEWLINE = "⏎"
# Only these begin a new line for some programs and would not be shown as one: a slice ends before them.
_OTHER_BREAKS = re.compile("[\r\v\f\x1c\x1d\x1e\x85\u2028\u2029\0]")
_SENTENCE = re.compile(r"(?<=[.!?])(?<!\s\d\.)(?<!\s\d\d\.)[*`\")\]]{0,3}\s+")
_FENCE = re.compile(r"\s{0,20}(?:```|~~~)")
_LONGEST_LINE = 4000  # characters: a longer line is no prose

# What makes a sentence worth keeping: it names something that can be looked up, or says why.
_SPECIFIC = re.compile(
    r"`[^`\n]{2,80}`"  # code
    r"|(?<![\w.~/-])[\w.~-]{0,80}/(?:[\w.~-]{1,80}/){0,20}[\w.-]{1,80}"  # a path
    r"|\b[A-Za-z]\w*_\w+\b|\b[a-z]+[A-Z]\w+\b|\b[A-Z][a-z]+[A-Z]\w+\b"  # snake_case, camelCase
    r"|\b\w+\.\w+\(|\b\w{2,40}\(\)|(?<![\w-])--[a-z][\w-]+|\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b"
    r"|\b\w{2,40}\.(?:py|ts|tsx|js|go|rs|md|json|ya?ml|toml|sh|sql|java|rb|c|h|cpp)\b"
)
_NUMBER = re.compile(r"(?<![\w.])\d[\d.,]*\b")
_CAUSE = re.compile(
    r"\b(?:because|due to|caused? by|root cause|the (?:real |actual |main )?(?:issue|problem|bug|reason|cause|fix) "
    r"(?:is|was)"
    r"|turns out|instead of|rather than|so that|which (?:means|is why)|that's why|therefore|actually|however"
    r"|only (?:when|if|works|happens)|unless|otherwise|must(?:n't| not)?|never|always|requires?|cannot|can't"
    r"|does(?:n't| not)|did(?:n't| not)|won't|fail(?:s|ed|ing)?|missing|wrong|breaks?|broken|conflicts?|race"
    r"|assum(?:es?|ed)|expects?|silently|stale|deprecated|unsupported)\b",
    re.IGNORECASE,
)
_REASON = re.compile(r"\b(?:because|since|so that|instead of|rather than|due to)\b", re.IGNORECASE)
_FADES = 0.85  # what each further statement of one text weighs, so that a long one does not crowd out the others
_SHORT = 40  # characters below which a sentence without anything specific says nothing
_ANNOUNCES = re.compile(
    r"\W{0,4}(?:(?:now|ok|okay|good|great|perfect|excellent|alright|right|next|first|then|also|finally)\b"
    r"[\s,.!:—-]{0,4}){0,3}"
    r"(?:(?<=now )\w+|let me|let's|i'll|i will|i'm going to|i am going to|i'm (?:now )?\w+ing\b|i need to|time to"
    r"|here(?:'s| is| are)\b)",
    re.IGNORECASE,
)


class Slice(NamedTuple):
    start: int
    end: int


class Statement(NamedTuple):
    """A run of sentences worth keeping, and how much they say."""

    start: int
    end: int
    weight: float


def show(text: str) -> str:
    """As it stands in a packet: one line."""
    return text.replace("\n", NEWLINE)


def trim(text: str, start: int, end: int) -> Slice:
    """Without blanks at the ends, and no further than a break that would not be shown."""
    while start < end and text[start].isspace():
        start += 1
    other = _OTHER_BREAKS.search(text, start, end)
    end = other.start() if other else end
    while end > start and text[end - 1].isspace():
        end -= 1
    return Slice(start, end)


def head(text: str, start: int, end: int, most: int) -> Slice:
    """The beginning, at most so long."""
    start, end = trim(text, start, end)
    if end - start <= most:
        return Slice(start, end)
    borders = [found.start() for found in _SENTENCE.finditer(text, start + most // 2, start + most)]
    line = text.rfind("\n", start + most // 2, start + most)
    word = text.rfind(" ", start + most // 2, start + most)
    end = max([line, *borders])
    return trim(text, start, end if end > start else word if word > start else start + most)


def tail(text: str, start: int, end: int, most: int) -> Slice:
    """The end, at most so long."""
    while end > start and text[end - 1].isspace():
        end -= 1
    if end - start > most:
        first = end - most
        borders = [found.end() for found in _SENTENCE.finditer(text, first, end - 1)]
        line = text.find("\n", first, end) + 1
        word = text.find(" ", first, end) + 1
        start = min([*borders, *([line] if line else [])], default=word or first)
    breaks = [found.end() for found in _OTHER_BREAKS.finditer(text, start, end)]
    return trim(text, breaks[-1] if breaks else start, end)


def sentences(text: str) -> Iterator[Slice]:
    """The sentences of a text, line by line, without blocks of code."""
    at, code = 0, False
    for line in text.split("\n"):
        end = at + len(line)
        if _FENCE.match(line):
            code = not code
        elif not code and line.strip() and len(line) <= _LONGEST_LINE:
            first = at
            for border in _SENTENCE.finditer(text, at, end):
                yield Slice(first, border.end())
                first = border.end()
            if first < end:
                yield Slice(first, end)
        at = end + 1


def weigh(sentence: str) -> float:
    """How much a sentence says that could be used later; 0 if nothing."""
    specific = len(set(_SPECIFIC.findall(sentence)))
    numbers = len(_NUMBER.findall(sentence))
    causes = len(_CAUSE.findall(sentence))
    if _ANNOUNCES.match(sentence) and not _REASON.search(sentence):
        return 0
    if not specific and not numbers and len(sentence) < _SHORT:
        return 0
    return min(specific, 4) * 0.6 + min(numbers, 3) * 0.3 + min(causes, 3) * 1.2


def statements(text: str, start: int, most: int, least: float) -> list[Statement]:
    """What a text says that is worth keeping: sentences that weigh enough, with their neighbours that do, too. The best
    weighs most; each further one weighs less than it would alone."""
    found = list[Statement]()
    for first, last in sentences(text):
        if first < start:
            continue
        weight = weigh(text[first:last])
        if weight < least:
            continue
        near = found and not text[found[-1].end : first].strip()
        if near and last - found[-1].start <= most:
            found[-1] = Statement(found[-1].start, last, found[-1].weight + weight / 2)
        else:
            found.append(Statement(first, last, weight))
    best = sorted(range(len(found)), key=lambda n: (-found[n].weight, n))
    fades = {n: _FADES**place for place, n in enumerate(best)}
    return [Statement(*head(text, one.start, one.end, most), one.weight * fades[n]) for n, one in enumerate(found)]
