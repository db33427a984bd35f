"""What sessions said of code that is not there any more is no insight."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from pathlib import Path

import pytest

from reverie.records.nightly import Request
from reverie.thinking.reflecting import GONE, reflect
from tests.gather.repo import Repo
from tests.insights.happened import START, event

BEFORE, LATER = START - timedelta(days=9), START + timedelta(days=9)
SAID = (
    "`saveDraft()` writes the draft before the lock is taken.",
    "The `saveDraft()` call never reads the index because the lock guards that.",
)


@pytest.mark.parametrize("there", [True, False])
def test_only_what_is_said_of_code_that_is_there(tmp_path: Path, there: bool) -> None:
    repo = Repo(tmp_path / "repo")
    repo.write("a.ts", "export function saveDraft() {}" if there else "export function storeDraft() {}")
    repo.commit("all", [])
    left_out: Counter[str] = Counter()
    ask = Request(str(repo.path), LATER, BEFORE, BEFORE)
    found = reflect(ask, [event("finding", n, said) for n, said in enumerate(SAID)], [], None, left_out)
    assert any(one.about.startswith("subject:") for one in found.now.values()) is there
    assert left_out[GONE] == (0 if there else 1)


@pytest.mark.parametrize("place", ["b.ts", "docs/old.md", ".agent/memory/insights/x.md", "notes.jsonl"])
def test_what_is_only_told_of_is_not_there(tmp_path: Path, place: str) -> None:
    repo = Repo(tmp_path / "repo")
    repo.write("a.ts", "export function saveDraft() {}")
    repo.write(place, "pendingDraftId")
    repo.commit("all", [])
    said = ("`saveDraft()` clears `pendingDraftId` before the lock is taken.", SAID[1])
    left_out: Counter[str] = Counter()
    ask = Request(str(repo.path), LATER, BEFORE, BEFORE)
    reflect(ask, [event("finding", n, words) for n, words in enumerate(said)], [], None, left_out)
    assert left_out[GONE] == (0 if place == "b.ts" else 1)


def test_without_git_everything_is_told(tmp_path: Path) -> None:
    ask = Request(str(tmp_path), LATER, BEFORE, BEFORE)
    found = reflect(ask, [event("finding", n, said) for n, said in enumerate(SAID)], [], None, Counter())
    assert found.now
