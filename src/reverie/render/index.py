"""MEMORY.md: the notes, a line each, within what an agent loads. Notes as they are listed → the index and its pages.
What people wrote into MEMORY.md stays: the lines made here stand in a block of their own, and a note somebody links to
by hand is not listed twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from heapq import nlargest
from math import log2

from reverie.records.changes import Put
from reverie.records.documents import Address, Described, Document, Listed, digest
from reverie.records.errors import BadDocument
from reverie.records.roll import Roll
from reverie.records.store import Reader
from reverie.render import block, catalogue, edit
from reverie.render.pointers import Entry, entry_of, mentioned, pointer, targets

LINES = 200
BYTES = 25_000
LEAST = 12  # lines that are ours even where people filled the whole index
NOTE = "made from the notes by reverie; write above or below"
TITLE = b"# Memory\n"
_ROOM = 4  # lines: the markers, and the gap before them
_DOUBLED = 30  # days: a note recalled twice as often counts as that much newer


@dataclass(frozen=True, slots=True)
class Index:
    """How an index is made. `own`: the file is Reverie's, so every note is listed; in another agent's file only those
    Reverie wrote or was asked about. `clean` takes secrets out; `recalls` and `confirmed` say what proved of use."""

    address: Address
    kind_of: Callable[[Address], str]
    describe: Callable[[Address, bytes], Described]
    own: bool = True
    clean: Callable[[str], str] = str
    recalls: Callable[[], Mapping[str, int]] = dict
    confirmed: Callable[[], Collection[str]] = tuple

    def render(self, reader: Reader, touched: Sequence[Address]) -> Iterator[Put]:
        """The puts that bring the index up to date after a change of these documents."""
        mine = [a for a in touched if a.root == self.address.root and self.kind_of(a) in ("note", "index", "page")]
        if not mine or self._stands(reader, mine):
            return
        roll, old = reader.roll(self.address.root), reader.read(self.address)
        counts = Counter({type or catalogue.UNTYPED: count for type, count in roll.counts().items()})
        if not counts and old is None:
            return
        text, groups = self._index(old, roll, counts, {a.path for a in mine})
        if old is None or text != old.content:
            yield Put(self.address, old.digest if old else None, text)
        known = {item.path: item.digest for item in _pages(reader, self.address.root)}
        lead = None if mine == [self.address] else catalogue.touched_by([a.path for a in mine if a != self.address])
        for path, page in catalogue.pages(roll, groups, known, lead).items():
            yield from self._page(path, page, known.get(path))

    def rebase(self, address: Address, now: bytes, after: bytes, before: bytes | None) -> bytes | None:
        """The index as it is, but with what people had written in it before a change, and not after; our block stays.
        None if people's part has changed since, or if there is a word of theirs in the block."""
        found = block.find(now)
        touched = found.conflicts or found.strays or any(part.edited or part.conflicted for part in found.blocks)
        if address != self.address or touched or edit.remove(now) != edit.remove(after):
            return None
        if not found.blocks:
            return None if before is None else edit.remove(before)
        old = TITLE if before is None else before
        return _placed(old, edit.remove(old), found.blocks[0].body.decode("utf-8", "replace"))

    def _stands(self, reader: Reader, mine: Sequence[Address]) -> bool:
        """Whether the index says of these notes just what it should, so that ten thousand others need not be asked."""
        index = reader.read(self.address)
        told = index.content.decode("utf-8", "replace").splitlines() if index else []
        lines = {line: n for n, line in enumerate(told)}
        for address in mine:
            there = reader.read(address) if lines and self.kind_of(address) == "note" else None
            what = self.describe(address, there.content) if there else None
            if what is None or what.fault or what.state != "active":
                return False
            entry = _entry(address, what)
            at = lines.get(pointer(entry))
            if at is None or not self._in_its_place(reader, entry, told[max(0, at - 1) : at + 2]):
                return False
        return True

    def _in_its_place(self, reader: Reader, entry: Entry, beside: Sequence[str]) -> bool:
        """Whether it stands between its neighbours as the block is sorted: its type may have changed."""
        near = _entries(reader.roll(self.address.root).at(targets("\n".join(beside))))
        known = {pointer(other): other for other in [*near, entry]}
        order = [_place_of(known[line]) for line in beside if line in known]
        return order == sorted(order)

    def _page(self, path: str, text: str, before: str | None) -> Iterator[Put]:
        if digest(text.encode()) != before:
            content = self.clean(text).encode()
            if digest(content) != before:
                yield Put(Address(self.address.root, path), before, content)

    def _index(
        self, old: Document | None, roll: Roll, counts: Counter[str], touched: Collection[str]
    ) -> tuple[bytes, list[str]]:
        content = old.content if old else TITLE
        reason = edit.obstacle(content, None, force=True)
        if reason:
            raise BadDocument(address=self.address, reason=reason)
        hand, listed = _parted(content, roll)
        by_hand = targets(hand.decode())
        if not self.own:
            wanted = _entries(roll.at((listed | set(touched)) - by_hand))
            by_name = mentioned(hand.decode(), {entry.path: entry.title for entry in wanted})
            wanted = [entry for entry in wanted if entry.path not in by_name]
            counts = Counter(map(catalogue.group_of, wanted))
        else:
            counts = counts - Counter(map(catalogue.group_of, _entries(roll.at(by_hand))))
            wanted = self._foremost(roll, counts.total(), by_hand)
        if not wanted:
            return hand, []
        body, groups = self._body(wanted, counts, hand)
        body = self.clean(body)  # ours alone: what people wrote is theirs, secrets and all
        return _placed(content, hand, body), groups

    def _foremost(self, roll: Roll, total: int, by_hand: Collection[str]) -> list[Entry]:
        """All, or if they are many, those of which the ones of most use will be chosen: the newest, and whatever was
        ever recalled or confirmed."""
        if total <= LINES:
            found = roll.newest(total + len(by_hand))
        else:
            found = [*roll.newest(LINES + len(by_hand)), *roll.at({*self.recalls(), *self.confirmed()})]
        return sorted({entry for entry in _entries(found) if entry.path not in by_hand})

    def _body(self, notes: Sequence[Entry], counts: Counter[str], hand: bytes) -> tuple[str, list[str]]:
        """The lines that fit, in a stable order, and after them a line for each group of which some did not."""
        lines = max(LEAST, LINES - hand.count(b"\n") - _ROOM)
        room = max(LEAST * 100, BYTES - len(hand) - 200)
        shown = _fitting(notes, lines, room) if counts.total() <= lines else []
        if len(shown) < counts.total():
            ranked = nlargest(lines, notes, key=self._use())
            shown = _fitting(ranked, lines - len(counts), room - len(counts) * 80)
        left, order = counts - Counter(map(catalogue.group_of, shown)), catalogue.GROUPS.index
        told = [pointer(note) for note in sorted(shown, key=_place_of)]
        groups = sorted(left, key=order)
        more = [f"- [{left[name]} more: {name}]({catalogue.page_path(name)})" for name in groups]
        return "\n".join([*told, *more]) + "\n", groups

    def _use(self) -> Callable[[Entry], tuple[bool, float, str]]:
        """What is of most use comes first: pinned, then by its date, as if it were newer for being recalled and
        confirmed. No clock is read, so a quiet night changes nothing."""
        recalls, confirmed = self.recalls(), self.confirmed()

        def use(note: Entry) -> tuple[bool, float, str]:
            path = note.path
            newer = _DOUBLED * (log2(1 + recalls.get(path, 0)) + (path in confirmed)) if recalls or confirmed else 0
            return note.pinned, _day(note.date) + newer, path

        return use


