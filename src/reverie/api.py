"""The library's front door: `reverie.open(path)` gives a memory that can be searched and added to. See docs/api.md."""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, date, datetime
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from reverie import wiring
from reverie.finding.library import embedded
from reverie.layouts.shelf import filed
from reverie.lookup.search import Filters
from reverie.records.notes import STATES, TYPES, Line, Note
from reverie.records.passages import Hit, Passage

if TYPE_CHECKING:
    from reverie.records.engines import Embedder

__all__ = ["Hit", "Memory", "Note", "Passage", "open"]


def open(path: str | Path = ".") -> Memory:
    """The memory of the repository `path` lies in. Nothing is written before something is remembered or searched."""
    return Memory(wiring.find_project(Path(path)))


class Memory:
    """One memory, for one thread. `messages` says what a person should know about the last search: an index that was
    made anew, vectors that are missing."""

    def __init__(self, project: wiring.Project) -> None:
        self._project = project
        self._store = wiring.open_store(project)
        self._library = wiring.search.library(project, self._store)
        self._embedder: Embedder | None = None
        self._asked = False  # for an embedder
        self._clean = wiring.passing_redactor(project).text
        self._by = ""  # who is at work
        self.messages: tuple[str, ...] = ()

    @property
    def root(self) -> Path:
        """The folder of the repository."""
        return self._project.root

    def search(
        self,
        query: str,
        limit: int = 10,
        *,
        layers: Collection[str] = (),
        types: Collection[str] = (),
        since: datetime | None = None,
        superseded: bool = False,
    ) -> list[Hit]:
        """The passages that answer best, best first, each with a score from 0 to 1. `layers`: note, daily, rule,
        insight; `types`: user, feedback, project, reference; empty means any. What was superseded, deprecated or
        retired is found only on request."""
        states = frozenset(STATES) if superseded else frozenset({"active"})
        filters = Filters(frozenset(layers), frozenset(types), states, _aware(since))
        now = wiring.now()
        self._library.notes.clear()
        self._library.catch_up(now)
        embedder = embedded(self._library, self._engine())
        found = self._library.search([(self._clean(query), limit)], filters, now, embedder)[0]
        self.messages = tuple(self._library.notes)
        return self._library.checked(found)

    def remember(
        self,
        text: str,
        *,
        topic: str = "",
        type: str = "",
        id: str = "",
        session: str = "",
        at: datetime | None = None,
        dry_run: bool = False,
    ) -> str:
        """Write a line into today's note, or into a topic's. Secrets are taken out. Gives `path:line`; with `dry_run`
        where the line would stand, and nothing is written."""
        if not text.strip():
            raise ValueError("there is nothing to remember in an empty line")
        if type and type not in TYPES:
            raise ValueError(f"the type must be one of {', '.join(TYPES)}")
        now, given = wiring.now(), at is not None
        id, topic, session = (" ".join(words.split()) for words in (id, topic, session))
        line = Line(text.strip(), _aware(at) or now, id, topic, type, session, dated=given, timed=given)
        self._by = self._by or wiring.who(self._project)
        book = wiring.memory.notebook(self._project, self._store, self._by)
        page = (book.drafted([line]) if dry_run else book.keep([line], now).pages)[-1]
        return f"{wiring.path_of(page.address)}:{page.line}"

    def notes(self, *, retired: bool = False) -> list[Note]:
        """The notes of long-term memory, in the order of their names; or those that were retired."""
        layout = wiring.place(self._project).layout
        return [found.note for found in filed(self._store, layout, retired=retired)]

    def path_of(self, passage: Passage) -> Path:
        """The file a passage stands in."""
        from reverie.records.documents import Address  # noqa: PLC0415

        return self.root / wiring.path_of(Address.parse(passage.address))

    def close(self) -> None:
        self._library.close()
        self._store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _engine(self) -> Embedder | None:
        if not self._asked:
            self._embedder, self._asked = wiring.engines.question_embedder(self._project), True
        return self._embedder


def _aware(at: datetime | date | None) -> datetime | None:
    """A moment without a zone is UTC, as everywhere in the files."""
    if at is None or isinstance(at, datetime):
        return at.replace(tzinfo=UTC) if at is not None and at.tzinfo is None else at
    return datetime(at.year, at.month, at.day, tzinfo=UTC)
