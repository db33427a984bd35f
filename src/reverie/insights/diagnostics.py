"""What the editor reports while an agent works. Where several sessions had to find out that it was stale, or not about
their change, the next one can be told."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from reverie.insights.observed import LEAST, Observation, Scene, listed, many, most_said, once_each
from reverie.records.insights import Type

_REPORT = re.compile(
    r"\b(?:diagnostics?|LSP|IDE|gopls|pyright|pylance|tsserver|rust-analyzer|sourcekit|language server)\b",
    re.IGNORECASE,
)
_PROGRAM = re.compile(r"\b(gopls|pyright|pylance|tsserver|rust-analyzer|sourcekit)\b", re.IGNORECASE)
_STALE = re.compile(r"\bstale\b|\btransient\b|\bfalse (?:positive|alarm)|\bout ?dated\b|\bre-?index", re.IGNORECASE)
_OLD = re.compile(r"\bpre-?existing\b|\bunrelated\b", re.IGNORECASE)
# The command that asks the same tool. Another language's, or another tool's, proves nothing.
_PROOF = {
    "gopls": re.compile(r"^go (?:build|vet)\b"),
    "pyright": re.compile(r"\bpyright\b"),
    "pylance": re.compile(r"\bpyright\b"),
    "tsserver": re.compile(r"\btsc\b|^(?:npm|pnpm|yarn|bun)\b.*\btype-?check\b"),
    "rust-analyzer": re.compile(r"^cargo (?:check|clippy|build)\b"),
    "sourcekit": re.compile(r"^(?:swift|xcodebuild) build\b"),
}


def notice(scene: Scene) -> Iterator[Observation]:
    about = [event for event in scene.kind("finding") if _REPORT.search(event.summary)]
    stale = once_each(event for event in about if _STALE.search(event.summary))
    old = once_each(event for event in about if _OLD.search(event.summary))
    met = once_each(sorted([*stale, *old], key=lambda e: (e.at, e.id)))
    if len(stale) < LEAST:
        return
    which = [name.lower() for event in about for name in _PROGRAM.findall(event.summary)]
    named = f" ({listed(sorted(set(which)))})" if which else " (LSP)"
    also = f", or about code that was there before ({len(old)})" if old else ""
    proof = _proof(scene, which)
    yield Observation(
        Type.PATTERN,
        "stale diagnostics",
        f"Diagnostics of the language server{named} that show up while an agent works are often false alarms: in"
        f" {many(len(met))} they were stale ({len(stale)}){also}.",
        tuple(met),
        f"Before you act on a diagnostic, check it with {f'`{proof}`' if proof else 'the build or the type check'}.",
        "",
        2.0 + 0.3 * min(len(met), 10),
    )


def _proof(scene: Scene, which: Sequence[str]) -> str:
    """The most used command that asks the tool which reported; none if it is not known which did, or several did."""
    forms = {_PROOF[name] for name in which}
    if len(forms) != 1:
        return ""
    (form,) = forms
    return most_said(e.summary for e in scene.kind("command") if form.search(e.summary) and "→" not in e.summary)[0]
