"""A score means the same in a memory of five notes and among thousands: high for an answer, low for anything else."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from reverie.lookup.asking import telling
from reverie.lookup.fill import fill
from reverie.lookup.index import Index
from reverie.lookup.search import search
from reverie.records.passages import Hit
from reverie.tools.tokens import tokens
from tests.lookup.memory import Thesaurus, note

NOTES = {
    "staging": "The staging database runs on port 5433, not 5432.",
    "deploy": "Deploys go through the blue pipeline; never push to main on Fridays.",
    "maria": "Maria prefers short commit messages without emoji.",
    "flaky": "The flaky test in test_checkout.py is caused by the shared redis fixture.",
    "invoices": "Invoices are rounded half up to two decimals, as the tax office wants.",
}
ANSWERED = {
    "which port does the staging database use?": "staging",
    "what port is staging on": "staging",
    "staging database port": "staging",
    "how do we deploy?": "deploy",
    "blue pipeline": "deploy",
    "how does Maria like her commit messages?": "maria",
    "should I use emoji in commits": "maria",
    "why is test_checkout flaky?": "flaky",
    "redis fixture": "flaky",
    "how are invoices rounded?": "invoices",
}
UNRELATED = (
    "what is the capital of Australia?",
    "who won the football game last night?",
    "recipe for banana bread",
    "when does my sister's flight land?",
    "kubernetes ingress certificates",
    "what should I wear to the wedding?",
)
_OTHERS = 2000


class Listener(Thesaurus):
    """As a real model does, it makes little of words that only ask; no two words are the same by chance."""

    dimensions = 4096

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return super().embed([_telling(text) for text in texts])


def _telling(text: str) -> str:
    words = tokens(text)
    return " ".join(word for word, tells in zip(words, telling(words), strict=True) if tells == 1)


def _index(folder: Path, others: int) -> Index:
    index = Index(folder)
    choose = random.Random(4)
    words = [f"{a}{b}{c}" for a in ("lo", "mi", "ta", "ru") for b in ("ken", "dor", "vas") for c in ("ta", "pel", "nu")]
    usual = "the a is of in we to for with on it when"
    lines = [" ".join(choose.choices([*words, *usual.split()], k=12)) for _ in range(others)]
    index.put_many([note(name, text) for name, text in NOTES.items()])
    index.put_many([note(f"other-{n}", line) for n, line in enumerate(lines)])
    return index


@pytest.mark.parametrize("others", [0, _OTHERS])
@pytest.mark.parametrize("model", [None, Listener()])
def test_an_answer_scores_high_and_what_is_unrelated_low(tmp_path: Path, others: int, model: Listener | None) -> None:
    index = _index(tmp_path, others)
    if model is not None:
        fill(index, model)

    def ask(question: str) -> Hit | None:
        return next(iter(search(index, question, 1, embed=model)), None)

    for question, name in ANSWERED.items():
        hit = ask(question)
        assert hit is not None and hit.passage.id == f"{name}/0", question
        assert hit.score >= 0.6, (question, hit.parts)
    for question in UNRELATED:
        other = ask(question)
        assert other is None or other.score < 0.3, (question, other.parts)
    index.close()


def test_an_answer_scores_alike_alone_and_among_thousands(tmp_path: Path) -> None:
    small, large = _index(tmp_path / "small", 0), _index(tmp_path / "large", _OTHERS)
    for question in ANSWERED:
        assert abs(search(small, question, 1)[0].score - search(large, question, 1)[0].score) < 0.25, question
    small.close()
    large.close()
