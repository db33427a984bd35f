"""One piece remembers for every door: the same bytes, the same redaction, the same index, whoever asks."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

import reverie
from reverie.layouts.files import AGENT
from reverie.notebook import TRIES, Notebook
from reverie.records.changes import ChangeSet, Put, Receipt, Step
from reverie.records.documents import Address
from reverie.records.errors import NotRemembered
from reverie.records.notes import Line
from reverie.store.memory import MemoryStore
from reverie.tools.redact import Redactor
from tests.cli.shell import Shell, repository
from tests.store.builders import tree

AT = datetime(2026, 11, 15, 9, 30, tzinfo=UTC)
KEY = "ghp_" + "aB3dE5gH7jK9mN1pQ3sT5vX7zB9dF1hJ3lN5"
DAY = Address("memory", "2026-11-15.md")


def notebook(store: MemoryStore, pause: Callable[[], None] = lambda: None) -> Notebook:
    return Notebook(store, AGENT, Redactor(b"k" * 32).texts, "ada", pause)


class Busy(MemoryStore):
    """A store in which somebody else is quicker, `times` times."""

    def __init__(self, times: int) -> None:
        super().__init__()
        self.times = times

    def apply(self, changes: ChangeSet) -> Receipt:
        if self.times:
            self.times -= 1
            there = self.read(DAY)
            text = (there.content if there else b"# 2026-11-15\n\n") + b"- theirs\n"
            other = Put(DAY, there.digest if there else None, text)
            super().apply(ChangeSet("theirs", "bob", AT, (Step("theirs", (other,)),)))
        return super().apply(changes)


def test_a_line_meets_the_note_as_it_is_though_somebody_was_quicker() -> None:
    waited: list[int] = []
    store = Busy(3)
    kept = notebook(store, lambda: waited.append(1)).keep([Line("mine", AT)], AT)
    there = store.read(DAY)
    assert there is not None
    assert there.content == b"# 2026-11-15\n\n- theirs\n- theirs\n- theirs\n- mine\n"
    assert (len(waited), kept.pages[-1].line, len(kept.receipts)) == (3, 6, 4)


def test_after_many_tries_it_says_why() -> None:
    waited: list[int] = []
    with pytest.raises(NotRemembered):
        notebook(Busy(1000), lambda: waited.append(1)).keep([Line("mine", AT)], AT)
    assert len(waited) == TRIES


def test_nothing_to_remember_is_no_change() -> None:
    store = MemoryStore()
    assert notebook(store).keep([], AT).receipts == []
    assert list(store.history()) == []


@pytest.mark.parametrize("field", ["text", "id", "topic", "session"])
def test_no_field_brings_a_secret_in(field: str) -> None:
    store = MemoryStore()
    words = {"text": "a line", field: f"x {KEY}"}
    notebook(store).keep([Line(at=AT, **words)], AT)  # type: ignore[arg-type]
    past = next(store.history())
    assert KEY not in past.title
    assert all(KEY.encode() not in content for content in store.contents(past.id).values())
    assert any(b"[REDACTED:" in content for content in store.contents(past.id).values())


def test_a_draft_changes_nothing_and_is_what_would_be_written() -> None:
    store = MemoryStore()
    book, line = notebook(store), Line("needs the VPN", AT, topic="Staging", type="project")
    draft = book.drafted([line], {"pinned": "true"})
    assert list(store.history()) == []
    book.keep([line], AT, {"pinned": "true"})
    there = store.read(draft[0].address)
    assert there is not None
    assert there.content == draft[0].content
    assert b"pinned: true" in there.content


@pytest.fixture
def doors(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Shell, Shell, Shell]:
    monkeypatch.setenv("REVERIE_MODELS_DIR", str(tmp_path / "no models"))
    one, two, three = (repository(tmp_path / name) for name in ("one", "two", "three"))
    return one, two, three


def test_every_door_writes_the_same_and_leads_to_it_in_the_index(doors: tuple[Shell, Shell, Shell]) -> None:
    one, two, three = doors
    one("remember", "needs the VPN", "--topic", "Staging", "--type", "project")
    with reverie.open(two.folder) as memory:
        memory.remember("needs the VPN", topic="Staging", type="project")
    batch = three.folder / "batch.jsonl"
    batch.write_text('{"text": "needs the VPN", "topic": "Staging", "type": "project"}\n')
    three("remember", "--batch", str(batch))
    trees = [tree(shell.folder / ".agent" / "memory") for shell in doors]
    assert trees[0] == trees[1] == trees[2]
    assert b"(staging.md)" in trees[0]["MEMORY.md"]
    titles = {shell("history", "--json").json[0]["title"] for shell in doors}
    assert titles == {"remember: needs the VPN"}


def test_the_library_can_say_where_a_line_would_stand(doors: tuple[Shell, Shell, Shell]) -> None:
    with reverie.open(doors[0].folder) as memory:
        said = {"topic": "Staging", "type": "project"}
        would = memory.remember("needs the VPN", **said, dry_run=True)  # type: ignore[arg-type]
        assert memory.notes() == []
        assert memory.remember("needs the VPN", **said) == would  # type: ignore[arg-type]
        assert [note.title for note in memory.notes()] == ["Staging"]
