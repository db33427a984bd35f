"""What may be found: a note that holds a secret is left alone and never taken into an index."""

from __future__ import annotations

from collections.abc import Sequence

from reverie.records.documents import Document
from reverie.records.passages import Passage


def sifted(document: Document, passages: Sequence[Passage], clean: str) -> list[Passage]:
    """The passages without those that hold a secret. `clean` is the document's text without its secrets. Of a day only
    the item is left out; a note is left out whole, and so is whatever holds a secret outside of its passages."""
    lines = text_of(document).split("\n")
    kept = set(clean.split("\n"))
    touched = {number for number, line in enumerate(lines, 1) if line not in kept}
    if not touched:
        return list(passages)
    bad = [passage for passage in passages if any(n in touched for n in range(passage.first, passage.last + 1))]
    if touched - {n for passage in bad for n in range(passage.first, passage.last + 1)}:
        return []
    groups = {passage.group for passage in bad if passage.layer != "daily"}
    places = {(passage.first, passage.last) for passage in bad}
    return [p for p in passages if p.group not in groups and (p.first, p.last) not in places]


def text_of(document: Document) -> str:
    return document.content.decode("utf-8", "replace")
