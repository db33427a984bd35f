"""What is added up with numpy is what is added up without it, to the last bit; and what is remembered is never old."""

from __future__ import annotations

import os
import signal
import threading
from array import array
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from reverie.lookup import bags, many
from reverie.lookup.fill import fill
from reverie.lookup.index import Index
from reverie.lookup.schema import posting
from reverie.lookup.search import search
from tests.lookup.memory import Thesaurus, ids, note, put

_TERMS = st.integers(1, 12)
_BAGS = st.lists(st.lists(_TERMS, max_size=30).map(bags.pack), max_size=12)
_WEIGHTS = st.dictionaries(_TERMS, st.floats(0.001, 1.0), max_size=6)
_POSTINGS = st.lists(st.builds(posting, _TERMS, st.integers(0, bags.WEAKEST), st.integers(1, 40)), unique=True)
_LISTS = st.lists(st.tuples(_POSTINGS.map(lambda found: array("q", found)), st.floats(0.001, 1.0)), max_size=5)


@given(_BAGS, st.sampled_from([0.0, 3.0, 60.0]), _WEIGHTS)
def test_bags_cover_a_question_as_well_together_as_one_by_one(
    found: list[bytes], usual: float, weights: dict[int, float]
) -> None:
    assert many.coverages(found, usual, weights) == bags.coverages(found, usual, weights)


@given(_LISTS, st.integers(1, 50))
def test_the_heaviest_passages_are_the_same_in_the_same_order(lists: list[tuple[array[int], float]], most: int) -> None:
    assert many.heaviest(lists, most) == bags.heaviest(lists, most)


def test_a_change_by_anyone_is_seen_by_the_next_question(tmp_path: Path) -> None:
    index, other = Index(tmp_path), Index(tmp_path)
    put(index, note("tea", "Green tea at four."))
    assert ids(search(index, "tea")) == ["tea/0"]
    put(other, note("cup", "A cup of tea, tea, tea."))
    assert sorted(ids(search(index, "tea"))) == ["cup/0", "tea/0"]
    index.drop("memory:tea.md")
    assert ids(search(index, "tea")) == ids(search(other, "tea")) == ["cup/0"]


def test_postings_are_read_once_while_nothing_changes(tmp_path: Path) -> None:
    index = Index(tmp_path)
    put(index, *(note(f"n{number}", f"tea number {number}") for number in range(20)))
    search(index, "tea")
    read: list[str] = []
    index.guarded(lambda file: file.set_trace_callback(read.append))
    first = search(index, "tea")
    assert not any("FROM postings" in statement for statement in read)
    index.close()
    assert search(index, "tea") == first


def test_more_than_was_asked_for_before_is_read(tmp_path: Path) -> None:
    index = Index(tmp_path)
    put(index, *(note(f"n{number}", "tea") for number in range(5)))
    counts = index.read(lambda reader: [len(reader.strongest(1, most)) for most in (2, 4, 3, 9)])
    assert counts == [2, 4, 3, 5]


class Broken(Thesaurus):
    def embed(self, _: object) -> object:  # type: ignore[override]
        raise ValueError("no model today")


def test_an_embedder_that_fails_is_heard(tmp_path: Path) -> None:
    index = Index(tmp_path)
    put(index, note("tea", "Green tea at four."))
    fill(index, Thesaurus())
    with pytest.raises(ValueError, match="no model today"):
        search(index, "tea", embed=Broken())  # type: ignore[arg-type]
    assert ids(search(index, "tea", embed=Thesaurus())) == ["tea/0"]


class Waiting(Thesaurus):
    """An embedder that answers when it is told to, like a server that hangs."""

    def __init__(self) -> None:
        super().__init__()
        self.asked, self.told = threading.Event(), threading.Event()
        self.waited_in_vain = False

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self.asked.set()
        self.waited_in_vain = not any(self.told.wait(0.1) for _ in range(600))  # a signal may come before a wait begins
        return super().embed(texts)


def test_an_interrupt_does_not_wait_for_the_vector(tmp_path: Path) -> None:
    index, slow = Index(tmp_path), Waiting()
    put(index, note("tea", "Green tea at four."))
    fill(index, Thesaurus())

    def interrupt() -> None:
        slow.asked.wait(60)
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=interrupt).start()
    with pytest.raises(KeyboardInterrupt):
        search(index, "tea", embed=slow)
    assert not slow.waited_in_vain
    slow.told.set()
    put(index, note("cup", "A cup of tea."))  # nothing is held
    assert sorted(ids(search(index, "tea", embed=Thesaurus()))) == ["cup/0", "tea/0"]


@pytest.mark.parametrize("kept", [0.1, 0.5, 0.9])
def test_a_file_cut_short_while_it_is_open_is_made_anew(tmp_path: Path, kept: float) -> None:
    """It is seen through memory, where reading past the end would be the end of the process."""
    notes = [note(f"n{number}", *(f"tea {number} {line} " * 20 for line in range(5))) for number in range(60)]
    index = Index(tmp_path, refill=lambda anew: put(anew, *notes))
    put(index, *notes)
    index.close()
    search(index, "tea")
    file = next(tmp_path.glob("*/index.sqlite"))
    os.truncate(file, int(file.stat().st_size * kept))
    assert [len(search(index, f"tea {number}")) for number in range(60)] == [10] * 60
    assert index.report.renewed == 1
