"""The memory at a glance, before anything is thought about it, and whether anything in it is new at all."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date

from reverie import __version__
from reverie.layouts.layout import Layout
from reverie.records.documents import Address, Document, Listed
from reverie.records.logs import Json, LogRecord
from reverie.records.store import Reader
from reverie.tools.ids import content_id

KINDS = ("note", "daily", "index", "page")


@dataclass(frozen=True, slots=True)
class Survey:
    """Every active note and day with its digest, and a mark of all of it."""

    notes: tuple[tuple[str, str], ...]
    others: tuple[str, ...] = ()
    mark: str = ""
    until: tuple[tuple[str, str], ...] = ()  # address, and the day it is valid until
    doubted: bool = False  # something of it is gone from the code: it is looked at every day
    pages: bool = False  # the index has pages beside it

    def mark_at(self, day: date, code: str, settings: str = "") -> str:
        """The same while there is nothing to do: the memory, the code, what a person set, and whose time is over."""
        over = (address for address, until in self.until if until < day.isoformat())
        return content_id(self.mark, code, settings, *over, day.isoformat() if self.doubted else "")

    def again_after(self, day: date) -> str:
        """The last day on which there is nothing to do though nothing changed: then a note's time is over, or one that
        is doubted is looked up again."""
        return _earliest([until for _, until in self.until], day, doubted=self.doubted)


def survey(reader: Reader, layout: Layout) -> Survey:
    found: list[tuple[str, str]] = []
    others: list[str] = []
    until: list[tuple[str, str]] = []
    doubted = pages = False
    for root in layout.roots:
        for item in reader.scan(root):
            if not isinstance(item, Listed):
                continue
            what, address = item.what, f"{root}:{item.path}"
            if what.kind in ("note", "daily") and what.state == "active" and not what.fault:
                found.append((address, item.digest))
                doubted = doubted or bool(what.facts.get("doubt"))
                if day := what.facts.get("until"):
                    until.append((address, day))
            elif what.kind == "index":
                others.append(address)
            pages = pages or what.kind == "page"
    mark = content_id(__version__, *(f"{address}={digest}" for address, digest in found))
    return Survey(tuple(found), tuple(others), mark, tuple(until), doubted, pages)


@dataclass(frozen=True, slots=True)
class Seen:
    """Up to where the memory was looked over: the store's mark, the code's, and when to look again all the same."""

    mark: str = ""
    code: str = ""
    again: str = ""
    settings: str = ""

    def after(self, mark: str, written: Iterable[Document], layout: Layout, day: date) -> Seen:
        """When these documents are written."""
        facts = [layout.describe(document.address, document.content).facts for document in written]
        untils = [self.again, *(one.get("until", "") for one in facts)]
        again = _earliest(untils, day, doubted=any(one.get("doubt") for one in facts))
        return replace(self, mark=mark, again=again)

    def facts(self) -> Json:
        return {"mark": self.mark, "code": self.code, "again": self.again, "by": _by(self.settings)}


def _earliest(untils: Iterable[str], day: date, *, doubted: bool) -> str:
    return day.isoformat() if doubted else min((until for until in untils if until >= day.isoformat()), default="")


def seen_of(last: LogRecord | None, settings: str = "") -> str:
    """The store's mark when the memory was last looked over, if it was by this very program with these settings."""
    seen = last.facts.get("seen") if last else None
    return str(seen.get("mark", "")) if isinstance(seen, dict) and seen.get("by") == _by(settings) else ""


def _by(settings: str) -> str:
    return f"{__version__} {settings}".strip()


def relevant(changed: Iterable[Address] | None, layout: Layout) -> list[Address] | None:
    """What of that is the memory's; None if it is not known what changed."""
    if changed is None:
        return None
    return sorted(found for found in changed if found.root in layout.roots and layout.kind_of(found) in KINDS)


def is_quiet(last: LogRecord, code: str, day: date) -> bool:
    """Whether nothing is to be done as long as no note changes: the code stands where it stood, and no time is over."""
    seen = last.facts.get("seen")
    if not isinstance(seen, dict) or seen.get("code") != code:
        return False
    again = str(seen.get("again", ""))
    return not again or day.isoformat() <= again
