"""Undo and the loss bound, told to the folder store and to its in-memory twin alike."""

from __future__ import annotations

from pathlib import Path

import pytest

from reverie.records.changes import ChangeSet, Kind, Move, Put
from reverie.records.documents import LARGEST, Described, digest
from reverie.records.errors import BadChangeSet, BadDocument, NothingToUndo
from reverie.records.logs import LogRecord
from reverie.records.store import Reader, Store
from reverie.store.memory import MemoryStore
from reverie.store.past import is_undone, undone_steps
from tests.store.builders import (
    INDEX,
    Make,
    at,
    change,
    note,
    put,
    render_index,
    retire,
    step,
    text,
    undo,
)


def by_hand(store: Store, name: str, words: str, base: Path) -> None:
    """Somebody saves a note without Reverie."""
    if isinstance(store, MemoryStore):
        store._documents[note(name)] = words.encode()
    else:
        (base / "memory" / f"{name}.md").write_text(words)


def undone_now(store: Store, id: str) -> bool:
    pasts = list(store.history())
    return next(is_undone(past, undone_steps(pasts)) for past in pasts if past.id == id)


def test_the_same_change_made_again_is_another_change(store: Store) -> None:
    same = change(step(put("a", "one")))
    first = store.apply(same)
    undo(store)
    second = store.apply(same)
    assert first.id != second.id
    assert [r.facts["change"] for r in store.records("events") if isinstance(r, LogRecord)][::2] == [
        first.id,
        second.id,
    ]
    assert not undone_now(store, second.id)
    undo(store, days=10)
    assert text(store, "a") is None


def test_ids_are_long_enough_for_years() -> None:
    assert len(change(step(put("a", "x"))).id.rpartition("-")[2]) == 12


def test_to_brings_back_the_state_before_a_change_undos_included(store: Store) -> None:
    store.apply(change(step(put("a", "1"))))
    second = store.apply(change(step(put("a", "2", over="1")), step(put("b", "1")), days=1))
    third = store.apply(change(step(put("a", "1", over="2")), days=2))
    undo(store, second.id, days=3)
    assert (text(store, "a"), text(store, "b")) == ("1", None)
    undo(store, third.id, to=True, days=4)
    assert (text(store, "a"), text(store, "b")) == ("2", "1")
    undo(store, second.id, to=True, days=5)
    assert (text(store, "a"), text(store, "b")) == ("1", None)
    with pytest.raises(NothingToUndo):
        undo(store, second.id, to=True, days=6)


def test_to_an_undo_brings_back_what_it_took(store: Store) -> None:
    store.apply(change(step(put("a", "1"))))
    undo(store)
    newest = next(iter(store.history()))
    undo(store, newest.id, to=True, days=10)
    assert text(store, "a") == "1"


def test_to_leaves_what_a_person_wrote_and_takes_back_the_rest(store: Store, tmp_path: Path) -> None:
    first = store.apply(change(step(put("a", "1")), step(put("b", "1"))))
    store.apply(change(step(put("b", "2", over="1")), days=1))
    by_hand(store, "a", "mine", tmp_path)
    receipt = store.undo(first.id, by="ada", at=at(9), to=True)
    assert (text(store, "a"), text(store, "b")) == ("mine", None)
    assert [r.why for r in receipt.skipped] == ["memory:a.md was changed since by hand"]


def test_a_partly_undone_undo_still_holds_the_rest_back(store: Store) -> None:
    """Undoing one step of an undo must not open the others to the next night."""
    store.apply(change(step(put("a", "one")), step(put("b", "two")), automatic=True))
    undo(store, days=1)
    taken_back = next(iter(store.history())).id
    hand = store.apply(change(step(put("b", "by hand")), days=2))
    undo(store, taken_back, days=3)
    undo(store, hand.id, days=4)
    assert (text(store, "a"), text(store, "b")) == ("one", None)
    again = store.apply(change(step(put("b", "two")), days=5, automatic=True))
    assert "took this change back" in again.results[0].why


def test_an_undo_that_changes_no_file_can_itself_be_undone(store: Store) -> None:
    store.apply(change(step(put("c", "1"))))
    there = store.apply(change(step(Move(note("c"), note("a"), digest(b"1"), b"1")), days=1))
    back = store.apply(change(step(Move(note("a"), note("c"), digest(b"1"), b"1")), days=2))
    undo(store, there.id, to=True, days=3)
    taken_back = next(iter(store.history()))
    assert taken_back.kind is Kind.UNDO
    assert undone_now(store, there.id)
    undo(store, taken_back.id, days=4)
    assert not undone_now(store, there.id)
    assert not undone_now(store, back.id)


