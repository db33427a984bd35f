"""A note as one line of an index: `- [Title](file.md) — hook`, and finding such lines in what people wrote."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple
from urllib.parse import unquote

from reverie.records.documents import Listed

WIDTH = 150  # characters of a line, about
_TITLE = 70
_DOUBT = 60
# Bounded, so that a note of nothing but brackets is read in one go.
_LINK = re.compile(
    r"\[[^\]\\\n]{0,400}+(?:\\.[^\]\\\n]{0,400}+){0,40}+\]\(<?([^()<>\n]{0,400}?)>?(?:\s{1,40}\"[^\"\n]{0,400}\")?\)"
)
_WIKI = re.compile(r"\[\[(\w[^\]|#\n]{0,400})(?<! )(?:[|#][^\]\n]{0,400})?\]\]")  # not a test of a shell: [[ -f x ]]
_UNSAFE = re.compile(r"[ ()<>%]")
_MARKUP = re.compile(r"([\[\]\\<])")
_TOKEN = re.compile(r"[\w./*-]{2,200}")
# `p6-*` … `p16-*`: the first and the last of many with a number.
_FROM = r"([a-z][a-z-]{0,40})(\d{1,6})(?!\d)[\w-]{0,40}\*?`?"
_RANGE = re.compile(rf"(?<![\w-])`?{_FROM}\s{{0,3}}(?:…|\.{{2,3}}|[–—]|to|through)\s{{0,3}}`?{_FROM}")
_NUMBERED = re.compile(r"([a-z][a-z-]{0,40})(\d{1,6})(?!\d)")
_STRESS = re.compile(r"^\*+(?![-_*])|(?<![-_*])\*+$")
_MOST_TEXT, _MOST_PATTERNS = 1 << 18, 100  # an index is short; one that is not is looked at so far
_SET_OFF = re.compile(r" [-–—] |[:;,(|–—\]]|\s#")
_BULLETS, _QUOTES = " \t-*+#>[]xX~0123456789.)_`\"'", " \t*_`~\"'."


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


def mentioned(text: str, titles: Mapping[str, str]) -> set[str]:
    """Of these notes (path → title), those a text names in any form: by a file's name, alone or in a path, by a
    pattern, a row of numbers or a folder, by a name of several words, in double brackets, or by the title an item, a
    cell or a line begins with. A single common word is no name."""
    plain_of = {path: _plain(path.removesuffix(".md")) for path in titles}
    by_path = {plain: path for path, plain in plain_of.items()}
    by_name, by_title = defaultdict[str, set[str]](set), defaultdict[str, set[str]](set)
    for path, plain in plain_of.items():
        by_name[plain.rpartition("/")[2]].add(path)
        by_title[_plain(titles[path])].add(path)
    text = unquote(text[:_MOST_TEXT])
    found, patterns = set[str](), set[str]()
    for word in set(map(_without_stress, _TOKEN.findall(text))):
        token = _plain(word.strip("./")) + "/" * word.endswith("/")
        stem = token.removesuffix(".md")
        name = stem.rpartition("/")[2]
        if "*" in token or token.endswith("/"):
            patterns.add(token)
        elif stem == token and "-" not in name:
            continue
        elif stem in by_path:
            found.add(by_path[stem])
        else:
            found |= {path for path in by_name.get(name, ()) if stem.endswith(plain_of[path]) or "/" not in stem}
    for label in {_plain(one) for line in _LINK.sub("", text).splitlines() for one in _labels(line)}:
        found |= by_title.get(label, set())
    for name in map(_plain, names(text)):
        found |= by_title.get(name, set()) | by_name.get(name.removesuffix(".md").rpartition("/")[2], set())
    lowered = _plain(text)
    found |= {path for path, plain in plain_of.items() if " " in plain and f"{plain}.md" in lowered}
    found |= _in_ranges(plain_of, lowered)
    for pattern in sorted(patterns)[:_MOST_PATTERNS]:
        found |= {path for path, plain in plain_of.items() if _fits(f"{plain}.md", pattern)}
    return found


def _without_stress(token: str) -> str:
    """Without the asterisks of `**bold**`; those of a pattern stand next to a dash, or inside."""
    return _STRESS.sub("", token)


def _in_ranges(plain_of: Mapping[str, str], text: str) -> set[str]:
    """Of notes with a number in their names, those from the first to the last of such a row."""
    ranges = {(one, int(low), int(high)) for one, low, other, high in _RANGE.findall(text) if one == other}
    numbered = [(path, _NUMBERED.match(plain.rpartition("/")[2])) for path, plain in plain_of.items() if ranges]
    return {
        path
        for path, name in numbered
        if name and any(name[1] == one and low <= int(name[2]) <= high for one, low, high in ranges)
    }


def _fits(path: str, pattern: str) -> bool:
    """Whether a path is meant by a pattern, or lies in the folder a text names."""
    if pattern.endswith("/"):
        return f"/{path}".find(f"/{pattern}") >= 0
    stem = pattern.rpartition("/")[2].removesuffix(".md")
    return len(stem.replace("*", "")) > 1 and _is_like(path.rpartition("/")[2].removesuffix(".md"), stem.split("*"))


def _is_like(name: str, pieces: Sequence[str]) -> bool:
    """With `*` for any letters, in linear time."""
    if not name.startswith(pieces[0]) or not name.endswith(pieces[-1]) or len(name) < len("".join(pieces)):
        return False
    at, end = len(pieces[0]), len(name) - len(pieces[-1])
    for piece in pieces[1:-1]:
        at = name.find(piece, at, end)
        if at < 0:
            return False
        at += len(piece)
    return True


def _labels(line: str) -> list[str]:
    """What the items and cells of a line begin with, up to what sets it off."""
    cells = line.split("|")[:50] if line.lstrip().startswith("|") else [line]
    return [_SET_OFF.split(cell.strip().lstrip(_BULLETS), maxsplit=1)[0].strip(_QUOTES) for cell in cells]


def _plain(name: str) -> str:
    """Agents write a note's name with dashes or underscores as it comes."""
    return name.casefold().replace("_", "-")


def names(text: str) -> set[str]:
    """The notes a text names in double brackets."""
    return {name.strip() for name in _WIKI.findall(text)}
