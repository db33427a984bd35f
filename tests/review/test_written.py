"""Given a decision somebody wrote into a candidate file and committed, the next run carries it out or says why not."""

from __future__ import annotations

import pytest

from reverie.layouts import learning
from reverie.records.documents import Address
from reverie.review.papers import FiledCandidate
from reverie.review.written import CarriedOut, Signature, carry_out, verdict
from tests.review.builders import GOOD, TABLE, apply, at, candidate, decision, filed, read, store_with, there

BOB = Signature("bob", at(1))


def annotated(said: str, why: str = GOOD, *, id: str = "a3f2", rule: str | None = None) -> FiledCandidate:
    """A candidate file as a reviewer leaves it."""
    address = learning.candidate_address(id)
    one = candidate(id, rule=f"When changing the journal, run torture test {id} before committing.")
    text = learning.candidate_text(one).decode()
    text = text.replace("decision:\n", f"decision: {said}\n").replace("rationale:\n", f'rationale: "{why}"\n')
    if rule is not None:
        text = text.replace(one.rule, rule)
    return read(address, text.encode())


def carried(*papers: FiledCandidate, by: Signature = BOB) -> CarriedOut:
    return carry_out(papers, {p.document.address: by for p in papers}, TABLE)


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("graduate", "graduate"), ("Graduated", "graduate"), ("yes", "graduate"), ("ACCEPT", "graduate"),
        ("graduate!", "graduate"), ("'approve'", "graduate"), (" y ", "graduate"), ("[graduate]", "graduate"),
        ("reject", "reject"), ("rejected.", "reject"), ("no", "reject"), ("Decline", "reject"), ("won't fix", None),
        ("", ""), ("later", ""), ("TBD", ""), ("?", ""), ("graduate|reject", ""), ("gradute", None),
        ("yes and no", None),
    ],
)  # fmt: skip
def test_words_people_use(said: str, meant: str | None) -> None:
    assert verdict(said) == meant


def test_a_yes_is_carried_out_in_the_name_of_its_author() -> None:
    paper = annotated("yes")
    (done,) = carried(paper).decided
    assert done.rule is not None
    assert (done.rule.by, done.rule.at, done.rule.rationale) == ("bob", at(1), GOOD)
    store = store_with(paper)
    assert apply(store, done.step) == []
    assert there(store)[0] == "agent:dream/graduated/a3f2.md"
    assert b"decision:" not in done.step.edits[1].content


def test_a_no_is_too() -> None:
    (done,) = carried(annotated("rejected", "Three independent bugs, not a pattern")).decided
    assert (done.verdict, done.rule, str(done.filed)) == ("reject", None, "agent:dream/rejected/a3f2.md")


def test_the_sentence_is_taken_as_it_was_edited() -> None:
    (done,) = carried(annotated("graduate", rule="Replay before you\nwrite the index.")).decided
    assert done.rule is not None
    assert done.rule.sentence == "Replay before you write the index."


@pytest.mark.parametrize(
    ("paper", "reason"),
    [
        (annotated("graduate", ""), "rationale is required for graduation — non-negotiable"),
        (annotated("reject", "  "), "rationale is required for graduation — non-negotiable"),
        (annotated("gradute"), "its decision says 'gradute', which is neither graduate nor reject"),
        (annotated("graduate", rule=""), "this cannot be a rule: the sentence is empty"),
        (annotated("graduate", rule="One.\n\nTwo."), "this cannot be a rule: it has more than one paragraph"),
    ],
)
def test_what_cannot_be_carried_out_says_why(paper: FiledCandidate, reason: str) -> None:
    result = carried(paper)
    assert result.decided == ()
    ((what, why),) = [(s.what, s.reason) for s in result.skipped]
    assert (what, why) == ("agent:dream/candidates/a3f2.md", reason)


def test_nobody_stands_behind_what_is_not_committed() -> None:
    (skipped,) = carry_out([annotated("yes")], {}, TABLE).skipped
    assert skipped.reason.startswith("its decision is not committed yet, so nobody stands behind it; ")
    assert skipped.reason.endswith('reverie graduate a3f2 --rationale "…"')


def test_a_bot_does_not_decide() -> None:
    (skipped,) = carried(annotated("yes"), by=Signature("dream[bot]", at(1), machine="dream[bot]")).skipped
    assert "only a person decides" in skipped.reason


@pytest.mark.parametrize("said", ["", "later"])
def test_what_waits_goes_on_waiting(said: str) -> None:
    assert carried(annotated(said)) == CarriedOut()


def test_two_files_with_the_same_sentence_make_one_rule() -> None:
    papers = [annotated("yes", id=id, rule="Replay first.") for id in ("b1", "a1")]
    result = carried(*papers)
    assert [done.candidate for done in result.decided] == ["a1"]
    assert "says this already" in result.skipped[0].reason


def test_what_is_decided_already_is_not_decided_again() -> None:
    done = filed(candidate(), "graduated", decision())
    assert carry_out([done], {Address("agent", "dream/graduated/a3f29c01d5e6.md"): BOB}, TABLE) == CarriedOut()