def test_the_one_who_changed_it_is_named(store: Store, tmp_path: Path) -> None:
    first = store.apply(change(step(put("a", "1"))))
    second = store.apply(change(step(put("a", "2", over="1")), days=1))
    undo(store, second.id, days=2)
    third = store.apply(change(step(put("a", "3", over="1")), days=3))
    receipt = store.undo(first.id, by="ada", at=at(4))
    assert receipt.results[0].why == f"memory:a.md was changed since by {third.id}"
    by_hand(store, "a", "mine", tmp_path)
    receipt = store.undo(first.id, by="ada", at=at(5))
    assert receipt.results[0].why == "memory:a.md was changed since by hand"


def test_derived_text_has_an_author_too_and_few_are_named(make: Make) -> None:
    store = make(render_index)
    store.apply(change(step(put("a", "1"))))
    old = store.read(INDEX)
    assert old is not None
    mine = store.apply(change(step(Put(INDEX, old.digest, old.content + b"mine\n")), days=1))
    later = [store.apply(change(step(put(name, "1")), days=2 + i)).id for i, name in enumerate("bcdef")]
    why = store.undo(mine.id, by="ada", at=at(9)).results[0].why
    assert why == f"memory:MEMORY.md was changed since by {later[4]} and {later[3]} and {later[2]} and 2 more"


# Derived text comes back as it was


def index_of(store: Store) -> str | None:
    found = store.read(INDEX)
    return None if found is None else found.content.decode()


def write_index(store: Store, words: str) -> Put:
    """A step of its own that adds to the index, as a night does to another agent's."""
    old = store.read(INDEX)
    return Put(INDEX, old.digest if old else None, (old.content if old else b"") + words.encode())


def edit_index(store: Store, words: str, base: Path) -> None:
    content = words.encode()
    if isinstance(store, MemoryStore):
        store._documents[INDEX] = content
    else:
        (base / "memory" / "MEMORY.md").write_bytes(content)


@pytest.mark.parametrize("first", [False, True])
def test_an_index_that_a_step_and_the_renderer_wrote_comes_back(make: Make, first: bool) -> None:
    store = make(render_index)
    if first:
        store.apply(change(step(put("a", "1"))))
    before = index_of(store)
    night = store.apply(change(step(write_index(store, "mine\n")), step(put("b", "1")), days=1))
    after = index_of(store)
    assert "[b]" in str(after)
    assert "mine" in str(after)
    receipt = store.undo(night.id, by="ada", at=at(2))
    assert not receipt.skipped
    assert not receipt.notes
    assert index_of(store) == before
    store.undo(receipt.id, by="ada", at=at(3))
    assert index_of(store) == after
    store.undo(night.id, by="ada", at=at(4), to=True)
    assert index_of(store) == before


def test_taking_changes_back_in_any_order_ends_where_it_began(indexed: Store) -> None:
    first = indexed.apply(change(step(put("a", "1")), step(write_index(indexed, "one\n"))))
    second = indexed.apply(change(step(put("b", "1")), days=1))
    third = indexed.apply(change(step(put("c", "1")), days=2))
    for n, id in enumerate((second.id, first.id, third.id)):
        assert not indexed.undo(id, by="ada", at=at(3 + n)).skipped
    assert index_of(indexed) is None


def test_where_a_later_change_stands_only_what_is_derived_is_made_anew_and_that_is_told(indexed: Store) -> None:
    first = indexed.apply(change(step(put("a", "1")), step(write_index(indexed, "one\n"))))
    later = indexed.apply(change(step(put("b", "1")), days=1))
    receipt = indexed.undo(first.id, by="ada", at=at(2))
    assert index_of(indexed) == "- [b](b.md)\n"
    told = f"memory:MEMORY.md was changed since by {later.id}: what reverie writes into it was made anew"
    assert list(receipt.notes) == [told]
    assert not receipt.skipped


def test_what_a_person_wrote_into_the_index_since_stays(indexed: Store, tmp_path: Path) -> None:
    night = indexed.apply(change(step(put("a", "1")), step(write_index(indexed, "one\n"), reason="lead")))
    edit_index(indexed, "- [a](a.md)\none\nmine\n", tmp_path)
    receipt = indexed.undo(night.id, by="ada", at=at(2))
    assert index_of(indexed) == "one\nmine\n"
    assert [r.why for r in receipt.skipped] == ["memory:MEMORY.md was changed since by hand"]


