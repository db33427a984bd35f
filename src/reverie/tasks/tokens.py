"""The specific tokens of a sentence: what can be right or wrong letter for letter. Code, paths,
names, numbers, flags and addresses in; whether each stands in a given text comes out. The other
words of a text are its telling terms: their stems, without those that any text is made of."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from fnmatch import fnmatchcase
from functools import lru_cache

from reverie.tools.ordinary import ORDINARY
from reverie.tools.terms import stem
from reverie.tools.tokens import tokens

NEWLINE = "⏎"  # how a packet shows one


class Sort(StrEnum):
    CODE = "code"  # in backticks
    URL = "address"
    FLAG = "flag"
    PATH = "path"
    NUMBER = "number"
    IDENTIFIER = "identifier"  # snake_case, camelCase, dotted.name, file.ext, ALL_CAPS, x86
    KEBAB = "compound"  # kebab-case, and ordinary words with a hyphen or a slash
    NAME = "name"  # a word with a capital that no sentence begins with


@dataclass(frozen=True, slots=True)
class Token:
    text: str
    sort: Sort


_TOKEN = re.compile(
    r"`(?P<code>[^`\n]{1,300})`"
    r"|(?P<url>\b[A-Za-z][A-Za-z0-9+.-]{1,20}://[^\s<>\"'`]+|\bwww\.[^\s<>\"'`]+|[\w.+-]{1,64}@[\w-]{1,64}\.[\w.-]{1,64})"
    r"|(?P<flag>(?<![\w-])--?[A-Za-z][\w-]*(?:=[^\s\"'`]+)?)"
    r"|(?P<path>(?:[A-Za-z]:|~|\.{1,2})?[/\\]?[\w@.*+-]+(?:[/\\][\w@.*+-]+)+[/\\]?|(?:~|\.{1,2})?[/\\][\w@.*+-]+|[\w.-]+[/\\](?=\s|$|[,.;:])"
    r")"
    r"|(?P<number>[~^<>=≥≤]{0,2}[$€£]?(?<![\w.])v?\d[\d.,_]*(?:[%°]|[A-Za-z]{1,5}(?![\w-]))?(?![\w-]))"
    r"|(?P<word>[@#]?\w+(?:[.'’:-]+\w+)*(?:\(\))?)"
)
_EDGE = ".,;:!?)('’\""
_ABBREVIATIONS = frozenset(("e.g", "i.e", "etc", "vs", "z.B", "p.ej", "p.ex"))
_ORDINAL = ("st", "nd", "rd", "th")
_DIGITS = re.compile(r"\d[\d,_]*(?:\.\d+)*")
_CARDINALS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen"
    " eighteen nineteen"
).split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_WORDS = {word: str(n) for n, word in enumerate(_CARDINALS)} | {word: str(n) for n, word in enumerate(_TENS, 2)}
_WORDS |= {word: f"{n}0" for n, word in enumerate(_TENS, 2)}
_WORDS |= {"once": "1", "twice": "2", "both": "2", "thrice": "3", "dozen": "12", "hundred": "100", "thousand": "1000"}
_FREE = frozenset(("zero", "one", "two", "once", "both"))  # said too often to count anything
# Parts of ordinary words with a hyphen: `re-run`, `read-only`, `token-based`.
_AFFIXES = frozenset(
    "re non pre post un co sub multi self cross end well auto anti semi inter ad up in off out on by to and or of the"
    " only based side time level specific free safe term like wide style driven aware ready run line built fine long"
    " short full half hard soft low high old new real opt set day week year step way end first last one two three"
    " follow read write back front top down over under left right single double per so all no pass fail".split()
)


def specific_tokens(text: str) -> tuple[Token, ...]:
    """Each once, in order."""
    return tuple(dict.fromkeys(_found(text)))


def _found(text: str) -> Iterator[Token]:
    for match in _TOKEN.finditer(text):
        sort, raw = match.lastgroup or "", match[match.lastgroup or 0]
        if sort == "code":
            yield from _code(raw)
            continue
        bare = raw.rstrip(".,;:!?" if sort == "path" else _EDGE)
        if sort == "url" and bare:
            yield Token(bare, Sort.URL)
        elif sort == "flag":
            yield Token(bare, Sort.FLAG)
        elif sort == "path" and bare:
            yield _path(bare)
        elif sort == "number":
            yield Token(bare, Sort.NUMBER)
        else:
            yield from _word(raw if raw.endswith("()") else bare.strip(_EDGE), _opens(text, match.start()))


def _code(raw: str) -> Iterator[Token]:
    """What stands in backticks is one token whole; a word or a path there is none the less a word or a path."""
    code = " ".join(raw.split())
    if code:
        yield Token(code, Sort.CODE)


def _path(text: str) -> Token:
    """`src/auth/jwt.py`, `~/.aws`, `docs/`. Two plain words, as in `and/or`, may be no path."""
    parts = [part for part in re.split(r"[/\\]", text) if part]
    pair = len(parts) == 2 and text[0].isalpha() and text[-1].isalpha() and all(part.isalpha() for part in parts)
    return Token(text, Sort.KEBAB if pair else Sort.PATH)


def _word(word: str, opens: bool) -> Iterator[Token]:
    word = word.removesuffix("'s").removesuffix("’s")
    if not word or word in _ABBREVIATIONS:
        return
    if word.casefold() in _WORDS and not opens:
        if word.casefold() not in _FREE:
            yield Token(word, Sort.NUMBER)
    elif _is_identifier(word):
        yield Token(word, Sort.IDENTIFIER)
    elif "-" in word:
        yield Token(word, Sort.KEBAB)
    elif word[0].isupper() and not opens and len(word) > 1 and "'" not in word and "’" not in word:
        yield Token(word, Sort.NAME)


def _is_identifier(word: str) -> bool:
    inner = word[1:]
    return (
        word.endswith("()")
        or word[0] in "@#"
        or "_" in word
        or any(sign in word.strip(".:") for sign in ".:")
        or any(c.isdigit() for c in word)
        or (any(c.isupper() for c in inner) and "-" not in word)
    )


_BEFORE_SENTENCE = re.compile(r"(?:^|[.!?:;(\"“]|" + NEWLINE + r")[\s*_>#(\"“-]*$")


def _opens(text: str, at: int) -> bool:
    """Whether a sentence begins here, so that a capital says nothing."""
    return _BEFORE_SENTENCE.search(text[max(0, at - 12) : at]) is not None if at else True


def stands(token: Token, text: str) -> bool:
    """Whether a text holds the token, as a whole word. Numbers are compared by value; what is only letters (Postgres,
    GraphQL, API) whatever its case, for people type names as they like."""
    if token.sort is Sort.NUMBER:
        return _value(token.text) in _values(text)
    if token.sort is Sort.KEBAB:
        return _holds(text, token.text, exact=False) or _is_compound(token.text, text)
    if token.sort is Sort.NAME:
        return _holds(text, token.text, exact=False) or stem(token.text.lower()) in _stems(text)
    if token.sort is Sort.PATH and "*" in token.text:
        return _holds(text, token.text) or any(fnmatchcase(word, token.text) for word in text.split())
    bare = token.text.removesuffix("()")
    if token.sort is Sort.PATH:
        bare = bare.removeprefix("./").rstrip("/") or bare
    elif token.sort is Sort.CODE and " " in bare:
        return _holds(" ".join(text.replace(NEWLINE, " ").replace("`", "").split()), bare)
    return _holds(text, bare, exact=not bare.isalpha())


def _holds(text: str, part: str, exact: bool = True) -> bool:
    if not exact:
        text, part = text.casefold(), part.casefold()
    at = text.find(part)
    while at >= 0:
        if _is_whole(text, at, at + len(part)):
            return True
        at = text.find(part, at + 1)
    return False


def _is_whole(text: str, start: int, end: int) -> bool:
    """`8080` is not in `18080`, `api` not in `apis`, `2.1` not in `2.10` or `2.1.3`, `verify` not in `--no-verify`."""
    before, after = text[start - 1 : start], text[end : end + 2]
    first, last = text[start], text[end - 1]
    if _is_part(first) and (_is_part(before) or before == "-"):
        return False
    if not _is_part(last):
        return True
    return not (_is_part(after[:1]) or (after[:1] in ("-", ".") and last.isdigit() and after[1:].isdigit()))


def _is_part(char: str) -> bool:
    return char.isalnum() or char == "_"


def _is_compound(word: str, text: str) -> bool:
    """An ordinary word with a hyphen: its parts are said, or are what such words are made of."""
    said = _stems(text)
    parts = [part for part in re.split(r"[-/\\]", word.casefold()) if part]
    return all(part in _AFFIXES or stem(part) in said or stem(part) in ORDINARY for part in parts)


@lru_cache(maxsize=512)
def _stems(text: str) -> frozenset[str]:
    return frozenset(stem(word) for word in re.findall(r"[^\W\d_]+", text.casefold()))


def _value(number: str) -> str:
    low = number.casefold()
    if low in _WORDS:
        return _WORDS[low]
    found = _DIGITS.search(low)
    return _plain(found[0]) if found else low


def _plain(digits: str) -> str:
    return digits.replace(",", "").replace("_", "").rstrip(".")


@lru_cache(maxsize=512)
def _values(text: str) -> frozenset[str]:
    """The numbers of a text, in digits and in words."""
    said = {_plain(found) for found in _DIGITS.findall(text)}
    return frozenset(said | {_WORDS[word] for word in re.findall(r"[a-z]+", text.casefold()) if word in _WORDS})


@lru_cache(maxsize=4096)
def telling(text: str) -> frozenset[str]:
    """The stems of a text by which it is known, whatever its language."""
    return frozenset(term for term in tokens(text) if term not in _dull() and not term.isdigit() and _is_long(term))


def _is_long(term: str) -> bool:
    return len(term) > 2 or not term.isascii()


@lru_cache(maxsize=1)
def _dull() -> frozenset[str]:
    return ORDINARY | frozenset(term for word in ORDINARY for term in tokens(word))


def repeats(one: str, other: str, share: float = 0.75) -> bool:
    """Whether two sentences say the same, by their tokens and most of their telling terms."""
    mine, theirs = telling(one), telling(other)
    if not mine or not theirs:
        return " ".join(one.casefold().split()) == " ".join(other.casefold().split())
    hard = _hard(one) == _hard(other)
    return hard and len(mine & theirs) >= share * len(mine | theirs)


def _hard(text: str) -> frozenset[str]:
    """Tokens that make two sentences different if only one of them has them."""
    sorts = (Sort.NUMBER, Sort.FLAG, Sort.PATH, Sort.URL, Sort.IDENTIFIER)
    loose = text.replace("`", " ")
    return frozenset(token.text.removesuffix("()") for token in specific_tokens(loose) if token.sort in sorts)
