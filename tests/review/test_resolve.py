"""Ids may be shortened to a beginning that only one has; whatever else is typed is told apart."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reverie.records.errors import AmbiguousId
from reverie.review import resolve
from reverie.review.errors import AlreadyDecided, UnknownCandidate, UnknownRule
from reverie.review.papers import FiledCandidate
from tests.review.builders import a_rule, candidate, decision, filed, filed_rule


def waiting(*ids: str) -> list[FiledCandidate]:
    return [filed(candidate(id)) for id in ids]


@pytest.mark.parametrize("typed", ["a3f2", "A3F2", " a3f29c01d5e6 ", "a3f29c01d5e6.md", "a3"])
def test_a_beginning_is_enough(typed: str) -> None:
    assert resolve.waiting(typed, waiting("a3f29c01d5e6", "a4", "9c01")).candidate.id == "a3f29c01d5e6"


def test_two_that_begin_so_are_both_named() -> None:
    with pytest.raises(AmbiguousId, match="'a3' could be a3f1 or a3f2"):
        resolve.waiting("a3", waiting("a3f2", "a3f1"))


def test_a_whole_id_is_never_ambiguous() -> None:
    assert resolve.waiting("a3f2", waiting("a3f2", "a3f2e1")).candidate.id == "a3f2"


@pytest.mark.parametrize("typed", ["", "  ", "ffff"])
def test_what_is_not_there_is_said(typed: str) -> None:
    with pytest.raises(UnknownCandidate):
        resolve.waiting(typed, waiting("a3f2"))


def test_deciding_twice_says_who_decided() -> None:
    done = filed(candidate("a3f2"), "rejected", decision("Three separate bugs.", "reject", by="bob"))
    with pytest.raises(AlreadyDecided, match="a3f2 is decided already: rejected by bob on 2026-11-10"):
        resolve.waiting("a3", [done])


def test_one_that_was_reopened_can_be_decided_again() -> None:
    done = filed(candidate("a3f2"), "rejected", decision(verdict="reject"))
    assert resolve.waiting("a3", [done, filed(candidate("a3f2"))]).waits


def test_a_rule_is_known_by_its_candidate_too() -> None:
    kept = filed_rule(a_rule())
    assert resolve.rule(kept.rule.id[:5], [kept]) == resolve.rule("a3f2", [kept]) == kept
    with pytest.raises(UnknownRule):
        resolve.rule("nope", [kept])
    with pytest.raises(AmbiguousId):
        resolve.rule("a3f2", [kept, filed_rule(a_rule("Say something else entirely."))])


@given(st.sets(st.text("0123456789abcdef", min_size=12, max_size=12), min_size=1, max_size=12), st.data())
def test_a_beginning_finds_its_own_or_says_it_is_shared(ids: set[str], data: st.DataObject) -> None:
    meant = data.draw(st.sampled_from(sorted(ids)))
    typed = meant[: data.draw(st.integers(1, 12))]
    named = [(id, id) for id in sorted(ids)]
    found = resolve.beginning(typed, named)
    assert meant in found
    assert found == [id for id in sorted(ids) if id.startswith(typed)]
