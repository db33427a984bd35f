"""Given what was decided before, a pattern noticed tonight is new, waits already, stays decided, or is asked again."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from reverie.records.learning import Candidate
from reverie.review.precedents import Judged, Precedent, Standing, judge, voices
from tests.review.builders import candidate, cluster, decision, event, evidence

OLD = [event(f"e{n}", n - 10) for n in range(4)]  # ten to seven days before the decision


def known(state: str = "rejected", events: Sequence[str] = (), **changes: str) -> Precedent:
    ids = events or [e.id for e in OLD]
    shown = [evidence(id, int(id[1:]) - 10) for id in ids]
    one: Candidate = candidate(changes.get("id", "a3f2"), events=shown, about=changes.get("about", ""))
    return Precedent(one, state, None if state == "candidates" else decision(verdict="reject", by="bob"))


def standing(judged: Sequence[Judged]) -> list[str]:
    return [str(one.standing) for one in judged]


def test_what_nobody_has_seen_is_new() -> None:
    assert standing(judge([cluster(OLD)], [])) == ["new"]
    other = cluster([event("x1", 0), event("x2", 1)], "file:other.py")
    assert standing(judge([other], [known()])) == ["new"]


def test_one_that_waits_keeps_its_id_and_is_updated() -> None:
    (one,) = judge([cluster([*OLD, event("e4", 1)])], [known("candidates")])
    assert (one.standing, one.known and one.known.candidate.id) == (Standing.OPEN, "a3f2")


def test_a_rejected_one_is_not_proposed_again_even_when_it_grew_a_little() -> None:
    (one,) = judge([cluster([*OLD, event("n1", 1), event("n2", 2)])], [known()])
    assert one.standing is Standing.SUPPRESSED
    assert one.reason == (
        "rejected as a3f2 by bob on 2026-11-10; 2 new independent occurrences since, 4 then: it takes as many again"
    )


def test_as_much_again_reopens_it_and_says_so() -> None:
    (one,) = judge([cluster([*OLD, *(event(f"n{n}", n + 1) for n in range(4))])], [known()])
    assert one.standing is Standing.REOPENED
    assert one.reason.endswith("asked again: 4 new independent occurrences since, 4 then")


@pytest.mark.parametrize(
    "news",
    [
        [event(f"n{n}", 1 + n / 100) for n in range(9)],  # one person, one afternoon
        [event(f"n{n}", 1 + n, session="s1") for n in range(9)],  # one session, resumed for days
        [event(f"n{n}", -40 - n) for n in range(9)],  # older things a wider window brought in
    ],
)
def test_echoes_and_old_stories_are_no_new_evidence(news: list[object]) -> None:
    (one,) = judge([cluster([*OLD, *news])], [known()])  # type: ignore[list-item]
    assert one.standing is Standing.SUPPRESSED


def test_different_people_on_one_day_are_different_voices() -> None:
    assert len(voices(event(f"n{n}", 1, actor=f"{n}@example.com") for n in range(4))) == 4


def test_a_rule_in_force_is_watched_not_proposed_again() -> None:
    many = [*OLD, *(event(f"n{n}", n + 1) for n in range(20))]
    (one,) = judge([cluster(many)], [known("graduated")])
    assert one.standing is Standing.SUPPRESSED
    assert "whether the rule works is watched" in one.reason


def test_an_expired_rule_comes_back_like_a_rejected_one() -> None:
    assert standing(judge([cluster([*OLD, event("n1", 1)])], [known("expired")])) == ["suppressed"]
    many = [*OLD, *(event(f"n{n}", n + 1) for n in range(4))]
    assert standing(judge([cluster(many)], [known("expired")])) == ["reopened"]


def test_half_the_evidence_is_enough_to_know_it_again() -> None:
    shifted = cluster([OLD[2], OLD[3], event("n1", 1), event("n2", 2)], "revert:oldest")
    assert standing(judge([shifted], [known()])) == ["suppressed"]
    mostly_new = cluster([OLD[3], event("n1", 1), event("n2", 2), event("n3", 3)], "revert:oldest")
    assert standing(judge([mostly_new], [known()])) == ["new"]


def test_one_shared_event_does_not_silence_another_signal() -> None:
    pair = known(events=["e0", "e1"], about="revert:x")
    fixes = [OLD[0], *(event(f"n{n}", n) for n in range(5))]
    assert standing(judge([cluster(fixes, signal="semantic_cluster")], [pair])) == ["new"]
    assert standing(judge([cluster(fixes)], [pair])) == ["reopened"]


def test_an_open_candidate_that_split_gives_its_id_once() -> None:
    whole = cluster(OLD)
    part = cluster(OLD[:2], "revert:part")
    first, second = judge([part, whole], [known("candidates")])
    assert (first.standing, second.standing) == (Standing.SUPPRESSED, Standing.OPEN)
    assert first.reason == "it is part of candidate a3f2, which waits already"


def test_two_open_candidates_that_grew_together_are_replaced_by_one() -> None:
    twin = known("candidates", ["e2", "e3"], id="beef", about="revert:twin")
    (one,) = judge([cluster(OLD)], [known("candidates"), twin])
    assert (one.known and one.known.candidate.id, one.replaces) == ("a3f2", ("beef",))


def test_the_last_word_counts() -> None:
    again = Precedent(known().candidate, "rejected", decision(verdict="reject", days=30))
    many = [*OLD, *(event(f"n{n}", n + 1) for n in range(4))]
    assert standing(judge([cluster(many)], [known(), again])) == ["suppressed"]


def test_evidence_of_which_only_ids_are_left_counts_for_itself() -> None:
    events = [evidence(f"e{n}", n - 10, actor="") for n in range(12)]
    old = Precedent(candidate(events=events), "rejected", decision(verdict="reject"))
    many = [event(f"n{n}", n + 1) for n in range(11)]
    assert standing(judge([cluster(many)], [old])) == ["suppressed"]
    assert standing(judge([cluster([*many, event("n11", 12)])], [old])) == ["reopened"]


def test_the_order_of_what_comes_in_does_not_matter() -> None:
    clusters = [cluster(OLD), cluster(OLD[:2], "revert:part"), cluster([event("z1", 0)], "file:z.py")]
    past = [known("candidates"), known("rejected", id="bbbb", about="file:z.py"), known("rejected", id="cccc")]
    expected = {one.cluster.about: one for one in judge(clusters, past)}
    for seed in range(20):
        shuffle = random.Random(seed).shuffle
        shuffle(clusters)
        shuffle(past)
        assert {one.cluster.about: one for one in judge(clusters, past)} == expected
