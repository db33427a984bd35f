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
from reverie.reorganizing.steering import Steering, steering

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
        told = ("nothing in the instructions says what to focus on or ignore, so they changed nothing",)
        return Answer(plain.made, plain.left_out, told if ask.instructions else (), space, len(memory.notes))
    steered = look.mutations(wanted)
    return Answer(steered.made, steered.left_out, _changed(plain.made, steered.made), space, len(memory.notes))


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
    return frozenset(matter.step.addresses)


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
        return likeness.by_words(texts, threshold), likeness.WORDS
    from reverie.engines.cache import CachedEmbedder  # noqa: PLC0415 — numpy only where there is a model
    from reverie.engines.minilm import MiniLM  # noqa: PLC0415

    embed = CachedEmbedder(MiniLM.open(Path(memory.ask.models)), scratch / "vectors")
    return likeness.by_meaning(texts, threshold, embed), f"{embed.name}, calibrated to {likeness.WORDS}"


def _changed(plain: Sequence[Matter], steered: Sequence[Matter]) -> tuple[str, ...]:
    """What the steering changed, in words."""
    before, after = ({m.about: n for n, m in enumerate(made, 1)} for made in (plain, steered))
    told = [f"left out: {m.reason}" for m in plain if m.about not in after]
    told += [f"comes in: {m.reason}" for m in steered if m.about not in before]
    stay = [m.about for m in plain if m.about in after]
    come = [m for m in steered if m.about in before]
    moved = [m for n, m in enumerate(come) if n < stay.index(m.about)]
    told += [f"from {before[m.about]} to {after[m.about]}: {m.reason}" for m in moved]
    return tuple(told) or ("the same as without instructions",)


__all__ = ["MOST", "Answer", "Ask", "reorganized", "think", "touched"]
