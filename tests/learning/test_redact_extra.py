"""A pattern of one's own that is added later also reaches what was read before."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from reverie import thinking, wiring
from tests.gather.repo import Repo

NOW = datetime(2026, 1, 20, tzinfo=UTC)


def test_commits_remembered_are_redacted_anew_when_the_patterns_change(tmp_path: Path) -> None:
    repo = Repo(tmp_path / "shop")
    repo.commit("Fix login of customer-4711")
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    ask = replace(wiring.night.request(wiring.Project(repo.path), NOW, timedelta(days=30)), embedder="none")
    remembered = scratch / "git" / "git-commits"
    thinking.think(ask.to_json(), scratch, lambda line: None)
    assert "customer-4711" in remembered.read_text()
    ask = replace(ask, redact_extra=(("customer", r"customer-\d+"),))
    thinking.think(ask.to_json(), scratch, lambda line: None)
    assert "customer-4711" not in remembered.read_text()
    assert "[REDACTED:customer:" in remembered.read_text()
