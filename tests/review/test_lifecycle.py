"""Given rules that grow old, a person is told which to look at; what nobody looks at expires, and can come back."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from reverie.layouts import learning
from reverie.records.changes import Move
from reverie.records.documents import Document
from reverie.review import lifecycle
from reverie.review.errors import NotExpired, RationaleRequired, SameRule
from reverie.review.papers import FiledRule
from tests.review.builders import JOURNAL, a_rule, apply, at, event, filed_rule, store_with, there

DUE = date(2027, 5, 9)


def test_a_fresh_rule_needs_no_look() -> None:
    assert lifecycle.review_stale([a_rule()], DUE) == []


def test_overdue_gone_and_churned_are_told_apart() -> None:
    rule = replace(a_rule(), scope=(JOURNAL, "src/**/*.py", "src/store/"))
    events = [event(f"e{n}", n + 1) for n in range(21)]
    (stale,) = lifecycle.review_stale([rule], date(2027, 5, 11), {JOURNAL}, lifecycle.churn([rule], events))
    assert stale.reasons == (
        "review was due on 2027-05-09, 2 days ago",
        f"{JOURNAL} is gone",
        f"{JOURNAL} changed in 21 commits since it graduated",
    )


def test_commits_before_graduation_are_no_churn() -> None:
    events = [event(f"e{n}", -n) for n in range(50)]
    assert lifecycle.review_stale([a_rule()], DUE, (), lifecycle.churn([a_rule()], events)) == []


def test_an_expired_rule_is_not_stale_any_more() -> None:
    assert lifecycle.review_stale([replace(a_rule(), status="expired")], date(2030, 1, 1)) == []


def test_a_new_rationale_prolongs_the_rule_and_keeps_the_old_one() -> None:
    kept = filed_rule(replace(a_rule(), rationale="seems\nimportant"))
    done = lifecycle.rerationale(kept, "Replay order again in 77aa913; the tests caught it.", "bob", at(100), learning)
    assert done.rule.rationale.startswith("Replay order again")
    assert done.rule.review_by == date(2027, 8, 17)
    assert (done.rule.by, done.rule.at) == (kept.rule.by, kept.rule.at)  # it graduated when it graduated
    assert done.rule.history == ('2027-02-18 bob gave a new rationale; before it said: "seems important"',)
    store = store_with(kept)
    assert apply(store, done.step) == []
    again = store.read(kept.document.address)
    assert again is not None
    assert learning.read_rule(again.address, again.content) == done.rule


def test_a_new_rationale_is_held_to_the_same_standard() -> None:
    with pytest.raises(RationaleRequired):
        lifecycle.rerationale(filed_rule(a_rule()), " ", "bob", at(1), learning)
    assert "thin" in lifecycle.rerationale(filed_rule(a_rule()), "still fine", "bob", at(1), learning).warning


@pytest.mark.parametrize(("today", "expires"), [(date(2027, 6, 8), False), (date(2027, 6, 9), True)])
def test_after_the_grace_a_rule_expires(today: date, expires: bool) -> None:
    assert bool(lifecycle.expire_stale([filed_rule(a_rule())], today, learning)) is expires


def test_the_grace_is_configurable() -> None:
    assert lifecycle.expire_stale([filed_rule(a_rule())], date(2027, 5, 10), learning, grace_days=0)


def expired(kept: FiledRule) -> FiledRule:
    (done,) = lifecycle.expire_stale([kept], date(2027, 6, 9), learning)
    (move,) = done.step.edits
    assert isinstance(move, Move)
    return FiledRule(Document(move.target, move.content), learning.read_rule(move.target, move.content))


def test_expiry_moves_and_restore_moves_back() -> None:
    kept = filed_rule(a_rule())
    store, name = store_with(kept), kept.document.address.name
    (done,) = lifecycle.expire_stale([kept], date(2027, 6, 9), learning)
    assert done.step.retires == 1
    assert apply(store, done.step) == []
    assert there(store) == [f"agent:dream/expired/{name}"]
    back = lifecycle.restore(expired(kept), "ada", at(250), learning)
    assert apply(store, back.step, days=250) == []
    assert there(store) == [f"memory:semantic/rules/auto-dream/{name}"]
    assert (back.rule.status, back.rule.review_by) == ("active", date(2028, 1, 14))
    assert [line[:10] for line in back.rule.history] == ["2027-06-09", "2027-07-18"]


def test_a_rule_that_expires_twice_leaves_the_first_record() -> None:
    kept = filed_rule(a_rule())
    first = expired(kept)
    store = store_with(first, kept)
    (done,) = lifecycle.expire_stale([kept], date(2027, 6, 9), learning, taken={first.document.address})
    assert apply(store, done.step) == []
    assert len(there(store)) == 2
    second = done.step.edits[0]
    assert isinstance(second, Move)
    again = FiledRule(Document(second.target, second.content), learning.read_rule(second.target, second.content))
    back = lifecycle.restore(again, "ada", at(250), learning).step.edits[0]
    assert isinstance(back, Move)
    assert back.target == kept.document.address


def test_only_the_expired_can_be_restored_and_only_once() -> None:
    kept = filed_rule(a_rule())
    with pytest.raises(NotExpired):
        lifecycle.restore(kept, "ada", at(1), learning)
    with pytest.raises(SameRule):
        lifecycle.restore(expired(kept), "ada", at(250), learning, rules=[a_rule()])
