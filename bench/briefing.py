"""The briefing replayed on real sessions: before each, what would the night have said, and how much of what the session
then looked up, ran, stumbled over or was corrected on did it hold? Beside it, at equal length, the latest notes: what
the agent itself wrote at the end of the sessions before, the newest first.

REVERIE_BENCH_TRANSCRIPTS names the folder, REVERIE_BENCH_SHOWN how many are printed. What people said is shown here and
kept nowhere.
"""

from __future__ import annotations

import os
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import orjson

from bench.measure import title
from bench.transcripts import SAMPLE
from reverie import insights
from reverie.briefing import brief
from reverie.gather.transcripts.checkpoints import Checkpoints
from reverie.gather.transcripts.ends import inside
from reverie.gather.transcripts.events import events_of, work_of
from reverie.gather.transcripts.finish import Finisher
from reverie.gather.transcripts.reader import read
from reverie.gather.transcripts.sources import Wanted, find
from reverie.records.briefing import Material
from reverie.records.events import Event
from reverie.records.insights import Insight
from reverie.records.transcripts import Said, Turn
from reverie.tools.redact import Redactor
from reverie.tools.tokens import tokens

BEFORE = 3  # sessions that must have been, for there to be something to say
KINDS = ("files", "commands", "errors", "corrections")
COVERED = 0.5  # of a correction's telling words that a line must hold
SHOWN = int(os.environ.get("REVERIE_BENCH_SHOWN", "2"))
_FAILS = re.compile(r"fail|error|not found|unknown|unrecogni|broken", re.I)
_LOOKS = frozenset({"Read", "Edit", "MultiEdit", "NotebookEdit", "Grep", "Glob"})
_EVERYDAY = frozenset(
    tokens("the a an to of in it is we you i do not don't use should this that be for on and or with so as")
)


@dataclass(frozen=True, slots=True)
class Lived:
    """One session: what our reader makes of it, what the agent said last, and what it turned out to need."""

    id: str
    events: tuple[Event, ...]
    note: str
    needs: dict[str, tuple[str, ...]] = field(default_factory=dict)


def main() -> None:
    if not SAMPLE.is_dir():
        print(f"no transcripts at {SAMPLE}; name a folder in REVERIE_BENCH_TRANSCRIPTS")
        return
    folders = sorted(path for kind in ("claude-code", "codex") for path in (SAMPLE / kind).glob("*/"))
    total: Counter[str] = Counter()
    for folder in folders:
        lived = list(sessions(folder))
        if len(lived) > BEFORE + 1:
            total += replay(folder.name, lived)
    title("all projects")
    _table(total)


