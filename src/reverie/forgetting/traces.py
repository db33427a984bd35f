"""The words that must leave, found wherever they stand, however cased, punctuated, quoted or broken into lines. Logs
and journals also quote beginnings and pieces; there a run of six words is enough."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import NamedTuple

from reverie.layouts.forgotten import LEAST, parts
from reverie.layouts.promoted import plain
from reverie.records.logs import PURGED, Json

INSTEAD = PURGED
RUN = 6  # words in a row that no two texts share by chance, or nearly so
_WORD = re.compile(r"\w+")
_CUT = re.compile(r"\A\W*\w*…")  # what is left of a word where a quotation ends


class Token(NamedTuple):
    word: str
    start: int
    end: int


class Traces:
    """What is to go, as words. A text of few words counts only where it is a whole line."""

    def __init__(self, texts: Iterable[str]) -> None:
        found = {words for text in texts for words in parts(text)}
        self.lines = frozenset(words for words in found if len(words.split()) < LEAST)
        self._long = sorted(tuple(words.split()) for words in found if len(words.split()) >= LEAST)

    @cached_property
    def _whole(self) -> dict[int, set[tuple[str, ...]]]:
        return _by_length(self._long)

    @cached_property
    def _pieces(self) -> dict[int, set[tuple[str, ...]]]:
        runs = (words[i : i + RUN] for words in self._long for i in range(max(1, len(words) - RUN + 1)))
        return _by_length(runs)

    def held_by(self, text: str, *, pieces: bool = False) -> bool:
        return self.without(text, pieces=pieces) != text

    def without(self, text: str, *, pieces: bool = False) -> str:
        """The text with `(purged)` in the place of what is to go."""
        for start, end in reversed(self._spans(text, self._pieces if pieces else self._whole)):
            text = text[:start] + INSTEAD + _CUT.sub("…", text[end:], count=1)
        if self.lines:
            text = "".join(self._short(line) for line in text.splitlines(keepends=True))
        return text

    def without_lines(self, text: str) -> str:
        """The same for a document of ours: a line of which nothing else is left goes altogether."""
        rest = self.without(text).splitlines(keepends=True)
        had = text.count(INSTEAD)
        gone = [plain(line) == "purged" for line in rest]
        return "".join(line for line, empty in zip(rest, gone, strict=True) if not empty or had)

    def without_json(self, value: Json) -> Json:
        if isinstance(value, str):
            return self.without(value, pieces=True)
        if isinstance(value, list):
            return [self.without_json(one) for one in value]
        if isinstance(value, dict):
            return {name: self.without_json(one) for name, one in value.items()}
        return value

    def _short(self, line: str) -> str:
        if plain(line) not in self.lines:
            return line
        words = list(_WORD.finditer(line.partition("<!--")[0]))
        return line[: words[0].start()] + INSTEAD + line[words[-1].end() :] if words else line

    def _spans(self, text: str, wanted: dict[int, set[tuple[str, ...]]]) -> list[tuple[int, int]]:
        if not wanted:
            return []
        tokens = [Token(found[0].casefold(), found.start(), found.end()) for found in _WORD.finditer(text)]
        words = [token.word for token in tokens]
        covered: list[tuple[int, int]] = []
        for at in range(len(tokens)):
            reach = max((n for n, runs in wanted.items() if tuple(words[at : at + n]) in runs), default=0)
            if not reach:
                continue
            if covered and at < covered[-1][1]:
                covered[-1] = (covered[-1][0], max(covered[-1][1], at + reach))
            else:
                covered.append((at, at + reach))
        return [(tokens[first].start, tokens[last - 1].end) for first, last in covered]


def _by_length(runs: Iterable[Sequence[str]]) -> dict[int, set[tuple[str, ...]]]:
    found: dict[int, set[tuple[str, ...]]] = {}
    for run in runs:
        found.setdefault(len(run), set()).add(tuple(run))
    return found
