"""The pages that list every note of a type, for those that do not fit into the index. A page that would be too long
lists pages instead, by how the notes' names begin; so one more note changes one line of one page."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from operator import itemgetter

from reverie.records.notes import TYPES
from reverie.render.pointers import Entry, linked, pointer

FOLDER = "index"
LONGEST = 400  # notes on one page
FEW = 200  # notes: when more changed, all pages are looked at
UNTYPED = "other"
GROUPS = (*TYPES, UNTYPED)
_PLAIN = re.compile(r"[a-z0-9_-]+")
_KEPT = re.compile(r"[a-z0-9_-]")
_LAST = "~"  # comes after every letter of a key
_PAGE = re.compile(rf"{FOLDER}/([a-z]+)(?:/(.+))?\.md")

Keyed = tuple[str, Entry]
_key: Callable[[Keyed], str] = itemgetter(0)


def group_of(entry: Entry) -> str:
    return entry.type or UNTYPED


def page_path(group: str, prefix: str = "") -> str:
    return f"{FOLDER}/{group}/{prefix}.md" if prefix else f"{FOLDER}/{group}.md"


def pages(
    entries: Sequence[Entry], groups: Iterable[str], known: Collection[str], touched: Collection[str] | None = None
) -> dict[str, str]:
    """Every page these groups need, and those that are there already, each as it should be; but if it is known what
    was `touched`, given as keys of notes and beginnings of pages, of those that are there only what may list it."""
    by_group: Mapping[str, list[Keyed]] = defaultdict(list)
    for entry in entries:
        by_group[entry.type or UNTYPED].append((key_of(entry.path[:-3]), entry))
    for found in by_group.values():
        found.sort()
    made: dict[str, str] = {}

    def stands(path: str, prefix: str) -> bool:
        return touched is not None and path in known and not any(key.startswith(prefix) for key in touched)

    for group in groups:
        _make(group, "", by_group.get(group, []), made, stands)
    for path in known:
        place = _PAGE.fullmatch(path)
        if place and place[1] in GROUPS and path not in made and not stands(path, place[2] or ""):
            inside = _beginning(by_group.get(place[1], []), place[2] or "")
            _make(place[1], place[2] or "", inside, made, stands)
    return made


def touched_by(paths: Sequence[str]) -> Collection[str] | None:
    """The keys of notes and the beginnings of pages, for `pages`; None, which is everything, if there are many."""
    found = {(place[2] or "") if (place := _PAGE.fullmatch(path)) else key_of(path[:-3]) for path in paths}
    return found if len(found) <= FEW else None


def key_of(slug: str) -> str:
    """A note's name in letters any file system knows: the pages are named by how these begin."""
    name = slug.rpartition("/")[2].casefold()
    if _PLAIN.fullmatch(name):
        return name
    return "".join(c if _KEPT.match(c) else "".join(f"={byte:02x}" for byte in c.encode()) for c in name)


def _make(
    group: str, prefix: str, inside: list[Keyed], made: dict[str, str], stands: Callable[[str, str], bool]
) -> None:
    if stands(page_path(group, prefix), prefix):
        return
    title = f"# Notes: {group}" + (f", {prefix}…" if prefix else "")
    up = "../" * (2 if prefix else 1)
    branches = _branches(inside, prefix) if len(inside) > LONGEST else {}
    here = branches.pop(prefix, []) if branches else inside  # what is called just like the page stands on it
    lines = [pointer(entry, up) for _, entry in here]
    lines += [_branch(group, key, found, bool(prefix)) for key, found in branches.items()]
    made[page_path(group, prefix)] = "\n".join([title, "", *(lines or ["None any more."])]) + "\n"
    for key, found in branches.items():
        _make(group, key, found, made, stands)


def _branches(inside: list[Keyed], prefix: str) -> dict[str, list[Keyed]]:
    first, last = inside[0][0], inside[-1][0]  # they are sorted, so what these two share, all share
    shared = next((i for i, (a, b) in enumerate(zip(first, last, strict=False)) if a != b), min(len(first), len(last)))
    if shared >= len(last):
        return {}  # they are called the same; nothing tells them apart
    depth = max(shared, len(prefix)) + 1
    found: dict[str, list[Keyed]] = {}
    start = 0
    while start < len(inside):
        key = _cut(inside[start][0], depth)
        found[key] = _beginning(inside, key, start) if len(key) >= depth else _called(inside, key, start)
        start += len(found[key])
    return found


def _beginning(inside: list[Keyed], prefix: str, start: int = 0) -> list[Keyed]:
    """Those, of all that are sorted by their keys, that begin so."""
    first = bisect_left(inside, prefix, start, key=_key)
    return inside[first : bisect_left(inside, prefix + _LAST, first, key=_key)]


def _called(inside: list[Keyed], key: str, start: int) -> list[Keyed]:
    return inside[start : bisect_right(inside, key, start, key=_key)]


def _cut(key: str, depth: int) -> str:
    """Not through the middle of an escaped letter."""
    equals = key.find("=", max(0, depth - 3), depth)
    return key[: equals + 3] if equals >= 0 else key[:depth]


def _branch(group: str, key: str, found: list[Keyed], below: bool) -> str:
    way = f"{linked(key)}.md" if below else f"{group}/{linked(key)}.md"
    count = f"{len(found)} note" + ("s" if len(found) != 1 else "")
    return f"- [{key}…]({way}) — {count}, {found[0][1].slug} to {found[-1][1].slug}"[:300]
