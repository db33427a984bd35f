"""A text seen before is not embedded again, and whatever happens to the file, the vectors are right."""

from __future__ import annotations

import hashlib
import random
import sqlite3
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from reverie.engines.cache import FILE, CachedEmbedder, CacheReport
from reverie.records.engines import Embedder


class Counting:
    """A deterministic embedder that keeps what it was asked."""

    def __init__(self, name: str = "counting", dimensions: int = 8) -> None:
        self.name = name
        self.dimensions = dimensions
        self.asked: list[str] = []

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self.asked += texts
        vectors = np.empty((len(texts), self.dimensions), np.float32)
        for row, text in enumerate(texts):
            seed = int.from_bytes(hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()[:8], "big")
            vectors[row] = np.random.default_rng(seed).normal(size=self.dimensions)
        return vectors


TEXTS = [f"commit {number}" for number in range(300)]


def truth(texts: Sequence[str] = TEXTS) -> NDArray[np.float32]:
    return Counting().embed(texts)


def run(directory: Path, texts: Sequence[str] = TEXTS) -> CacheReport:
    """A run of its own: right vectors, whatever was in the directory."""
    cached = CachedEmbedder(Counting(), directory)
    embedder: Embedder = cached
    assert np.array_equal(embedder.embed(texts), truth(texts))
    return cached.report


def test_the_second_run_embeds_nothing(tmp_path: Path) -> None:
    assert run(tmp_path) == CacheReport(embedded=300)
    assert run(tmp_path) == CacheReport(hits=300)
    assert run(tmp_path, [*TEXTS[:10], "new"]) == CacheReport(hits=10, embedded=1)


def test_equal_texts_are_embedded_once_and_order_is_kept(tmp_path: Path) -> None:
    inner = Counting()
    texts = ["b", "a", "b", "", "a", "\ud800 half a pair"]
    assert np.array_equal(CachedEmbedder(inner, tmp_path).embed(texts), truth(texts))
    assert inner.asked == ["b", "a", "", "\ud800 half a pair"]


def test_vectors_of_different_models_never_meet(tmp_path: Path) -> None:
    one, other = Counting("one"), Counting("other")
    for inner in (one, other):
        cached = CachedEmbedder(inner, tmp_path)
        cached.embed(["a"])
        assert (cached.name, cached.dimensions) == (inner.name, 8)
    assert other.asked == ["a"]


def test_a_server_with_another_model_under_the_same_name(tmp_path: Path) -> None:
    CachedEmbedder(Counting(dimensions=4), tmp_path).embed(["a", "b"])
    inner = Counting(dimensions=8)
    assert np.array_equal(CachedEmbedder(inner, tmp_path).embed(["a", "b", "c"]), truth(["a", "b", "c"]))
    assert run(tmp_path, ["a", "b", "c"]) == CacheReport(hits=3)


def test_no_texts_ask_nothing(tmp_path: Path) -> None:
    assert CachedEmbedder(Counting(), tmp_path / "cache").embed([]).shape == (0, 8)
    assert list(tmp_path.iterdir()) == []


def test_an_interrupted_run_keeps_what_it_has(tmp_path: Path) -> None:
    class Failing(Counting):
        def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
            if self.asked:
                raise KeyboardInterrupt
            return super().embed(texts)

    many = [f"text {number}" for number in range(2000)]
    with pytest.raises(KeyboardInterrupt):
        CachedEmbedder(Failing(), tmp_path).embed(many)
    assert run(tmp_path, many) == CacheReport(hits=1024, embedded=976)


def test_only_its_owner_may_read_it(tmp_path: Path) -> None:
    run(tmp_path / "cache")
    assert (tmp_path / "cache" / FILE).stat().st_mode & 0o777 == 0o600
    assert (tmp_path / "cache").stat().st_mode & 0o777 == 0o700


def test_the_least_recently_used_go_first(tmp_path: Path) -> None:
    now = [1_000_000.0]

    def use(texts: Sequence[str]) -> CacheReport:
        embedder = CachedEmbedder(Counting(dimensions=256), tmp_path, max_bytes=200_000, clock=lambda: now[0])
        embedder.embed(texts)
        now[0] += 10_000
        return embedder.report

    use(TEXTS[:50])
    use(TEXTS[50:100])
    assert use(TEXTS[:50]).hits == 50  # used again, and so younger than the second fifty
    assert use(TEXTS[100:170]).evicted > 0
    assert use(TEXTS[:50]).hits == 50
    assert use(TEXTS[50:100]).hits < 50


def test_the_file_stays_near_its_cap(tmp_path: Path) -> None:
    for night in range(10):
        texts = [f"night {night} text {number}" for number in range(300)]
        CachedEmbedder(Counting(dimensions=256), tmp_path, max_bytes=400_000).embed(texts)
    assert (tmp_path / FILE).stat().st_size < 400_000 + 300 * 2_000


