"""Wherever it is pointed, the porch gives events or a sentence that says why not."""

from __future__ import annotations

from pathlib import Path

import pytest

from reverie.gather.git import Ask, gather
from reverie.gather.git.log import read
from reverie.gather.git.patch import patches
from reverie.tools.git import Git, GitFailed, find_program
from tests.gather.repo import Repo, day


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    found = Repo(tmp_path / "repo")
    found.git("config", "uploadpack.allowFilter", "true")
    for number in range(5):
        found.commit(f"Fix number {number}", [f"src/{number}.py", "src/all.py"])
    return found


def test_a_folder_that_is_no_repository(tmp_path: Path) -> None:
    history = gather(tmp_path, environ={"PATH": "/usr/bin:/bin", "GIT_CEILING_DIRECTORIES": str(tmp_path.parent)})
    assert history.events == ()
    assert "not a git repository" in history.trouble


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    assert "No such file or directory" in gather(tmp_path / "nowhere").trouble


def test_a_machine_without_git(tmp_path: Path) -> None:
    assert gather(tmp_path, environ={"PATH": str(tmp_path)}).trouble == "git is not installed, or not on the PATH"


def test_a_git_lying_in_the_repository_is_not_run(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    (repo.path / "git").write_text("#!/bin/sh\ntouch caught\n")
    (repo.path / "git").chmod(0o755)
    monkeypatch.chdir(repo.path)
    assert find_program(".:bin") == ""
    assert find_program(":/usr/bin:/bin") in ("/usr/bin/git", "/bin/git")


def test_a_repository_without_commits(tmp_path: Path) -> None:
    history = gather(Repo(tmp_path / "new").path)
    assert (history.events, history.trouble) == ((), "there are no commits on HEAD yet")


def test_a_branch_that_does_not_exist(repo: Repo) -> None:
    assert gather(repo.path, Ask(refs=("nope",))).trouble == "there are no commits on nope yet"


def test_a_window_without_commits_is_no_trouble(repo: Repo) -> None:
    history = gather(repo.path, Ask(since=day(100)))
    assert (history.events, history.trouble, history.cut) == ((), "", "")


def test_head_may_be_detached(repo: Repo) -> None:
    repo.git("checkout", "-q", "--detach", "HEAD~1")
    assert len(gather(repo.path).events) == 4


def test_a_subdirectory_is_in_its_repository(repo: Repo) -> None:
    assert gather(repo.path / "src") == gather(repo.path)


def test_a_worktree_has_its_own_head(repo: Repo, tmp_path: Path) -> None:
    repo.git("worktree", "add", "-q", "-b", "other", str(tmp_path / "tree"), "HEAD~2")
    assert len(gather(tmp_path / "tree").events) == 3


def test_a_submodule_is_a_repository_of_its_own(repo: Repo, tmp_path: Path) -> None:
    outer = Repo(tmp_path / "outer")
    outer.git("submodule", "--quiet", "add", f"file://{repo.path}", "inner")
    outer.commit("Add the inner one", [])
    assert gather(outer.path).events[0].files == (".gitmodules", "inner")
    assert gather(outer.path / "inner").events == gather(repo.path).events


def test_sha256_repositories(tmp_path: Path) -> None:
    repo = Repo(tmp_path / "repo", "--object-format=sha256")
    bad = repo.commit("Add a cache", ["cache.py"])
    repo.revert(bad)
    history = gather(repo.path, cache=tmp_path / "cache")
    assert (len(bad), history.events[-1].reverts) == (64, (bad,))


def test_variables_that_a_hook_sets_do_not_lead_astray(
    repo: Repo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = Repo(tmp_path / "other")
    monkeypatch.setenv("GIT_DIR", str(repo.path / ".git"))
    monkeypatch.setenv("GIT_INDEX_FILE", "/nowhere")
    assert gather(other.path).trouble == "there are no commits on HEAD yet"


def test_a_shallow_clone_works_and_says_where_it_ends(repo: Repo, tmp_path: Path) -> None:
    shallow = repo.clone(tmp_path / "shallow", "--depth=3")
    history = gather(shallow.path, cache=tmp_path / "cache")
    assert [event.summary for event in history.events] == ["Fix number 2", "Fix number 3", "Fix number 4"]
    assert history.cut == "this is a shallow clone: history before 2026-01-04 is incomplete"
    first = history.events[0]
    assert (first.files, first.tags) == ((), ("cut",))  # git would name every file there is
    assert gather(shallow.path, cache=tmp_path / "cache").events == history.events


def test_a_window_that_a_shallow_clone_covers_is_not_cut(repo: Repo, tmp_path: Path) -> None:
    shallow = repo.clone(tmp_path / "shallow", "--depth=3")
    history = gather(shallow.path, Ask(since=day(3.5)))
    assert (len(history.events), history.cut) == (2, "")


def test_a_shallow_clone_made_whole_is_read_whole(repo: Repo, tmp_path: Path) -> None:
    shallow = repo.clone(tmp_path / "shallow", "--depth=3")
    gather(shallow.path, cache=tmp_path / "cache")
    shallow.git("fetch", "-q", "--unshallow")
    history = gather(shallow.path, cache=tmp_path / "cache")
    assert (history.events, history.cut) == (gather(repo.path).events, "")


def test_a_clone_without_blobs_tells_the_same_and_fetches_nothing(repo: Repo, tmp_path: Path) -> None:
    partial = repo.clone(tmp_path / "partial", "--filter=blob:none", "--no-checkout")
    partial.git("config", "protocol.file.allow", "always")
    before = objects(partial)
    history = gather(partial.path)
    assert (history.events, history.cut) == (gather(repo.path).events, "")
    assert history.notes == ("this is a partial clone; what is not here was not fetched",)
    looked = patches(Git.at(partial.path), [event.span.commit for event in history.events])
    assert (looked.found, len(looked.skipped)) == ({}, 5)
    assert all("not here" in reason for reason in looked.skipped.values())
    assert objects(partial) == before


def test_a_clone_without_trees_tells_what_it_can_and_says_so(repo: Repo, tmp_path: Path) -> None:
    partial = repo.clone(tmp_path / "partial", "--filter=tree:0", "--no-checkout")
    before = objects(partial)
    history = gather(partial.path, cache=tmp_path / "cache")
    assert [event.id for event in history.events] == [event.id for event in gather(repo.path).events]
    assert "partial clone without all its trees" in history.cut
    assert {event.tags for event in history.events} == {("cut",)}
    assert objects(partial) == before
    partial.git("fetch", "-q", "--refetch", "--no-filter", env={"GIT_NO_LAZY_FETCH": "0"})
    assert gather(partial.path, cache=tmp_path / "cache").events == gather(repo.path).events


def test_a_repository_with_a_tree_lost_tells_what_it_can(repo: Repo) -> None:
    whole = gather(repo.path).events
    lost = repo.git("rev-parse", "HEAD~3^{tree}")
    (repo.path / ".git/objects" / lost[:2] / lost[2:]).unlink()
    history = gather(repo.path)
    assert [event.id for event in history.events] == [event.id for event in whole]
    assert all(event.files in ((), old.files) for event, old in zip(history.events, whole, strict=True))
    assert history.events[-1] == whole[-1]
    assert "clone with objects missing" in history.cut


def test_a_repository_with_a_commit_lost_is_trouble(repo: Repo) -> None:
    lost = repo.git("rev-parse", "HEAD~3")
    (repo.path / ".git/objects" / lost[:2] / lost[2:]).unlink()
    assert lost in gather(repo.path).trouble


def test_git_saying_nothing_is_an_error(repo: Repo) -> None:
    with pytest.raises(GitFailed):
        list(read(Git.at(repo.path), ["0" * 40], list))


def objects(repo: Repo) -> list[str]:
    return sorted(str(path) for path in (repo.path / ".git/objects").rglob("*") if path.is_file())
