"""What every store keeps to: these stories are told to the folder store and to its in-memory twin alike."""

from __future__ import annotations

import pytest

from reverie.records.changes import Kind, State
from reverie.records.documents import Address
from reverie.records.errors import AmbiguousId, BadAddress, BadChangeSet, NothingToUndo, UnknownChange
from reverie.records.logs import LogRecord
from reverie.records.store import Store
from tests.store.builders import (
    INDEX,
    Make,
    at,
    change,
    listing,
    note,
    put,
    render_index,
    retire,
    step,
    text,
    undo,
)


def test_a_change_is_there_and_in_history_and_in_the_log(store: Store) -> None:
    receipt = store.apply(change(step(put("a", "one\n"), reason="first words"), title="begin"))
    assert text(store, "a") == "one\n"
    (past,) = store.history()
    assert (past.id, past.by, past.title, past.at) == (receipt.id, "ada", "begin", at())
    assert [(s.reason, s.state) for s in past.steps] == [("first words", State.APPLIED)]
    (record,) = store.records("events")
    assert isinstance(record, LogRecord)
    assert (record.kind, record.by, record.facts["change"]) == ("apply", "ada", receipt.id)


def test_a_step_that_expects_something_else_is_skipped_whole(store: Store) -> None:
    store.apply(change(step(put("a", "one"))))
    receipt = store.apply(change(step(put("a", "two", over="other"), put("b", "new")), step(put("c", "fine")), days=1))
    assert [r.state for r in receipt.results] == [State.SKIPPED, State.APPLIED]
    assert "changed since" in receipt.results[0].why
    assert (text(store, "a"), text(store, "b"), text(store, "c")) == ("one", None, "fine")


def test_what_is_so_already_is_not_done_again(store: Store) -> None:
    store.apply(change(step(put("a", "one"))))
    receipt = store.apply(change(step(put("a", "one")), days=1))
    assert receipt.id == ""
    assert receipt.results[0].why == "it is so already"
    assert len(list(store.history())) == 1


def test_a_move_takes_a_note_out_and_keeps_its_text(store: Store) -> None:
    store.apply(change(step(put("a", "one"))))
    store.apply(change(step(retire("a", "one")), days=1))
    assert listing(store) == ["retired/a.md"]
    retired = store.read(Address("memory", "retired/a.md"))
    assert retired is not None
    assert retired.content == b"one"


def test_undo_takes_back_the_newest_change_byte_for_byte(store: Store) -> None:
    store.apply(change(step(put("a", "one\r\n\xff".encode("latin-1").decode("latin-1")))))
    before = store.read(note("a"))
    store.apply(change(step(put("a", "two", over="one\r\n\xff")), step(put("b", "x")), days=1))
    undo(store)
    assert store.read(note("a")) == before
    assert text(store, "b") is None


def test_an_undo_is_never_the_default_target(store: Store) -> None:
    store.apply(change(step(put("a", "one"))))
    store.apply(change(step(put("b", "two")), days=1))
    undo(store)
    assert listing(store) == ["a.md"]
    undo(store, days=10)
    assert listing(store) == []
    with pytest.raises(NothingToUndo):
        undo(store, days=11)


def test_an_undo_can_be_undone_by_name(store: Store) -> None:
    store.apply(change(step(put("a", "one"))))
    undo(store)
    newest = next(iter(store.history()))
    assert newest.kind is Kind.UNDO
    undo(store, newest.id, days=10)
    assert text(store, "a") == "one"
    undo(store, days=11)
    assert text(store, "a") is None


def test_undo_skips_files_changed_since_and_names_the_change(store: Store) -> None:
    first = store.apply(change(step(put("a", "one")), step(put("b", "two"))))
    later = store.apply(change(step(put("a", "newer", over="one")), days=1))
    receipt = store.undo(first.id, by="ada", at=at(9))
    assert (text(store, "a"), text(store, "b")) == ("newer", None)
    assert later.id in receipt.skipped[0].why
    undo(store, later.id, days=10)
    undo(store, first.id, days=11)
    assert text(store, "a") is None


def test_undo_to_takes_back_everything_since(store: Store) -> None:
    store.apply(change(step(put("a", "one"))))
    target = store.apply(change(step(put("a", "two", over="one")), step(put("b", "b1")), days=1))
    store.apply(change(step(put("a", "three", over="two"), put("b", "b2", over="b1")), days=2))
    store.apply(change(step(retire("b", "b2")), days=3))
    undo(store, target.id, to=True)
    assert listing(store) == ["a.md"]
    assert text(store, "a") == "one"
    with pytest.raises(NothingToUndo):
        undo(store, target.id, to=True, days=10)


def test_ids_may_be_shortened_while_they_are_unique(store: Store) -> None:
    first = store.apply(change(step(put("a", "one"))))
    store.apply(change(step(put("b", "one")), days=1))
    with pytest.raises(AmbiguousId):
        undo(store, "c-2026-11")
    with pytest.raises(UnknownChange):
        undo(store, "n-1999")
    undo(store, first.id[:12])
    assert listing(store) == ["b.md"]


