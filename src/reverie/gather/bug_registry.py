"""Bug registries (`docs/bug-registry.md`) as entries. People write these by hand, so every usual shape is understood:
headings with list items, bold or plain labels, sections, and tables; what is written twice or too long is said."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from reverie.gather.bug_fields import Draft, cells, label_of, plain
from reverie.records.documents import Skipped
from reverie.records.events import BugEntry, Registry
from reverie.tools import nofollow

BYTES = 2 << 20
ENTRIES_KEPT = 2000

_ID = r"\[?[`*_]{0,2}([A-Z][A-Z0-9]{0,15}-\d{1,8})[`*_]{0,2}\]?"
_ENTRY = re.compile(rf"(#{{1,6}})\s+{_ID}(?![\w-])[\s:.|–—-]*(.*)$", re.I)
_HEADING = re.compile(r"(#{1,6})\s+(.*)$")
_CELL_ID = re.compile(rf"{_ID}$", re.I)
_RULE = re.compile(r":?-+:?$")
_FIELD = re.compile(
    r"\s{0,12}(?:[-*+>]\s+|\d+[.)]\s+)?([*_`]{0,2})([A-Za-z][A-Za-z ]{1,20})([*_`]{0,2})\s*:(?!/)\s*(.*)$"
)
_FENCE = re.compile(r"\s{0,3}(`{3,}|~{3,})")


def read_registries(root: Path, names: Iterable[str], redact: Callable[[str], str] = str) -> Registry:
    """All registries of these names that are there. A missing one is no fault: most projects have none."""
    entries: list[BugEntry] = []
    skipped: list[Skipped] = []
    for name in names:
        try:
            data = nofollow.read(str(root), name, BYTES + 1)
        except FileNotFoundError:
            continue
        except (OSError, ValueError) as problem:
            why = getattr(problem, "strerror", None) or problem
            skipped.append(Skipped(name, f"it cannot be read: {why}"))
            continue
        if len(data) > BYTES:
            skipped.append(Skipped(name, f"only its first {BYTES >> 20} MB were read"))
        found = parse(redact(data[:BYTES].decode("utf-8", "backslashreplace")), name)
        entries += found.entries
        skipped += found.skipped
    return _once(entries, skipped)


def parse(text: str, source: str) -> Registry:
    """The entries of one registry."""
    parser = _Parser()
    for number, line in enumerate(text.splitlines(), 1):
        parser.feed(number, line.expandtabs(4))
    entries = [draft.entry(source) for draft in parser.drafts[:ENTRIES_KEPT]]
    more = len(parser.drafts) - len(entries)
    return _once(entries, [Skipped(source, f"{more} entries beyond the first {ENTRIES_KEPT}")] if more else [])


def _once(entries: Sequence[BugEntry], skipped: Sequence[Skipped]) -> Registry:
    """The first entry of an id counts; that a second one was written must not go unnoticed."""
    first: dict[str, BugEntry] = {}
    again = [entry for entry in entries if first.setdefault(entry.id, entry) is not entry]
    told = [
        Skipped(
            f"{entry.source}:{entry.line}", f"{entry.id} is already in {first[entry.id].source}:{first[entry.id].line}"
        )
        for entry in again
    ]
    return Registry(tuple(first.values()), (*skipped, *told))


class _Parser:
    """Reads line by line: which entry we are in, which table, and whether this is quoted code."""

    def __init__(self) -> None:
        self.drafts: list[Draft] = []
        self.draft: Draft | None = None
        self.columns: list[str] = []
        self.fence = ""

    def feed(self, number: int, line: str) -> None:
        if self._is_code(line):
            return
        row, heading = cells(line), _HEADING.match(line)
        if row:
            self._row(number, row)
            return
        self.columns = []
        if heading:
            self._heading(number, line, heading)
        elif self.draft:
            self._line(self.draft, line)

    def _is_code(self, line: str) -> bool:
        mark = _FENCE.match(line)
        if mark and not self.fence:
            self.fence = mark[1]
        elif mark and mark[1].startswith(self.fence):
            self.fence = ""
        return bool(mark or self.fence)

    def _heading(self, number: int, line: str, heading: re.Match[str]) -> None:
        entry, depth = _ENTRY.match(line), len(heading[1])
        if entry:
            self._begin(Draft(entry[2].upper(), number, depth, {"title": [entry[3].rstrip("# ")]}))
        elif self.draft and depth > self.draft.depth:
            self.draft.begin(label_of(heading[2].rstrip("#: ")), section=True)
        else:
            self.draft = None

    def _begin(self, draft: Draft) -> None:
        self.drafts.append(draft)
        self.draft = draft

    def _line(self, draft: Draft, line: str) -> None:
        found = _FIELD.match(line)
        label = label_of(found[2]) if found else ""
        if found and label:
            value = found[4]
            draft.begin(label)
            draft.add(value.removeprefix(found[1]).strip() if not found[3] else value)
        else:
            draft.add(line)

    def _row(self, number: int, row: Sequence[str]) -> None:
        """A row of labels begins a table; a row with an id is an entry; a label with its value belongs to the entry."""
        labels = [label_of(cell) for cell in row]
        at = next((place for place, cell in enumerate(row) if _CELL_ID.match(cell)), -1)
        if all(_RULE.match(cell) for cell in row):
            return
        if at >= 0 and self.columns:
            self._entry_row(number, row, at)
        elif len(row) == 2 and labels[0] and not labels[1] and self.draft:
            self.draft.begin(labels[0])
            self.draft.add(row[1])
        elif not self.columns:
            self.columns = labels
        elif self.draft:
            self.draft.fill(self.columns, row)

    def _entry_row(self, number: int, row: Sequence[str], at: int) -> None:
        found = _CELL_ID.match(row[at])
        draft = Draft(found[1].upper() if found else plain(row[at]), number, 6)
        self._begin(draft)
        draft.fill(["" if place == at else label for place, label in enumerate(self.columns)], row)
