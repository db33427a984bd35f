"""What the last commit holds can be asked for file by file."""

from __future__ import annotations

from pathlib import Path

from reverie.gather.git.present import LARGEST, Contents
from reverie.gather.git.program import Git
from tests.gather.repo import Repo


def test_files_as_the_last_commit_has_them(tmp_path: Path) -> None:
    repo = Repo(tmp_path / "repo")
    repo.write("a/b.py", "x = 1\n")
    repo.write("empty.py", "")
    repo.write("with space.py", "y\n\nz")
    repo.write("large.txt", "x" * (LARGEST + 1))
    repo.commit("all", [])
    repo.write("a/b.py", "not committed")
    contents = Contents(Git.at(repo.path))
    asked = ("a/b.py", "gone.py", "a", "large.txt", "with space.py", "empty.py", "odd\nname", "a/b.py")
    assert [contents(name) for name in asked] == ["x = 1\n", "", "", "", "y\n\nz", "", "", "x = 1\n"]
    contents.close()
    contents.close()


def test_without_a_commit_there_is_nothing(tmp_path: Path) -> None:
    contents = Contents(Git.at(Repo(tmp_path / "repo").path))
    assert contents("a.py") == ""
    contents.close()