def test_what_a_person_took_back_does_not_come_back_by_itself(store: Store) -> None:
    night = change(step(put("a", "merged"), about="merge of a and b"), automatic=True)
    store.apply(night)
    undo(store, days=1)
    again = store.apply(change(step(put("a", "merged again"), about="merge of a and b"), days=2, automatic=True))
    assert "took this change back" in again.results[0].why
    assert text(store, "a") is None
    by_hand = store.apply(change(step(put("a", "merged again"), about="merge of a and b"), days=3))
    assert by_hand.applied


def test_a_night_retires_no_more_than_its_bound(store: Store) -> None:
    store.apply(change(*(step(put(f"n{i}", f"text {i}")) for i in range(10))))
    doomed = [step(retire(f"n{i}", f"text {i}"), retires=1) for i in range(5)]
    receipt = store.apply(change(*doomed, days=1, automatic=True))
    assert len(receipt.applied) == 3
    assert all("bound" in r.why for r in receipt.skipped)
    next_night = store.apply(change(*doomed[3:], days=2, automatic=True))
    assert not next_night.applied, "ten per cent in thirty days, and never more than three of ten notes"
    a_month_on = store.apply(change(*doomed[3:], days=40, automatic=True))
    assert len(a_month_on.applied) == 2
    assert len([p for p in listing(store) if p.startswith("retired/")]) == 5


def test_a_person_may_retire_more(store: Store) -> None:
    store.apply(change(*(step(put(f"n{i}", f"text {i}")) for i in range(10))))
    receipt = store.apply(change(*(step(retire(f"n{i}", f"text {i}"), retires=1) for i in range(10)), days=1))
    assert len(receipt.applied) == 10


def test_derived_text_is_made_from_what_is_there_and_undone_with_it(make: Make) -> None:
    store = make(render_index)
    store.apply(change(step(put("a", "one"))))
    before = store.read(INDEX)
    receipt = store.apply(change(step(put("b", "two")), step(put("a", "nope", over="wrong")), days=1))
    assert receipt.rendered == (INDEX,)
    index = store.read(INDEX)
    assert index is not None
    assert index.content == b"- [a](a.md)\n- [b](b.md)\n"
    undo(store)
    assert store.read(INDEX) == before
    undo(store, days=10)
    assert store.read(INDEX) is None, "the first change made the index, so taking it back takes the index too"


def test_an_old_change_is_undone_and_the_index_made_anew(make: Make) -> None:
    store = make(render_index)
    first = store.apply(change(step(put("a", "one"))))
    store.apply(change(step(put("b", "two")), days=1))
    undo(store, first.id)
    index = store.read(INDEX)
    assert index is not None
    assert index.content == b"- [b](b.md)\n"


def test_a_log_counts_a_record_once(store: Store) -> None:
    record = LogRecord("recall", "agent", at(), {"query": "deploy"})
    store.append("recalls", [record])
    store.append("recalls", [record, LogRecord("recall", "agent", at(1), {"query": "other"})])
    assert [r.facts["query"] for r in store.records("recalls") if isinstance(r, LogRecord)] == ["deploy", "other"]
    assert len(list(store.records("recalls", since=at(0.5)))) == 1


def test_contents_of_a_change_can_be_looked_at(store: Store) -> None:
    store.apply(change(step(put("a", "one"))))
    receipt = store.apply(change(step(put("a", "two", over="one")), days=1))
    assert set(store.contents(receipt.id).values()) == {b"one", b"two"}


@pytest.mark.parametrize(
    "path",
    ["../out.md", "a/../../out.md", "/etc/passwd", "a//b", "", ".", "a/./b", "nul\0.md", "x\n.md", ".git/config",
     "a/.GIT/hooks", "a\\b", ".reverie-x", "\ud800.md", "x" * 300],
)  # fmt: skip
def test_an_address_cannot_leave_its_root(path: str) -> None:
    with pytest.raises(BadAddress):
        Address("memory", path)


def test_a_change_set_names_a_document_once_and_has_a_zone() -> None:
    with pytest.raises(BadChangeSet):
        change(step(put("a", "one")), step(put("a", "two")))
    with pytest.raises(BadChangeSet):
        type(change())("t", "b", at().replace(tzinfo=None), ())


def test_what_changed_since_a_mark_is_told(store: Store) -> None:
    store.apply(change(step(put("a", "one"), put("b", "two"))))
    mark, unknown = store.changed()
    assert unknown is None
    assert store.changed(mark) == (mark, frozenset())
    store.apply(change(step(put("c", "three")), days=1))
    store.apply(change(step(retire("a", "one")), days=2))
    after, found = store.changed(mark)
    assert after != mark
    assert found == frozenset({note("a"), note("c"), Address("memory", "retired/a.md")})
    assert store.changed("strange")[1] is None
