"""Given a few commits, which functions they changed."""

from __future__ import annotations

from pathlib import Path

import pytest

from reverie.gather.git.patch import patches
from reverie.tools.git import Git
from tests.gather.repo import Repo

BEFORE = "class Tokens:\n    def check(self, token):\n        pad = 1\n        more = 2\n        return True\n"


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    return Repo(tmp_path / "repo")


def change(repo: Repo, name: str, content: str, subject: str = "change") -> str:
    repo.write(name, content)
    return repo.commit(subject, [])


def test_the_function_around_a_change(repo: Repo) -> None:
    change(repo, "auth/jwt.py", BEFORE)
    fix = change(repo, "auth/jwt.py", BEFORE.replace("return True", "return not token.expired_at(leeway)"))
    (patch,) = patches(Git.at(repo.path), [fix]).found.values()
    assert patch.functions == [("auth/jwt.py", "def check(self, token):", 8)]


def test_what_stands_below_a_function_is_not_in_it(repo: Repo) -> None:
    text = "def check(token):\n    a = 1\n    b = 2\n    d = 4\n\n\nLIMIT = 1\n"
    change(repo, "a.py", text)
    below = change(repo, "a.py", text.replace("LIMIT = 1", "LIMIT = 2"))
    assert patches(Git.at(repo.path), [below]).found[below].functions == []


def test_a_function_that_begins_in_a_change_is_the_one_it_is_in(repo: Repo) -> None:
    first = "class Rows:\n    def load(self):\n        return 1\n"
    change(repo, "a.py", first)
    both = first + "\n    # more\n    def save(self):\n        return 2\n"
    new = change(repo, "a.py", both)
    assert [heading for _, heading, _ in patches(Git.at(repo.path), [new]).found[new].functions] == ["def save(self):"]
    note = change(repo, "a.py", both.replace("        return", "        # why\n        return"))
    assert patches(Git.at(repo.path), [note]).found[note].functions == []


def test_only_the_paths_asked_for(repo: Repo) -> None:
    change(repo, "one.py", BEFORE)
    change(repo, "two.py", BEFORE)
    repo.write("one.py", BEFORE.replace("True", "False"))
    sha = change(repo, "two.py", BEFORE.replace("True", "False"))
    (patch,) = patches(Git.at(repo.path), [sha], ["two.py"]).found.values()
    assert [file for file, *_ in patch.functions] == ["two.py"]


def test_limits_are_kept_and_said(repo: Repo) -> None:
    small = repo.commit("small", ["a.py"])
    large = change(repo, "big.py", "".join(f"name_{number} = {number}\n" for number in range(20_000)))
    after = repo.commit("after", ["b.py"])
    told = patches(Git.at(repo.path), [small, large, after], limit=50_000)
    assert list(told.found) == [small]
    assert told.skipped == {large: "its diff is too large", after: "too much at once"}
    assert set(patches(Git.at(repo.path), [large, after]).found) == {large, after}


def test_a_huge_file_is_not_looked_into(repo: Repo) -> None:
    change(repo, "a.py", BEFORE + "# " + "some words " * 60_000)
    sha = change(repo, "a.py", BEFORE.replace("True", "False") + "# " + "some words " * 60_000)
    assert patches(Git.at(repo.path), [sha]).found[sha].functions == []


def test_a_commit_that_is_not_there_is_said_and_stops_nothing(repo: Repo) -> None:
    sha, gone = repo.commit("here", ["a.py"]), "0" * 40
    told = patches(Git.at(repo.path), [gone, sha])
    assert (list(told.found), list(told.skipped)) == ([sha], [gone])


def test_secrets_do_not_come_in_by_this_door(repo: Repo) -> None:
    text = "def check(token='SECRETVALUE'):\n    a = 1\n    b = 2\n    c = 3\n    d = 4\n"
    change(repo, "a.py", text)
    sha = change(repo, "a.py", text.replace("d = 4", "d = 5"))
    found = patches(Git.at(repo.path), [sha], redact=lambda text: text.replace("SECRETVALUE", "…")).found[sha]
    assert found.functions == [("a.py", "def check(token='…'):", 4)]


def test_text_in_a_diff_cannot_pretend_to_be_another_commit(repo: Repo) -> None:
    first = repo.commit("first", ["a.py"])
    second = change(repo, "b.py", f"x\ncommit {first}\ndiff --git a/evil b/evil\n@@ -1 +1 @@ evil\n")
    found = patches(Git.at(repo.path), [second, first]).found
    assert (list(found), found[second].functions) == ([second, first], [])


def test_nothing_asked_nothing_told(repo: Repo) -> None:
    assert patches(Git.at(repo.path), []).found == {}
