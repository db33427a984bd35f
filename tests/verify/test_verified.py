"""What was looked up is kept with what it rests on, and looked up again only when that has changed."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from reverie.gather.codebase import VERSION, Snapshot, look_up
from reverie.records.logs import LogRecord
from reverie.records.verification import Claim, Verdict, Verification
from reverie.remember.claims import claims
from reverie.remember.verified import claim_id, due, from_record, newest, to_record
from reverie.store.logs import from_line, to_line
from reverie.tools.git import Git
from tests.gather.repo import Repo

NOW = datetime(2026, 3, 5, 12, tzinfo=UTC)
NOTE = "`src/cart.py` has `total_price`; run `npm run lint`; `send_mail` of `src/mail.py`; `never_was`; `make deploy`"


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    repo = Repo(tmp_path / "shop")
    repo.write("src/cart.py", "def total_price(items):\n    return 0\n")
    repo.write("src/mail.py", "def send_mail():\n    pass\n")
    repo.write("package.json", json.dumps({"scripts": {"lint": "x"}}))
    repo.write("Makefile", "build:\n\techo\n")
    repo.commit("first", ())
    repo.git("rm", "-q", "src/mail.py")
    repo.commit("no mail", ())
    return repo


def night(
    repo: Repo, known: Sequence[LogRecord], at: datetime = NOW
) -> tuple[list[str], list[LogRecord], dict[str, str]]:
    """Look up what is due: which claims those were, the log afterwards, and the state of every claim."""
    now = Snapshot.of_commit(Git.at(repo.path))
    wanted, standing = due(claims(NOTE), newest(known), now.digest, VERSION)
    found = [
        Verification(claim, verdict, now.ref, at, VERSION)
        for claim, verdict in zip(wanted, look_up(now, [(claim, None) for claim in wanted]), strict=True)
    ]
    states: dict[str, str] = {f"{v.claim.kind} {v.claim.name}": v.verdict.state for v in (*standing, *found)}
    return [claim.name for claim in wanted], [*known, *map(to_record, found)], states


def test_the_second_night_looks_up_nothing(repo: Repo) -> None:
    first, log, states = night(repo, [])
    assert len(first) == len(states) == 7
    assert states == {
        "path src/cart.py": "holds", "symbol total_price": "holds", "command lint": "holds", "symbol send_mail": "gone",
        "path src/mail.py": "gone", "symbol never_was": "unknown", "command deploy": "unknown",
    }  # fmt: skip
    again, _, same = night(repo, log)
    assert again == []
    assert same == states


def test_other_files_may_change(repo: Repo) -> None:
    _, log, _ = night(repo, [])
    repo.commit("elsewhere", ["docs/a.md", "src/other.py"])
    assert night(repo, log)[0] == []


def test_what_cites_a_changed_file_is_looked_up_again(repo: Repo) -> None:
    _, log, _ = night(repo, [])
    repo.write("src/cart.py", "def sum_of(items):\n    return 0\n")
    repo.commit("rename it", ())
    wanted, log, states = night(repo, log, NOW + timedelta(days=1))
    assert wanted == ["total_price"]
    assert states["symbol total_price"] == "gone"
    repo.write("package.json", json.dumps({"scripts": {}}))
    repo.commit("no lint", ())
    wanted, log, states = night(repo, log, NOW + timedelta(days=2))
    assert (wanted, states["command lint"]) == (["lint"], "gone")


def test_what_comes_back_is_seen(repo: Repo) -> None:
    _, log, _ = night(repo, [])
    repo.write("src/post/mail.py", "def send_mail():\n    pass\n")
    repo.commit("mail again, elsewhere", ())
    wanted, _, states = night(repo, log, NOW + timedelta(days=1))
    assert "src/mail.py" in wanted
    assert states["path src/mail.py"] == "moved"


def test_a_newer_way_of_looking_looks_again(repo: Repo) -> None:
    _, log, _ = night(repo, [])
    now = Snapshot.of_commit(Git.at(repo.path))
    assert len(due(claims(NOTE), newest(log), now.digest, VERSION + 1)[0]) == 7


def test_a_record_survives_the_log(repo: Repo) -> None:
    _, log, _ = night(repo, [])
    for record in log:
        read = from_line(to_line(record).rstrip(b"\n"), "verification")
        assert isinstance(read, LogRecord)
        assert from_record(read) == from_record(record)


def test_a_foreign_record_is_none() -> None:
    assert from_record(LogRecord("recall", "ann", NOW)) is None
    assert from_record(LogRecord("verification", "ann", NOW, {"state": "fine", "kind": "path"})) is None
    assert from_record(LogRecord("verification", "ann", NOW, {"state": "gone", "kind": "path", "rests_on": 3})) is None


def test_a_claim_is_the_same_wherever_it_stands() -> None:
    claim = Claim("path", "`a/b.py`", 3, 9, "a/b.py")
    assert claim_id(claim) == claim_id(replace(claim, start=50, end=56, text="a/b.py"))
    assert claim_id(claim) != claim_id(replace(claim, kind="url"))


def test_what_is_known_of_one_day_is_not_known_of_another() -> None:
    claim = Claim("path", "`a/b.py`", 3, 9, "a/b.py")
    verdict = Verdict("holds", "it is there")
    known = newest([to_record(Verification(claim, verdict, "c0ffee", NOW, VERSION, "2026-03-01"))])
    assert claim_id(claim, "2026-03-01") != claim_id(claim, "2026-09-01")
    assert due([claim], known, lambda _: "", VERSION, "2026-03-01")[0] == []
    assert due([claim], known, lambda _: "", VERSION, "2026-09-01")[0] == [claim]
