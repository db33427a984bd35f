"""Forgetting for good: documents by a change set, then the journal, the logs and other files of our own, then the
caches. What is to go is written down first and taken away last, so that an interrupted purge can be finished."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path

from reverie.forgetting import doomed, pointers
from reverie.forgetting.lineage import places_of
from reverie.forgetting.meant import Meant
from reverie.forgetting.traces import Traces
from reverie.layouts.forgotten import LEAST, LOG, PURGED, marks
from reverie.layouts.layout import Layout
from reverie.layouts.promoted import plain
from reverie.records.changes import ChangeSet, Edit, Put, Receipt, Step
from reverie.records.documents import Address
from reverie.records.logs import Json, LogRecord
from reverie.records.store import Render
from reverie.store.disk import Disk
from reverie.store.folder import FolderStore
from reverie.store.purge import Scrub
from reverie.store.purge import replace as put_file
from reverie.tools import nofollow
from reverie.tools.ids import content_id

INTENT = "purging.json"
_FAR = datetime(9999, 1, 1, tzinfo=UTC)
_OTHERS = frozenset({"journal", "logs", "cache", "locks", "proposals", "secret", ".gitignore", INTENT})
_MINTED = re.compile(r"[0-9a-f]{12}")


@dataclass(frozen=True, slots=True)
class Intent:
    """What is to go: its texts, and if it is a whole note, the places it lay at."""

    texts: tuple[str, ...]
    places: tuple[str, ...] = ()
    ids: tuple[str, ...] = ()  # that were made of its words
    target: str = ""  # the note's address, if it is a whole note
    slug: str = ""
    reason: str = ""


@dataclass(slots=True)
class Found:
    """What tells it, or told it."""

    documents: list[Address] = field(default_factory=list)
    changes: int = 0
    logs: dict[str, int] = field(default_factory=dict)
    files: list[str] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self.documents or self.changes or self.logs or self.files)


def intent_of(what: Meant, store: FolderStore, layout: Layout, reason: str) -> Intent:
    texts = list(what.texts)
    ids = {content_id("words", plain(text)) for text in texts}
    ids |= {p.id for p in layout.passages(what.document) if p.text in texts and _MINTED.fullmatch(p.id)}
    if what.passage is not None or what.note is None:
        return Intent(tuple(texts), ids=tuple(sorted(ids)), reason=reason)
    note = what.note.note
    texts += [words for words in (note.title, note.hook) if len(plain(words).split()) >= LEAST]
    shared = len(layout.notes(what.document)) > 1
    places = () if shared else tuple(sorted(map(str, places_of(what.address, store.history()))))
    found = tuple(dict.fromkeys(texts))
    return Intent(found, places, tuple(sorted(ids)), str(what.address), note.slug, reason)


@dataclass(frozen=True, slots=True)
class Purger:
    """`roots`: those whose documents are looked through; `private`: folders of our own that hold other files."""

    store: FolderStore
    layout: Layout
    key: bytes
    by: str
    at: datetime
    local: Path
    anchor: Path
    roots: tuple[str, ...]
    private: tuple[Path, ...]
    render: Render | None = None

    # What was begun

    def begun(self) -> Intent | None:
        """What an earlier purge did not come to the end of. One that was cut off while it was written never began."""
        try:
            raw = json.loads(nofollow.read(str(self.local), INTENT, 64 << 20))
            texts, places, ids = (tuple(map(str, raw[name])) for name in ("texts", "places", "ids"))
            return Intent(texts, places, ids, str(raw["target"]), str(raw["slug"]), str(raw["reason"]))
        except FileNotFoundError:
            return None
        except (ValueError, TypeError, KeyError):
            (self.local / INTENT).unlink()
            return None

    def look(self, intent: Intent) -> Found:
        """All that would be destroyed."""
        traces = Traces(intent.texts)
        found = Found([edit_place(edit) for edit in self._edits(intent, traces)])
        found.changes = len(self.store.purge(self._scrub(intent, traces), dry=True))
        found.logs = {log: count for log in self._logs() if (count := self._in_log(log, intent, traces))}
        found.files = [str(path) for _, path, _ in self._files(traces)]
        return found

    def run(self, intent: Intent) -> Receipt | None:
        written = {name: getattr(intent, name) for name in intent.__slots__}
        self.store.keep_private(INTENT, json.dumps(written).encode())
        known = marks(self.key, intent.texts)
        facts: dict[str, Json] = {"marks": list(known)}
        self.store.append(LOG, [LogRecord(PURGED, self.by, self.at, facts, content_id(*known))], sync=True)
        traces = Traces(intent.texts)
        receipt = self._documents(intent, traces)
        if receipt is None or not receipt.skipped:
            self._rest(intent, traces)
        return receipt

    def _rest(self, intent: Intent, traces: Traces) -> None:
        self.store.purge(self._scrub(intent, traces))
        for log in self._logs():
            self.store.condense(log, _FAR, lambda records: [self._record(r, intent, traces) for r in records])
        for disk, path, content in list(self._files(traces)):
            put_file(disk, path, content)
            disk.rest()
        self.store.close()
        nofollow.remove_tree(str(self.local), "cache")
        (self.local / INTENT).unlink()

    # Documents

    def _documents(self, intent: Intent, traces: Traces) -> Receipt | None:
        """One change, whose own words tell nothing."""
        edits = self._edits(intent, traces)
        if not edits:
            return None
        what = "a note" if intent.target else "a statement"
        step = Step(f"purge {what}", tuple(edits), retires=1 if intent.target else 0)
        return self.store.apply(ChangeSet(f"purge {what}", self.by, self.at, (step,)))

    def _edits(self, intent: Intent, traces: Traces) -> list[Edit]:
        todo = doomed.target(intent.target, intent.slug, self.store, self.layout, self._header(intent, traces))
        done = {place for edit in todo for place in doomed.touched(edit)}
        for document in doomed.documents(self.store, self.roots):
            if document.address in done or self.layout.kind_of(document.address) in ("index", "page"):
                continue
            content = doomed.without(document, traces, self.layout)
            if content != document.content:
                todo.append(Put(document.address, document.digest, content))
        return [*todo, *self._index(todo, intent, traces)]

    def _index(self, todo: Sequence[Edit], intent: Intent, traces: Traces) -> tuple[Put, ...]:
        def change(text: str) -> str:
            if intent.target:
                text = pointers.unlinked(text, Address.parse(intent.target))
            return traces.without_lines(text)

        return pointers.index_changed(change, todo, self.store, self.layout, self.render)

    def _header(self, intent: Intent, traces: Traces) -> bytes:
        day = self.at.date().isoformat()
        why = " ".join(traces.without(intent.reason, pieces=True).split())
        return doomed.stub(day, why)

    # Journal, logs, files

    def _scrub(self, intent: Intent, traces: Traces) -> Scrub:
        own = {Address.parse(place) for place in intent.places}

        def holds(content: bytes, places: Collection[Address]) -> bool:
            text = doomed.unescaped(content.decode("utf-8", "replace"))
            return not doomed.is_stub(content) and (bool(own & set(places)) or traces.held_by(text, pieces=True))

        return Scrub(holds, lambda line: traces.without(line, pieces=True), self._blind)

    def _blind(self, text: str) -> str:
        return hmac.new(self.key, f"purged {text}".encode(), hashlib.sha256).hexdigest()

    def _logs(self) -> list[str]:
        disk = Disk(self.local, self.anchor)
        try:
            return disk.names("logs")
        finally:
            disk.rest()

    def _in_log(self, log: str, intent: Intent, traces: Traces) -> int:
        records = (r for r in self.store.records(log) if isinstance(r, LogRecord))
        return sum(self._record(record, intent, traces) != record for record in records)

    def _record(self, record: LogRecord, intent: Intent, traces: Traces) -> LogRecord:
        facts = {name: self._fact(value, intent, traces) for name, value in record.facts.items()}
        return record if facts == record.facts else replace(record, facts=facts)

    def _fact(self, value: Json, intent: Intent, traces: Traces) -> Json:
        """An id made of the words would confirm a guess, so another stands in its place."""
        if isinstance(value, str) and value in intent.ids:
            return self._blind(value)[: len(value)]
        return traces.without_json(value)

    def _files(self, traces: Traces) -> Iterator[tuple[Disk, str, bytes | None]]:
        """Other files of our own that tell it, with what they become."""
        for folder in self.private:
            disk = Disk(folder, self.anchor)
            skip = _OTHERS if folder == self.local else frozenset[str]()
            for path in _below(folder, skip):
                raw = disk.read(path, limit=1 << 40)
                if isinstance(raw, bytes) and (new := doomed.file_without(path, raw, traces)) != raw:
                    yield disk, path, new
            disk.rest()


def edit_place(edit: Edit) -> Address:
    return edit.address if isinstance(edit, Put) else edit.source


def _below(folder: Path, skip: Collection[str]) -> Iterator[str]:
    for path in sorted(folder.rglob("*")) if folder.is_dir() and not folder.is_symlink() else ():
        inner = path.relative_to(folder)
        if inner.parts[0] not in skip and path.is_file() and not path.is_symlink():
            yield inner.as_posix()
