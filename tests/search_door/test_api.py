"""The library: open a memory, remember, search, look at the notes; and the example of its page runs."""

from __future__ import annotations

import re
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

import reverie
from reverie.records.errors import NotARepository
from tests.cli.shell import Shell, repository

PAGE = Path(__file__).parents[2] / "docs" / "api.md"
SECRET = "ghp_" + "a1B2c3D4e5" * 3 + "abcdef"


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shell:
    monkeypatch.setenv("REVERIE_MODELS_DIR", str(tmp_path / "no models"))
    return repository(tmp_path / "project")


def test_what_is_remembered_is_found_at_once(shell: Shell) -> None:
    with reverie.open(shell.folder) as memory:
        where = memory.remember("my sister plays the cello", id="t2", session="s1", at=datetime(2026, 3, 2, tzinfo=UTC))
        memory.remember("needs the VPN", topic="Staging", type="project")
        (hit,) = memory.search("cello", limit=3)
        assert (hit.passage.id, hit.passage.layer) == ("t2", "daily") and 0 < hit.score <= 1
        assert where == f".agent/memory/2026-03-02.md:{hit.passage.first}"
        assert memory.path_of(hit.passage) == shell.folder / ".agent" / "memory" / "2026-03-02.md"
        assert [note.title for note in memory.notes()] == ["Staging"]
        assert memory.search("vpn", layers=["daily"]) == [] and memory.search("vpn", types=["project"])
        assert memory.search("cello", since=datetime(2026, 6, 1)) == []  # noqa: DTZ001 — UTC, as in the files
    assert "cello" in shell("search", "cello").out
    assert shell("history", "--json").json[0]["title"] == "remember: needs the VPN"


def test_what_others_change_is_seen(shell: Shell) -> None:
    with reverie.open(shell.folder) as memory:
        assert memory.search("lighthouse") == []
        shell("remember", "the lighthouse needs oil", "--topic", "Lighthouse")
        assert [hit.passage.text for hit in memory.search("lighthouse")] == ["the lighthouse needs oil"]
        shell("note", "retire", "lighthouse", "--reason", "sold")
        assert memory.search("lighthouse") == []
        assert [hit.passage.state for hit in memory.search("lighthouse", superseded=True)] == ["retired"]
        assert memory.notes() == [] and len(memory.notes(retired=True)) == 1


def test_secrets_and_nonsense_do_not_enter(shell: Shell) -> None:
    with reverie.open(shell.folder) as memory:
        memory.remember(f"the token is {SECRET}", topic=f"key {SECRET}", id=f"i {SECRET}")
        with pytest.raises(ValueError, match="nothing to remember"):
            memory.remember("  ")
        with pytest.raises(ValueError, match="user, feedback"):
            memory.remember("x", type="poem")
    files = [file for file in (shell.folder / ".agent").rglob("*") if file.is_file()]
    assert not [file for file in files if SECRET.encode() in file.read_bytes()]


def test_searching_records_no_recall(shell: Shell) -> None:
    with reverie.open(shell.folder) as memory:
        memory.remember("needs the VPN")
        memory.search("vpn")
    assert not (shell.folder / ".agent" / "local" / "logs" / "recalls").exists()


def test_nowhere_is_no_memory(tmp_path: Path) -> None:
    with pytest.raises(NotARepository):
        reverie.open(tmp_path)


def test_the_example_of_the_page_runs(shell: Shell) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL)
    done = subprocess.run(
        [sys.executable, "-c", example], cwd=shell.folder, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "staging.md 8 staging deploys need the VPN profile eu-2" in done.stdout
    assert "staging Staging project" in done.stdout


def test_the_page_names_everything_public() -> None:
    public = [name for name in dir(reverie.Memory) if not name.startswith("_")]
    text = PAGE.read_text()
    assert [name for name in [*public, "messages"] if f".{name}" not in text] == []
    assert set(reverie.__all__) == {"Memory", "open", "__version__"}
    with pytest.raises(AttributeError):
        _ = reverie.nothing  # type: ignore[attr-defined]


def test_importing_the_package_is_cheap() -> None:
    code = "import sys, reverie; assert not {'sqlite3', 'click', 'numpy', 'reverie.wiring'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)
