"""Made-up sessions for the tests of events: a small language for what was said, and the labelled examples."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from reverie.gather.transcripts.moments import Moment, moments
from reverie.records.events import Origin, Span
from reverie.records.transcripts import Said, Turn

START = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
_WHO = {
    Turn.AGENT: Origin.AGENT,
    Turn.TOOL_USE: Origin.AGENT,
    Turn.TOOL_RESULT: Origin.TOOL,
    Turn.MACHINE: Origin.SYSTEM,
}


def said(
    turn: Turn, text: str = "", tool: str = "", command: str = "", files: Sequence[str] = (), call: str = ""
) -> Said:
    return Said(
        turn,
        _WHO.get(turn, Origin.USER),
        "s1",
        START,
        Span("s1.jsonl"),
        text,
        tool,
        call,
        command,
        tuple(files),
        cwd="/repo",
    )


def human(text: str) -> Said:
    return said(Turn.HUMAN, text)


def agent(text: str) -> Said:
    return said(Turn.AGENT, text)


def ran(command: str, output: str = "", failed: bool = False) -> list[Said]:
    result = said(Turn.TOOL_RESULT, output, "Bash", command)._replace(failed=failed)
    return [said(Turn.TOOL_USE, "", "Bash", command), result]


def edited(path: str, failed: str = "") -> list[Said]:
    use = said(Turn.TOOL_USE, "", "Edit", files=[path], call=f"edit-{path}")
    return [use, use._replace(turn=Turn.TOOL_RESULT, origin=Origin.TOOL, text=failed, failed=bool(failed))]


def session(*rows: Said | list[Said], name: str = "s1") -> list[Said]:
    """Numbered in order: line, offset, uuid and time."""
    flat = [one for row in rows for one in (row if isinstance(row, list) else [row])]
    return [
        one._replace(
            session=name,
            at=one.at and START + timedelta(minutes=i),
            span=Span(f"{name}.jsonl", line=i + 1, offset=i * 100, uuid=f"{name}-{i}"),
        )
        for i, one in enumerate(flat)
    ]


class Example(NamedTuple):
    moment: Moment
    correction: bool
    request: bool


def examples() -> list[Example]:
    lines = Path(__file__).with_name("labelled.jsonl").read_text("utf-8").splitlines()
    return [_example(json.loads(line)) for line in lines]


def _example(raw: dict[str, str]) -> Example:
    rows: list[Said | list[Said]] = [human("please begin")]
    if raw["before"]:
        rows += [*edited("/repo/a.py"), agent(raw["before"])]
    else:
        rows = []
    stopped = raw.get("stopped", "")
    if stopped == "halted":
        rows.append(said(Turn.INTERRUPT))
    rows.append(human(raw["text"])._replace(turn=Turn.REJECTION if stopped == "refused" else Turn.HUMAN))
    rows.append(agent(raw["reply"]))
    label = raw["label"]
    found = list(moments(session(*rows)))[-1]
    return Example(found, label in ("correction", "both"), label in ("request", "both"))
