"""The memory at a glance, before anything is thought about it, and whether anything in it is new at all."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from datetime import date

from reverie import __version__
from reverie.layouts.layout import Layout
from reverie.records.documents import Address, Described, Document, Listed
from reverie.records.errors import BadDocument
from reverie.records.logs import Json, LogRecord
from reverie.records.store import Reader, Store

MANY = 1000  # notes that changed: listing all is no more work then
LOOKED_AT = ("note", "daily")
KINDS = (*LOOKED_AT, "index", "page")


@dataclass(frozen=True, slots=True)
class Survey:
    """Active notes and days, each with its digest: all of them, or those that came or changed `since` a mark of the
    store, and the addresses of those that `left`."""

    notes: tuple[tuple[str, str], ...] = ()
    left: tuple[str, ...] = ()
    since: str = ""
    upto: str = ""
    others: tuple[str, ...] = ()
    until: tuple[str, ...] = ()  # the days notes are valid until
    doubted: bool = False  # something of it is gone from the code: it is looked at every day
    pages: bool = False  # the index has pages beside it

    def again_after(self, day: date) -> str:
        """The last day on which there is nothing to do though nothing changed: then a note's time is over, or one that
        is doubted is looked up again."""
        return _earliest(self.until, day, doubted=self.doubted)


def looked_over(store: Store, glance: Reader, layout: Layout, since: str, upto: str) -> Survey:
    """What is new since a mark of the store; everything, if that cannot be said, or is much."""
    _, changed = store.changed(since, look=False) if since else ("", None)
    news = None if changed is None else relevant(changed, layout, LOOKED_AT)
    if news is None or len(news) > MANY:
        return survey(glance, layout, upto)
    return _news(glance, layout, since, news, upto)


def survey(reader: Reader, layout: Layout, upto: str = "") -> Survey:
    """All of the memory."""
    there = (item for root in layout.roots for item in reader.scan(root) if isinstance(item, Listed))
    found = [(f"{item.root}:{item.path}", item.digest) for item in there if _is_looked_at(item.what)]
    return replace(_standing(reader, layout), notes=tuple(found), upto=upto)


def _news(reader: Reader, layout: Layout, since: str, changed: Iterable[Address], upto: str) -> Survey:
    notes, left = list[tuple[str, str]](), list[str]()
    for address in changed:
        found = _read(reader, address)
        if found and _is_looked_at(layout.describe(address, found.content)):
            notes.append((str(address), found.digest))
        else:
            left.append(str(address))
    return replace(_standing(reader, layout), notes=tuple(notes), left=tuple(left), since=since, upto=upto)


def _standing(reader: Reader, layout: Layout) -> Survey:
    """What is asked of the whole memory, and known without listing it."""
    watched = [item.what.facts for root in layout.roots for item in reader.roll(root).watched()]
    until = tuple(day for facts in watched if (day := facts.get("until")))
    found = Survey(until=until, doubted=any(facts.get("doubt") for facts in watched))
    if layout.index is None:
        return found
    pages = any(isinstance(item, Listed) for item in reader.scan(layout.index.root, "index"))
    return replace(found, others=(str(layout.index),), pages=pages)


def _is_looked_at(what: Described) -> bool:
    return what.kind in LOOKED_AT and what.state == "active" and not what.fault


def _read(reader: Reader, address: Address) -> Document | None:
    try:
        return reader.read(address)
    except BadDocument:
        return None


@dataclass(frozen=True, slots=True)
class Seen:
    """Up to where the memory was looked over: the store's mark, the code's, and when to look again all the same."""

    mark: str = ""
    code: str = ""
    again: str = ""
    settings: str = ""
    thought: str = ""  # the store's mark when it was last thought about

    def after(self, mark: str, written: Iterable[Document], layout: Layout, day: date) -> Seen:
        """When these documents are written."""
        facts = [layout.describe(document.address, document.content).facts for document in written]
        untils = [self.again, *(one.get("until", "") for one in facts)]
        again = _earliest(untils, day, doubted=any(one.get("doubt") for one in facts))
        return replace(self, mark=mark, again=again)

    def facts(self) -> Json:
        told: dict[str, Json] = {"mark": self.mark, "code": self.code, "again": self.again, "by": _by(self.settings)}
        return {**told, "thought": self.thought}


def _earliest(untils: Iterable[str], day: date, *, doubted: bool) -> str:
    return day.isoformat() if doubted else min((until for until in untils if until >= day.isoformat()), default="")


def seen_of(last: LogRecord | None, settings: str = "") -> str:
    """The store's mark when the memory was last looked over, if it was by this very program with these settings."""
    seen = last.facts.get("seen") if last else None
    return str(seen.get("mark", "")) if isinstance(seen, dict) and seen.get("by") == _by(settings) else ""


def thought_of(last: LogRecord | None) -> str:
    """The store's mark when it was last thought about."""
    seen = last.facts.get("seen") if last else None
    return str(seen.get("thought", "")) if isinstance(seen, dict) else ""


def _by(settings: str) -> str:
    return f"{__version__} {settings}".strip()


def relevant(changed: Iterable[Address], layout: Layout, kinds: Collection[str] = KINDS) -> list[Address]:
    """What of that is the memory's."""
    return sorted(found for found in changed if found.root in layout.roots and layout.kind_of(found) in kinds)


def is_quiet(last: LogRecord, code: str, day: date) -> bool:
    """Whether nothing is to be done as long as no note changes: the code stands where it stood, and no time is over."""
    seen = last.facts.get("seen")
    if not isinstance(seen, dict) or seen.get("code") != code:
        return False
    again = str(seen.get("again", ""))
    return not again or day.isoformat() <= again
