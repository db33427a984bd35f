"""Whether what notes say of the code is still so. What is gone is said in the note's header, from where the index and
every hit know it; what is there again is no longer doubted. A claim is looked up again only when something it rests on
has changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from reverie.gather.codebase import VERSION, Snapshot, look_up
from reverie.layouts import fields, notefile
from reverie.records.changes import Put
from reverie.records.documents import Address
from reverie.records.logs import LogRecord
from reverie.records.tidying import Checked, Tidy
from reverie.records.verification import Claim, Verification
from reverie.remember.claims import claims
from reverie.remember.verified import claim_id, due, id_of, newest, to_record
from reverie.tidying.overlay import Deed, Overlay
from reverie.tidying.shelf import Card, Shelf
from reverie.tools import frontmatter
from reverie.tools.git import Git, GitFailed

FIELD = "doubt"
NO_GIT = "there is no commit here that could tell"
NAMED = 2  # of what is gone from one note
MOST = 20_000  # claims that are looked up in one night


@dataclass(frozen=True, slots=True)
class Looked:
    """What became of every claim, and what of it is new."""

    checked: tuple[Checked, ...] = ()
    records: tuple[LogRecord, ...] = ()
    hollow: tuple[str, ...] = ()


def of_note(text: str) -> list[dict[str, Any]]:
    """A note's claims, as the shelf keeps them, each with its line."""
    return [{**asdict(claim), "line": text.count("\n", 0, claim.start) + 1} for claim in claims(text)]


def verify(ask: Tidy, shelf: Shelf, overlay: Overlay) -> Looked:
    told = shelf.all_claims()
    if not told or not ask.repo:
        return Looked()
    try:
        now = Snapshot.of_commit(Git.at(Path(ask.repo)))
    except GitFailed:  # nothing is doubted for that, nor is a doubt taken back
        return Looked(tuple(_unverifiable(card, row) for card, row in told) if ask.only_verify else ())
    known = newest(ask.known)
    wanted: dict[str, tuple[Claim, Card]] = {}
    standing: dict[str, Verification] = {}
    for card, row in told:
        claim, noted = _claim(row), _day(card)
        id = claim_id(claim, noted)
        if due([claim], known, now.digest, VERSION, noted)[0]:
            wanted.setdefault(id, (claim, card))
        standing |= {id: known[id]} if id in known else {}
    asked = list(wanted.values())[:MOST]
    verdicts = look_up(now, [(claim, _moment(card)) for claim, card in asked]) if asked else ()
    new = [
        Verification(claim, verdict, now.ref or "", ask.now, VERSION, _day(card))
        for (claim, card), verdict in zip(asked, verdicts, strict=True)
    ]
    standing |= {id_of(one): one for one in new}
    checked = tuple(_checked(card, row, standing) for card, row in told if _id(card, row) in standing)
    if ask.acts and not ask.only_verify:
        _say_in_notes(checked, shelf, overlay)
    return Looked(checked, tuple(to_record(one) for one in new), tuple(_hollow(checked, shelf)))


def _claim(row: dict[str, Any]) -> Claim:
    return Claim(**{name: value for name, value in row.items() if name != "line"})


def _moment(card: Card) -> datetime | None:
    return datetime(card.day.year, card.day.month, card.day.day, tzinfo=UTC) if card.day else None


def _day(card: Card) -> str:
    return card.day.isoformat() if card.day else ""


def _id(card: Card, row: dict[str, Any]) -> str:
    return claim_id(_claim(row), _day(card))


def _checked(card: Card, row: dict[str, Any], standing: dict[str, Verification]) -> Checked:
    claim = _claim(row)
    verdict = standing[_id(card, row)].verdict
    state = "unknown" if claim.supposed and verdict.state in ("gone", "moved") else verdict.state
    return Checked(card.address, row["line"], claim.kind, claim.text, state, verdict.now, verdict.reason)


def _unverifiable(card: Card, row: dict[str, Any]) -> Checked:
    claim = _claim(row)
    return Checked(card.address, row["line"], claim.kind, claim.text, "unknown", reason=NO_GIT)


def _hollow(checked: Sequence[Checked], shelf: Shelf) -> Iterator[str]:
    """Notes that state nothing but what is gone. One that says anything else besides is only doubted."""
    by_note: dict[str, list[Checked]] = {}
    for one in checked:
        by_note.setdefault(one.address, []).append(one)
    for address, found in sorted(by_note.items()):
        gone = [one.line for one in found if one.state == "gone"]
        stated = [s for card in shelf.cards(address) for s in shelf.statements(address, card.slug)]
        whole = len(stated) == sum(card.statements for card in shelf.cards(address))
        if len(gone) == len(found) and whole and all(any(s.first <= n <= s.last for n in gone) for s in stated):
            yield address


def _say_in_notes(checked: Sequence[Checked], shelf: Shelf, overlay: Overlay) -> None:
    doubts: dict[str, list[Checked]] = {}
    for one in checked:
        doubts.setdefault(one.address, []).extend([one] if one.state in ("gone", "moved") else [])
    for card in shelf.cards():
        wanted = bool(doubts.get(card.address))
        if card.kind == "note" and not card.fixed and (wanted or card.doubted):
            _say(Address.parse(card.address), in_words(doubts.get(card.address, ())), overlay)


def in_words(found: Iterable[Checked]) -> str:
    """`src/jwt.py` is gone; `parse` moved to `src/tokens.py`."""
    parts = list(dict.fromkeys(_word(one) for one in found))
    return "; ".join(parts[:NAMED]) + (f" and {len(parts) - NAMED} more" if len(parts) > NAMED else "")


def _word(one: Checked) -> str:
    name = one.text.strip("`")
    return f"`{name}` moved to `{one.now}`" if one.state == "moved" and one.now else f"`{name}` is gone"


def _say(address: Address, doubt: str, overlay: Overlay) -> None:
    there = overlay.read(address)
    if there is None:
        return
    before = str(notefile.facts_of(frontmatter.read(there.content)).get(FIELD) or "")
    if before == doubt:
        return
    try:
        content = fields.changed(there.content, {FIELD: doubt or None})
    except fields.Unchangeable:
        return
    name = address.name.removesuffix(".md")
    reason = f"`{name}`: {doubt}" if doubt else f"`{name}`: what it speaks of is there again"
    overlay.do(Deed("doubt", f"doubt {name} {doubt}", reason), [Put(address, there.digest, content)])
