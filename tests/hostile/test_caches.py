"""Whatever bytes stand in a cache, the answer is the one without it, and the cache is made anew."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from reverie import cage, wiring
from reverie.doors.cli import quick
from reverie.lookup.index import Index
from reverie.lookup.search import Filters
from reverie.records.errors import StoreFull, StoreReadOnly
from reverie.store import cabinet
from tests.cli.shell import Shell, repository

NOW = datetime(2026, 11, 15, 9, tzinfo=UTC)
SEEDS = range(24)
WORDS = ("release", "port", "deploy", "alpha", "beta", "gamma")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Shell:
    """A memory with an index and a search index."""
    shell = repository(tmp_path_factory.mktemp("caches") / "project")
    (shell.folder.parent / "home").symlink_to(os.environ["HOME"])  # it knows that the memory was made here
    shell("remember", "the release of alpha needs port 8001", "--topic", "Alpha", REVERIE_MODELS_DIR="/nonexistent")
    text = (shell.folder / ".agent/memory/alpha.md").read_text("utf-8")
    for number in range(30):
        changed = text.replace("Alpha", f"Service {number}").replace("8001", f"{8100 + number}")
        (shell.folder / f".agent/memory/service-{number}.md").write_text(changed)
    told(shell)
    for path in cache(shell).rglob("*.sqlite"):
        file = sqlite3.connect(path)
        file.execute("pragma wal_checkpoint(truncate)")
        file.close()
    shutil.copytree(cache(shell), shell.folder.parent / "kept")
    return shell


@pytest.fixture
def shell(made: Shell, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Shell:
    monkeypatch.setenv("REVERIE_MODELS_DIR", str(tmp_path / "no models"))
    monkeypatch.setenv("HOME", str((made.folder.parent / "home").resolve()))
    return made


def cache(shell: Shell) -> Path:
    return shell.folder / ".agent" / "local" / "cache"


def restore(shell: Shell) -> None:
    shutil.rmtree(cache(shell))
    shutil.copytree(shell.folder.parent / "kept", cache(shell))


def told(shell: Shell) -> object:
    """What a person is told from both indexes."""
    project = wiring.find_project(shell.folder)
    store = wiring.open_store(project)
    library = wiring.search.library(project, store)
    try:
        notes = [str(item) for item in store.index.listed("memory")]
        counts, titles = store.index.counts(), store.index.titled("note")
        library.catch_up(NOW)
        hits = library.search([(word, 5) for word in WORDS], Filters(), NOW)
        found = [[(hit.passage.address, hit.passage.text) for hit in some] for some in hits]
        return (
            counts,
            [str(item) for item in store.scan("memory")] if notes else [],
            sorted(titles),
            found,
            library.held_back(),
        )
    finally:
        library.close()
        store.close()


def flip(path: Path, chance: random.Random) -> None:
    data = bytearray(path.read_bytes())
    for _ in range(chance.choice([3, 30, 300])):
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    path.write_bytes(data)


def cut(path: Path, chance: random.Random) -> None:
    path.write_bytes(path.read_bytes()[: chance.randrange(path.stat().st_size)])


def zero(path: Path, chance: random.Random) -> None:
    data = bytearray(path.read_bytes())
    start = chance.randrange(len(data))
    data[start : start + 4096] = bytes(len(data[start : start + 4096]))
    path.write_bytes(data)


def put_folder(path: Path, _: random.Random) -> None:
    path.unlink()
    (path / "inner").mkdir(parents=True)


def put_other_tables(path: Path, _: random.Random) -> None:
    path.unlink()
    with sqlite3.connect(path) as file:
        file.executescript("create table documents (x); create table facts (name); pragma user_version = 5")
    file.close()


def mistype(path: Path, chance: random.Random) -> None:
    """Rows that SQLite finds nothing wrong with."""
    file = sqlite3.connect(path, isolation_level=None)
    tables = ["documents", "folders", "birth", "facts", "passages", "contents", "terms", "kinds", "groups"]
    there = {name for (name,) in file.execute("select name from sqlite_master where type = 'table'")}
    table = chance.choice([name for name in tables if name in there])
    column = chance.choice([row[1] for row in file.execute(f"pragma table_info({table})")])
    value = chance.choice(["x'00ff80'", "cast(x'ff80c1' as text)", "x''"])
    file.execute(f'update or ignore "{table}" set "{column}" = {value}') if column != "number" else None
    file.close()


@pytest.mark.parametrize("garble", [flip, cut, zero, put_folder, put_other_tables, mistype])
def test_no_bytes_in_an_index_end_a_command(shell: Shell, garble: Callable[[Path, random.Random], None]) -> None:
    few = SEEDS[:2] if garble in (put_folder, put_other_tables) else SEEDS
    for seed in few:
        restore(shell)
        chance = random.Random(seed)
        files = sorted(cache(shell).rglob("index.sqlite"))
        garble(files[seed % len(files)], chance)
        told(shell)  # no error


@pytest.mark.parametrize("garble", [put_folder, put_other_tables, cut])
def test_the_answer_is_the_one_without_a_cache(shell: Shell, garble: Callable[[Path, random.Random], None]) -> None:
    shutil.rmtree(cache(shell))
    told(shell)
    want = told(shell)
    for number in range(2):
        restore(shell)
        garble(sorted(cache(shell).rglob("index.sqlite"))[number], random.Random(number))
        told(shell)
        assert told(shell) == want


def stumble(request: bytes, scratch: Path, tell: Callable[[str], None]) -> bytes:
    """Runs in the sandbox: takes what lies in scratch for a number."""
    kept = scratch / "deep" / "kept"
    count = int(kept.read_text("ascii")) if kept.exists() else 0
    kept.parent.mkdir(exist_ok=True)
    kept.write_text(str(count + 1), "ascii")
    return str(count).encode()


def test_a_sandboxed_run_that_stumbles_over_its_scratch_folder_runs_without(tmp_path: Path) -> None:
    def run() -> bytes:
        return cage.run(f"{__name__}:stumble", b"", scratch=tmp_path / "scratch", limits=cage.Limits()).output

    assert [run(), run()] == [b"0", b"1"]
    (tmp_path / "scratch" / "deep" / "kept").write_text("garbage")
    assert [run(), run()] == [b"0", b"1"]


def test_a_kept_tick_answer_with_a_flipped_bit_is_not_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shell = repository(tmp_path / "project")
    monkeypatch.chdir(shell.folder)
    quick.keep(str(shell.folder.resolve()), "nothing to do", "{}", 1000.0, 2000.0)
    assert quick.answered(["tick"], 1500.0)
    path = cache(shell) / quick.FILE
    path.write_bytes(path.read_bytes().replace(b"nothing", b"nothine"))
    assert not quick.answered(["tick"], 1500.0)
    assert "nothine" not in capsys.readouterr().out


def test_an_index_that_cannot_be_made_anew_is_done_without(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a full disk the damaged one is all there is room for."""
    path, connected = tmp_path / "index.sqlite", cabinet._connected

    def no_room(place: Path | str) -> sqlite3.Connection:
        if place == ":memory:":
            return connected(place)
        raise cabinet.Damaged("disk I/O error")

    path.write_bytes(b"damaged" * 100)
    monkeypatch.setattr(cabinet, "_connected", no_room)
    db, why = cabinet.opened(path)
    assert db.execute("select count(*) from documents").fetchone() == (0,)
    assert "disk I/O error" in why
    assert path.exists()
    db.close()


def test_a_full_disk_under_the_search_index_is_told_in_words(tmp_path: Path) -> None:
    def fill(file: sqlite3.Connection) -> None:
        file.execute("pragma max_page_count = 1")
        file.execute("insert into facts values ('x', ?)", (b"x" * 1_000_000,))

    index = Index(tmp_path)
    with pytest.raises(StoreFull):
        index.guarded(fill)
    index.close()


def test_a_disk_that_fails_under_the_search_index_is_told_in_words(tmp_path: Path) -> None:
    def fail(_: sqlite3.Connection) -> None:
        problem = sqlite3.OperationalError("disk I/O error")
        problem.sqlite_errorcode = sqlite3.SQLITE_IOERR_READ
        raise problem

    index = Index(tmp_path)
    with pytest.raises(StoreReadOnly):
        index.guarded(fail)
    index.close()
