"""Figures: how well search finds, what redaction finds, and what hooks, a tick and the store cost. Speed is a ratio to
something plain that is measured in the same run, in turn with it, so that a busy machine slows both down."""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import Any

from bench import secrets_corpus

from scripts.golden.world import World, json_lines

Figures = dict[str, float]
TIMES = 15


def _seconds(run: Callable[[], object]) -> float:
    began = time.perf_counter()
    run()
    return time.perf_counter() - began


def _in_turn(ours: Callable[[], object], plain: Callable[[], object], times: int = TIMES) -> float:
    """How many times as long ours takes: the median of both, after one run each that does not count."""
    ours(), plain()
    both = [(_seconds(ours), _seconds(plain)) for _ in range(times)]
    return median(one for one, _ in both) / median(other for _, other in both)


# Search

LONGEST = 4000  # characters of a turn that are remembered


def search(world: World, data: Path) -> Figures:
    """Evidence found on LongMemEval, and which session's learnings a session's intent finds; speed beside SQLite."""
    told: Figures = {}
    file = data / "bench" / "longmemeval_s_dev60.jsonl.gz"
    if file.exists():
        told |= _long_memory(world, file)
    silver = data / "transcripts" / "silver_learnings.jsonl"
    if silver.exists():
        told |= _learnings(world, silver)
    return told | _speed(world)


def _long_memory(world: World, file: Path, each: int = 5) -> Figures:
    """Every fifth question: the share whose evidence is among the first five and ten hits, and the mean recall."""
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for number, line in enumerate(lines) if number % each == 0]
    any5, any10, recall10 = 0, 0, 0.0
    for row in rows:
        turns = list(_turns(row))
        evidence = {id for id, _, is_evidence in turns if is_evidence}
        ranked = _asked(world, [(id, text) for id, text, _ in turns], [("q", row["question"])])["q"]
        any5 += bool(evidence & set(ranked[:5]))
        any10 += bool(evidence & set(ranked[:10]))
        recall10 += len(evidence & set(ranked[:10])) / max(len(evidence), 1)
    count = len(rows) or 1
    named = {"any evidence in 5": any5 / count, "any evidence in 10": any10 / count, "recall in 10": recall10 / count}
    return {f"LongMemEval, {len(rows)} questions: {name}": value for name, value in named.items()}


def _turns(row: dict[str, Any]) -> Iterator[tuple[str, str, bool]]:
    for number, session in enumerate(row["haystack_sessions"]):
        for place, turn in enumerate(session):
            text = " ".join(turn["content"].split())[:LONGEST]
            if text:
                yield f"{number}-{place}", text, bool(turn.get("has_answer"))


def _learnings(world: World, file: Path) -> Figures:
    rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    notes = []
    for number, row in enumerate(rows):
        learned = row["summary"]["learnings"]
        texts = [
            *learned["repo"],
            *learned["workflow"],
            *(f"{one['finding']} ({one['path']})" for one in learned["code"]),
        ]
        notes += [(f"{number}-{place}", " ".join(text.split())) for place, text in enumerate(texts)]
    found = _asked(world, notes, [(str(n), row["summary"]["intent"]) for n, row in enumerate(rows)])
    own = [[hit.split("-")[0] == number for hit in ranked[:5]] for number, ranked in found.items()]
    first = sum(hits[:1] == [True] for hits in own) / len(own)
    return {"learnings: first is of the session": first, "learnings: any in 5": sum(map(any, own)) / len(own)}


def _asked(
    world: World, notes: Sequence[tuple[str, str]], questions: Sequence[tuple[str, str]]
) -> dict[str, list[str]]:
    """The ids of what a fresh memory of these notes answers, best first."""
    fresh = World(world.folder.with_name("asked"), world.checkout)
    fresh.begin()
    fresh.remember({"id": id, "text": text, "date": "2026-09-01"} for id, text in notes)
    asked = json_lines({"id": id, "query": text[:2000], "limit": 20} for id, text in questions)
    answers = fresh.need("reverie", "search", "--batch", "-", given=asked).splitlines()
    rows = [json.loads(answer) for answer in answers]
    return {row["id"]: [hit["id"] for hit in row["hits"]] for row in rows}


def _speed(world: World, count: int = 2000) -> Figures:
    world.begin()
    words = "deploy branch token index cache invoice refund mail worker profile staging report".split()
    kept = [f"{words[n % 12]} in {words[n * 7 % 11]} {n % 97}" for n in range(count)]
    texts = [f"Service s{n} keeps its {what} for team t{n % 31}" for n, what in enumerate(kept)]
    world.remember({"id": f"n{n}", "text": text, "date": "2026-09-01"} for n, text in enumerate(texts))
    table = sqlite3.connect(":memory:")
    table.execute("CREATE VIRTUAL TABLE fts USING fts5(text, tokenize = 'porter')")
    table.executemany("INSERT INTO fts VALUES (?)", ((text,) for text in texts))
    query = "SELECT rowid FROM fts WHERE fts MATCH ? ORDER BY rank LIMIT 10"
    asked = iter(range(10**6))

    def plain() -> None:
        table.execute(query, (f"s{next(asked) % count} OR keeps OR deploy OR team",)).fetchall()

    with world.mcp() as server:

        def ours() -> None:
            server.call("memory_search", query=f"what does s{next(asked) % count} keep")

        ratio = _in_turn(ours, plain, 60)
    table.close()
    whole = _in_turn(lambda: world.need("reverie", "search", "what does s77 keep", "--json"), _bare(world))
    return {"memory_search over MCP / SQLite FTS5": ratio, "reverie search / python -c pass": whole}


def _bare(world: World) -> Callable[[], object]:
    return lambda: world.need("python", "-c", "pass")


# Redaction


