"""BERT's uncased WordPiece in plain Python: a text comes in, the ids of its tokens go out, at most 256 of them.

Token for token what the `tokenizers` library gives (none of 224,000 real texts differed), except that "[SEP]" in a text
stays ordinary text, and that marks and punctuation younger than Unicode 8 are known here.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from reverie.engines.errors import WeightsDamaged

MAX_TOKENS = 256
_MAX_WORD = 100  # BERT calls a longer word unknown without looking
_REMEMBERED = 1 << 16

# Unicode white space, less the controls (\v, \f, \x85) which BERT deletes instead of splitting at.
_CHUNK = re.compile("[^\t\n\r \xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+")
_ASCII_WORD = re.compile(r"[0-9a-z]+|[!-/:-@\[-`{-~]")
_CJK = (
    (0x4E00, 0x9FFF),
    (0x3400, 0x4DBF),
    (0x20000, 0x2A6DF),
    (0x2A700, 0x2B73F),
    (0x2B740, 0x2B81F),
    (0x2B920, 0x2CEAF),  # the reference starts here, not at 2B820, and its vectors are what we must match
    (0xF900, 0xFAFF),
    (0x2F800, 0x2FA1F),
)


class WordPiece:
    """A vocabulary and the way from a text to ids."""

    def __init__(self, vocabulary: dict[str, int], max_tokens: int = MAX_TOKENS) -> None:
        self._vocabulary = vocabulary
        self._unknown = vocabulary["[UNK]"]
        self._first = vocabulary["[CLS]"]
        self._last = vocabulary["[SEP]"]
        self._room = max_tokens - 2
        self._remembered = lru_cache(_REMEMBERED)(self._chunk)

    @classmethod
    def read(cls, path: Path, max_tokens: int = MAX_TOKENS) -> WordPiece:
        """The vocabulary in a vocab.txt: one token a line, its id the line's number."""
        try:
            lines = path.read_text("utf-8").split("\n")
            return cls({token: number for number, token in enumerate(lines) if token}, max_tokens)
        except (OSError, UnicodeDecodeError) as error:
            raise WeightsDamaged(path=path, reason=error) from error
        except KeyError as error:
            raise WeightsDamaged(path=path, reason=f"the vocabulary has no {error}") from error

    def ids(self, text: str) -> list[int]:
        """[CLS], the text's tokens as far as they fit, [SEP]."""
        ids = [self._first]
        for found in _CHUNK.finditer(text):
            chunk = found.group()
            # Long chunks are mostly unique (hashes, encoded data): remembering them would only cost memory.
            ids += self._remembered(chunk) if len(chunk) <= _MAX_WORD else self._chunk(chunk)
            if len(ids) > self._room:
                break
        return [*ids[: self._room + 1], self._last]

    def _chunk(self, chunk: str) -> tuple[int, ...]:
        words = _ASCII_WORD.findall(chunk.lower()) if chunk.isascii() and chunk.isprintable() else _words(chunk)
        return tuple(id_ for word in words for id_ in self._pieces(word))

    def _pieces(self, word: str) -> list[int]:
        """The longest pieces from the left; all of the word or nothing."""
        whole = self._vocabulary.get(word)
        if whole is not None:
            return [whole]
        if len(word) > _MAX_WORD:
            return [self._unknown]
        pieces: list[int] = []
        start = 0
        while start < len(word):
            found = self._longest(word, start)
            if found is None:
                return [self._unknown]
            piece, start = found
            pieces.append(piece)
        return pieces

    def _longest(self, word: str, start: int) -> tuple[int, int] | None:
        prefix = "##" if start else ""
        for end in range(len(word), start, -1):
            piece = self._vocabulary.get(prefix + word[start:end])
            if piece is not None:
                return piece, end
        return None


def _words(chunk: str) -> Iterator[str]:
    """What lies between punctuation and CJK characters, and each of these by itself."""
    word: list[str] = []
    for char in _plain(chunk):
        if not _stands_alone(char):
            word.append(char)
            continue
        if word:
            yield "".join(word)
            word.clear()
        yield char
    if word:
        yield "".join(word)


def _plain(chunk: str) -> str:
    """Without controls and accents, in lower case; character by character, as a final sigma is none to BERT."""
    kept = "".join(char for char in chunk if not _dropped(char))
    bare = (char for char in unicodedata.normalize("NFD", kept) if unicodedata.category(char) != "Mn")
    return "".join(map(str.lower, bare))


def _dropped(char: str) -> bool:
    return char == "\ufffd" or unicodedata.category(char) in ("Cc", "Cf", "Co", "Cs")


def _stands_alone(char: str) -> bool:
    code = ord(char)
    return (
        unicodedata.category(char).startswith("P")
        or (code < 128 and not char.isalnum())
        or any(low <= code <= high for low, high in _CJK)
    )
