"""What a run of tasks came to: what was asked, accepted, refused and why, what it cost, and how much it read for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from reverie.records.logs import Json
from reverie.tasks.engine import Stray

_REASONS = 3  # that stand in the line
_SHOWN = 80  # characters of one


@dataclass(frozen=True, slots=True)
class Report:
    """`read` and `written`: tokens. `source`: bytes of transcript behind the tasks that were asked. `dollars`: None if
    no price is known. `trouble`: why asking stopped. `strays`: what was passed over."""

    by: tuple[str, ...] = ()
    tasks: int = 0
    calls: int = 0
    accepted: int = 0
    refused: Mapping[str, int] = field(default_factory=dict)
    kept: int = 0
    waiting: int = 0
    keyless: int = 0
    skipped: int = 0
    read: int = 0
    written: int = 0
    source: int = 0
    dollars: float | None = None
    seconds: float = 0.0
    trouble: tuple[str, ...] = ()
    strays: tuple[Stray, ...] = ()

    @property
    def line(self) -> str:
        """One line for people; empty if there was nothing to ask about."""
        if not self.tasks:
            return ""
        refused = sum(self.refused.values())
        counts = {
            "accepted": self.accepted, f"refused{self._reasons()}": refused, "kept from the log": self.kept,
            "waiting": self.waiting, "keyless": self.keyless, "skipped": self.skipped,
        }  # fmt: skip
        told = [f"{count} {what}" for what, count in counts.items() if count]
        parts = [f"{self.tasks} task{'s' * (self.tasks != 1)}: {', '.join(told) or 'nothing came of them'}"]
        if self.calls:
            cost = f", ${self.dollars:.4f}" if self.dollars is not None else ""
            tokens = f"{self.read} tokens read, {self.written} written"
            parts.append(f"{self.calls} call{'s' * (self.calls != 1)} to {', '.join(self.by)}, {tokens}{cost}")
            parts += [f"for {_size(self.source)} of transcript"] if self.source else []
        return "; ".join(parts)

    def _reasons(self) -> str:
        most = Counter(self.refused).most_common(_REASONS)
        return f" ({'; '.join(why[:_SHOWN] for why, _ in most)})" if most else ""

    @property
    def facts(self) -> dict[str, Json]:
        """For the log and for scripts."""
        return {
            "by": list(self.by), "tasks": self.tasks, "calls": self.calls, "accepted": self.accepted,
            "refused": dict(self.refused), "kept": self.kept, "waiting": self.waiting, "keyless": self.keyless,
            "skipped": self.skipped, "tokens_read": self.read, "tokens_written": self.written,
            "bytes": self.source, "dollars": self.dollars, "seconds": self.seconds, "trouble": list(self.trouble),
            "strays": _strays(self.strays),
        }  # fmt: skip


def _strays(strays: Sequence[Stray]) -> list[Json]:
    return [{"what": one.what, "why": one.why} for one in strays]


def _size(count: int) -> str:
    return f"{count / 1e6:.1f} MB" if count >= 1e6 else f"{max(count // 1000, 1)} kB"