def redaction(world: World, data: Path) -> Figures:
    """Made-up secrets that are wholly gone, look-alikes that were changed, and hits in ordinary transcripts."""
    world.begin()
    secrets, others = list(secrets_corpus.secrets(2026, 1)), list(secrets_corpus.look_alikes(2026, 1))
    texts = _redacted(world, [case.text for case in secrets])
    spans = [(text, case.text[a:b]) for text, case in zip(texts, secrets, strict=True) for a, b in case.spans]
    found = sum(secret not in text for text, secret in spans)
    alike = _redacted(world, [case.text for case in others])
    wrong = sum(text.strip() != case.text.strip() for text, case in zip(alike, others, strict=True))
    told: Figures = {"recall": found / len(spans), "look-alikes taken for one": wrong / len(others)}
    folder = data / "transcripts"
    if folder.is_dir():
        size = sum(path.stat().st_size for path in folder.rglob("*.jsonl")) / 1e6
        began = time.perf_counter()
        out = world.need("reverie", "redact", "--scan", str(folder), "--json", codes=(0, 1))
        ours = time.perf_counter() - began
        hits = len(json.loads(out)["secrets"])
        told["hits in ordinary transcripts, of 10 MB"] = hits / size * 10
        told["scan of transcripts / sha256sum"] = ours / _seconds(lambda: _hash_all(folder))
    return told


def _hash_all(folder: Path) -> None:
    for path in folder.rglob("*.jsonl"):
        hashlib.sha256(path.read_bytes())


def _redacted(world: World, texts: Sequence[str]) -> list[str]:
    """Each text by itself as far as a stream allows: lines of plain prose stand between them."""
    between = "\n\nThis is where one text ends and the next begins.\n\n"
    parts = world.need("reverie", "redact", given=between.join(texts)).split(between)
    if len(parts) != len(texts):
        raise RuntimeError(f"{len(texts)} texts were given to redact, {len(parts)} came back")
    return parts


# What it costs


def hooks(world: World, notes: int = 300) -> Figures:
    world.begin()
    rooms = [f"Number {n} is kept in the cellar of house {n % 7}" for n in range(notes)]
    world.remember({"text": text, "topic": f"number {n}"} for n, text in enumerate(rooms))
    numbers = iter(range(10**6))

    inbox = world.project / ".agent" / "local" / "inbox"

    def call(verb: str, says: str = "", **more: object) -> Callable[[], object]:
        def run() -> None:
            told = world.hook(verb, {"session_id": f"s{next(numbers)}", **more})
            if says not in told:
                raise RuntimeError(f"{verb} handed nothing over, so nothing was measured: {told}")

        return run

    used: dict[str, Any] = {
        "tool_name": "Edit",
        "tool_input": {"file_path": "app.py"},
        "tool_response": {"stdout": "x" * 4000},
    }
    prompt = "number 77 is kept in the cellar of which house"
    calls = {
        "capture": call("capture", hook_event_name="PostToolUse", **used),
        "session-start": call("session-start", "additionalContext", hook_event_name="SessionStart", source="startup"),
        "recall, off": call("recall", hook_event_name="UserPromptSubmit", prompt=prompt),
    }
    told = {f"{name} / python -c pass": _in_turn(run, _bare(world)) for name, run in calls.items()}
    if len(list(inbox.iterdir())) < TIMES:
        raise RuntimeError("capture wrote nothing, so nothing was measured")
    world.write(".agent/config.yaml", "hooks:\n  recall: true\n")
    recall = call("recall", "Number 77", hook_event_name="UserPromptSubmit", prompt=prompt)
    return told | {"recall, on and sure / python -c pass": _in_turn(recall, _bare(world))}


def tick(world: World) -> Figures:
    world.begin()
    world.write("app.py", "pass\n")
    world.commit("feat: begin")
    world.need("reverie", "remember", "Deploys go out on Tuesdays")
    world.need("reverie", "tick")
    world.wait_for_others()
    numbers = iter(range(10**6))

    def look_again() -> None:
        """The last answer is kept while the settings stay as they are; so they change."""
        world.write(".agent/config.yaml", f"# {next(numbers)}\n")
        world.need("reverie", "tick")

    commands: dict[str, Callable[[], object]] = {
        "tick, nothing due": look_again,
        "tick, the last answer kept": lambda: world.need("reverie", "tick"),
        "status": lambda: world.need("reverie", "status"),
        "run, nothing new": lambda: world.need("reverie", "run"),
    }
    return {f"{name} / python -c pass": _in_turn(run, _bare(world)) for name, run in commands.items()}


def store(world: World, count: int = 200) -> Figures:
    """One remembered line over MCP, and a change of many files and its undo, beside plain writes with fsync."""
    world.begin()
    numbers = iter(range(10**6))
    plain = world.folder / "plain"
    plain.mkdir()

    def write(many: int = 1) -> None:
        for _ in range(many):
            with (plain / f"{next(numbers)}.md").open("wb") as file:
                file.write(b"x" * 400)
                file.flush()
                os.fsync(file.fileno())

    with world.mcp() as server:
        one = _in_turn(lambda: server.call("memory_remember", text=f"Service {next(numbers)} has a port"), write, 40)
    start = median(_seconds(lambda: world.need("reverie", "--version")) for _ in range(5))
    lines = [{"text": f"Host {n} stands in rack {n}", "topic": f"host {n}"} for n in range(count)]
    apply = _seconds(lambda: world.remember(lines)) - start
    undo = _seconds(lambda: world.need("reverie", "undo")) - start
    base = _seconds(lambda: write(count))
    return {
        "remember over MCP / write + fsync": one,
        f"{count} topics remembered / write + fsync each": apply / base,
        f"undo of {count} topics / write + fsync each": undo / base,
    }
