"""A promoted memory in files: a note of its own, which the index then names; or, in OpenClaw's workspace, a line at the
end of MEMORY.md as OpenClaw itself writes it. Either says when it was promoted and from where."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC

from reverie.layouts.layout import OWN, Layout
from reverie.layouts.openclaw import CONTENT
from reverie.layouts.shelf import RETIRED
from reverie.records.changes import Put, Step
from reverie.records.documents import Address, Document, Listed
from reverie.records.errors import BadDocument
from reverie.records.notes import Note
from reverie.records.recalls import Promotion
from reverie.records.store import Reader

Read = Callable[[Address], Document | None]
HEADING = "Promoted From Short-Term Memory"
_LONGEST_TITLE = 60
_HOOK = 150
_TOLD = re.compile(r"<!--.{0,4000}?-->|\[score=[^\]\n]{0,400}\]", re.DOTALL)
_WORD = re.compile(r"\w+")


def plain(text: str) -> str:
    """The words of a text, by which it is known again wherever it stands."""
    return " ".join(_WORD.findall(_TOLD.sub(" ", text).casefold()))


def steps(layout: Layout, chosen: Sequence[Promotion], read: Read) -> list[tuple[Step, tuple[Promotion, ...]]]:
    """The steps that write these, and which each of them writes."""
    if not chosen:
        return []
    if layout.index is None:
        put = _appended(chosen, read)
        about = "promote " + " ".join(sorted(plain(one.text) for one in chosen))
        return [(Step("promote into MEMORY.md", (put,), about), tuple(chosen))]
    taken: set[Address] = set()
    return [(_noted(layout, one, read, taken), (one,)) for one in chosen]


# A note of its own


def _noted(layout: Layout, one: Promotion, read: Read, taken: set[Address]) -> Step:
    title = _title(one.text)
    base = layout.names(title, one.type)[0]
    slugs = (base if n == 1 else f"{base}-{n}" for n in range(1, 10_000))
    slug = next(s for s in slugs if layout.topic(s) not in taken and read(layout.topic(s)) is None)
    taken.add(layout.topic(slug))
    note = Note(slug, title, "", _short(one.text, _HOOK), one.type, origin=one.origin, created=one.at.date())
    content = layout.extended(None, note, f"{one.text.strip()}\n\n{_mark(one)}\n")
    reason = f"promote {one.source} to {layout.topic(slug).path}"
    return Step(reason, (Put(layout.topic(slug), None, content),), f"promote {plain(one.text)}")


def _mark(one: Promotion) -> str:
    at = f"{one.at.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"
    told = f"score: {one.score:.3f}; recalls: {one.recalls:g}; questions: {one.questions}; key: {_key(one.key)}"
    return f"<!-- promoted: {at}; source: {_key(one.source)}; {told} -->"


def _key(text: str) -> str:
    return text.replace("--", "%2D%2D").replace(">", "%3E").replace("\n", " ")


def _title(text: str) -> str:
    first = next((line for line in text.splitlines() if plain(line)), text).strip().strip("#*_`").strip()
    return _short(first.partition(". ")[0].rstrip("."), _LONGEST_TITLE)


def _short(text: str, most: int) -> str:
    line = " ".join(text.split())
    return line if len(line) <= most else line[: most - 1].rsplit(" ", 1)[0].rstrip(" ,;:") + "…"


# OpenClaw's MEMORY.md


def _appended(chosen: Sequence[Promotion], read: Read) -> Put:
    there = read(CONTENT)
    text = there.content.decode() if there else "# Long-Term Memory\n"
    end = "\r\n" if "\r\n" in text else "\n"
    gap = "" if text.endswith(end * 2) else end if text.endswith("\n") else end * 2
    lines = [f"## {HEADING} ({chosen[0].at.date().isoformat()})", ""]
    for one in chosen:
        facts = f"score={one.score:.3f} recalls={round(one.recalls)} avg={one.relevance:.3f}"
        lines.append(f"<!-- openclaw-memory-promotion:{_key(one.key)} -->")
        lines.append(f"- {' '.join(one.text.split())} [{facts} source={one.path}:{one.first}-{one.last}]")
    new = text + gap + end.join(lines) + end
    return Put(CONTENT, there.digest if there else None, new.encode())


# What is in long-term memory, and what has left it


class Standing:
    """Long-term memory as words, to tell whether something is in it, or was and was taken out."""

    def __init__(self, reader: Reader, layout: Layout, forgotten: Callable[[str], bool] = lambda _: False) -> None:
        self._forgotten = forgotten
        self._active = [plain_of(document) for document in _long_term(reader, layout)]
        self._retired = [plain_of(document) for document in _left(reader)]

    def where(self, text: str) -> str:
        """`active`, `retired`, `forgotten` or nothing."""
        if self._forgotten(text):
            return "forgotten"
        words = f" {plain(text)} "
        if any(words in known for known in self._retired):
            return "retired"
        return "active" if any(words in known for known in self._active) else ""

    @property
    def count(self) -> int:
        return len(self._active)


def plain_of(document: Document) -> str:
    return f" {plain(document.content.decode('utf-8', 'replace'))} "


def _long_term(reader: Reader, layout: Layout) -> Iterator[Document]:
    for root in layout.roots:
        listed = (item.address for item in reader.scan(root) if isinstance(item, Listed))
        yield from _read(reader, (address for address in listed if layout.kind_of(address) == "note"))


def _left(reader: Reader) -> Iterator[Document]:
    yield from _read(reader, (item.address for item in reader.scan(OWN, RETIRED) if isinstance(item, Listed)))


def _read(reader: Reader, addresses: Iterable[Address]) -> Iterator[Document]:
    for address in addresses:
        try:
            document = reader.read(address)
        except BadDocument:
            continue
        if document is not None:
            yield document
