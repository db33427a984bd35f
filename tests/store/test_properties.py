"""Any history at all: the folder store and its twin agree on everything, an undo of an undo restores the tree, and
`--to` brings back the state before a change. People edit in between; where they do, only agreement is asked for."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from reverie.records.changes import ChangeSet, Edit, Kind, Move, Put, Receipt, Step
from reverie.records.documents import Address, digest
from reverie.records.errors import ReverieError
from reverie.records.logs import LogRecord
from reverie.records.store import Store
from reverie.store.memory import MemoryStore
from tests.store.builders import INDEX, START, describe, folder_store, rebase_index, render_index, tree

PATHS = ("a.md", "b.md", "c.md", "retired/a.md", "retired/b.md", "MEMORY.md")  # a step may write into the index, too
PLACES = [Address("memory", path) for path in PATHS]
places = st.sampled_from(PLACES)
words = st.sampled_from(["1", "2", "3", "", "a longer text, of which little may be left"])
edits = st.tuples(st.booleans(), places, places, words, st.booleans(), st.integers(0, 1))


class Histories(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.base = Path(
            tempfile.mkdtemp(prefix="reverie-history-", dir="/dev/shm" if Path("/dev/shm").exists() else None)
        )
        self.folder = folder_store(self.base, render=render_index, rebase=rebase_index)
        self.twin = MemoryStore(render=render_index, describe=describe, rebase=rebase_index)
        self.minutes = 0
        self.before: dict[str, dict[str, bytes]] = {}  # the tree before each change since the last edit by hand
        self.index_is_theirs = False  # a person wrote in the index, which is made anew with every change

    def teardown(self) -> None:
        self.folder.close()
        shutil.rmtree(self.base)

    def later(self) -> datetime:
        self.minutes += 1
        return START + timedelta(minutes=self.minutes)

    def both(self, do: Callable[[Store], Receipt]) -> Receipt | None:
        was = tree(self.base / "memory")
        told: list[object] = []
        receipt = None
        for store in (self.folder, self.twin):
            try:
                receipt = do(store)
                told.append((receipt.id, receipt.results, receipt.rendered, receipt.notes))
            except ReverieError as problem:
                receipt = None
                told.append(problem.message)
        assert told[0] == told[1]
        if receipt is not None and receipt.id:
            self.before[receipt.id] = was
        return receipt

    @rule(wanted=st.lists(edits, min_size=1, max_size=4), automatic=st.booleans())
    def apply(self, wanted: list[tuple[bool, Address, Address, str, bool, int]], automatic: bool) -> None:
        steps: dict[int, list[Edit]] = {}
        used: set[Address] = set()
        for moves, source, target, text, right, group in wanted:
            there = self.twin.read(source)
            impossible = moves and (source == target or there is None or INDEX in (source, target))
            if {source, target} & used or impossible:
                continue
            used |= {source, target} if moves else {source}
            expect = digest(b"wrong") if not right else there.digest if there else None
            if moves and there is not None:
                steps.setdefault(group, []).append(Move(source, target, expect or there.digest, there.content))
            else:
                steps.setdefault(group, []).append(Put(source, expect, text.encode()))
        if steps:
            kind = Kind.NIGHT if automatic else Kind.COMMAND
            made = tuple(Step(f"step {group}", tuple(found)) for group, found in steps.items())
            changes = ChangeSet("t", "ada", self.later(), made, kind, automatic)
            self.both(lambda store: store.apply(changes))

    @rule(which=st.integers(0, 30), to=st.booleans(), newest=st.booleans())
    def undo(self, which: int, to: bool, newest: bool) -> None:
        ids = [past.id for past in self.twin.history()]
        id = None if newest or not ids else ids[which % len(ids)]
        was = tree(self.base / "memory")
        at = self.later()
        receipt = self.both(lambda store: store.undo(id, by="u", at=at, to=to and id is not None))
        if receipt is None or not receipt.id or receipt.skipped:
            return
        if to and id in self.before:
            assert self.seen(tree(self.base / "memory")) == self.seen(self.before[id])
        elif not to:
            again = self.later()
            back = self.both(lambda store: store.undo(receipt.id, by="u", at=again))
            assert back is not None
            assert not back.skipped
            assert self.seen(tree(self.base / "memory")) == self.seen(was)

    def seen(self, files: dict[str, bytes]) -> dict[str, bytes]:
        return {path: content for path, content in files.items() if not (self.index_is_theirs and path == INDEX.path)}

    @rule(place=places, text=st.none() | words)
    def save_by_hand(self, place: Address, text: str | None) -> None:
        path = self.base / "memory" / place.path
        if text is None:
            path.unlink(missing_ok=True)
            self.twin._documents.pop(place, None)
        else:
            path.parent.mkdir(exist_ok=True)
            path.write_text(text)
            self.twin._documents[place] = text.encode()
        self.before.clear()

    @rule(text=st.sampled_from(["mine\n", "- [a](a.md)\n"]))
    def save_index_by_hand(self, text: str) -> None:
        self.save_by_hand(INDEX, text)
        self.index_is_theirs = True

    @rule()
    def reopen(self) -> None:
        self.folder.close()
        self.folder = folder_store(self.base, render=render_index, rebase=rebase_index)

    @invariant()
    def they_agree(self) -> None:
        held = {address.path: content for address, content in self.twin._documents.items()}
        assert tree(self.base / "memory") == held
        assert list(self.folder.history()) == list(self.twin.history())
        assert list(self.folder.scan("memory")) == list(self.twin.scan("memory"))
        assert _log(self.folder) == _log(self.twin)


def _log(store: Store) -> list[tuple[str, str, dict[str, object]]]:
    return [(r.id, r.kind, dict(r.facts)) for r in store.records("events") if isinstance(r, LogRecord)]


TestHistories = Histories.TestCase
TestHistories.settings = settings(
    max_examples=25, stateful_step_count=15, deadline=None, suppress_health_check=list(HealthCheck), database=None
)
