"""The fields of one bug-registry entry: which label means what, and how the text beside it becomes values."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from reverie.gather.git.text import prose
from reverie.records.events import BugEntry

LIST_KEPT = 100
VALUE_KEPT = 2000
PATH_KEPT = 300

_MEANINGS = {
    "severity": "severity priority impact",
    "files": "file files path paths location locations",
    "component": "component components area module subsystem",
    "tags": "tag tags label labels keyword keywords",
    "prevention": "prevention prevent rule lesson guard avoid",
    "title": "title summary name description bug",
    "id": "id key",
}
_LABELS = {word: meaning for meaning, words in _MEANINGS.items() for word in words.split()}
_LABELS |= {"affected files": "files", "files affected": "files", "how to prevent": "prevention", "bug id": "id"}

_NO_FILE = frozenset({"none", "n/a", "e.g.", "i.e.", "and/or", "-", "?", "unknown", "various", "tbd", "etc."})
_MARKS = re.compile(r"[*_`\[\]]+")
_ITEM = re.compile(r"\s{0,12}(?:[-*+]|\d+[.)])\s+")
_LINK = re.compile(r"\[([^\]]{0,300})\]\(([^)\s]{0,300})[^)]{0,300}\)")
_QUOTED = re.compile(r"`([^`]{1,300})`")
_PLACE = re.compile(r"(?::\d+(?:[-:]\d+)?|#L\d+(?:-L?\d+)?)$")
_PATH = re.compile(r"[\"'(<]?[\w.*@+~{}\[\]/:#-]*(?:/|\w\.\w|\*)[\w.*@+~{}\[\]/:#-]*[\"')>.]?")


def label_of(text: str) -> str:
    """What a label stands for; empty if it is no label of ours."""
    return _LABELS.get(" ".join(_MARKS.sub(" ", text).strip(" :").lower().split()), "")


def plain(text: str) -> str:
    """Text without the markup that is never part of a word: links become their words."""
    return " ".join(_LINK.sub(r"\1", text).replace("**", "").replace("`", "").split())


def cells(line: str) -> list[str]:
    """The cells of a table's row; empty if the line is none."""
    row = line.strip()
    if not row.startswith("|") or row.count("|") < 2:
        return []
    return [cell.replace("\0", "|").strip() for cell in row.replace("\\|", "\0").strip("|").split("|")]


@dataclass(slots=True)
class Draft:
    """An entry while its lines come in. `current` is the field that lines without a label belong to."""

    id: str
    line: int
    depth: int
    values: dict[str, list[str]] = field(default_factory=dict)
    current: str = ""
    section: bool = False

    def begin(self, label: str, *, section: bool = False) -> None:
        self.current, self.section = label, section

    def add(self, text: str) -> None:
        """One more line of the current field. A blank line ends it, unless it is a section of its own."""
        if not text.strip():
            if not self.section and self.values.get(self.current):
                self.current = ""
        elif self.current:
            lines = self.values.setdefault(self.current, [])
            if len(lines) < LIST_KEPT:
                lines.append(_ITEM.sub("", text, count=1).strip()[:VALUE_KEPT])

    def fill(self, labels: Sequence[str], row: Sequence[str]) -> None:
        for label, cell in zip(labels, row, strict=False):
            if label and cell:
                self.values.setdefault(label, []).append(cell)

    def entry(self, source: str) -> BugEntry:
        return BugEntry(
            id=self.id,
            title=self._text("title", 300),
            severity=self._text("severity", 40).lower(),
            files=tuple(dict.fromkeys(path for value in self.values.get("files", ()) for path in paths(value)))[
                :LIST_KEPT
            ],
            component=self._text("component", 100),
            tags=tuple(dict.fromkeys(tag for value in self.values.get("tags", ()) for tag in _tags(value)))[:LIST_KEPT],
            prevention=self._text("prevention", VALUE_KEPT),
            source=source,
            line=self.line,
        )

    def _text(self, label: str, limit: int) -> str:
        return plain(prose(" ".join(self.values.get(label, ())), limit))


def paths(value: str) -> Iterator[str]:
    """The files named in a value: whatever stands in code quotes, and what looks like a path without them."""
    value = _LINK.sub(lambda link: f" `{link[1] if '/' in link[1] or '.' in link[1] else link[2]}` ", value)
    for word in (*_QUOTED.findall(value), *_loose(_QUOTED.sub(" ", value))):
        path = _PLACE.sub("", word.strip(" `'\"()<>")).removeprefix("./").strip("/ ")
        inside = ".." not in path.split("/") and "://" not in path
        if inside and path.strip(".* ") and len(path) <= PATH_KEPT:
            yield path


def _loose(value: str) -> Iterator[str]:
    """Words without quotes that are files: those that look like one, and those that stand alone in an enumeration."""
    for part in re.split(r"[,;]", value):
        words = [word for word in part.split() if word.lower() not in _NO_FILE]
        yield from words if len(words) == 1 else filter(_PATH.fullmatch, words)


def _tags(value: str) -> Iterator[str]:
    for word in re.split(r"[,;\s]+", plain(value)):
        tag = word.strip("#").lower()
        if tag:
            yield tag[:60]
