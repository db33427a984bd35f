"""Given a few commits, what they changed inside: functions, identifiers, tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from reverie.gather.git.patch import patches
from reverie.gather.git.program import Git
from tests.gather.repo import Repo

BEFORE = "class Tokens:\n    def check(self, token):\n        pad = 1\n        more = 2\n        return True\n"


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    return Repo(tmp_path / "repo")


def change(repo: Repo, name: str, content: str, subject: str = "change") -> str:
    repo.write(name, content)
    return repo.commit(subject, [])


def test_the_function_around_a_change_and_the_names_in_it(repo: Repo) -> None:
    change(repo, "auth/jwt.py", BEFORE)
    fix = change(repo, "auth/jwt.py", BEFORE.replace("return True", "return not token.expired_at(leeway)"))
    (patch,) = patches(Git.at(repo.path), [fix]).found.values()
    assert patch.functions == [("auth/jwt.py", "def check(self, token):")]
    assert set(patch.names) == {"token", "expired_at", "leeway"}


def test_tests_that_came_changed_and_went(repo: Repo) -> None:
    first = repo.commit("add", ["tests/test_a.py", "tests/test_b.py", "src/a.py"])
    repo.write("tests/test_a.py", "changed\n")
    (repo.path / "tests/test_b.py").unlink()
    second = repo.commit("change", ["pkg/new_test.go"])
    found = patches(Git.at(repo.path), [second, first]).found
    assert found[first].tests_added == ["tests/test_a.py", "tests/test_b.py"]
    assert found[second].tests_added == ["pkg/new_test.go"]
    assert (found[second].tests_changed, found[second].tests_removed) == (["tests/test_a.py"], ["tests/test_b.py"])


def test_only_the_paths_asked_for(repo: Repo) -> None:
    sha = repo.commit("Fix both", ["one_name.py", "two*.py"])
    (patch,) = patches(Git.at(repo.path), [sha], ["two*.py"]).found.values()
    assert "Fix" in patch.names
    assert patches(Git.at(repo.path), [sha], ["one*"]).found[sha].names == ()


def test_limits_are_kept_and_said(repo: Repo) -> None:
    small = repo.commit("small", ["a.py"])
    large = change(repo, "big.py", "".join(f"name_{number} = {number}\n" for number in range(20_000)))
    after = repo.commit("after", ["b.py"])
    told = patches(Git.at(repo.path), [small, large, after], limit=50_000)
    assert list(told.found) == [small]
    assert told.skipped == {large: "its diff is too large", after: "too much at once"}
    assert set(patches(Git.at(repo.path), [large, after]).found) == {large, after}


def test_a_huge_file_is_not_looked_into(repo: Repo) -> None:
    sha = change(repo, "data.json", "some_name " * 200_000)
    assert patches(Git.at(repo.path), [sha]).found[sha].names == ()


def test_a_commit_that_is_not_there_is_said_and_stops_nothing(repo: Repo) -> None:
    sha, gone = repo.commit("here", ["a.py"]), "0" * 40
    told = patches(Git.at(repo.path), [gone, sha])
    assert (list(told.found), list(told.skipped)) == ([sha], [gone])


def test_secrets_do_not_come_in_by_this_door(repo: Repo) -> None:
    sha = change(repo, "a.py", "token = SECRETVALUE\n")
    found = patches(Git.at(repo.path), [sha], redact=lambda text: text.replace("SECRETVALUE", "…")).found[sha]
    assert found.names == ("token",)


def test_text_in_a_diff_cannot_pretend_to_be_another_commit(repo: Repo) -> None:
    first = repo.commit("first", ["a.py"])
    second = change(repo, "b.py", f"x\ncommit {first}\ndiff --git a/evil b/evil\n@@ -1 +1 @@ evil\n")
    found = patches(Git.at(repo.path), [second, first]).found
    assert (list(found), found[second].functions) == ([second, first], [])
    assert "evil" in found[second].names


def test_nothing_asked_nothing_told(repo: Repo) -> None:
    assert patches(Git.at(repo.path), []).found == {}
