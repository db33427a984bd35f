"""Proposals: change sets that wait for a yes."""

from __future__ import annotations

from dataclasses import dataclass

from reverie.records.changes import Step

OPEN, ACCEPTED, DECLINED, EXPIRED = "open", "accepted", "declined", "expired"
NOTE = "note"  # the kind of a step that writes a new note


@dataclass(frozen=True, slots=True)
class Proposal:
    """`maker`: what proposes it. Each step is one mutation, to be taken or left by itself. `decided`: by whom and why,
    once it is."""

    id: str
    title: str
    reason: str
    steps: tuple[Step, ...]
    maker: str = "consolidation"
    kinds: tuple[str, ...] = ()  # of each step: merge, supersede, deprecate …
    status: str = OPEN
    decided: str = ""
    outcomes: tuple[str, ...] = ()  # of each step, once it is decided: accepted, declined, skipped and why

    @property
    def fingerprints(self) -> frozenset[str]:
        return frozenset(step.fingerprint for step in self.steps)
