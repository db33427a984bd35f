"""What earlier nights left on record about consolidation: what was done, proposed, declined and taken back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from reverie.layouts import proposals
from reverie.records.changes import Step
from reverie.records.documents import Address
from reverie.records.logs import LogRecord
from reverie.records.proposals import EXPIRED, OPEN, Proposal
from reverie.records.store import Store

LOG, MAKER = "consolidations", "consolidation"


def settled(store: Store, *, private: bool) -> frozenset[str]:
    """What need not be said again: it is proposed already, or a person said no. What has expired may be."""
    found = [one for _, one in proposals.filed(store, private=private) if one.status != EXPIRED]
    abouts = (step.about for one in found for step in one.steps)
    return frozenset((*(mark for one in found for mark in one.fingerprints), *parts_of(abouts)))


def parts_of(abouts: Iterable[str]) -> Iterator[str]:
    """A step may be about several matters, each of which is one by itself."""
    return (Step("", (), line).fingerprint for about in abouts for line in about.splitlines())


def undone_parts(store: Store, undone: frozenset[str]) -> frozenset[str]:
    """The matters of steps that a person took back: they stay taken back, whatever they come together with."""
    abouts = (about for about in abouts_done(store) if Step("", (), about).fingerprint in undone)
    return frozenset(parts_of(abouts))


def abouts_done(store: Store) -> Iterator[str]:
    """What every deed so far was about."""
    told = (record.facts.get("done") for record in store.records(LOG) if isinstance(record, LogRecord))
    deeds = (one for done in told if isinstance(done, list) for one in done if isinstance(one, dict))
    return (about for one in deeds if (about := str(one.get("about", ""))))


def nights_gone(store: Store) -> dict[str, int]:
    """For how many days in a row all that a note states has been gone. Two cycles of one day are one."""
    found: dict[str, int] = {}
    day = None
    for record in store.records(LOG):
        gone = record.facts.get("gone") if isinstance(record, LogRecord) else None
        if isinstance(record, LogRecord) and isinstance(gone, list):
            more = int(record.at.date() != day)
            found = {str(address): max(1, found.get(str(address), 0) + more) for address in gone}
            day = record.at.date()
    return found


def last(store: Store) -> LogRecord | None:
    found = None
    for record in store.records(LOG):
        if isinstance(record, LogRecord):
            found = record
    return found


def open_proposals(store: Store, *, private: bool) -> list[tuple[Address, Proposal]]:
    return [(address, one) for address, one in proposals.filed(store, private=private) if one.status == OPEN]
