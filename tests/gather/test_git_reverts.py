"""Given reverts in all the ways people write them, the commits they take back are found."""

from __future__ import annotations

from pathlib import Path

import pytest

from reverie.gather.git import Ask, gather
from reverie.records.events import Event
from tests.gather.repo import Repo, day


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    found = Repo(tmp_path / "repo")
    found.commit("base", ["base.py"])
    return found


def last(repo: Repo) -> Event:
    return gather(repo.path).events[-1]


def test_git_revert_names_the_commit(repo: Repo) -> None:
    bad = repo.commit("Add a cache", ["cache.py"])
    repo.revert(bad)
    assert (last(repo).kind, last(repo).reverts, last(repo).tags) == ("revert", (bad,), ())


def test_several_commits_in_one_revert(repo: Repo) -> None:
    one, two, three = (repo.commit(f"step {number}", [f"{number}.py"]) for number in range(3))
    repo.commit(
        "Take it all back", body=f"This reverts commit {one}.\nThis reverts commits {two[:10]} and {three[:12]}."
    )
    assert last(repo).kind == "revert"
    assert last(repo).reverts == (one, two, three)


def test_a_fix_whose_verb_is_revert_is_a_fix_unless_what_it_names_is_found(repo: Repo) -> None:
    repo.commit("fix(dev): revert cache mutations when a scan fails (#10)", ["cache.py"])
    assert (last(repo).kind, last(repo).reverts) == ("fix", ())
    bad = repo.commit("Add a cache", ["cache.py"])
    repo.commit("fix: revert add a cache", ["cache.py"])
    assert (last(repo).kind, last(repo).reverts) == ("revert", (bad,))


@pytest.mark.parametrize(
    "title",
    [
        'Revert "Add a cache"',
        'Revert "Add a cache (#7)" (#8)',
        "revert: Add a cache",
        "Revert Add a cache (#9)",
        "Revert #7",
        "chore: revert #7 (#8)",
        "fix: go back to plain reads, reverts #7 (#8)",
        "Back out Add a cache",
        'Backed out "Add a cache"',
        "Roll back add a cache",
    ],
)
def test_a_title_is_enough_when_only_one_commit_has_it(repo: Repo, title: str) -> None:
    bad = repo.commit("Add a cache (#7)", ["cache.py"])
    repo.commit(title, ["cache.py"])
    assert (last(repo).kind, last(repo).reverts) == ("revert", (bad,))
    assert "vague" not in last(repo).tags


def test_a_title_that_two_commits_have_names_neither(repo: Repo) -> None:
    repo.commit("Add a cache", ["cache.py"])
    repo.commit("Add a cache", ["other.py"])
    repo.commit('Revert "Add a cache"', ["cache.py"])
    assert (last(repo).kind, last(repo).reverts) == ("revert", ())


def test_a_later_commit_of_that_title_is_not_meant(repo: Repo) -> None:
    repo.commit('Revert "Add a cache"', ["cache.py"], on=5)
    repo.commit("Add a cache", ["cache.py"], on=6)
    (revert,) = [event for event in gather(repo.path).events if event.kind == "revert"]
    assert revert.reverts == ()


def test_a_revert_that_names_nothing_is_vague(repo: Repo) -> None:
    repo.commit("revert to the old behaviour")
    assert (last(repo).kind, last(repo).tags) == ("revert", ("vague",))


@pytest.mark.parametrize("title", ["Roll back transaction on error", "Reapply filters when the list changes"])
def test_words_of_the_trade_are_not_reverts(repo: Repo, title: str) -> None:
    repo.commit(title)
    assert last(repo).kind == "commit"


def test_a_revert_inside_the_branch_of_a_squash_is_not_one_of_the_squash(repo: Repo) -> None:
    other = "0123456789" * 4
    repo.commit("Fix the reader (#3)", body=f'* Try a cache\n\n* Revert "Try a cache"\n\nThis reverts commit {other}.')
    assert (last(repo).kind, last(repo).reverts) == ("fix", ())


@pytest.mark.parametrize("title", ['Reapply "Add a cache"', 'Revert "Revert "Add a cache""', "Bring the cache back"])
def test_reverting_a_revert_is_applying_again(repo: Repo, title: str) -> None:
    bad = repo.commit("Add a cache", ["cache.py"])
    revert = repo.revert(bad)
    body = f"This reverts commit {revert}." if title.startswith("Bring") else ""
    repo.commit(title, ["cache.py"], body=body)
    assert (last(repo).kind, last(repo).reverts) == ("reapply", (revert,))


@pytest.mark.parametrize("title", ["Reapply #7 (#9)", 'Reapply "Add a cache (#7)" (#9)', "Un-revert #7"])
def test_applying_again_means_the_revert_also_when_it_names_the_commit(repo: Repo, title: str) -> None:
    bad = repo.commit("Add a cache (#7)", ["cache.py"])
    revert = repo.revert(bad)
    repo.commit(title, ["cache.py"])
    assert (last(repo).kind, last(repo).reverts) == ("reapply", (revert,))


def test_the_chain_revert_reapply_revert(repo: Repo) -> None:
    bad = repo.commit("Add a cache", ["cache.py"])
    first = repo.revert(bad)
    again = repo.commit('Reapply "Add a cache"', ["cache.py"], body=f"This reverts commit {first}.")
    repo.commit('Revert "Reapply "Add a cache""', ["cache.py"], body=f"This reverts commit {again}.")
    kinds = [(event.kind, event.reverts) for event in gather(repo.path).events[2:]]
    assert kinds == [("revert", (bad,)), ("reapply", (first,)), ("revert", (again,))]


def test_the_sha_of_a_copy_leads_to_the_commit_that_stands_for_it(repo: Repo) -> None:
    repo.git("checkout", "-q", "-b", "release")
    repo.commit("prepare", ["version.py"])
    repo.git("checkout", "-q", "main")
    original = repo.commit("Add a cache", ["cache.py"])
    repo.git("checkout", "-q", "release")
    repo.git("cherry-pick", original)
    copy = repo.head
    repo.revert(copy)
    repo.git("checkout", "-q", "main")
    repo.git("merge", "-q", "--no-ff", "-m", "merge", "release")
    assert copy != original
    assert last(repo).reverts == (original,)


def test_a_sha_that_is_not_in_the_window_is_kept_as_named(repo: Repo) -> None:
    bad = repo.commit("Add a cache", ["cache.py"], on=2)
    repo.revert(bad, on=90)
    (event,) = gather(repo.path, Ask(since=day(60))).events
    assert (event.kind, event.reverts) == ("revert", (bad,))


def test_a_sha_lost_in_a_squash_gives_way_to_the_title(repo: Repo) -> None:
    squashed = repo.commit("Add a cache (#7)", ["cache.py"])
    lost = "abcdef0123" * 4
    repo.commit('Revert "Add a cache"', ["cache.py"], body=f"This reverts commit {lost}.")
    assert last(repo).reverts == (squashed,)
