"""A text as the tokens it can be found by, whatever its language: words without accents and endings, CJK in pairs of
characters, names of code both whole and in pieces, paths and dotted names whole beside their parts.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache

from reverie.tools.stems import stem

# Scripts that are written without spaces: Thai, Lao, Burmese, Khmer, kana, Han, and Hangul, whose words take endings.
_DENSE = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\U00020000-\U0003ffff"
)
_SIGNS = "\u0900-\u0963\u0966-\u0dff"  # Indic vowel signs, which \\w leaves out
_EMOJI = "[\u2600-\u27bf\U0001f300-\U0001faff]"
_LETTER = rf"[\w{_DENSE}{_SIGNS}]+"
_WORD = rf"{_LETTER}(?:['’]{_LETTER})?"
_CHUNK = rf"{_EMOJI}|{_WORD}(?:[./\\:@#+\-]{{1,3}}{_LETTER})*(?:\+\+|#)?"
_ASCII_WORD = re.compile(r"\w+(?:'\w+)?", re.ASCII)
_ASCII_CHUNK = re.compile(r"\w+(?:'\w+)?(?:[./\\:@#+\-]{1,3}\w+)*(?:\+\+|#)?", re.ASCII)  # faster
_RUN = rf"[{_DENSE}]+|[^{_DENSE}]+"
_DENSE_CHAR = f"[{_DENSE}]"
_PIECE = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+|[^\x00-\x7f]+")
# Accents, and the vowel marks of Hebrew and Arabic; the signs of Indic scripts are letters.
_MARKS = re.compile("[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670]+")
_LETTERS = str.maketrans(
    {"ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "æ": "ae", "œ": "oe", "ı": "i", "ß": "ss"}
)
_LINE = re.compile(r"(:\d+)+$")  # what tools append to a path
_KEBAB, _NOT_IN_WORDS = re.compile(r"[\w\-]+"), re.compile(r"[\W_]+")
_LONGEST_WORD = 64  # longer ones are encoded data, which nobody types
_SHORT = 20  # letters of a word that is surely no encoded data
_LONGEST_NAME = 200  # a whole path may be longer
_REMEMBERED = 40
_wide = cache(re.compile)  # for what is not ASCII: such ranges take longer to compile than most programs to start


def tokens(text: str) -> list[str]:
    """The tokens in the order of the text, a name's whole after its pieces."""
    found: list[str] = []
    for chunk in chunks(text):
        found += of_chunk(chunk)
    return found


def chunks(text: str) -> list[str]:
    """What a text is made of: words, names and paths as they are written."""
    return _ASCII_CHUNK.findall(text) if text.isascii() else _wide(_CHUNK).findall(fold(text))


def of_chunk(chunk: str) -> tuple[str, ...]:
    """The tokens of one of these; short ones are met again and remembered."""
    return _known(chunk) if len(chunk) <= _REMEMBERED else _chunk(chunk)


def fold(text: str) -> str:
    """Without accents and compatibility forms; case stays, because it tells where a name's pieces begin."""
    if text.isascii():
        return text
    bare = _MARKS.sub("", unicodedata.normalize("NFKD", text)).translate(_LETTERS)
    return unicodedata.normalize("NFKC", bare)


def _chunk(chunk: str) -> tuple[str, ...]:
    if chunk.isalpha() and chunk.isascii() and len(chunk) <= _LONGEST_WORD and (chunk[1:].islower() or not chunk[1:]):
        return (stem(chunk.lower()),)
    words = (_ASCII_WORD if chunk.isascii() else _wide(_WORD)).findall(chunk) or [chunk]
    found = [token for word in words for token in _word(word)]
    if (len(words) > 1 or chunk[-1] in "+#") and len(chunk) <= _LONGEST_NAME:
        found += _wholes(chunk)
    return tuple(dict.fromkeys(found)) if len(words) > 1 else tuple(found)


_known = lru_cache(maxsize=1 << 17)(_chunk)


def _wholes(chunk: str) -> Iterator[str]:
    """A path or dotted name as it is written, and a path's last part, which is what people remember."""
    whole = chunk.casefold().replace("\\", "/")
    if _KEBAB.fullmatch(whole):
        yield "_".join(piece for piece in _NOT_IN_WORDS.split(whole) if piece)  # kebab-case is snake_case
        return
    if "." in whole or "/" in whole:
        whole = _LINE.sub("", whole)
    yield whole
    last = whole.rpartition("/")[2]
    if "." in last and last != whole:
        yield last


def _word(word: str) -> Iterable[str]:
    """Most words of a name or a path are short and plain, and there are as many of them as there are files."""
    if len(word) <= _SHORT and word.isalnum() and word.isascii():
        lowered = word.lower()
        return (stem(lowered) if lowered.isalpha() else lowered,) if _is_one(word) else _name(word)
    return _runs(word.removesuffix("'s").removesuffix("’s").replace("'", "").replace("’", ""))


def _is_one(word: str) -> bool:
    """Whether a plain word has one piece only."""
    return len(word) <= 4 or word.isdecimal() or (word.isalpha() and word.islower())


def _runs(word: str) -> Iterator[str]:
    for run in [word] if word.isascii() else _wide(_RUN).findall(word):
        if not run or (len(run) > _LONGEST_WORD and not _dense(run[0])):
            continue
        yield from _pairs(run) if _dense(run[0]) else _name(run)


def _name(run: str) -> Iterator[str]:
    pieces = [run] if len(run) <= 4 and "_" not in run else _PIECE.findall(run)
    lowered = [piece.casefold() for piece in pieces]
    yield from map(stem, lowered)
    if len(pieces) > 1:
        yield "_".join(lowered)


def _pairs(run: str) -> Iterator[str]:
    yield from run
    for n in range(len(run) - 1):
        yield run[n : n + 2]


def _dense(char: str) -> bool:
    return not char.isascii() and _wide(_DENSE_CHAR).match(char) is not None
