"""Who does the work behind the tools: one thread, so that calls that come at once are done one after the other, each
with the memory as it is at that moment."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from mcp.server.mcpserver.exceptions import ToolError

from reverie import wiring
from reverie.doors.mcp import words
from reverie.records.errors import ReverieError

if TYPE_CHECKING:
    from reverie.records.engines import Embedder
    from reverie.store.folder import FolderStore

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Desk:
    """The memory, open for one call. The store is opened anew each time (2 ms), so that settings a person changes
    meanwhile count, and nothing is held while nobody asks."""

    project: wiring.Project
    store: FolderStore
    embedder: Callable[[], Embedder | None]


class Clerk:
    def __init__(self, root: Path) -> None:
        self.root = root
        self._thread = ThreadPoolExecutor(1, "reverie-mcp")
        self._embedder: tuple[object, Embedder | None] | None = None

    async def do(self, work: Callable[[Desk], Result]) -> Result:
        """A call that is cancelled while it waits is never begun; one that was begun comes to its end unheard."""
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, self._at_desk, work)
        except ReverieError as found:
            raise ToolError(words.problem(found)) from None

    def close(self) -> None:
        self._thread.shutdown(wait=True, cancel_futures=True)

    def _at_desk(self, work: Callable[[Desk], Result]) -> Result:
        with self._opened() as desk:
            return work(desk)

    @contextmanager
    def _opened(self) -> Iterator[Desk]:
        project = wiring.find_project(self.root)
        store = wiring.open_store(project)
        try:
            yield Desk(project, store, lambda: self._engine(project))
        finally:
            store.close()

    def _engine(self, project: wiring.Project) -> Embedder | None:
        """The model is loaded once; another only if the settings say so."""
        chosen = project.settings
        asked = (wiring.engines.embedder_kind(project), chosen.endpoint_url, chosen.endpoint_model, chosen.endpoint_key)
        if self._embedder is None or self._embedder[0] != asked:
            self._embedder = asked, wiring.engines.question_embedder(project)
        return self._embedder[1]
