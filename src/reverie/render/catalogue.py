"""The pages that list every note of a type, for those that do not fit into the index. A page that would be too long
lists pages instead, by how the notes' names begin; so one more note changes one line of one page."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from reverie.records.documents import Listed
from reverie.records.notes import TYPES
from reverie.records.roll import Roll, key_of
from reverie.render.pointers import Entry, entry_of, linked, pointer

FOLDER = "index"
LONGEST = 400  # notes on one page
FEW = 200  # notes: when more changed, all pages are looked at
UNTYPED = "other"
GROUPS = (*TYPES, UNTYPED)
_FIRST, _LAST = "!", "~"  # come before and after every letter of a key
_PAGE = re.compile(rf"{FOLDER}/([a-z]+)(?:/(.+))?\.md")


def group_of(entry: Entry) -> str:
    return entry.type or UNTYPED


def page_path(group: str, prefix: str = "") -> str:
    return f"{FOLDER}/{group}/{prefix}.md" if prefix else f"{FOLDER}/{group}.md"


def pages(
    roll: Roll, groups: Iterable[str], known: Collection[str], touched: Collection[str] | None = None
) -> dict[str, str]:
    """Every page these groups need, and those that are there already, each as it should be; but if it is known what
    was `touched`, given as keys of notes and beginnings of pages, of those that are there only what may list it."""
    made: dict[str, str] = {}

    def stands(path: str, prefix: str) -> bool:
        return touched is not None and path in known and not any(key.startswith(prefix) for key in touched)

    for group in groups:
        _make(Part(roll, group), "", made, stands)
    for path in known:
        place = _PAGE.fullmatch(path)
        if place and place[1] in GROUPS and path not in made and not stands(path, place[2] or ""):
            _make(Part(roll, place[1], place[2] or "", (place[2] or "") + _LAST), place[2] or "", made, stands)
    return made


def touched_by(paths: Sequence[str]) -> Collection[str] | None:
    """The keys of notes and the beginnings of pages, for `pages`; None, which is everything, if there are many."""
    found = {(place[2] or "") if (place := _PAGE.fullmatch(path)) else key_of(path) for path in paths}
    return found if len(found) <= FEW else None


def _make(all: Part, prefix: str, made: dict[str, str], stands: Callable[[str, str], bool]) -> None:
    path = page_path(all.group, prefix)
    if stands(path, prefix):
        return
    title = f"# Notes: {all.group}" + (f", {prefix}…" if prefix else "")
    up = "../" * (2 if prefix else 1)
    here, branches = _branches(all) if all.count > LONGEST else (all, {})
    lines = [pointer(entry_of(item), up) for item in here.items]
    lines += [_branch(key, part, bool(prefix)) for key, part in branches.items()]
    made[path] = "\n".join([title, "", *(lines or ["None any more."])]) + "\n"
    for key, part in branches.items():
        _make(part, key, made, stands)


@dataclass(frozen=True)
class Part:
    """The notes of a group whose keys lie from one up to another."""

    roll: Roll
    group: str
    low: str = ""
    high: str = _LAST

    @property
    def _asked(self) -> tuple[str, str, str]:
        return "" if self.group == UNTYPED else self.group, self.low, self.high

    @cached_property
    def count(self) -> int:
        return self.roll.count(*self._asked)

    @property
    def first(self) -> str:
        return self.roll.first(*self._asked)

    @property
    def last(self) -> str:
        return self.roll.last(*self._asked)

    @property
    def items(self) -> list[Listed]:
        return self.roll.between(*self._asked)


def _branches(all: Part) -> tuple[Part, dict[str, Part]]:
    """What stands on the page itself, because nothing follows in its name that would tell it from others; and what
    stands on further pages, by how it begins."""
    first, last = key_of(all.first), key_of(all.last)  # in their order, so what these two share, all share
    shared = next((i for i, (a, b) in enumerate(zip(first, last, strict=False)) if a != b), min(len(first), len(last)))
    if shared >= len(last):
        return all, {}  # they are called the same
    here = replace(all, low=first[:shared], high=first[:shared] + _FIRST)
    found: dict[str, Part] = {}
    rest = replace(all, low=here.high)
    while path := rest.first:
        key = _cut(key_of(path), shared + 1)
        found[key] = replace(all, low=key, high=key + _LAST)
        rest = replace(all, low=found[key].high)
    return here, found


def _cut(key: str, depth: int) -> str:
    """Not through the middle of an escaped letter."""
    equals = key.find("=", max(0, depth - 3), depth)
    return key[: equals + 3] if equals >= 0 else key[:depth]


def _branch(key: str, part: Part, below: bool) -> str:
    way = f"{linked(key)}.md" if below else f"{part.group}/{linked(key)}.md"
    count = f"{part.count} note" + ("s" if part.count != 1 else "")
    first, last = (path.removesuffix(".md") for path in (part.first, part.last))
    return f"- [{key}…]({way}) — {count}, {first} to {last}"[:300]
