"""Ordinary ways of saying things: tables of patterns in a small plain language, and the one matcher that reads them.

A pattern is words in order. `(a|b c)` is one of several, `[a|b]` may be missing, `<name>` stands for a list of the
table's `words`, `{name}` takes in one or more words, and ` .` at the end is the end of the sentence. A slot's name may
bind it: `{fact}` needs a verb that says something of something, `{order}` begins with what is to be done or left,
`{doing}` with a word in -ing, `{quoted}` is one quotation, `{one}` and `{another}` are one word each, `{thing}` has at
most six words, `{lead}` leads up to the rest. A row stands under what it means, with an example that it must hear and a
counter-example that it must not. A row under `not_…` silences that meaning in its sentence; one of single words does
not where the other row names the word itself."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain, product
from pathlib import Path
from typing import NamedTuple

from reverie.language.text import Sentence, Token, tokens

TABLES = Path(__file__).with_name("phrases")
_SEPARATE = frozenset({",", ";", ":", "—", "–", "-", "--", "(", "，", "；", "：", "、", "..."})
_CLOSE = frozenset({".", "!", "?", "。", "！", "？", "…", "...", ")"})
_FURTHEST = 40  # tokens into a sentence that a clause may still begin
_SHORT_LEAD = 4  # tokens before a colon that introduce and do not report
_THING, _LEAD = 6, 9

_ANYWHERE = ("not_", "objection", "yields", "hands_off")  # what needs no clause of its own
_SAID = frozenset({"rule", "prefer", "forbid", "decision"})  # none of these is a question

_NO_SUBJECT = frozenset("to down about how what why where which if whether for".split())

_Slots = dict[str, tuple[int, int]]
_Match = Callable[[int, int], _Slots | None]


class Row(NamedTuple):
    means: str
    pattern: str
    example: str
    counter: str
    table: str


class Heard(NamedTuple):
    """What a sentence was heard to mean. Slots are places in the sentence's text."""

    means: str
    row: Row
    sentence: Sentence
    start: int
    slots: Mapping[str, tuple[int, int]]
    weight: int  # how many plain words said so

    def asks_for(self, against: Heard) -> bool:
        """Whether what speaks against it is a word that this pattern names itself, past its first."""
        at, end = against.start, max((end for _, end in self.slots.values()), default=0)
        between = self.start < at < end and not any(a <= at < b for a, b in self.slots.values())
        return between and against.weight == 1 and not against.slots

    def slot(self, *names: str) -> str:
        span = next((self.slots[name] for name in names if name in self.slots), None)
        return self.sentence.text[slice(*span)].strip(" ,;:-—–") if span else ""


@dataclass(frozen=True)
class _Part:
    """A piece of a pattern: some alternatives, or a slot, or the end."""

    ways: tuple[tuple[str, ...], ...] = ()
    optional: bool = False
    slot: str = ""
    end: bool = False


@dataclass(frozen=True)
class Language:
    """One table: its rows, and the word lists that the matcher itself needs."""

    rows: tuple[Row, ...]
    words: Mapping[str, tuple[tuple[str, ...], ...]]
    parts: Mapping[str, tuple[_Part, ...]] = field(repr=False)

    def one(self, name: str) -> frozenset[str]:
        return frozenset(way[0] for way in self.words.get(name, ()))