def test_a_file_that_is_no_cache_is_replaced_and_reported(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"not a database at all" * 500)
    assert run(tmp_path) == CacheReport(embedded=300, rebuilt=True)
    assert run(tmp_path) == CacheReport(hits=300)


def test_so_is_one_of_another_format(tmp_path: Path) -> None:
    run(tmp_path)
    with sqlite3.connect(tmp_path / FILE) as file:
        file.execute("PRAGMA user_version = 99")
    file.close()
    assert run(tmp_path) == CacheReport(embedded=300, rebuilt=True)


def test_a_vector_with_a_bad_byte_is_made_anew_and_counted(tmp_path: Path) -> None:
    run(tmp_path)
    path = tmp_path / FILE
    vector = truth(TEXTS[7:8]).tobytes()
    content = path.read_bytes()
    assert content.count(vector) == 1
    path.write_bytes(content.replace(vector, vector[:-1] + b"!"))
    assert run(tmp_path) == CacheReport(hits=299, embedded=1, spoiled=1)
    assert run(tmp_path) == CacheReport(hits=300)


@pytest.mark.parametrize("seed", range(40))
def test_damage_anywhere_never_gives_a_wrong_vector(tmp_path: Path, seed: int) -> None:
    run(tmp_path)
    path = tmp_path / FILE
    chance = random.Random(seed)
    content = bytearray(path.read_bytes())
    if seed % 4 == 0:
        content = content[: chance.randrange(len(content))]
    for _ in range(chance.choice([1, 20, 2000])):
        if content:
            content[chance.randrange(len(content))] = chance.randrange(256)
    path.write_bytes(content)
    run(tmp_path)
    report = run(tmp_path, [*TEXTS, "more"])
    assert report.hits + report.embedded == 301


def test_a_file_deleted_between_two_uses(tmp_path: Path) -> None:
    embedder = CachedEmbedder(Counting(), tmp_path / "cache")
    embedder.embed(TEXTS)
    (tmp_path / "cache" / FILE).unlink()
    (tmp_path / "cache").rmdir()
    assert np.array_equal(embedder.embed(TEXTS), truth())
    assert embedder.report == CacheReport(embedded=600)


def test_a_place_that_cannot_be_used_is_reported_and_does_no_harm(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    report = run(tmp_path / "file")
    assert (report.embedded, report.rebuilt) == (300, False)
    assert report.fault is not None
    (tmp_path / FILE).mkdir()
    assert run(tmp_path).fault == "unable to open database file"


def every_connection(monkeypatch: pytest.MonkeyPatch, pragma: str) -> None:
    connect = sqlite3.connect

    def restricted(path: Path, timeout: float, isolation_level: None) -> sqlite3.Connection:
        file = connect(path, timeout=timeout, isolation_level=isolation_level)
        file.execute(f"PRAGMA {pragma}")
        return file

    monkeypatch.setattr(sqlite3, "connect", restricted)


def test_a_full_disk_is_reported_and_does_no_harm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    every_connection(monkeypatch, "max_page_count = 5")
    assert run(tmp_path).fault == "database or disk is full"


def test_what_may_only_be_read_is_still_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run(tmp_path)
    every_connection(monkeypatch, "query_only = on")
    report = run(tmp_path, [*TEXTS, "new"])
    assert (report.hits, report.embedded) == (300, 1)
    assert report.fault == "attempt to write a readonly database"


def test_two_processes_at_once(tmp_path: Path) -> None:
    script = """
import sys
from tests.engines.test_cache import *
for round in range(15):
    texts = [f"round {number}" for number in range(round, round + 60)] + [f"{sys.argv[2]} {round}"]
    report = run(Path(sys.argv[1]), texts)
    assert report.fault is None and not report.rebuilt, report
"""
    command = [sys.executable, "-c", script, str(tmp_path)]
    running = [subprocess.Popen([*command, name], cwd=Path(__file__).parents[2]) for name in ("one", "two")]
    assert [process.wait(60) for process in running] == [0, 0]
    assert run(tmp_path, [f"round {number}" for number in range(70)]).embedded == 0


def test_two_processes_and_a_damaged_file(tmp_path: Path) -> None:
    script = """
import sys
from tests.engines.test_cache import *
for round in range(15):
    (Path(sys.argv[1]) / FILE).write_bytes(b"x" * 9000)
    run(Path(sys.argv[1]), TEXTS[round:round + 30])
"""
    command = [sys.executable, "-c", script, str(tmp_path)]
    running = [subprocess.Popen(command, cwd=Path(__file__).parents[2]) for _ in range(2)]
    assert [process.wait(60) for process in running] == [0, 0]
