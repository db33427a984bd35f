"""What is remembered saves time and never changes an answer: not after a rebase, a force-push, a new mailmap, nor when
the cache is deleted, damaged or cannot be written."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from reverie.gather.git import Ask, gather
from reverie.records.events import History
from tests.gather.repo import BEN, Repo, day


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    found = Repo(tmp_path / "repo")
    for number in range(6):
        found.commit(f"Fix number {number}", [f"{number}.py"])
    return found


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    return tmp_path / "cache"


def same(left: History, right: History) -> bool:
    """Two answers are the same but for what it cost to give them."""
    return replace(left, fresh=0, notes=()) == replace(right, fresh=0, notes=())


def agrees(repo: Repo, cache: Path, ask: Ask | None = None) -> History:
    """Gather with the cache, and check that it tells what git tells without one."""
    warm = gather(repo.path, ask, cache=cache)
    assert same(warm, gather(repo.path, ask))
    return warm


def test_a_second_run_reads_nothing(repo: Repo, cache: Path) -> None:
    assert agrees(repo, cache).fresh == 6
    assert agrees(repo, cache).fresh == 0


def test_only_new_commits_are_read(repo: Repo, cache: Path) -> None:
    known = {event.id for event in agrees(repo, cache).events}
    repo.commit("Fix number 7", ["7.py"])
    repo.commit("Fix number 8", ["8.py"])
    history = agrees(repo, cache)
    assert history.fresh == 2
    assert [event.summary for event in history.unseen(known)] == ["Fix number 7", "Fix number 8"]


def test_new_commits_behind_a_merge_are_found(repo: Repo, cache: Path) -> None:
    repo.git("branch", "side", "HEAD~3")
    agrees(repo, cache)
    repo.git("checkout", "-q", "side")
    repo.commit("old branch, new to us", ["side.py"], on=0)
    repo.git("checkout", "-q", "main")
    repo.git("merge", "-q", "--no-ff", "-m", "merge", "side")
    history = agrees(repo, cache)
    assert (history.fresh, history.skipped) == (1, {"merge": 1})


def test_after_a_rebase_the_events_are_the_same_ones(repo: Repo, cache: Path) -> None:
    repo.git("checkout", "-q", "-b", "topic", "HEAD~3")
    repo.commit("Topic work", ["topic.py"])
    repo.commit("Fix topic", ["topic.py"])
    before = agrees(repo, cache)
    repo.git("rebase", "-q", "main")
    after = agrees(repo, cache)
    assert {event.summary for event in after.unseen({event.id for event in before.events})} == {
        f"Fix number {number}" for number in (3, 4, 5)
    }
    assert after.fresh == 5


def test_a_force_push_takes_events_away(repo: Repo, cache: Path) -> None:
    agrees(repo, cache)
    repo.git("reset", "-q", "--hard", "HEAD~2")
    repo.commit("Another way", ["another.py"])
    history = agrees(repo, cache)
    assert [event.summary for event in history.events][-2:] == ["Fix number 3", "Another way"]
    assert history.fresh == 1


def test_old_tips_that_git_threw_away_are_not_needed(repo: Repo, cache: Path) -> None:
    before = agrees(repo, cache)
    repo.git("commit", "-q", "--amend", "--no-edit", "--reset-author", "--date", "2026-01-07T12:00:00Z")
    repo.git("reflog", "expire", "--expire=now", "--all")
    repo.git("gc", "-q", "--prune=now")
    after = agrees(repo, cache)
    assert {event.id for event in after.events} == {event.id for event in before.events}
    assert after.fresh == 1


def test_a_wider_window_reads_the_rest_and_a_narrower_one_nothing(repo: Repo, cache: Path) -> None:
    assert agrees(repo, cache, Ask(since=day(5))).fresh == 2
    assert agrees(repo, cache).fresh == 4
    assert agrees(repo, cache, Ask(since=day(3))).fresh == 0
    repo.commit("Fix number 7")
    assert agrees(repo, cache, Ask(since=day(5))).fresh == 1
    assert agrees(repo, cache).fresh == 0


def test_relations_are_those_of_the_window_also_when_more_is_remembered(repo: Repo, cache: Path) -> None:
    repo.commit('Revert "Fix number 0"', on=20)
    assert agrees(repo, cache).events[-1].reverts
    assert agrees(repo, cache, Ask(since=day(10))).events[-1].reverts == ()


def test_a_new_mailmap_counts_at_once(repo: Repo, cache: Path) -> None:
    repo.commit("Fix number 7", by=BEN)
    agrees(repo, cache)
    (repo.path / ".mailmap").write_text("Ann Lee <ann@example.com> <ben@example.com>\n")
    history = agrees(repo, cache)
    assert (history.fresh, {event.actor for event in history.events}) == (0, {"ann@example.com"})


def test_two_branches_in_turn(repo: Repo, cache: Path) -> None:
    repo.git("checkout", "-q", "-b", "topic", "HEAD~2")
    repo.commit("Topic", ["topic.py"])
    for branch in ("main", "topic", "main", "topic"):
        repo.git("checkout", "-q", branch)
        agrees(repo, cache)


def test_several_refs_are_read_together(repo: Repo, cache: Path) -> None:
    repo.git("checkout", "-q", "-b", "topic", "HEAD~2")
    repo.commit("Topic", ["topic.py"])
    ask = Ask(refs=("main", "topic", "no-such-branch"))
    assert len(agrees(repo, cache, ask).events) == 7
    assert agrees(repo, cache, ask).fresh == 0


@pytest.mark.parametrize("damage", ["empty", "cut", "flipped", "changed", "text", "other", "list"])
def test_a_damaged_cache_is_built_again_and_said(repo: Repo, cache: Path, damage: str) -> None:
    first = agrees(repo, cache)
    file = cache / "git-commits"
    data = file.read_bytes()
    middle = len(data) // 2
    flipped = data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :]
    changed = data.replace(b"Fix number 3", b"Fix number 9")
    damaged = {
        "changed": changed,
        "empty": b"",
        "cut": data[:middle],
        "flipped": flipped,
        "text": b"hello",
        "other": b"\xff\0" * 50,
    }
    file.write_bytes(damaged.get(damage, b"00000000 2\n[]"))
    history = agrees(repo, cache)
    assert same(history, first)
    assert history.notes == ("the cache of commits was damaged; it was built again",)
    assert agrees(repo, cache).fresh == 0


def test_a_deleted_cache_changes_nothing(repo: Repo, cache: Path) -> None:
    first = agrees(repo, cache)
    (cache / "git-commits").unlink()
    assert agrees(repo, cache) == first


def test_an_outdated_cache_is_read_anew_without_a_word(
    repo: Repo, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    agrees(repo, cache)
    monkeypatch.setattr("reverie.gather.git.cache._rules", lambda: "other rules")
    history = agrees(repo, cache)
    assert (history.fresh, history.notes) == (6, ())


def test_a_cache_that_cannot_be_written_is_said_and_does_no_harm(repo: Repo, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    history = agrees(repo, tmp_path / "file")
    assert len(history.events) == 6
    assert any("could not be written" in note for note in history.notes)


def test_the_cache_is_for_its_owner_only(repo: Repo, cache: Path) -> None:
    agrees(repo, cache)
    assert os.stat(cache / "git-commits").st_mode & 0o777 == 0o600  # noqa: PTH116
    assert sorted(path.name for path in cache.iterdir()) == ["git-commits"]


def test_two_clones_give_the_same_events(repo: Repo, tmp_path: Path) -> None:
    repo.revert(repo.head)
    one, two = repo.clone(tmp_path / "one"), repo.clone(tmp_path / "two", "--bare")
    assert gather(one.path).events == gather(two.path).events == gather(repo.path).events