class Phrases:
    """All tables. `hear` says what a sentence means, the meaning said with most words first."""

    def __init__(self, languages: Iterable[Language]) -> None:
        self._languages = tuple(languages)
        self._lists = {
            name: frozenset(chain.from_iterable(language.one(name) for language in self._languages))
            for name in ("joins", "reports", "finite", "subjects", "orders", "articles", "determiners", "negations")
        }
        self._openers = [language.words.get("openers", ()) for language in self._languages]
        self.tried = 0  # how many steps the matcher took: what its cost is measured by

    @property
    def rows(self) -> tuple[Row, ...]:
        return tuple(row for language in self._languages for row in language.rows)

    def hear(self, sentence: Sentence) -> tuple[Heard, ...]:
        found = list(self._hear(sentence))
        against = [heard for heard in found if heard.means.startswith("not_")]
        silenced: Set[str] = frozenset()
        if sentence.asks:
            silenced = _SAID if self._is_polite(sentence.tokens) else _SAID | {"save", "save_before"}
        kept = (
            heard
            for heard in found
            if not heard.means.startswith("not_")
            and heard.means not in silenced
            and not any(one.means == f"not_{heard.means}" and not heard.asks_for(one) for one in against)
        )
        best: dict[str, Heard] = {}
        for heard in sorted(kept, key=lambda heard: (heard.start, -heard.weight)):
            best.setdefault(heard.means, heard)
        return tuple(sorted(best.values(), key=lambda heard: -heard.weight))

    def says_something(self, words: tuple[Token, ...], *, told: bool = False) -> bool:
        """Whether there is a verb in it that tells something of something: `Bob owns it`, not `the last tab`. Behind a
        `that` anything that may be a verb will do."""
        if not words or words[0].word in _NO_SUBJECT or (words[0].word.isdigit() and not told):
            return False
        if told and len(words) > _THING // 2:
            return True
        finite, subjects = self._lists["finite"], self._lists["subjects"]
        articles, determiners = self._lists["articles"], self._lists["determiners"]
        if not words[0].opaque and words[0].word in subjects:
            return len(words) > 2
        for before, token, after in zip(words, words[1:], words[2:], strict=False):
            if token.opaque or before.word in articles:
                continue
            if token.word in finite or (_is_third_person(token.word) and after.word in determiners):
                return True
            plural = before.word.endswith("s") and token.word in self._lists["orders"]
            if plural and after.word in articles:
                return True
        return len(words) > 1 and words[1].word in finite

    def orders_something(self, words: tuple[Token, ...]) -> bool:
        """Whether it begins as an order does: with a verb of doing, `always`, `never`, `don't`."""
        return bool(words) and not words[0].opaque and words[0].word in self._lists["orders"]

    def negates(self, words: Iterable[Token]) -> bool:
        negations = self._lists["negations"]
        return any(not token.opaque and token.word in negations for token in words)

    def _is_polite(self, words: tuple[Token, ...]) -> bool:
        """Whether a question is an order put politely: `could you remember that …?`"""
        said = tuple(token.word for token in words[:_FURTHEST])
        ways = chain.from_iterable(language.words.get("polite", ()) for language in self._languages)
        return any(way == said[at : at + len(way)] for way in ways for at in range(len(said)))

    def _hear(self, sentence: Sentence) -> Iterator[Heard]:
        words = sentence.tokens
        present = {token.word for token in words if not token.opaque}
        for language, openers in zip(self._languages, self._openers, strict=True):
            starts: list[int] | None = None
            for row in language.rows:
                parts = language.parts[row.pattern]
                if not _may_match(parts, present):
                    continue
                starts = starts if starts is not None else self._starts(words, openers)
                anywhere = row.means.startswith(_ANYWHERE)
                for start in range(min(len(words), _FURTHEST)) if anywhere else starts:
                    slots = self._match(parts, words, start)
                    if slots is not None:
                        weight = sum(1 for part in parts if part.ways and not part.optional)
                        yield Heard(row.means, row, sentence, words[start].start, slots, weight)
                        break

    def _starts(self, words: tuple[Token, ...], openers: tuple[tuple[str, ...], ...]) -> list[int]:
        """Where a clause begins that the person says themselves: not behind `the docs say …`."""
        found: list[int] = []
        for at, token in enumerate(words[:_FURTHEST]):
            if at and not _separates(words[at - 1]) and words[at - 1].word not in self._lists["joins"]:
                continue
            lead = words[:at]
            if any(not one.opaque and one.word in self._lists["reports"] for one in lead):
                break
            if at > _SHORT_LEAD and words[at - 1].word in {":", "："}:
                continue
            if not token.opaque:
                found += [at] if at not in found else []
                found += [skipped for skipped in _skip(words, at, openers) if skipped not in found]
        return found

    def _match(self, parts: tuple[_Part, ...], words: tuple[Token, ...], start: int) -> _Slots | None:
        failed: set[tuple[int, int]] = set()

        def match(part: int, at: int) -> _Slots | None:
            if part == len(parts):
                return {}
            if (part, at) in failed:
                return None
            self.tried += 1
            found = self._slot(parts, part, words, at, match) if parts[part].slot else step(part, at)
            if found is None:
                failed.add((part, at))
            return found

        def step(part: int, at: int) -> _Slots | None:
            one = parts[part]
            if one.end:
                return match(part + 1, at) if all(token.word in _CLOSE for token in words[at:]) else None
            for way in one.ways:
                here = words[at : at + len(way)]
                if len(here) == len(way) and all(
                    token.word == word and not token.opaque for token, word in zip(here, way, strict=True)
                ):
                    found = match(part + 1, at + len(way))
                    if found is not None:
                        return found
            return match(part + 1, at) if one.optional else None

        return match(0, start)

    def _slot(
        self, parts: tuple[_Part, ...], part: int, words: tuple[Token, ...], at: int, match: _Match
    ) -> _Slots | None:
        name, last = parts[part].slot, part + 1 == len(parts)
        most = min(len(words), at + _THING) if name == "thing" and not last else len(words)
        for end in (len(words),) if last else range(at + 1, most + 1):
            taken = words[at:end]
            while taken and taken[-1].word in _CLOSE and len(taken) > 1:
                taken = taken[:-1]
            if not taken or taken[0].word in _CLOSE or (len(taken) == 1 and _separates(taken[0])):
                continue
            if name in {"one", "another"} and len(taken) > 1:
                return None
            if name == "quoted" and not (len(taken) == 1 and taken[0].opaque):
                continue
            if name == "doing" and not taken[0].word.endswith("ing"):
                return None
            told = at > 0 and words[at - 1].word in {"that", ":", ","}
            if name == "lead" and (len(taken) > _LEAD or any(one.word in self._lists["reports"] for one in taken)):
                return None
            if name == "fact" and not self.says_something(taken, told=told):
                continue
            if name == "order" and not self.orders_something(taken):
                return None
            if name == "thing" and len(taken) > _THING:
                return None
            rest = match(part + 1, end)
            if rest is not None:
                return {name: (taken[0].start, taken[-1].end), **rest}
        return None