def _place_of(note: Entry) -> tuple[int, str]:
    return catalogue.GROUPS.index(catalogue.group_of(note)), note.path


def _entry(address: Address, what: Described) -> Entry:
    return entry_of(Listed(address.root, address.path, 0, "", what))


def _entries(items: Iterable[Listed]) -> list[Entry]:
    return [entry_of(item) for item in items]


def _pages(reader: Reader, root: str) -> Iterator[Listed]:
    there = reader.scan(root, catalogue.FOLDER)
    return (item for item in there if isinstance(item, Listed) and item.what.kind == "page")


@lru_cache(maxsize=4000)
def _day(text: str) -> int:
    try:
        return date.fromisoformat(text).toordinal()
    except ValueError:
        return 0


def _fitting(ranked: Iterable[Entry], lines: int, room: int) -> list[Entry]:
    shown: list[Entry] = []
    for note in ranked:
        room -= len(pointer(note).encode()) + 1
        if len(shown) >= lines or room < 0:
            break
        shown.append(note)
    return shown


def _parted(content: bytes, roll: Roll) -> tuple[bytes, set[str]]:
    """What people wrote, and the notes our block lists. Words somebody wrote into the block are theirs, too."""
    found = block.find(content)
    body = "".join(part.body.decode("utf-8", "replace") for part in found.blocks)
    hand = edit.remove(content)
    if any(part.edited for part in found.blocks):
        ours = {pointer(note) for note in _entries(roll.at(targets(body)))}
        kept = [
            line
            for line in body.splitlines()
            if line.strip() and line not in ours and f"]({catalogue.FOLDER}/" not in line
        ]
        if kept:
            end = b"\r\n" if b"\r\n" in content else b"\n"
            hand += (b"" if hand.endswith(b"\n") or not hand else end) + end.join(k.encode() for k in kept) + end
            return hand, targets(body) - targets("\n".join(kept))
    return hand, targets(body)


def _placed(content: bytes, hand: bytes, body: str) -> bytes:
    """The block where it stood, at the end, or, if the end would not be loaded, below the title."""
    if edit.remove(content) == hand and block.find(content).blocks:
        return edit.put(content, body, NOTE)
    if hand.count(b"\n") + body.count("\n") + _ROOM <= LINES and len(hand) + len(body.encode()) + 200 <= BYTES:
        return edit.put(hand, body, NOTE)
    first, newline, rest = hand.partition(b"\n")
    if not first.lstrip(b"\xef\xbb\xbf").startswith(b"# "):
        first, newline, rest = b"", b"", hand
    return edit.put(first + newline, body, NOTE) + rest
