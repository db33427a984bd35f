"""Comparing by meaning stays small on large histories: the newest events, and only places that two of them share."""

from __future__ import annotations

import hashlib
import math
from collections import Counter
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from reverie.notice import semantic
from reverie.notice.view import View
from reverie.records.events import Event
from tests.learning.history import fix, view

FILES = ["src/auth/login.py", "src/auth/token.py", "src/pay/card.py", "web/page.ts", "tool.py", "src/pay/deep/er/x.py"]


def embed(texts: Sequence[str]) -> NDArray[np.float32]:
    """Vectors by lot, the same for the same text."""
    rows = [np.frombuffer(hashlib.sha256(text.encode()).digest(), np.uint8).astype(np.float32) - 128 for text in texts]
    found: NDArray[np.float32] = np.stack([row / np.linalg.norm(row) for row in rows])
    return found


def test_only_the_newest_are_compared_and_the_rest_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(semantic, "MOST", 5)
    asked: list[str] = []

    def listen(texts: Sequence[str]) -> NDArray[np.float32]:
        asked.extend(texts)
        return embed(texts)

    events = [fix(20 - number, "ada", f"fix thing{number}word", f"src/part{number}.py") for number in range(8)]
    noticed = semantic.notice(view(*events), listen)
    assert noticed.left_out["events older than the newest 5 compared by meaning"] == 3
    assert len(asked) == 5
    assert all(f"thing{number}word" in " ".join(asked) for number in (3, 4, 5, 6, 7))


@given(st.lists(st.lists(st.sampled_from(FILES), max_size=4, unique=True), min_size=2, max_size=8))
def test_places_nobody_shares_have_no_column_and_change_no_cosine(touched: list[list[str]]) -> None:
    events = [fix(30 - number, "ada", f"fix number {number}", *files) for number, files in enumerate(touched)]
    look = view(*events)
    unit = semantic.together(events, embed, look)
    shared = [step for step, count in Counter(s for e in events for s in set(semantic._steps(e))).items() if count > 1]
    assert unit.shape[1] == 32 + max(len(shared), 1)
    assert np.allclose(unit @ unit.T - np.diag(np.diag(unit @ unit.T)), _by_hand(events, look), atol=1e-5)


def _by_hand(events: Sequence[Event], look: View) -> NDArray[np.float64]:
    """The cosine of words and places, written down as it is meant."""
    words = embed([semantic.about(event, look.background) for event in events])
    common = Counter(step for event in look.events for step in set(semantic._steps(event)))
    places = [_weighed(event, common, len(look.events)) for event in events]
    found = np.zeros((len(events), len(events)))
    for i, one in enumerate(places):
        for j, other in enumerate(places):
            near = sum(one[step] * other.get(step, 0.0) for step in one)
            length = math.sqrt(semantic.TEXT + semantic.PLACE * bool(one)) * math.sqrt(
                semantic.TEXT + semantic.PLACE * bool(other)
            )
            if i != j:
                found[i, j] = (semantic.TEXT * float(words[i] @ words[j]) + semantic.PLACE * near) / length
    return found


def _weighed(event: Event, common: Counter[str], everyday: int) -> dict[str, float]:
    weights: Counter[str] = Counter()
    found: dict[str, float] = {}
    for step in semantic._steps(event):
        weights[step] += 1
    for step, times in weights.items():
        kind = 1.0 if "." in step.rpartition("/")[2] else 1.4
        found[step] = times * (kind * math.log((everyday + 1) / common[step]) + 0.05)
    length = math.hypot(*found.values())
    return {step: weight / length for step, weight in found.items()}
