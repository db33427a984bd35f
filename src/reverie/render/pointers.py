"""A note as one line of an index: `- [Title](file.md) — hook`, and finding such lines in what people wrote."""

from __future__ import annotations

import re
from typing import NamedTuple
from urllib.parse import unquote

from reverie.records.documents import Listed

WIDTH = 150  # characters of a line, about
_TITLE = 70
_DOUBT = 60
_LINK = re.compile(r"\[(?:[^\]\\\n]|\\.)*\]\(<?([^()<>\n]*?)>?(?:\s+\"[^\"\n]*\")?\)")
_WIKI = re.compile(r"\[\[(\w[^\]|#\n]*)(?<! )(?:[|#][^\]\n]*)?\]\]")  # not a test of a shell: [[ -f x ]]
_UNSAFE = re.compile(r"[ ()<>%]")
_MARKUP = re.compile(r"([\[\]\\<])")


class Entry(NamedTuple):
    """What an index knows of a note."""

    path: str
    title: str
    hook: str = ""
    type: str = ""
    date: str = ""
    until: str = ""
    pinned: bool = False
    doubt: str = ""  # what of it is no longer so

    @property
    def slug(self) -> str:
        return self.path.removesuffix(".md")


def entry_of(item: Listed) -> Entry:
    what, told = item.what, item.what.facts.get
    return Entry(
        *(item.path, what.title, told("hook", ""), told("type", ""), told("date", "")),
        *(told("until", ""), what.pinned, told("doubt", "")),
    )


def pointer(entry: Entry, above: str = "") -> str:
    """`above`: the way up from the page the line stands on to the notes."""
    title = _MARKUP.sub(r"\\\1", clip(entry.title, _TITLE))
    link = f"- [{title}]({above}{linked(entry.path)})"
    until = f" (until {entry.until})" if entry.until else ""
    until += f" (check: {clip(entry.doubt, _DOUBT).replace('<!--', '&lt;!--')})" if entry.doubt else ""
    room = WIDTH - len(link) - len(until) - 3
    hook = clip(entry.hook, room) if room >= 20 and entry.hook != entry.title else ""
    return link + until + (f" — {hook.replace('<!--', '&lt;!--')}" if hook else "")


def linked(path: str) -> str:
    return _UNSAFE.sub(lambda found: f"%{ord(found[0]):02X}", path)


def clip(text: str, room: int) -> str:
    text = " ".join(text.split())
    if len(text) <= room:
        return text
    cut = text[: room - 1]
    words = cut.rpartition(" ")[0]
    return (words if len(words) > room // 2 else cut).rstrip(" ,;:—-") + "…"


def targets(text: str) -> set[str]:
    """The files a text links to, as paths without `./`."""
    found = {unquote(target.partition("#")[0]).removeprefix("./") for target in _LINK.findall(text)}
    return found | {f"{name}.md" for name in names(text)}


def names(text: str) -> set[str]:
    """The notes a text names in double brackets."""
    return {name.strip() for name in _WIKI.findall(text)}
