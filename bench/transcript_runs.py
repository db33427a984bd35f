"""What `bench.transcripts` measures, one way of reading in a process of its own: `python -m bench.transcript_runs MODE
FOLDER` prints the seconds on the clock, those of the processor, and the megabytes it took at most."""

from __future__ import annotations

import json
import os
import resource
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from unittest import mock

from reverie.records.engines import Opinion
from reverie.records.store import Store
from reverie.tools.garbage import seldom


def _child(mode: str, folder: Path) -> None:
    modes: dict[str, Callable[[Path], None]] = {
        "cold": _cold, "second": _second, "stages": _stages, "read": _only_read, "warm": _warm, "remember": _remember,
        "orjson": _orjson, "json": _json,
    }  # fmt: skip
    run = modes[mode]
    import orjson  # noqa: F401

    if mode in ("cold", "second", "stages"):
        from reverie.gather.transcripts import listen  # noqa: F401

        _open(folder)  # a night has its store open long before
    if mode not in ("orjson", "json"):
        from reverie.gather.transcripts import reader  # noqa: F401
        from reverie.tools.redact import Redactor

        Redactor(b"k" * 32).text("warm up")  # its patterns are compiled once in a process
    seldom()  # as the program does
    began, busy = time.perf_counter(), time.process_time()
    run(folder)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(time.perf_counter() - began, time.process_time() - busy, peak)


def _second(folder: Path) -> None:
    """The same with a second look at corrections, as where the local model is installed."""
    from reverie.thinking.opinion import SecondOpinion

    opinion = SecondOpinion(os.environ["REVERIE_MODELS_DIR"])
    _cold(folder, opinion)
    assert not opinion.note, opinion.note


def _cold(folder: Path, opinion: Opinion | None = None) -> None:
    """What a night does: gather, make what was heard safe, and only then remember how far it was read."""
    from reverie.gather.transcripts.checkpoints import Checkpoints
    from reverie.gather.transcripts.listen import Ears, listen
    from reverie.gather.transcripts.sources import Wanted
    from reverie.layouts import heard
    from reverie.tools.redact import Redactor

    checkpoints = Checkpoints(_project(folder) / "marks")
    wanted = Wanted(Path("/nonexistent"), {}, ("/",), extra=(folder,))
    ears = Ears(wanted, "bench", datetime.now(UTC), opinion=opinion)
    told = listen(ears, checkpoints, Redactor(b"k" * 32).text)
    _open(folder).append(heard.LOG, [heard.to_record(e) for e in told.events], sync=True)
    assert told.events
    assert checkpoints.save() == ""


def _stages(folder: Path) -> None:
    """The same with a watch at every stage, seconds of the processor each. The watch itself costs a little."""
    from reverie.gather.transcripts import listen
    from reverie.store.folder import FolderStore
    from reverie.tools.redact import Redactor

    spent = dict.fromkeys(("patterns", "find", "read", "judge", "redact", "write"), 0.0)
    began = time.process_time()
    from reverie.gather.transcripts import events  # noqa: F401 — its patterns are made once in a night

    spent["patterns"] = time.process_time() - began
    with ExitStack() as stack:
        for name, owner, what in (
            ("find", listen, "find"),
            ("judge", listen._Heard, "take"),
            ("redact", Redactor, "text"),
            ("write", FolderStore, "append"),
        ):
            stack.enter_context(mock.patch.object(owner, what, _watched(getattr(owner, what), name, spent)))
        _cold(folder)
    spent["judge"] -= spent["redact"]
    spent["read"] = time.process_time() - began - sum(spent.values())
    print(", ".join(f"{name} {seconds:.2f}" for name, seconds in spent.items()))


def _watched(call: Callable[..., Any], name: str, spent: dict[str, float]) -> Callable[..., Any]:
    def watched(*given: Any, **named: Any) -> Any:
        began = time.process_time()
        try:
            return call(*given, **named)
        finally:
            spent[name] += time.process_time() - began

    return watched


def _project(folder: Path) -> Path:
    return folder.parent / f"project-{os.getpid()}"


def _open(folder: Path) -> Store:
    from reverie import wiring

    _project(folder).mkdir(exist_ok=True)
    return wiring.open_store(wiring.Project(_project(folder)))


def _only_read(folder: Path) -> None:
    _read(folder, folder.parent / "no-cache", extra=True)


def _warm(folder: Path) -> None:
    assert _read(folder, folder.parent / "cache", extra=False) == 0


def _remember(folder: Path) -> None:
    assert _read(folder, folder.parent / "cache", extra=False) > 0


def _read(folder: Path, cache: Path, *, extra: bool) -> int:
    from reverie.gather.transcripts import reader, sources
    from reverie.gather.transcripts.checkpoints import Checkpoints
    from reverie.gather.transcripts.finish import Finisher
    from reverie.tools.redact import Redactor

    checkpoints = Checkpoints.load(cache)
    nowhere = Path("/nonexistent")
    environ = {} if extra else {"CLAUDE_CONFIG_DIR": str(folder), "CODEX_HOME": "/nonexistent"}
    wanted = sources.Wanted(nowhere, environ, folders=("/",), all_projects=False, extra=(folder,) if extra else ())
    found = sources.find(wanted, checkpoints)
    finisher = Finisher(Redactor(b"k" * 32).text)
    reading = reader.read(found.files, checkpoints, finisher, now=datetime.now(UTC))
    count = sum(len(transcript.said) for transcript in reading)
    if not extra:
        checkpoints.save()
    return count


def _every_line(folder: Path, loads: Callable[[bytes], object]) -> None:
    for path in folder.rglob("*.jsonl"):
        with path.open("rb") as file:
            for line in file:
                try:
                    loads(line)
                except ValueError:
                    continue


def _orjson(folder: Path) -> None:
    import orjson

    _every_line(folder, orjson.loads)


def _json(folder: Path) -> None:
    _every_line(folder, json.loads)


if __name__ == "__main__":
    _child(sys.argv[1], Path(sys.argv[2]))
