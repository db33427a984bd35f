"""What a proposal would do to finding: the memory as it is and as it would be, and the questions asked of both. Nothing
is written; what holds a secret is left out of both."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from reverie.finding.sift import sifted, text_of
from reverie.layouts.layout import Layout
from reverie.records.changes import Move, Step
from reverie.records.documents import Address, Document, Listed
from reverie.records.engines import Embedder
from reverie.records.errors import BadDocument
from reverie.records.passages import Passage
from reverie.records.recalls import LOG
from reverie.records.store import Store
from reverie.remember.recalls import read
from reverie.remember.upkeep import of_notes
from reverie.reorganizing.questions import Question, asked, derived
from reverie.reorganizing.replay import Copy, Replay, replay

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

LOOKBACK = timedelta(days=90)  # how old a real question may be
DERIVED = 200  # questions made from notes, at most
LARGE = 3000  # passages: of more than these, words must do

Clean = Callable[[Sequence[str]], Sequence[str]]


@dataclass(frozen=True, slots=True)
class Trial:
    store: Store
    layout: Layout
    clean: Clean
    now: datetime
    embed: Callable[[], Embedder | None] = lambda: None

    def of(self, steps: Sequence[Step]) -> Replay:
        documents = {document.address: document for document in self._documents()}
        changed = afterwards(documents, steps)
        before, after = self._copy(documents.values()), self._copy(changed.values())
        passages = [passage for own in before.values() for passage in own]
        embed = self.embed() if len(passages) <= LARGE else None
        questions = self._questions(before, {address for step in steps for address in step.addresses})
        return replay(before, after, steps, questions, self.now, _Remembered(embed) if embed else None)

    def _questions(self, before: Copy, touched: set[Address]) -> list[Question]:
        """Real ones; and derived ones, for the notes that would change first, then for pinned ones, then for others."""
        counts = of_notes(self.store.records(LOG))
        passages = [passage for own in before.values() for passage in own]
        notes = [passage for passage in passages if passage.layer == "note"]
        notes.sort(key=lambda p: (Address.parse(p.address) not in touched, not p.pinned))
        real = asked(read(self.store.records(LOG, self.now - LOOKBACK)), {p.id: p for p in passages}, counts)
        return [*real, *derived(notes, counts, DERIVED)]

    def _documents(self) -> Iterable[Document]:
        for root in self.layout.roots:
            for item in self.store.scan(root):
                if isinstance(item, Listed) and self.layout.kind_of(item.address) in ("note", "daily"):
                    document = self.store.read(item.address)
                    if document is not None:
                        yield document

    def _copy(self, documents: Iterable[Document]) -> Copy:
        known = list(documents)
        texts = [text_of(document) for document in known]
        cleaned = self.clean(texts)
        return {
            document.address: self._passages(document, text, clean)
            for document, text, clean in zip(known, texts, cleaned, strict=True)
        }

    def _passages(self, document: Document, text: str, clean: str) -> list[Passage]:
        try:
            found = [passage for passage in self.layout.passages(document) if passage.state == "active"]
        except (BadDocument, UnicodeDecodeError):
            return []
        return found if text == clean else sifted(document, found, clean)


def afterwards(documents: Mapping[Address, Document], steps: Iterable[Step]) -> dict[Address, Document]:
    """The documents as these steps would leave them; what goes to `retired/` is gone."""
    found = dict(documents)
    for step in steps:
        for edit in step.edits:
            if isinstance(edit, Move):
                found.pop(edit.source, None)
            elif edit.address in documents:
                found[edit.address] = Document(edit.address, edit.content)
    return found


class _Remembered:
    """Most passages are the same before and after, and are embedded once."""

    def __init__(self, inner: Embedder) -> None:
        self._inner, self._known = inner, dict[str, "NDArray[np.float32]"]()
        self.name, self.dimensions = inner.name, inner.dimensions

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        import numpy as np  # noqa: PLC0415 — only where there is an embedder

        new = [text for text in dict.fromkeys(texts) if text not in self._known]
        if new:
            self._known.update(zip(new, self._inner.embed(new), strict=True))
        return np.asarray([self._known[text] for text in texts], dtype=np.float32)
