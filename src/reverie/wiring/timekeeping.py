"""The daemon: keeps time for one store and asks its gates. `reverie daemon` runs it, and anything that is there anyway
can run it in a thread of its own."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from reverie.gates.tick import Ticked
from reverie.records.errors import ReverieError
from reverie.schedules.watch import AGAIN, Ask, Clock, keep_time
from reverie.store import locks
from reverie.wiring.firing import begin
from reverie.wiring.project import Project, find_project, local_disk, now

Tell = Callable[[list[Ticked], ReverieError | None], None]
_PATIENCE = 1.0  # seconds: who asks whether a daemon is at work holds its lock for a moment


class WallClock:
    """The real one. `stop` may be set from a signal or another thread."""

    def __init__(self) -> None:
        self.stop = threading.Event()

    def now(self) -> datetime:
        return now()

    def wait(self, seconds: float) -> bool:
        return self.stop.wait(seconds)


def watch(root: Path, clock: Clock, tell: Tell, begun: Callable[[], None] = lambda: None) -> None:
    """Until the clock says stop. StoreBusy if another daemon is at work on this store; else it has `begun`."""
    with _only_one(find_project(root)):
        begun()
        keep_time(_asker(root, tell), clock)


def _asker(root: Path, tell: Tell) -> Ask:
    from reverie.wiring import gates

    def ask(at: datetime) -> list[datetime | None]:
        """Settings may have changed meanwhile, so the project is looked at afresh."""
        try:
            project = find_project(root)
            done = gates.tick(project, at) if project.has_memory else []
        except ReverieError as problem:
            tell([], problem)
            return [at + AGAIN]
        tell(done, None)
        return [one.verdict.next for one in done if not one.outcome and not one.failed]

    return ask


@contextmanager
def _only_one(project: Project) -> Iterator[None]:
    begin(project)
    disk = local_disk(project)
    try:
        with locks.held(disk, "store", "daemon", wait=_PATIENCE):
            yield
    finally:
        disk.rest()
