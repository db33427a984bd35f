"""What a night's report says of its model: who worded each text, what was refused, what was spent and saved."""

from __future__ import annotations

from dataclasses import dataclass

from reverie.records.logs import Json
from reverie.wording.voice import KEYLESS, Voice, Worded


@dataclass(frozen=True, slots=True)
class Told:
    """`trouble`: why the night went on without it, if it did."""

    model: str
    texts: tuple[Worded[object], ...] = ()
    trouble: str = ""
    calls: int = 0
    tokens: int = 0
    dollars: float | None = None  # None: its price is not known
    saved_calls: int = 0
    saved_tokens: int = 0
    saved_dollars: float | None = None
    seconds: float = 0.0

    @classmethod
    def of(cls, voice: Voice) -> Told:
        spent, saved, priced = voice.purse.spent, voice.purse.saved, voice.purse.priced
        return cls(
            voice.model.name, tuple(voice.told), voice.trouble, spent.calls, spent.tokens,
            round(spent.dollars, 6) if priced else None, saved.calls, saved.tokens,
            round(saved.dollars, 6) if priced else None, round(voice.purse.waited, 2),
        )  # fmt: skip

    @property
    def worded(self) -> int:
        return sum(text.by != KEYLESS for text in self.texts)

    @property
    def line(self) -> str:
        """All of it in one line; empty if there was nothing to word."""
        if not self.texts:
            return ""
        kept = len(self.texts) - self.worded
        told = [f"{self.worded} of {len(self.texts)} text{'s' * (len(self.texts) != 1)} worded by {self.model}"]
        told += [f"{kept} keyless"] if kept else []
        return "; ".join([*told, *([self.cost] if self.cost else [])])

    @property
    def cost(self) -> str:
        spent = _sum(self.calls, self.tokens, self.dollars)
        saved = _sum(self.saved_calls, self.saved_tokens, self.saved_dollars)
        return "; ".join(filter(None, [spent, f"saved {saved}" if saved else ""]))

    @property
    def facts(self) -> dict[str, Json]:
        texts: list[Json] = [text.facts for text in self.texts]
        spent: dict[str, Json] = {"calls": self.calls, "tokens": self.tokens, "dollars": self.dollars}
        saved: dict[str, Json] = {
            "calls": self.saved_calls,
            "tokens": self.saved_tokens,
            "dollars": self.saved_dollars,
        }
        facts: dict[str, Json] = {"model": self.model, "texts": texts, "spent": spent, "saved": saved}
        return {**facts, "seconds": self.seconds, "trouble": self.trouble}


def _sum(calls: int, tokens: int, dollars: float | None) -> str:
    paid = f", ${dollars:.4f}" if dollars is not None else ""
    return f"{calls} call{'s' * (calls != 1)}, {tokens} tokens{paid}" if calls else ""