@lru_cache(maxsize=1)
def load(folder: Path = TABLES) -> Phrases:
    return Phrases(read_table(path) for path in sorted(folder.glob("*.toml")))


def read_table(path: Path) -> Language:
    table = tomllib.loads(path.read_text(encoding="utf-8"))
    words = {name: tuple(_words(way) for way in ways.split("|")) for name, ways in table["words"].items()}
    rows = tuple(Row(means, row[0], row[1], row[2], path.stem) for means, some in table["rows"].items() for row in some)
    return Language(rows, words, {row.pattern: tuple(_parse(row.pattern, words)) for row in rows})


def without(phrases: Phrases, row: Row) -> Phrases:
    """The same tables less one row: a row that nobody misses should not be there."""
    return Phrases(
        Language(tuple(one for one in language.rows if one != row), language.words, language.parts)
        for language in phrases._languages
    )


def _parse(pattern: str, words: Mapping[str, tuple[tuple[str, ...], ...]]) -> Iterator[_Part]:
    left = pattern
    while left := left.strip():
        opens = left[0]
        close = {"(": ")", "[": "]", "{": "}", "<": ">"}.get(opens)
        if close is None:
            word, _, left = left.partition(" ")
            yield _Part(end=True) if word == "." else _Part((_words(word),))
            continue
        inside, _, left = left[1:].partition(close)
        if opens == "{":
            yield _Part(slot=inside)
        elif opens == "<":
            yield _Part(words[inside])
        else:
            ways = chain.from_iterable(_ways(way, words) for way in inside.split("|"))
            yield _Part(tuple(ways), optional=opens == "[")


def _ways(way: str, words: Mapping[str, tuple[tuple[str, ...], ...]]) -> Iterator[tuple[str, ...]]:
    """What an alternative may be, if it holds a list's name."""
    pieces = (words[piece[1:-1]] if piece.startswith("<") else (_words(piece),) for piece in way.split())
    return (tuple(chain.from_iterable(chosen)) for chosen in product(*pieces))


def _words(text: str) -> tuple[str, ...]:
    return tuple(token.word for token in tokens(text))


def _may_match(parts: tuple[_Part, ...], present: set[str]) -> bool:
    return all(part.optional or not part.ways or any(present.issuperset(way) for way in part.ways) for part in parts)


def _separates(token: Token) -> bool:
    return token.word in _SEPARATE and not token.opaque


def _skip(words: tuple[Token, ...], at: int, openers: tuple[tuple[str, ...], ...]) -> Iterator[int]:
    """Past what people say before they come to it: `ok, please`, `can you`, `I want you to`."""
    going = True
    while going:
        going = False
        for way in openers:
            if len(words) > at + len(way) and tuple(token.word for token in words[at : at + len(way)]) == way:
                at, going = at + len(way), True
                while at < len(words) and _separates(words[at]):
                    at += 1
                if at < len(words):
                    yield at
                break


def _is_third_person(word: str) -> bool:
    return len(word) > 3 and word.isalpha() and word.endswith("s") and not word.endswith(("ss", "us", "is"))
