"""What a timer calls: one command of Reverie, done in its turn, and its result in the log `schedules`, a file a month
of which a year's are kept."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from reverie.gates import timer
from reverie.records.errors import StoreBusy
from reverie.records.logs import Json, LogRecord
from reverie.schedules.job import TICK
from reverie.store import locks
from reverie.store.disk import Disk
from reverie.store.logs import Logs
from reverie.tools.cron import Cron
from reverie.wiring.project import Project, local_disk, redactor

if TYPE_CHECKING:
    from reverie.store.folder import FolderStore

LOG = "schedules"
KEPT = timedelta(days=365)
LARGEST = 16_000  # characters of a result
INSIDE = "REVERIE_INSIDE"  # what happens in there is Reverie's own doing
_PATIENCE = 3600.0  # seconds
_PAUSE = 5.0

Run = Callable[[Sequence[str], Project], tuple[int, str, str]]
"""A command's words → its exit code, what it said, what it talked."""


def typed(words: Sequence[str], project: Project) -> tuple[int, str, str]:
    done = subprocess.run(
        [sys.executable, "-P", "-m", "reverie", *words], cwd=project.root, capture_output=True, check=False,
        stdin=subprocess.DEVNULL, env={**os.environ, INSIDE: "1", "PYTHONIOENCODING": "utf-8", "NO_COLOR": "1"},
    )  # fmt: skip
    return done.returncode, done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace")


def fire(
    project: Project, name: str, by: str, words: Sequence[str], clock: Callable[[], datetime], *,
    due: Cron | None = None, run: Run = typed,
) -> LogRecord | None:  # fmt: skip
    """Do it, if it is due, and write down what came of it. None: it was not due."""
    if due and not _is_due(project, name, due, clock()):
        return None
    from reverie.wiring.memory import open_store

    begin(project)
    store, disk = open_store(project), local_disk(project)
    try:
        with _in_turn(disk, "schedule"):  # two that fall on one minute do not stand in each other's way
            if due and not _is_due(project, name, due, clock()):
                return None
            _wait_for_dream(disk)
            began = clock()
            done = run([*words, "--json"], project)
            record = LogRecord("ran", "reverie", began, _facts(name, by, _clean(project, words), clock() - began, done))
            _keep(store, record)
            return record
    finally:
        disk.rest()
        store.close()


def begin(project: Project) -> None:
    """The private folder, which git is not to see; a store makes it when it is first written to."""
    if (project.local / ".gitignore").exists():
        return
    from reverie.wiring.memory import open_store

    store = open_store(project)
    store.append(LOG, [])
    store.close()


def runs(project: Project, since: datetime | None = None) -> list[LogRecord]:
    """What ran, oldest first."""
    if not project.local.is_dir():
        return []
    disk = local_disk(project)
    try:
        return [one for one in Logs(disk).records(LOG, since) if isinstance(one, LogRecord) and one.kind == "ran"]
    finally:
        disk.rest()


def _is_due(project: Project, name: str, cron: Cron, now: datetime) -> bool:
    return timer.ask(cron, [one.at for one in runs(project) if one.facts.get("name") == name], now).due


def _clean(project: Project, words: Sequence[str]) -> Sequence[str]:
    """What a person wrote may hold a secret."""
    return redactor(project).texts(words) if "--instructions" in words else words


def _facts(name: str, by: str, words: Sequence[str], took: timedelta, done: tuple[int, str, str]) -> dict[str, Json]:
    code, out, talk = done
    told: dict[str, Json] = {"name": name, "timer": by, "words": list(words), "code": code}
    told["seconds"] = round(took.total_seconds(), 1)
    if code:
        told["error"] = _complaint(talk) or f"it ended with {code}"
    return {**told, "result": _result(out, name)}


def _result(out: str, name: str) -> Json:
    """What it printed as JSON; of a tick only what was done, because there is one every hour."""
    import orjson

    try:
        found: Json = orjson.loads(out)
    except ValueError:
        return out[:LARGEST].strip() or None
    if name == TICK and isinstance(found, dict) and isinstance(gates := found.get("gates"), list):
        return {"gates": [one for one in gates if isinstance(one, dict) and (one.get("outcome") or one.get("failed"))]}
    if len(out) > LARGEST and isinstance(found, dict):
        return {key: len(value) if isinstance(value, list | dict | str) else value for key, value in found.items()}
    return found


def _complaint(talk: str) -> str:
    lines = [line for line in talk.splitlines() if line.strip()]
    told = next((line for line in lines if line.startswith("Error: ")), lines[-1] if lines else "")
    return told.removeprefix("Error: ")[:500]


def _keep(store: FolderStore, record: LogRecord) -> None:
    store.append(LOG, [record], sync=True)
    store.condense(LOG, record.at - KEPT, lambda _old: [])


@contextmanager
def _in_turn(disk: Disk, lock: str) -> Iterator[None]:
    """Waits long, and without haste: what a timer began has time."""
    deadline = time.monotonic() + _PATIENCE
    with ExitStack() as stack:
        while True:
            try:
                stack.enter_context(locks.held(disk, "store", lock, wait=0.0))
                break
            except StoreBusy:
                if time.monotonic() >= deadline:
                    raise
                time.sleep(_PAUSE)
        yield


def _wait_for_dream(disk: Disk) -> None:
    with _in_turn(disk, "dream"):
        return
