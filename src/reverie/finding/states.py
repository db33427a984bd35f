"""Whether what a search found still agrees with the code, as far as nights looked it up: hits go in, the same hits with
their state go out. The log of verifications decides, so that it is known, too, of notes that only their agent writes;
what a note's own header doubts counts where there is no log, as in a fresh clone."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from reverie.layouts.layout import Layout
from reverie.records.checks import UNVERIFIED, Check, Looked, answer_for, check_of
from reverie.records.documents import Address, Document
from reverie.records.errors import BadDocument
from reverie.records.logs import LogRecord
from reverie.records.passages import Hit, Passage
from reverie.records.verification import LOG, Claim, Verification

if TYPE_CHECKING:
    from reverie.store.reading import Reading

FIELD = "doubt"
LONGEST = 200  # characters of a doubt in a header

Digest = Callable[[str], str]  # of a file as it is now, by its path; empty if it is not there
Now = Callable[[], Digest | None]  # the code as it is now; None where it cannot be looked at
Key = tuple[str, str, str, str]  # what a claim is about: its kind, name, place and version


class _Named(NamedTuple):
    """A claim of a document, and the line it stands on."""

    line: int
    claim: Claim


class _Page(NamedTuple):
    """A document as far as its state goes. `noted`: the day of the one note it is, if it is one."""

    named: Sequence[_Named]
    noted: str | None
    doubt: str


def with_states(hits: Sequence[Hit], store: Reading, layout: Layout, now: Now) -> list[Hit]:
    """`now` is asked only where something was looked up."""
    documents = _documents(store, {hit.passage.address for hit in hits})
    records = [record for record in store.records(LOG) if isinstance(record, LogRecord)] if documents else []
    pages = {address: _page(document, layout, claimed=bool(records)) for address, document in documents.items()}
    known = _known(records, {_key(one.claim)[1] for page in pages.values() for one in page.named}, now)
    return [_with_state(hit, pages.get(hit.passage.address), known) for hit in hits]


def _with_state(hit: Hit, page: _Page | None, known: Mapping[Key, Sequence[Looked]]) -> Hit:
    check = _check(hit.passage, page, known) if page else Check()
    told = "" if check.state == UNVERIFIED and not check.reason else check.told
    return replace(hit, check=check, passage=replace(hit.passage, verified=told))


def _check(passage: Passage, page: _Page, known: Mapping[Key, Sequence[Looked]]) -> Check:
    day = f"{passage.at:%Y-%m-%d}" if passage.at else ""
    noted = day if page.noted is None else page.noted
    here = [one.claim for one in page.named if passage.first <= one.line <= passage.last]
    beside = [one.claim for one in page.named if one.claim not in here] if page.noted is not None else []
    doubts = [found for claim in beside if (found := _looked(claim, known, noted)).state in ("gone", "moved")]
    doubt = check_of([found for found in doubts if not found.changed]).reason
    is_known = any(_looked(one.claim, known, noted).state for one in page.named)
    named = [_looked(claim, known, noted) for claim in here]
    return check_of(named, doubt or ("" if is_known or not page.doubt else f"is doubted: {page.doubt}"))


def _looked(claim: Claim, known: Mapping[Key, Sequence[Looked]], noted: str) -> Looked:
    """What became of a claim. A sentence that only supposes something says nothing that could be gone."""
    found = answer_for(known.get(_key(claim), ()), noted)
    if found is None:
        return Looked(claim.name, "unknown" if claim.supposed else "")
    if claim.supposed and found.state in ("gone", "moved"):
        return Looked(found.name, "unknown", found.now, found.reason, found.on, found.noted, found.changed)
    return found


def _key(claim: Claim) -> Key:
    return claim.kind, claim.name, claim.place, claim.version


def _documents(store: Reading, addresses: Iterable[str]) -> dict[str, Document]:
    found: dict[str, Document] = {}
    for address in sorted(addresses):
        try:
            document = store.read(Address.parse(address))
        except BadDocument:
            continue
        if document is not None:
            found[address] = document
    return found


def _page(document: Document, layout: Layout, *, claimed: bool) -> _Page:
    """As nights look at it (`tidying.work`): a file that is one note makes its claims on that note's day."""
    try:
        text = document.content.decode()
        is_note = layout.kind_of(document.address) == "note"
        notes = layout.notes(document) if is_note else []
    except (UnicodeDecodeError, BadDocument):
        return _Page((), None, "")
    named = _named(text) if claimed else []
    if len(notes) != 1:
        return _Page(named, None, "")
    doubt = " ".join(str(notes[0].extra.get(FIELD) or "").split())[:LONGEST]
    return _Page(named, notes[0].date.isoformat() if notes[0].date else "", doubt)


def _named(text: str) -> list[_Named]:
    from reverie.remember.claims import claims  # noqa: PLC0415 — 60 ms, and nothing to do where no night looked

    return [_Named(text.count("\n", 0, claim.start) + 1, claim) for claim in claims(text)]


def _known(records: Sequence[LogRecord], names: set[str], now: Now) -> dict[Key, list[Looked]]:
    """What was looked up of these names, newest last."""
    from reverie.remember.verified import newest, still_stands  # noqa: PLC0415

    found: defaultdict[Key, list[Looked]] = defaultdict(list)
    told = newest(record for record in records if record.facts.get("name") in names).values()
    digest = now() if told else None
    for one in sorted(told, key=lambda one: one.at):
        stands = digest is None or still_stands(one, digest, one.by)
        found[_key(one.claim)].append(_answer(one, changed=not stands))
    return found


def _answer(one: Verification, *, changed: bool) -> Looked:
    verdict, claim = one.verdict, one.claim
    gone = verdict.state in ("gone", "moved") and claim.supposed
    state = "unknown" if gone else verdict.state
    return Looked(claim.name, state, verdict.now, verdict.reason, f"{one.at:%Y-%m-%d}", one.noted, changed)
