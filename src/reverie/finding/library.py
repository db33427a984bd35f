"""The index of one memory, kept in step with it: a question finds what stands there now, for the cost of a change."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from reverie.finding.intake import Changed, Clean, Told, differing, note, take_in, wanted
from reverie.finding.states import Now, with_states
from reverie.finding.turns import in_turn
from reverie.layouts.layout import Layout
from reverie.lookup.index import Index, transaction
from reverie.lookup.search import Filters, search_many
from reverie.records.documents import Address
from reverie.records.engines import Embedder
from reverie.records.errors import ReverieError, StoreFull, StoreReadOnly
from reverie.records.passages import Hit
from reverie.tools import nofollow

if TYPE_CHECKING:
    from reverie.store.reading import Reading

LARGE = 2000  # documents: in more than these, not every file is looked at before every question
OFTEN = timedelta(hours=1)  # how often they are
AT_ONCE = 128  # passages that get their vectors before a question is answered

Query = tuple[str, int]
Files = Callable[[], Iterable[Address]]


def nothing() -> None:
    """Where there is no code to look at."""


def silent(_text: str) -> None:
    """For whoever need not know how far it is."""


class Library:
    """`clean` takes secrets out of texts; `rules` names what the index depends on besides the documents; `files` tells
    what lies in the memory now; `code` gives the codebase that notes speak of; `notes` says what a person should know
    about an answer."""

    def __init__(
        self,
        store: Reading,
        layout: Layout,
        folder: Path,
        clean: Clean,
        *,
        rules: str = "",
        tell: Told = silent,
        files: Files = tuple,
        code: Now = nothing,
    ) -> None:
        self.notes: list[str] = []
        self._store, self._layout, self._clean, self._rules, self._tell = store, layout, clean, rules, tell
        self._files, self._code = files, code
        self._looked = folder / "looked"
        self._turn = folder / "turn"
        self._current = folder / "current"  # names the making in force; without it another is made
        self._index = Index(folder, self._refill)
        self._whole = False  # every file was looked at

    # Keeping in step

    def catch_up(self, now: datetime, *, full: bool = False) -> None:
        """Takes in what changed. Folders tell what came and went; in a small memory, or once in a while, every file is
        looked at, because an editor may have written into one without the folder telling."""
        with in_turn(self._turn) as mine:
            if not mine:
                self.notes.append("another process is taking in what changed; what it has not come to is not found yet")
                return
            large = self._store.index.size() > LARGE
            self._whole = full or not large or self._is_due(now)
            self._store.index.refresh(full=self._whole)
            self._keep_in_step()
            if self._whole and large:
                with suppress(OSError):  # then the next one looks at every file, too
                    nofollow.write(str(self._looked.parent), self._looked.name, now.isoformat().encode())
        self._tell_damage()

    def rebuild(self, now: datetime, meanwhile: Callable[[], None]) -> None:
        """All of it anew from the files. A second process takes in what lies there, while `meanwhile` makes the store's
        own list of it; where there is no second process, or it missed something, catching up takes it in."""
        from reverie.tools.ahead import aside  # noqa: PLC0415 — seldom

        with in_turn(self._turn):
            self._begin_anew()
        with aside(self._fill):
            meanwhile()
        self.catch_up(now, full=True)

    def _fill(self) -> None:
        there = [address for address in self._files() if self._wants(address, self._layout.kind_of(address))]
        with in_turn(self._turn, 0) as mine:
            if mine and len(there) > LARGE:
                unknown = [Changed(address, "?") for address in there]
                take_in(self._index, unknown, self._store, self._layout, self._clean, self._tell)
        self._index.close()

    def _is_due(self, now: datetime) -> bool:
        try:
            return not timedelta(0) <= now - datetime.fromisoformat(self._looked.read_text("ascii")) < OFTEN
        except (OSError, ValueError):
            return True

    def _keep_in_step(self) -> None:
        try:
            self._bring(self._index)
        except (sqlite3.OperationalError, StoreFull, StoreReadOnly) as problem:
            why = problem if isinstance(problem, sqlite3.Error) else problem.message
            self.notes.append(f"the search index could not be brought up to date: {why}")

    def _bring(self, index: Index) -> None:
        seen = self._fact("seen")
        rules, _, mark = seen.partition(" ")
        if rules not in ("", self._rules):
            self._begin_anew()
            seen = mark = ""
        news = self._store.index.news(mark)
        told = [Changed(a, digest) for a, kind, digest in news.documents if not digest or self._wants(a, kind)]
        changed = differing(index, told, everything=news.all)
        take_in(index, changed, self._store, self._layout, self._clean, self._tell)
        if f"{self._rules} {news.mark}" != seen:
            self._set_fact("seen", f"{self._rules} {news.mark}")

    def _begin_anew(self) -> None:
        self._index.close()
        nofollow.remove_tree(str(self._current.parent), self._current.name)

    def _wants(self, address: Address, kind: str) -> bool:
        return wanted(self._layout, address, kind)

    def _refill(self, index: Index) -> None:
        """The index was found damaged and made anew, empty."""
        self._bring(index)

    def _tell_damage(self) -> None:
        report = self._index.report
        if report.renewed:
            self.notes.append(f"the search index could not be used and was made anew: {report.damage}")
            report.renewed = 0

    # Asking

    def search(
        self, queries: Sequence[Query], filters: Filters, now: datetime, embed: Embedder | None = None
    ) -> list[list[Hit]]:
        """The hits of each question, best first, from notes as they stand now. Words must do if the embedder fails."""
        try:
            found = search_many(self._index, queries, filters, embed, now)
        except ReverieError as problem:
            if embed is None:
                raise
            self.notes.append(f"found by words alone: {problem.message}")
            return self.search(queries, filters, now)
        if not self._whole and self._refresh({hit.passage.address for hits in found for hit in hits}):
            embed = embedded(self, embed)
            found = search_many(self._index, queries, filters, embed, now)
        self._tell_damage()
        return found

    def checked(self, hits: Sequence[Hit]) -> list[Hit]:
        """The same, each with what is known of whether it still agrees with the code: verified, doubted, stale."""
        return with_states(hits, self._store, self._layout, self._code)

    def _refresh(self, addresses: set[str]) -> bool:
        """Whether one of these was changed under the index; then it is taken in."""
        found = [Address.parse(address) for address in addresses]
        now = [(address, self._store.read(address)) for address in found]
        states = [Changed(address, document.digest if document else "") for address, document in now]
        changed = differing(self._index, states, everything=False)
        if changed:
            self._store.index.touched(one.address for one in changed)
            with in_turn(self._turn) as mine:
                if mine:
                    self._keep_in_step()
        return bool(changed)

    def size(self) -> int:
        return self._index.size()

    def held_back(self) -> int:
        """How many documents hold a secret, and are not found, or not all of them."""
        query = "SELECT value FROM facts WHERE name = 'held back'"
        return self._index.guarded(lambda file: int((file.execute(query).fetchone() or (0,))[0]))

    # Meaning

    def embed(self, embedder: Embedder, most: int | None = AT_ONCE) -> None:
        """Gives passages their vectors, so many at most; says how many wait. Until none does, words decide alone
        (`lookup.search`): ranked beside passages with a vector, those without one were lost (recall at 5 on 419 short
        lines: .353 at the first search after they were written, .576 by words)."""
        waiting = self._waiting(embedder.name)
        if waiting:
            from reverie.lookup.fill import fill  # noqa: PLC0415 — numpy only where there is an embedder

            waiting -= fill(self._index, embedder, most)
        if waiting > 0:
            told = "1 passage has" if waiting == 1 else f"{waiting:,} passages have"
            self.notes.append(f"found by words alone: {told} no vector yet; reverie reindex embeds all that wait")

    def _waiting(self, model: str) -> int:
        def count(file: sqlite3.Connection) -> int:
            facts = dict(file.execute("SELECT name, value FROM facts"))
            used = file.execute("SELECT COUNT(*) FROM passages WHERE row IS NOT NULL").fetchone()[0]
            return int(facts["passages"]) - (int(used) if facts.get("model") == model else 0)

        return self._index.guarded(count)

    def close(self) -> None:
        self._index.close()

    def _fact(self, name: str) -> str:
        query = "SELECT value FROM facts WHERE name = ?"
        row = self._index.guarded(lambda file: file.execute(query, (name,)).fetchone())
        return str(row[0]) if row else ""

    def _set_fact(self, name: str, value: str) -> None:
        def write(file: sqlite3.Connection) -> None:
            with transaction(file):
                note(file, name, value)

        self._index.guarded(write)


def embedded(library: Library, embedder: Embedder | None) -> Embedder | None:
    """The embedder, if it can be used now; otherwise words must do, and that is said."""
    if embedder is None or not library.size():
        return None
    try:
        library.embed(embedder)
    except ReverieError as problem:
        library.notes.append(f"found by words alone: {problem.message}")
        return None
    return embedder