def replay(name: str, lived: Sequence[Lived]) -> Counter[str]:
    counts: Counter[str] = Counter()
    shown: list[tuple[Lived, tuple[str, ...]]] = []
    for number in range(BEFORE, len(lived)):
        before, now = lived[:number], lived[number]
        lines = briefed(before)
        text = "\n".join(lines)
        notes = "\n".join(one.note for one in reversed(before) if one.note)[: len(text)]
        counts["sessions"] += 1
        counts["lines"] += len(lines)
        counts["characters"] += len(text)
        for kind in KINDS:
            for need in now.needs.get(kind, ()):
                counts[f"{kind} needed"] += 1
                counts[f"{kind} briefing"] += holds(text, kind, need)
                counts[f"{kind} notes"] += holds(notes, kind, need)
        shown.append((now, lines))
    title(f"{name}: {len(lived)} sessions")
    _table(counts)
    for now, lines in shown[:: max(1, len(shown) // SHOWN)][:SHOWN]:
        print(f"\n  before session {now.id[:8]}:")
        print("\n".join(f"    {line}" for line in lines))
    return counts


def _table(counts: Counter[str]) -> None:
    sessions = max(1, counts["sessions"])
    print(f"  {counts['lines'] / sessions:.0f} lines and {counts['characters'] / sessions:,.0f} characters a briefing")
    print(f"  {'':12} {'needed':>8} {'briefing':>9} {'latest notes':>13}")
    for kind in (*KINDS, "all"):
        needed, held, noted = (
            sum(counts[f"{k} {what}"] for k in (KINDS if kind == "all" else (kind,)))
            for what in ("needed", "briefing", "notes")
        )
        if needed:
            print(f"  {kind:12} {needed:8} {held / needed:9.2f} {noted / needed:13.2f}")


def briefed(before: Sequence[Lived]) -> tuple[str, ...]:
    heard = sorted((event for one in before for event in one.events), key=lambda e: (e.at, e.id))
    return brief(Material(heard[-1].at, heard, insights=known(heard)))


def known(heard: Sequence[Event]) -> list[Insight]:
    limits = insights.Limits(heard[-1].at, heard[0].at, most=100)
    return [one for one in insights.settle(insights.observe(heard), [], limits).new if one.is_open]


def holds(text: str, kind: str, need: str) -> bool:
    if kind == "files":
        return need.rpartition("/")[2] in text
    if kind == "commands":
        return need in text
    if kind == "errors":
        return any(need in line and _FAILS.search(line) for line in text.splitlines())
    return any(_covers(line, need) for line in text.splitlines())


def _covers(line: str, need: str) -> bool:
    words = set(tokens(need)) - _EVERYDAY
    return bool(words) and len(words & set(tokens(line))) >= COVERED * len(words)


def sessions(folder: Path) -> Iterator[Lived]:
    """In the order they were begun."""
    nowhere = Checkpoints(Path("/nonexistent"))
    files = find(Wanted(Path("/nonexistent"), extra=(folder,)), nowhere).files
    finisher = Finisher(Redactor(b"k" * 32).text)
    talk: defaultdict[str, list[Said]] = defaultdict(list)
    paths: defaultdict[str, set[str]] = defaultdict(set)
    for transcript in read(files, nowhere, finisher, now=datetime.now(UTC)):
        talk[transcript.session] += transcript.said
        paths[transcript.session].add(transcript.path)
    dated = {id: [said.at for said in rows if said.at] for id, rows in talk.items()}
    for id in sorted((id for id in talk if dated[id]), key=lambda id: (min(dated[id]), id)):
        rows = talk[id]
        events = (*events_of(rows, "user", clean=finisher.finish), *work_of(rows, "user", clean=finisher.finish))
        yield Lived(id, events, _note(rows), _needs(events, paths[id]))


def _note(rows: Sequence[Said]) -> str:
    """What the agent wrote at the end: as good a note of the session as one gets for nothing."""
    last = next((said.text for said in reversed(rows) if said.turn is Turn.AGENT and not said.sidechain), "")
    return " ".join(last.split())


def _needs(events: Iterable[Event], paths: Iterable[str]) -> dict[str, tuple[str, ...]]:
    found: dict[str, dict[str, None]] = {kind: {} for kind in KINDS}
    for event in events:
        if event.kind in ("correction", "remember"):
            found["corrections"][event.summary] = None
        elif event.kind == "command" and "sequence" not in event.tags and not event.summary.startswith("git "):
            found["commands"][event.summary] = None
        elif event.kind == "error":
            command = next((tag[8:] for tag in event.tags if tag.startswith("command:")), "")
            if command.islower() and command != event.tool:  # a program's; an agent's own tools fail by its slips
                found["errors"][command] = None
    for path in paths:
        found["files"] |= dict.fromkeys(_looked_up(Path(path)))
    return {kind: tuple(needs) for kind, needs in found.items()}


def _looked_up(path: Path) -> Iterator[str]:
    """Files that were opened, searched or edited and that the session had not made itself."""
    made: set[str] = set()
    for line in path.read_bytes().splitlines():
        if b'"tool_use"' not in line:
            continue
        try:
            record = orjson.loads(line)
        except orjson.JSONDecodeError:
            continue  # a line cut off in the middle
        content = record.get("message", {}).get("content") if isinstance(record.get("message"), dict) else None
        for block in content if isinstance(content, list) else ():
            if (
                not isinstance(block, dict)
                or block.get("type") != "tool_use"
                or not isinstance(block.get("input"), dict)
            ):
                continue
            given = block["input"]
            name = inside(str(given.get("file_path") or given.get("notebook_path") or ""), str(record.get("cwd") or ""))
            if block.get("name") == "Write":
                made.add(name)
            elif block.get("name") in _LOOKS and name and name not in made and "." in name.rpartition("/")[2]:
                yield name
