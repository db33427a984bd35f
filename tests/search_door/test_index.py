"""The search index: derived, kept in step, shared between processes, and gone without loss."""

from __future__ import annotations

import os
import shutil
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from reverie import wiring
from reverie.finding import intake
from reverie.finding import library as libraries
from reverie.finding.intake import Changed
from reverie.finding.library import Library
from reverie.lookup.index import Index
from reverie.lookup.search import Filters
from tests.cli.shell import Shell, repository

NOW = datetime(2026, 11, 15, 9, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _words_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REVERIE_MODELS_DIR", str(tmp_path / "no models"))


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    shell = repository(tmp_path / "project")
    shell("remember", "the lighthouse needs oil", "--topic", "Lighthouse")
    return shell


def folder(shell: Shell) -> Path:
    return shell.folder / ".agent" / "local" / "cache" / "search"


def note(shell: Shell, name: str) -> Path:
    return shell.folder / ".agent" / "memory" / f"{name}.md"


def index_files(shell: Shell) -> dict[str, tuple[int, bytes]]:
    found = sorted(folder(shell).glob("*/index.sqlite"))
    return {str(path): (path.stat().st_mtime_ns, path.read_bytes()) for path in found}


def opened(shell: Shell) -> Library:
    project = wiring.find_project(shell.folder)
    return wiring.search.library(project, wiring.open_store(project))


def found(library: Library, query: str, now: datetime = NOW) -> list[str]:
    return [hit.passage.text for hit in library.search([(query, 10)], Filters(), now)[0]]


def test_a_second_search_does_not_rewrite_the_index(shell: Shell) -> None:
    shell("search", "oil")
    time.sleep(0.3)  # what was written in the same instant is looked at once more
    shell("search", "oil")
    before = index_files(shell)
    shell("search", "oil")
    assert before and index_files(shell) == before


def test_what_changes_is_found_and_what_goes_is_not(shell: Shell) -> None:
    assert "oil" in shell("search", "lighthouse").out
    page = note(shell, "lighthouse")
    with page.open("r+") as file:  # in place: the folder does not tell
        text = file.read().replace("needs oil", "runs on solar")
        file.seek(0)
        file.write(text)
        file.truncate()
    told = shell("search", "lighthouse").out
    assert "solar" in told and "oil" not in told
    page.unlink()
    assert "Nothing" in shell("search", "lighthouse").talk


@pytest.mark.parametrize("damage", ["deleted", "garbage", "empty", "current"])
def test_a_lost_or_damaged_index_is_made_anew(shell: Shell, damage: str) -> None:
    shell("search", "oil")
    (file,) = folder(shell).glob("*/index.sqlite")
    for beside in file.parent.glob("index.sqlite-*"):
        beside.unlink()
    if damage == "deleted":
        shutil.rmtree(folder(shell))
    elif damage == "current":
        (folder(shell) / "current").write_text("../../../etc")
    else:
        file.write_bytes(b"garbage" * 1000 if damage == "garbage" else b"")
    done = shell("search", "oil")
    assert "the lighthouse needs oil" in done.out
    assert ("made anew" in done.talk) == (damage in ("garbage", "empty"))
    assert "made anew" not in shell("search", "oil").talk


def test_reindex_makes_it_anew(shell: Shell) -> None:
    shell("search", "oil")
    before = set(index_files(shell))
    assert "1 passage to search in" in shell("reindex").out
    assert shell("reindex", "--json").json["passages"] == 1
    assert not before & set(index_files(shell))


@pytest.mark.skipif(sys.platform != "linux", reason="forks on Linux alone")
def test_a_second_process_takes_in_a_large_memory_while_its_list_is_made(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(libraries, "LARGE", 0)
    note(shell, "broken").write_text("---\nname: [oil\n---\noil for a broken lamp\n")
    project = wiring.find_project(shell.folder)
    store = wiring.open_store(project)
    library = wiring.search.library(project, store)
    here = recorded(monkeypatch)

    def meanwhile() -> None:
        store.rebuild_index()
        note(shell, "late").write_text("oil came late\n")

    library.rebuild(NOW, meanwhile)
    assert sorted(found(library, "oil")) == ["oil came late", "the lighthouse needs oil"]
    assert sorted((one.address.name, bool(one.digest)) for one in here) == [("broken.md", False), ("late.md", True)]


def test_without_a_second_process_all_is_taken_in_here(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(libraries, "LARGE", 0)
    monkeypatch.setattr("reverie.tools.ahead._can_fork", lambda: False)
    library = opened(shell)
    here = recorded(monkeypatch)
    library.rebuild(NOW, lambda: None)
    assert [one.address.name for one in here] == ["lighthouse.md"]
    assert found(library, "oil") == ["the lighthouse needs oil"]


def recorded(monkeypatch: pytest.MonkeyPatch) -> list[Changed]:
    """What is taken in by this process."""
    seen: list[Changed] = []

    def take(index: Index, changed: Sequence[Changed], *rest: Any) -> None:
        seen.extend(changed)
        intake.take_in(index, changed, *rest)

    monkeypatch.setattr(libraries, "take_in", take)
    return seen


def test_many_processes_at_once(shell: Shell) -> None:
    lines = "\n".join(f'{{"id": "n{n}", "text": "keeper number {n} of the tower"}}' for n in range(300))
    (shell.folder / "in.jsonl").write_text(lines)
    shell("remember", "--batch", "in.jsonl")
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda n: shell("search", f"keeper number {n}", "--json").json["hits"][0], range(6)))
    assert [hit["id"] for hit in answers] == [f"n{n}" for n in range(6)]


def test_who_does_not_get_his_turn_searches_what_is_there(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    from reverie.finding import turns

    library = opened(shell)
    library.catch_up(NOW)
    monkeypatch.setattr(turns, "PATIENCE", 0.0)
    with turns.in_turn(folder(shell) / "turn"):
        other = opened(shell)
        other.catch_up(NOW)
    assert found(other, "oil") == ["the lighthouse needs oil"]
    assert "another process" in other.notes[0]


def test_in_a_large_memory_folders_tell_and_hits_are_looked_at(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    library = opened(shell)
    library.catch_up(NOW)
    monkeypatch.setattr(libraries, "LARGE", 0)
    page = note(shell, "lighthouse")
    page.write_text(page.read_text().replace("needs oil", "needs a keeper"))  # in place
    again = opened(shell)
    again.catch_up(NOW + timedelta(minutes=1))
    assert found(again, "lighthouse") == ["the lighthouse needs a keeper"]
    page.write_text(page.read_text().replace("a keeper", "a boat"))
    later = opened(shell)
    later.catch_up(NOW + timedelta(hours=2))  # every file is looked at once in a while
    assert found(later, "boat") == ["the lighthouse needs a boat"]
    note(shell, "new").write_text("---\nname: new\n---\n\na new tower\n")
    soon = opened(shell)
    soon.catch_up(NOW + timedelta(hours=2, minutes=1))
    assert found(soon, "tower") == ["a new tower"]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_where_nothing_can_be_written_search_works(shell: Shell) -> None:
    (shell.folder / ".agent" / "local").chmod(0o500)
    try:
        done = shell("search", "oil")
    finally:
        (shell.folder / ".agent" / "local").chmod(0o700)
    assert "needs oil" in done.out and "for this once" in done.talk


@pytest.mark.parametrize("place", ["cache", "cache/search"])
def test_what_stands_in_the_way_of_the_cache_is_left_alone(shell: Shell, place: str) -> None:
    shell("search", "oil")
    there = shell.folder / ".agent" / "local" / place
    shutil.rmtree(there)
    there.write_text("somebody's")
    done = shell("search", "oil")
    assert "needs oil" in done.out and "for this once" in done.talk
    assert there.read_text() == "somebody's"


def test_a_link_in_place_of_the_cache_is_not_followed(shell: Shell, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    shell("search", "oil")
    shutil.rmtree(folder(shell))
    folder(shell).symlink_to(elsewhere)
    assert "is a link" in shell("search", "oil", code=1).talk
    assert not list(elsewhere.iterdir())
