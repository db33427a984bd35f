"""Reorganizing, in the cage: every note is compared with every other, and one list of mutations comes of it, each to be
taken or left by itself: merge, supersede, deprecate. Nothing is changed here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from reverie.records.documents import Address
from reverie.records.tidying import Matter
from reverie.reorganizing import likeness
from reverie.reorganizing.asking import Answer, Ask
from reverie.reorganizing.doubting import doubted
from reverie.reorganizing.likeness import Pair
from reverie.reorganizing.merging import Merger
from reverie.reorganizing.notes import Memory, whole
from reverie.tools.steering import SAME, Steering, compared, steering

MOST = 30  # mutations in one proposal: more than these nobody reads


def think(request: bytes, scratch: Path, _tell: Callable[[str], None]) -> bytes:
    return reorganized(Ask.from_json(request), scratch).to_json()


def reorganized(ask: Ask, scratch: Path) -> Answer:
    memory = Memory(ask)
    pairs, space = _alike(memory, scratch)
    look = _Look(memory, pairs, scratch)
    plain = look.mutations(Steering())
    wanted = steering(ask.instructions)
    if not wanted:
        return Answer(plain.made, plain.left_out, wanted.told(), space, len(memory.notes))
    steered = look.mutations(wanted)
    changed = compared(_named(plain.made), _named(steered.made))
    return Answer(steered.made, steered.left_out, (*wanted.told(), *(changed or (SAME,))), space, len(memory.notes))


@dataclass(frozen=True, slots=True)
class _Found:
    made: tuple[Matter, ...]
    left_out: Counter[str] = field(default_factory=Counter)


class _Look:
    """What there is to do about a memory; steered or not, it is looked at once."""

    def __init__(self, memory: Memory, pairs: Sequence[Pair], scratch: Path) -> None:
        self.memory, self.pairs = memory, pairs
        self._left_out: Counter[str] = Counter()
        self._doubts = doubted(memory, scratch / "shelf", self._left_out)

    def mutations(self, wanted: Steering) -> _Found:
        """What no longer holds comes first; then notes are merged that nothing else is done about."""
        left_out = Counter(self._left_out)
        ignored = self._ignored(wanted)
        weight = {address: bool(wanted.focused(text)) for address, text in self._texts().items()}
        doubts = [matter for matter in self._doubts if not touched(matter) & ignored]
        chosen = _apart(sorted(doubts, key=lambda matter: _rank(matter, weight)), left_out)
        closed = frozenset(address for matter in chosen for address in touched(matter))
        merges = Merger(self.memory, closed | ignored, left_out).over(self.pairs)
        made = sorted(_apart([*chosen, *merges], left_out), key=lambda matter: _rank(matter, weight))
        if len(made) > MOST:
            left_out["more than fit into one proposal; run it again after deciding"] += len(made) - MOST
        return _Found(tuple(made[:MOST]), left_out)

    def _ignored(self, wanted: Steering) -> frozenset[Address]:
        return frozenset(address for address, text in self._texts().items() if wanted.ignored(text))

    def _texts(self) -> dict[Address, str]:
        found: dict[Address, str] = {}
        for filed in self.memory.notes:
            found[filed.address] = f"{found.get(filed.address, '')}\n{filed.note.slug}\n{whole(filed.note)}"
        return found


def touched(matter: Matter) -> frozenset[Address]:
    return frozenset(address for step in matter.ways for address in step.addresses)


def _rank(matter: Matter, focused: dict[Address, bool]) -> tuple[bool, int, str]:
    order = ("supersede", "deprecate", "merge")
    there = any(focused.get(address, False) for address in touched(matter))
    return not there, order.index(matter.kind) if matter.kind in order else len(order), matter.about


def _apart(matters: Sequence[Matter], left_out: Counter[str]) -> list[Matter]:
    """No two mutations touch one document, so that each can be taken or left by itself."""
    taken: set[Address] = set()
    kept = []
    for matter in matters:
        if touched(matter) & taken:
            left_out["left for another time: another mutation changes the same note"] += 1
            continue
        taken |= touched(matter)
        kept.append(matter)
    return kept


def _alike(memory: Memory, scratch: Path) -> tuple[list[Pair], str]:
    texts, threshold = [whole(filed.note) for filed in memory.notes], memory.ask.threshold
    if not memory.ask.models:
        return likeness.either(texts, threshold, None), likeness.WORDS
    from reverie.engines.cache import CachedEmbedder  # noqa: PLC0415 — numpy only where there is a model
    from reverie.engines.minilm import MiniLM  # noqa: PLC0415

    embed = CachedEmbedder(MiniLM.open(Path(memory.ask.models)), scratch / "vectors")
    return likeness.either(texts, threshold, embed), f"{embed.name}, calibrated to {likeness.WORDS}, or that itself"


def _named(made: Sequence[Matter]) -> list[tuple[str, str]]:
    return [(matter.about, matter.reason) for matter in made]


__all__ = ["MOST", "Answer", "Ask", "reorganized", "think", "touched"]
