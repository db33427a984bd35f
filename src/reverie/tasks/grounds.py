"""What a packet can prove: whose word each item is, what a person said in their own words, where a quote stands, and
which items hold a token."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from reverie.records.events import Origin
from reverie.records.tasks import PERSONS, Item, ItemKind, Packet
from reverie.tasks.form import shown
from reverie.tasks.kind import Unfit
from reverie.tasks.tokens import NEWLINE, Token, stands, telling

# What a tool, a page or another agent wrote, whatever the origin it came with.
OUTSIDE = frozenset({ItemKind.ERROR, ItemKind.REVIEW, ItemKind.REPORT})
DONE = frozenset({ItemKind.REMEDY, ItemKind.WORKS})  # commands the agent ran itself, and they passed
_FENCED = re.compile(r"```(?:.*```|.*)", re.DOTALL)  # up to the last: what was pasted may close a fence itself
_PASTED = re.compile(rf"(?:(?<={NEWLINE})|\A)[ \t]*>[^{NEWLINE}]*")
_TAGGED = re.compile(r"<([a-z][\w-]{2,40})>.*</\1>", re.DOTALL | re.IGNORECASE)
_BREAK = re.compile(rf"[ \t]*(?:\r\n|\n|{NEWLINE})[ \t]*")


@dataclass(frozen=True, slots=True)
class Found:
    """A quote in an item: the slice of the item as it stands there."""

    item: Item
    text: str
    own: bool  # in the words of the person whose item it is


def level(item: Item) -> Origin:
    """Whose word an item is. Only what a person typed counts as a person's, and what tools print is a tool's."""
    if item.kind in PERSONS and item.origin is Origin.USER:
        return Origin.USER
    if item.kind in OUTSIDE or item.origin in (Origin.TOOL, Origin.SYSTEM):
        return Origin.TOOL
    return Origin.AGENT


@lru_cache(maxsize=1024)
def own_words(text: str) -> str:
    """What a person typed themselves: fenced blocks, quoted lines and tagged blocks were pasted. Of the same length, so
    that a place in one is the same place in the other."""
    for pasted in (_FENCED, _PASTED, _TAGGED):
        text = pasted.sub(lambda found: " " * len(found[0]), text)
    return text


def pasted_words(text: str) -> str:
    """What a person pasted: the rest. Nobody knows whose it is."""
    own = own_words(text)
    return "".join(char if kept == " " else " " for char, kept in zip(text, own, strict=True)) if own != text else ""


def whole(item: Item) -> str:
    """All that an item says, with the files it is about."""
    return "\n".join((item.text, item.context, *item.files))


def cited_items(ids: Iterable[str], packet: Packet) -> tuple[Item, ...]:
    """The items, each once, in the packet's order; Unfit if one is not there."""
    wanted = set(ids)
    if foreign := sorted(wanted - {item.id for item in packet.items}):
        raise Unfit(f"it cites `{shown(foreign[0])}`, and there is no such line")
    return tuple(item for item in packet.items if item.id in wanted)


def find_quote(quote: str, cited: Sequence[Item]) -> Found:
    """The cited item that holds the quote byte for byte: a person's own words first. Only line breaks may be told
    otherwise: ⏎, a newline, and the blanks around either are one and the same. A quote says something telling."""
    wanted = quote.strip()
    found = [hit for item in cited for hit in _hits(wanted, item)]
    if not found:
        raise Unfit(f"its quote “{shown(quote)}” does not stand, letter for letter, in a line it cites")
    if not telling(wanted) and all(wanted != item.text.strip() for item in cited):
        raise Unfit(f"its quote “{shown(quote)}” says nothing by itself; quote the words that carry the lesson")
    return min(found, key=lambda hit: (not hit.own, _rank(hit.item)))


def _rank(item: Item) -> int:
    return (Origin.USER, Origin.AGENT, Origin.TOOL).index(level(item))


def _hits(wanted: str, item: Item) -> Iterable[Found]:
    if not wanted:
        return
    for text, is_own in ((item.text, level(item) is Origin.USER), (item.context, False)):
        if place := _place(wanted, text):
            start, end = place
            yield Found(item, text[start:end], is_own and own_words(text)[start:end] == text[start:end])


def _place(wanted: str, text: str) -> tuple[int, int] | None:
    at = text.find(wanted)
    if at >= 0:
        return at, at + len(wanted)
    lines = [line for line in _BREAK.split(wanted) if line]
    if len(lines) < 2:
        return None
    found = re.search(rf"[ \t]*{NEWLINE}[ \t{NEWLINE}]*".join(map(re.escape, lines)), text)
    return found.span() if found else None


def missing(tokens: Iterable[Token], cited: Sequence[Item], packet: Packet) -> str:
    """Which token stands in no cited item, and where it stands instead; empty if all are there."""
    texts = [whole(item) for item in cited]
    for token in tokens:
        if any(stands(token, text) for text in texts):
            continue
        others = [item.id for item in packet.items if stands(token, whole(item))]
        where = f"only in {', '.join(others[:3])}, which it does not cite" if others else "nowhere in the lines"
        return f"it names `{shown(token.text)}`, which stands {where}"
    return ""


def outside_terms(packet: Packet) -> frozenset[str]:
    """The telling terms of what tools and pages said, and of what persons pasted."""
    texts = [item.text for item in packet.items if level(item) is Origin.TOOL]
    texts += [pasted_words(item.text) for item in packet.items if level(item) is Origin.USER]
    return frozenset(term for text in texts for term in telling(text))


def scope(files: Iterable[str], cited: Sequence[Item], packet: Packet) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The files a lesson may be about, and those it may not: it is about files of the session, or folders and globs
    that hold one."""
    known = {*packet.files, *(name for item in cited for name in item.files)}
    kept: list[str] = []
    dropped: list[str] = []
    for name in dict.fromkeys(files):
        (kept if _is_of(name.strip(), known) else dropped).append(name.strip())
    return tuple(kept), tuple(dropped)


def _is_of(name: str, known: set[str]) -> bool:
    parts = name.split("/")
    if not name or len(name) > 200 or ".." in parts or name[0] in "/~" or not name.isprintable():
        return False
    if name in known:
        return True
    folder, glob, _ = name.partition("*")
    folder = folder.rpartition("/")[0] if glob else name.rstrip("/")
    if not folder:  # of a glob of the whole project only its ending says something
        ending = name.rpartition("*")[2]
        return bool(glob) and "/" not in ending and len(ending) > 1 and any(one.endswith(ending) for one in known)
    return any(one.startswith(f"{folder}/") for one in known)
