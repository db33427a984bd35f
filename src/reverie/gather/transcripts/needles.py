"""What a text must hold for a pattern to match. One look at a text then tells which of many patterns are worth
searching for.

That is read off the pattern itself (`needed`), so it cannot drift from it. Where nothing sure can be said, the pattern
is simply searched for."""

from __future__ import annotations

import re

from ahocorasick_rs import AhoCorasick

from reverie.gather.transcripts.needed import alternatives, needles

_TWINS = dict(zip("\u0130\u0131\u017f\u212a", "iisk", strict=True))  # the same, for a pattern that does not mind case


def small(text: str) -> str:
    """In small letters, for patterns that do not mind case."""
    if not text.isascii():
        for twin, letter in _TWINS.items():
            text = text.replace(twin, letter)
    return text.lower()


class Forms:
    """Patterns that are mostly plain text, for long texts: they are asked for as they stand, wherever they begin."""

    def __init__(self, *forms: re.Pattern[str]) -> None:
        rows = [(form.pattern, frozenset(map(small, needles(form)))) for form in forms]
        self._always = frozenset(name for name, need in rows if not need)
        self._by: dict[str, list[str]] = {}
        for name, need in rows:
            for needle in need:
                self._by.setdefault(needle, []).append(name)
        tree = AhoCorasick(list(self._by))
        self._find, self._places = tree.find_matches_as_strings, tree.find_matches_as_indexes

    def that_may_match(self, text: str) -> set[str]:
        """Those, by what they look for."""
        there = set(self._find(small(text), overlapping=True))
        return {*self._always}.union(*(self._by[needle] for needle in there))

    def any_may_match(self, text: str) -> bool:
        return bool(self._always or self._places(small(text)))


class Rare:
    """A pattern that few texts match: of most, the words they do not hold tell."""

    def __init__(self, form: re.Pattern[str]) -> None:
        self.form = form
        self._any_case = bool(form.flags & re.IGNORECASE)
        needed = sorted({small(one) if self._any_case else one for one in needles(form)})
        self._find = AhoCorasick(needed).find_matches_as_indexes if needed else lambda _: [(0, 0, 0)]

    def may_match(self, text: str) -> bool:
        return bool(self._find(small(text) if self._any_case else text))


class Either:
    """A pattern of many alternatives, of which only those are tried whose words a text holds."""

    def __init__(self, form: re.Pattern[str]) -> None:
        self._rows = {row: re.compile(row, form.flags) for row in alternatives(form.pattern)}
        self._forms = Forms(*self._rows.values())

    def may_match(self, text: str) -> bool:
        return self._forms.any_may_match(text)

    def found_in(self, text: str) -> bool:
        return any(self._rows[row].search(text) for row in self._forms.that_may_match(text))
