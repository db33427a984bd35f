"""What the editor reports while an agent works. Where several sessions had to find out that it was stale, or not about
their change, the next one can be told."""

from __future__ import annotations

import re
from collections.abc import Iterator

from reverie.insights.observed import LEAST, Observation, Scene, listed, many, most_said, once_each
from reverie.records.insights import Type

_REPORT = re.compile(
    r"\b(?:diagnostics?|LSP|IDE|gopls|pyright|pylance|tsserver|rust-analyzer|sourcekit|language server)\b",
    re.IGNORECASE,
)
_PROGRAM = re.compile(r"\b(gopls|pyright|pylance|tsserver|rust-analyzer|sourcekit)\b", re.IGNORECASE)
_STALE = re.compile(r"\bstale\b|\btransient\b|\bfalse (?:positive|alarm)|\bout ?dated\b|\bre-?index", re.IGNORECASE)
_OLD = re.compile(r"\bpre-?existing\b|\bunrelated\b", re.IGNORECASE)
_PROOF = re.compile(r"\b(?:build|typecheck|type-check|tsc|mypy|pyright|vet|analyze|check|compile|clippy)\b")


def notice(scene: Scene) -> Iterator[Observation]:
    about = [event for event in scene.kind("finding") if _REPORT.search(event.summary)]
    stale = once_each(event for event in about if _STALE.search(event.summary))
    old = once_each(event for event in about if _OLD.search(event.summary))
    met = once_each(sorted([*stale, *old], key=lambda e: (e.at, e.id)))
    if len(stale) < LEAST:
        return
    which = _PROGRAM.findall(" ".join(event.summary for event in about))
    named = f" ({listed(sorted({name.lower() for name in which}))})" if which else " (LSP)"
    also = f", or about code that was there before ({len(old)})" if old else ""
    proof = most_said(e.summary for e in scene.kind("command") if _PROOF.search(e.summary) and "→" not in e.summary)[0]
    yield Observation(
        Type.PATTERN,
        "stale diagnostics",
        f"Diagnostics of the language server{named} that show up while an agent works are often false alarms: in"
        f" {many(len(met))} they were stale ({len(stale)}){also}.",
        tuple(met),
        f"Before you act on a diagnostic, check it with {f'`{proof}`' if proof else 'the build'}.",
        "",
        2.0 + 0.3 * min(len(met), 10),
    )