def test_what_a_person_wrote_before_a_later_change_comes_back_with_it(indexed: Store, tmp_path: Path) -> None:
    indexed.apply(change(step(put("a", "1"))))
    edit_index(indexed, "- [a](a.md)\nmine\n", tmp_path)
    night = indexed.apply(change(step(put("b", "1")), step(write_index(indexed, "two\n")), days=1))
    indexed.undo(night.id, by="ada", at=at(2))
    assert index_of(indexed) == "- [a](a.md)\nmine\n"


def test_of_a_change_that_stands_in_part_the_index_tells_that_part(indexed: Store, tmp_path: Path) -> None:
    both = (step(put("a", "1")), step(put("b", "1")), step(write_index(indexed, "one\n"), reason="lead"))
    night = indexed.apply(change(*both))
    by_hand(indexed, "a", "mine", tmp_path)
    receipt = indexed.undo(night.id, by="ada", at=at(2))
    assert index_of(indexed) == "- [a](a.md)\n"
    assert [r.why for r in receipt.skipped] == ["memory:a.md was changed since by hand"]


# The loss bound


def twenty(store: Store) -> None:
    store.apply(change(*(step(put(f"n{i}", f"the text of note {i}")) for i in range(20)), days=-1))


def test_a_night_that_says_nothing_of_what_it_retires_is_bound_all_the_same(store: Store) -> None:
    twenty(store)
    moves = [step(retire(f"n{i}", f"the text of note {i}")) for i in range(20)]
    assert len(store.apply(change(*moves, automatic=True)).applied) == 3


def test_a_night_cannot_empty_notes_either(store: Store) -> None:
    twenty(store)
    emptied = [step(put(f"n{i}", "", over=f"the text of note {i}")) for i in range(10)]
    cut = [step(put(f"n{i}", "x", over=f"the text of note {i}")) for i in range(10, 20)]
    assert len(store.apply(change(*emptied, *cut, automatic=True)).applied) == 3
    longer = [
        step(put(f"n{i}", f"the text of note {i}, and more", over=f"the text of note {i}")) for i in range(10, 20)
    ]
    assert len(store.apply(change(*longer, days=1, automatic=True)).applied) == 10


def test_what_no_person_asked_for_counts_whatever_it_is_called(store: Store) -> None:
    twenty(store)
    done = 0
    for night in range(6):
        moves = (step(retire(f"n{i}", f"the text of note {i}")) for i in range(night * 3, night * 3 + 3))
        done += len(store.apply(ChangeSet("t", "night", at(night / 24), tuple(moves), automatic=True)).applied)
    assert done == 3


def test_a_merge_that_keeps_every_token_does_not_count(store: Store) -> None:
    twenty(store)
    whole = "".join(f"the text of note {i}\n" for i in range(10))
    moves = [retire(f"n{i}", f"the text of note {i}") for i in range(10)]
    merge = step(put("all", whole), *moves, keeps_all=True)
    assert store.apply(change(merge, automatic=True)).applied
    nothing = step(*(retire(f"n{i}", f"the text of note {i}") for i in range(10, 20)), keeps_all=True)
    assert not store.apply(change(nothing, days=1, automatic=True)).applied, "there is no note that could keep them"


def test_the_twin_counts_only_active_notes() -> None:
    store = MemoryStore(
        describe=lambda address, _: Described("note", state="active" if address == note("a") else "old")
    )
    store.apply(change(step(put("a", "1")), step(put("b", "1"))))
    assert store._active() == 1


def test_a_step_cannot_retire_fewer_than_none() -> None:
    with pytest.raises(BadChangeSet):
        step(put("a", "x"), retires=-100)


# Derived text and sizes


def test_a_document_the_renderer_cannot_read_is_noted_and_the_change_stands(make: Make) -> None:
    def fussy(reader: Reader, _touched: object) -> list[Put]:
        raise BadDocument(address=note("c"), reason="it is a symbolic link")

    store = make(fussy)
    receipt = store.apply(change(step(put("a", "one"))))
    assert receipt.applied
    assert text(store, "a") == "one"
    assert [n for n in receipt.notes if "not made" in n and "symbolic link" in n]


def test_nothing_is_written_that_could_not_be_read_again(make: Make) -> None:
    with pytest.raises(BadChangeSet, match="larger than 8 MB"):
        change(step(Put(note("a"), None, b"x" * (LARGEST + 1))))

    def endless(reader: Reader, _touched: object) -> list[Put]:
        return [Put(INDEX, None, b"x" * (LARGEST + 1))]

    store = make(endless)
    receipt = store.apply(change(step(put("a", "one"))))
    assert receipt.applied
    assert receipt.rendered == ()
    assert "larger than 8 MB" in receipt.notes[0]


def test_words_that_are_no_text_are_refused() -> None:
    with pytest.raises(BadChangeSet):
        change(step(put("a", "x"), reason="\ud800"))
