"""Given a candidate and a person's yes or no, the files move on, the rule stands where agents read, nothing is lost."""

from __future__ import annotations

from dataclasses import replace

import pytest

from reverie.layouts import learning
from reverie.records.changes import Move, Put
from reverie.review.decide import graduate, reject
from reverie.review.errors import AlreadyDecided, BadSentence, SameRule
from tests.review.builders import GOOD, TABLE, a_rule, apply, candidate, decision, filed, read, store_with, there

OPEN = "agent:dream/candidates/a3f29c01d5e6.md"


def test_graduating_moves_the_candidate_and_writes_the_rule() -> None:
    paper = filed(candidate())
    store = store_with(paper)
    done = graduate(paper, decision(), TABLE)
    assert done.rule is not None
    assert apply(store, done.step) == []
    name = f"{done.rule.id}-journal-torture-tests-order-recovery-replays"
    assert there(store) == [
        "agent:dream/graduated/a3f29c01d5e6.md",
        f"memory:semantic/rules/auto-dream/{name}.md",
    ]
    put, move = done.step.edits
    assert isinstance(put, Put)
    assert isinstance(move, Move)
    assert b"## Rationale\n\nAll four fixes are one cause" in move.content
    assert b"## Graduated by\n\nada on 2026-11-10T09:00:00Z" in move.content
    assert learning.read_rule(put.address, put.content) == done.rule
    assert (done.rule.review_by.isoformat(), done.warning, done.notes) == ("2027-05-09", "", ())


def test_rejecting_keeps_a_record() -> None:
    paper = filed(candidate())
    store = store_with(paper)
    done = reject(paper, decision("Three independent bugs, not a pattern — coincidence", "reject"), TABLE)
    assert apply(store, done.step) == []
    assert there(store) == ["agent:dream/rejected/a3f29c01d5e6.md"]
    assert b"## Rejection rationale\n\nThree independent bugs" in done.step.edits[0].content
    assert done.rule is None


@pytest.mark.parametrize("decide", [graduate, reject])
def test_undo_brings_the_candidate_back_byte_for_byte(decide: object) -> None:
    paper = filed(candidate())
    store = store_with(paper)
    apply(store, decide(paper, decision(), TABLE).step)  # type: ignore[operator]
    store.undo(None, by="ada", at=decision(days=1).at)
    assert there(store) == [OPEN]
    assert store.read(paper.document.address) == paper.document


def test_a_candidate_edited_meanwhile_is_left_alone() -> None:
    paper = filed(candidate())
    store = store_with(filed(replace(candidate(), weight=5)))
    (why,) = apply(store, graduate(paper, decision(), TABLE).step)
    assert why
    assert there(store) == [OPEN]


def test_one_that_is_gone_cannot_be_decided() -> None:
    (why,) = apply(store_with(), reject(filed(candidate()), decision(), TABLE).step)
    assert why


def test_deciding_twice_is_refused() -> None:
    done = filed(candidate(), "graduated", decision(by="bob"))
    for decide in (graduate, reject):
        with pytest.raises(AlreadyDecided, match="graduated by bob on 2026-11-10"):
            decide(done, decision(), TABLE)


def test_another_sentence_becomes_the_rule_and_the_proposal_stays_on_record() -> None:
    done = graduate(filed(candidate()), decision(), TABLE, words="Run\nthe torture tests.")
    assert done.rule is not None
    assert done.rule.sentence == "Run the torture tests."
    assert done.notes == ("its lines were joined",)
    assert read(done.filed, done.step.edits[1].content).candidate.rule == candidate().rule


@pytest.mark.parametrize("words", ["", " ", "<!-- hidden -->"])
def test_a_sentence_that_is_none_is_refused(words: str) -> None:
    with pytest.raises(BadSentence):
        graduate(filed(candidate()), decision(), TABLE, words=words)


def test_what_a_rule_says_already_is_not_said_twice() -> None:
    there_already = a_rule("Run the torture tests.")
    table = replace(TABLE, rules=(there_already,))
    with pytest.raises(SameRule, match=rf"rule {there_already.id} says this already: Run the torture tests\."):
        graduate(filed(candidate()), decision(), table, words="run the  Torture tests")
    expired = replace(TABLE, rules=(replace(there_already, status="expired"),))
    assert graduate(filed(candidate()), decision(), expired, words="Run the torture tests.").rule


def test_a_reopened_candidate_rejected_again_leaves_the_first_record() -> None:
    first = filed(candidate(), "rejected", decision(verdict="reject"))
    again = filed(replace(candidate(), reopened="4 new since"))
    store = store_with(first, again)
    table = replace(TABLE, taken=frozenset({first.document.address}))
    assert apply(store, reject(again, decision(days=50), table).step) == []
    assert there(store) == ["agent:dream/rejected/a3f29c01d5e6-2.md", "agent:dream/rejected/a3f29c01d5e6.md"]


def test_the_same_decision_is_known_again_whoever_makes_it() -> None:
    ours = graduate(filed(candidate()), decision(), TABLE).step
    theirs = graduate(filed(candidate()), decision("Another reason: replay order, see b90c1aa.", days=3), TABLE).step
    assert ours.fingerprint == theirs.fingerprint
    assert ours.fingerprint != reject(filed(candidate()), decision(), TABLE).step.fingerprint


def test_a_thin_rationale_is_taken_with_a_warning() -> None:
    done = graduate(filed(candidate()), decision("seems important"), TABLE)
    assert done.rule is not None
    assert done.warning.startswith("a thin rationale")
    assert graduate(filed(candidate()), decision(GOOD), TABLE).warning == ""


def test_the_term_is_configurable() -> None:
    done = graduate(filed(candidate()), decision(), replace(TABLE, review_days=30))
    assert done.rule is not None
    assert done.rule.review_by.isoformat() == "2026-12-10"
