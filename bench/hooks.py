"""Hooks: what they cost an agent, as whole processes, and whether what is put before it unasked is worth its tokens.

Targets: capture at most 2.5 times bare Python, SessionStart at most 120 ms with 500 notes; recall silent on at least
95 % of unrelated prompts, and right in at least 80 % of what it shows. REVERIE_BENCH_TRANSCRIPTS names sessions
(default `../shared/data/transcripts`): its `silver_learnings.jsonl` has what 23 sessions of one project wanted and
learned, and the prompts of other projects' sessions are the unrelated ones.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from bench.measure import scratch, title

TIMES = int(os.environ.get("REVERIE_BENCH_HOOKS", "60"))
NOTES = 500
SESSIONS = Path(__file__).parents[2] / "shared" / "data" / "transcripts"
PYTHON = sys.executable
HOOK = str(Path(PYTHON).parent / "reverie-hook")
INSTALLED = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}  # compiled once


class Took(NamedTuple):
    """`cpu` is what it takes of the processor, whatever else the machine does meanwhile."""

    p50: float
    p95: float
    cpu: float


def main() -> None:
    with scratch() as base:
        speed(base)
    worth(Path(os.environ.get("REVERIE_BENCH_TRANSCRIPTS", SESSIONS)))


def speed(base: Path) -> None:
    title(f"hooks: whole processes, {TIMES} times each in turn")
    _memory(base)
    seen: dict[str, Any] = {
        "session_id": "s-1",
        "cwd": str(base),
        "hook_event_name": "PostToolUse",
        "tool_name": "Edit",
    }
    seen |= {"tool_input": {"file_path": "app.py"}, "tool_response": {"stdout": "x" * 4000}}
    begun = {"session_id": "s-1", "cwd": str(base), "hook_event_name": "SessionStart", "source": "startup"}
    rows = {
        "python -c pass": ([PYTHON, "-c", "pass"], {}),
        'python -c "import json, sqlite3"': ([PYTHON, "-c", "import json, sqlite3"], {}),
        "reverie-hook capture": ([HOOK, "capture"], seen),
        f"reverie-hook session-start, {NOTES} notes": ([HOOK, "session-start"], begun),
    }
    took: dict[str, list[tuple[float, float]]] = {name: [] for name in rows}
    for n in range(TIMES + 2):
        for name, (command, event) in rows.items():
            spent = _once(command, {**event, "session_id": f"s-{n}", "tool_use_id": f"use-{n}"}, base)
            took[name] += [spent] if n >= 2 else []
    told = {name: Took(*_parts(times)) for name, times in took.items()}
    bare = told["python -c pass"]
    for name, (p50, p95, cpu) in told.items():
        walls = f"p50 {p50 * 1000:6.1f} ms   p95 {p95 * 1000:6.1f} ms   {p50 / bare.p50:5.2f}×"
        print(f"  {name:40} {walls}   processor {cpu * 1000:6.1f} ms   {cpu / bare.cpu:5.2f}×")
    _verdict("capture", told["reverie-hook capture"].p50 / bare.p50, 2.5, "× bare Python")
    _verdict("session start", told[f"reverie-hook session-start, {NOTES} notes"].p50 * 1000, 120, " ms")


def _memory(base: Path) -> None:
    memory = base / ".agent" / "memory"
    memory.mkdir(parents=True)
    for n in range(NOTES):
        head = (
            f"---\nname: Note {n}\ndescription: what number {n} is about\ntype: project\ncreated: 2026-10-01\n---\n\n"
        )
        (memory / f"note-{n}.md").write_text(head + f"Number {n} is kept in the cellar.\n" * 10)
    lines = [f"- [Note {n}](note-{n}.md) — what number {n} is about" for n in range(190)]
    (memory / "MEMORY.md").write_text("# Memory\n\n" + "\n".join(lines) + "\n")
    rules = memory / "semantic" / "rules" / "auto-dream"
    rules.mkdir(parents=True)
    for n in range(20):
        head = f"---\nid: r{n}\nstatus: active\ngraduated_by: ada\ngraduated_at: 2026-11-01T08:00:00Z\n---\n# rule\n\n"
        (rules / f"r{n}-rule.md").write_text(head + f"Do number {n} before number {n + 1}.\n")
    reports = base / ".agent" / "local" / "logs" / "reports"
    reports.mkdir(parents=True)
    night = {"id": "n", "at": "2026-11-10T03:00:00+00:00", "kind": "night", "by": "reverie", "facts": {}}
    (reports / "2026-11.jsonl").write_text(json.dumps(night) + "\n")


def _once(command: Sequence[str], event: dict[str, Any], base: Path) -> tuple[float, float]:
    given = json.dumps(event).encode()
    began, used = time.perf_counter(), _processor()
    done = subprocess.run(command, input=given, cwd=base, env=INSTALLED, check=True, capture_output=True)
    if "session-start" in command and b"additionalContext" not in done.stdout:
        raise RuntimeError("nothing was handed over, so nothing was measured")
    return time.perf_counter() - began, _processor() - used


def _processor() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _parts(times: list[tuple[float, float]]) -> tuple[float, float, float]:
    walls, cpus = sorted(wall for wall, _ in times), sorted(cpu for _, cpu in times)
    return walls[len(walls) // 2], walls[int(len(walls) * 0.95)], cpus[len(cpus) // 2]


def _verdict(what: str, found: float, most: float, unit: str) -> None:
    print(f"  {what:40} {found:11.2f}{unit}   target ≤ {most:g}  {'ok' if found <= most else 'MISSED'}")


# Whether recall is worth its tokens


class Note(NamedTuple):
    session: int
    text: str
    path: str = ""


def worth(folder: Path) -> None:
    silver = folder / "silver_learnings.jsonl"
    if not silver.exists():
        title(f"hooks: no sessions at {folder}; set REVERIE_BENCH_TRANSCRIPTS")
        return
    rows = [json.loads(line) for line in silver.read_text(encoding="utf-8").splitlines()]
    notes = [note for n, row in enumerate(rows) for note in _learned(n, row)]
    others = list(_prompts(folder))
    title(f"hooks: recall at a prompt, {len(notes)} notes of {len(rows)} sessions, {len(others)} unrelated prompts")
    found = _recalled(notes, [*(row["summary"]["intent"] for row in rows), *others])
    spoken = [(n, note) for n, shown in enumerate(found[: len(rows)]) for note in shown]
    right = sum(note.session == n or note.path in rows[n]["files"] for n, note in spoken)
    silent = sum(not shown for shown in found[len(rows) :]) / max(len(others), 1)
    prompts = len({n for n, _ in spoken})
    print(f"  spoke at {prompts} of {len(rows)} related prompts, with {len(spoken)} notes")
    precision = right / max(len(spoken), 1)
    print(f"  {'right':40} {precision:11.3f}   target ≥ 0.8   {'ok' if precision >= 0.8 else 'MISSED'}")
    print(
        f"  {'silent on unrelated prompts':40} {silent:11.3f}   target ≥ 0.95  {'ok' if silent >= 0.95 else 'MISSED'}"
    )


def _learned(n: int, row: dict[str, Any]) -> Iterator[Note]:
    learned = row["summary"]["learnings"]
    yield from (Note(n, text) for text in (*learned["repo"], *learned["workflow"]))
    yield from (Note(n, f"{one['finding']} ({one['path']})", one["path"]) for one in learned["code"])


def _recalled(notes: Sequence[Note], prompts: Sequence[str]) -> list[list[Note]]:
    from reverie.doors.hooks.recall import surest, worth_asking
    from reverie.lookup.index import Index
    from reverie.lookup.search import search
    from reverie.records.passages import Passage

    with scratch() as base:
        index = Index(base)
        passages = [Passage(f"{n}", f"memory:n{n}.md", 1, 1, note.text) for n, note in enumerate(notes)]
        index.put_many([(one.address, "1", [one]) for one in passages])
        found = [
            [notes[int(hit.passage.id)] for hit in surest(search(index, text, 10), text, 3)]
            if worth_asking(text)
            else []
            for text in prompts
        ]
        index.close()
    return found


def _prompts(folder: Path, most: int = 4) -> Iterator[str]:
    """The first prompts of every session of other projects."""
    for path in sorted((folder / "claude-code").rglob("*.jsonl")):
        if "entire" in str(path):
            continue
        said = [text for line in path.open(encoding="utf-8", errors="replace") if (text := _prompt(line))]
        yield from said[:most]


def _prompt(line: str) -> str:
    try:
        raw = json.loads(line)
    except ValueError:
        return ""
    content = (raw.get("message") or {}).get("content") if raw.get("type") == "user" and not raw.get("isMeta") else ""
    text = content.strip()[:2000] if isinstance(content, str) else ""
    return "" if text.startswith(("<", "Caveat", "This session is being")) else text
