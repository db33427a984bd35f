"""What the last commit holds can be asked for file by file."""

from __future__ import annotations

from pathlib import Path

import pytest

from reverie.gather.git.present import LARGEST, Contents, unknown
from reverie.tools.git import Git, GitFailed
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


def test_words_that_no_file_has(tmp_path: Path) -> None:
    repo = Repo(tmp_path / "repo")
    repo.write("src/saver.py", "def save_draft(): ...\n")
    repo.commit("all", [])
    repo.write("new.py", "def load_draft(): ...\n")  # not even added
    git = Git.at(repo.path)
    asked = ("save_draft", "load_draft", "saver.py", "drop_draft", "", "odd\nword", "-e")
    assert unknown(git, asked) == {"drop_draft", "-e"}
    assert unknown(git, ["save_draft"]) == unknown(git, []) == set()
    assert unknown(git, ["drop_draft"]) == {"drop_draft"}
    assert unknown(git, ["Saver.save_draft", "Saver.drop_draft", "save_dra"]) == {"Saver.drop_draft"}
    for setting in ("grep.lineNumber", "grep.column", "color.ui=always"):
        repo.git("config", *setting.replace("=", " ").split(), *(() if "=" in setting else ("true",)))
    assert unknown(git, ["save_draft", "drop_draft"]) == {"drop_draft"}


def test_where_that_cannot_be_told_nothing_is_unknown(tmp_path: Path) -> None:
    assert unknown(Git.at(Repo(tmp_path / "repo").path), ["save_draft"]) == set()
    with pytest.raises(GitFailed, match="not a git repository"):
        Git.at(tmp_path)
