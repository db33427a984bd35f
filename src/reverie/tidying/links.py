"""Links follow a note that leaves to the one that took its place: in a page's text, and nowhere else in it."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from urllib.parse import unquote

from reverie.layouts.layout import Layout
from reverie.records.documents import Address, Document
from reverie.records.errors import BadAddress
from reverie.render.pointers import linked, targets
from reverie.tools import blocks

_LINK = re.compile(
    r"\[(?P<text>[^\]\n]{0,400})\]\((?P<open><?)(?P<target>[^()<>\n]{0,400}?)(?P<close>>?)"
    r"(?P<title>\s{1,40}\"[^\"\n]{0,400}\")?\)"
)
_WIKI = re.compile(r"\[\[(?P<target>\w[^\]|#\n]{0,400})(?<! )(?P<rest>[|#][^\]\n]{0,400})?\]\]")
_LISTED = re.compile(r"\s*[-*+] \[")

Moves = Mapping[Address, Address | None]


def pointed_to(document: Document) -> set[Address]:
    """The documents of its root that a document links to."""
    folder, found = document.address.folder, set[Address]()
    for target in targets(document.content.decode("utf-8", "replace")):
        path = os.path.normpath(f"{folder}/{target}" if folder else target)
        if "://" not in target and target and not path.startswith((".", "/")):
            try:
                found.add(Address(document.address.root, path))
            except BadAddress:
                continue
    return found


@dataclass(frozen=True, slots=True)
class Leaving:
    """Where the links to notes that leave should lead: to another note, or nowhere. `titles`: agents also name a note
    in double brackets by its title."""

    moves: Moves
    titles: Mapping[str, Address] = field(default_factory=dict)

    def meant(self, home: Address, target: str, *, named: bool) -> Address | None:
        """The note that leaves which a link means, if it means one."""
        path = _at(home, f"{target}.md" if named else target)
        if path in self.moves or not named:
            return path if path in self.moves else None
        names = {plain(address.name.removesuffix(".md")): address for address in self.moves} | dict(self.titles)
        return names.get(plain(target))

    def in_text(self, content: bytes, home: Address) -> bool:
        """Whether a link still means one of them, outside of what Reverie makes itself."""
        parts = blocks.split(content.decode("utf-8", "replace"))[::2]
        return any(self.in_line(part, home) for part in parts)

    def in_line(self, line: str, home: Address) -> set[Address]:
        links = (self.meant(home, _path(found["target"]), named=False) for found in _LINK.finditer(line))
        names = (self.meant(home, found["target"].strip(), named=True) for found in _WIKI.finditer(line))
        return {address for address in (*links, *names) if address is not None}


def plain(name: str) -> str:
    """Agents write a note's name with dashes or underscores as it comes."""
    return name.casefold().removesuffix(".md").replace("_", "-")


def relinked(
    document: Document, leaving: Leaving, layout: Layout, may_go: Callable[[str], bool] = lambda _: True
) -> bytes:
    """The document with its links where they should lead now. What Reverie makes into it is left: it is made anew.
    `may_go`: whether a line of the index that only lists what left may leave with it."""
    try:
        text = document.content.decode()
    except UnicodeDecodeError:
        return document.content
    index = layout.kind_of(document.address) == "index"
    parts = blocks.split(text)
    parts[::2] = ["".join(_lines(part, document, leaving, may_go if index else _never)) for part in parts[::2]]
    return "".join(parts).encode()


def shown(line: str) -> str:
    """A line as it is read, without where its links lead."""
    return _LINK.sub(lambda found: found["text"], line)


def _never(_line: str) -> bool:
    return False


def _lines(text: str, document: Document, leaving: Leaving, may_go: Callable[[str], bool]) -> Iterable[str]:
    known = pointed_to(document)
    for line in text.splitlines(keepends=True):
        there = leaving.in_line(line, document.address) if "](" in line or "[[" in line else set()
        if there and _LISTED.match(line) and all(_is_listed(leaving.moves[a], known) for a in there) and may_go(line):
            continue  # it only listed what left, and what took its place has a line of its own
        yield _relinked(line, document.address, leaving) if there else line


def _is_listed(address: Address | None, known: set[Address]) -> bool:
    return address is None or address in known


def _relinked(line: str, home: Address, leaving: Leaving) -> str:
    def link(found: re.Match[str]) -> str:
        target = leaving.meant(home, _path(found["target"]), named=False)
        if target is None:
            return found[0]
        new = leaving.moves[target]
        if new is None or new == home:
            return found["text"]
        return f"[{found['text']}]({found['open']}{linked(_from(home, new))}{found['close']}{found['title'] or ''})"

    def wiki(found: re.Match[str]) -> str:
        target = leaving.meant(home, found["target"].strip(), named=True)
        if target is None:
            return found[0]
        new = leaving.moves[target]
        shown = (found["rest"] or "").removeprefix("|") if (found["rest"] or "").startswith("|") else ""
        if new is None or new == home:
            return shown or found["target"]
        return f"[[{_from(home, new).removesuffix('.md')}{'|' + shown if shown else ''}]]"

    return _WIKI.sub(wiki, _LINK.sub(link, line))


def _path(target: str) -> str:
    return unquote(target.partition("#")[0]).removeprefix("./")


def _at(home: Address, target: str) -> Address | None:
    path = os.path.normpath(f"{home.folder}/{target}" if home.folder else target)
    if not target or "://" in target or path.startswith((".", "/")):
        return None
    try:
        return Address(home.root, path)
    except BadAddress:
        return None


def _from(home: Address, target: Address) -> str:
    return os.path.relpath(target.path, home.folder or ".")
