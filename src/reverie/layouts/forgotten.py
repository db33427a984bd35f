"""What a person wanted forgotten, as far as it can be known again: retired notes that say so, and for what was purged
keyed marks alone, which confirm no guess. The same words count, however they are cased, punctuated or broken."""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from reverie.layouts.layout import OWN, Layout
from reverie.layouts.promoted import plain
from reverie.layouts.shelf import RETIRED
from reverie.records.documents import Listed
from reverie.records.errors import BadDocument
from reverie.records.logs import LogRecord
from reverie.records.store import Reader, Store

FIELD = "forgotten"  # of a header: the day; also the status, so that a listing tells it
PURGED = "purged"
INSTEAD = "(purged)"  # stands where text was taken out for good
LOG = "forgotten"
LEAST = 4  # words of a sentence that is known again by itself
_ENDS = re.compile(r"(?<=[.!?;])\s+|\n\s*\n")


@dataclass(frozen=True, slots=True)
class Forgotten:
    key: bytes = b""
    marks: frozenset[str] = frozenset()

    def holds(self, text: str) -> bool:
        """Whether this was forgotten, or one of its sentences was."""
        return bool(self.marks) and any(mark(self.key, words) in self.marks for words in parts(text))


def parts(text: str) -> list[str]:
    """The whole as words, and each sentence that can be known by itself."""
    whole = plain(text)
    said = [words for sentence in _ENDS.split(text) if len((words := plain(sentence)).split()) >= LEAST]
    return list(dict.fromkeys([whole, *said])) if whole else []


def mark(key: bytes, words: str) -> str:
    return hmac.new(key, f"forgotten {words}".encode("utf-8", "surrogatepass"), hashlib.sha256).hexdigest()[:32]


def marks(key: bytes, texts: Iterable[str]) -> list[str]:
    return sorted({mark(key, words) for text in texts for words in parts(text)})


def tombstones(store: Store, layout: Layout, key: bytes) -> Forgotten:
    """All that must not come back by itself."""
    found = set(marks(key, _texts(store, layout)))
    for record in store.records(LOG):
        known = record.facts.get("marks") if isinstance(record, LogRecord) else None
        if isinstance(known, list):
            found.update(map(str, known))
    return Forgotten(key, frozenset(found))


def _texts(reader: Reader, layout: Layout) -> Iterator[str]:
    for item in reader.scan(OWN, RETIRED):
        if not isinstance(item, Listed) or item.what.state != FIELD:
            continue
        try:
            document = reader.read(item.address)
        except BadDocument:
            continue
        if document is not None:
            yield from (passage.text for passage in layout.passages(document))
