"""A candidate's file is read back as it was meant, whatever words were in it; and what people added to it stays."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from reverie.layouts import learning
from reverie.records.documents import Document
from reverie.records.learning import Candidate, Decision, Evidence
from reverie.review.lifecycle import rerationale
from reverie.review.papers import FiledRule
from tests.review.builders import a_rule

ODD = [
    "|", '"', "'", "\\", "\n", "\r\n", "---", "--", "-->", "<!--", "<!\u200b--", "- ", "# ", "## Evidence", "·",
    "\n## Rationale\n",
    " · ", "`", "` · ", "%", "%20", "+", "(", ")", " ", "\t", ":", ": ", "#", "[", "{", "&a", "*a", "!!x", "@",
    "~", "null", "true",
    "\u2028", "\x85", "\x1c", "\x00", "\x7f", "\ufeff", "\ud800", "\U0001f600", "é", "日本", "\u202e",
    "<<<<<<< a\n=======\n>>>>>>> b\n",
]  # fmt: skip
texts = st.lists(st.sampled_from(ODD) | st.text(max_size=4), max_size=6).map("".join)
lists = st.lists(texts, max_size=3).map(tuple)
days = st.integers(1, 3_652_050)
times = days.map(lambda day: datetime(1, 1, 1, 13, 5, tzinfo=UTC) + timedelta(days=day))
evidence = st.builds(Evidence, texts, times, texts, texts, texts, texts)
candidates = st.builds(
    Candidate, texts, texts, texts, texts, texts, lists, st.integers(0, 99), texts, texts, lists, lists,
    st.lists(evidence, max_size=13).map(tuple), lists, lists, texts, st.floats(0, 99), st.integers(0, 9),
)  # fmt: skip
PLACE = learning.candidate_address("x")
PLAIN = Candidate(
    "66f3aa01", "repeat_fix", "file:a.py", "`a.py` needed three fixes", "Mind the tokens in `a.py`.", ("a.py",), 3,
    "high",
    "3 fixes, 3 days, 2 people", ("Ada Lovelace (work)", "12+ann@users.noreply.github.com"), ("a.py",),
    tuple(
        Evidence(f"e{n}", datetime(2026, 11, n + 1, tzinfo=UTC), "Ada Lovelace (work) + co", "Ada", "4be1c0", "a | b")
        for n in range(3)
    ),
)  # fmt: skip


@settings(deadline=None, max_examples=300)
@given(candidates)
@example(replace(PLAIN, title="x" * 60_000, rule="y " * 40_000))
def test_any_candidate_is_read_back_as_it_was_written(one: Candidate) -> None:
    text = learning.candidate_text(one)
    read, decision = learning.read_candidate(PLACE, text)
    assert decision is None
    assert read == learning.tidy(one)
    assert learning.candidate_text(read) == text
    assert learning.tidy(read) == read
    assert learning.untouched(PLACE, text)


def test_ordinary_words_are_kept_to_the_letter() -> None:
    assert learning.read_candidate(PLACE, learning.candidate_text(PLAIN))[0] == PLAIN
    assert learning.tidy(PLAIN) == PLAIN


@pytest.mark.parametrize("actor", ["Ada Lovelace", "a+b", "x (y)", "-", "50%", "%20", "a-->b", "--", "日本 太郎", " "])
def test_an_actor_is_the_same_actor_when_read_back(actor: str) -> None:
    one = replace(PLAIN, evidence=(replace(PLAIN.evidence[0], actor=actor),))
    assert learning.read_candidate(PLACE, learning.candidate_text(one))[0].evidence[0].actor == actor


def test_nothing_invisible_hides_the_beginning_of_a_comment() -> None:
    one = replace(PLAIN, title="a <!\u200b-- b", evidence=(replace(PLAIN.evidence[0], summary="<!\u200b-- hidden"),))
    text = learning.candidate_text(one).decode()
    assert text.count("<!--") == 1  # our own


def test_other_line_ends_are_nobodys_edit() -> None:
    text = learning.candidate_text(PLAIN)
    assert learning.untouched(PLACE, text.replace(b"\n", b"\r\n"))
    assert not learning.untouched(PLACE, text + b"\nA remark.\n")


NOTES = "\n## Remarks\n\nAda: ask *billing*  first.\t\n\n```\n## Evidence\n- none\n```\n\n### More\n-  kept as it is"
WHEN = datetime(2026, 11, 12, 8, 30, tzinfo=UTC)


@pytest.mark.parametrize("verdict", ["graduate", "reject"])
@pytest.mark.parametrize("eol", ["\n", "\r\n"])
def test_a_decision_keeps_what_people_wrote_into_the_file(verdict: str, eol: str) -> None:
    notes = NOTES.replace("\n", eol).encode()
    text = learning.candidate_text(PLAIN).replace(b"\n", eol.encode())
    text = text.replace(b"rationale:" + eol.encode(), f"rationale: >{eol}  one cause{eol}  of two{eol}".encode())
    text = text.replace(b"because:", b"# why: see below" + eol.encode() + b"because:") + notes
    decided = learning.decided_text(text, Decision(verdict, "One cause.\n\nSee `a.py`.", "ada", WHEN))
    body = text.split(b"---" + eol.encode(), 2)[2]
    assert body in decided
    assert b"# why: see below" in decided
    header = decided.split(b"---" + eol.encode(), 2)[1]
    assert not any(key in header for key in (b"decision", b"rationale", b"written", b"one cause"))
    place = learning.candidate_address("x", "graduated" if verdict == "graduate" else "rejected")
    read, decision = learning.read_candidate(place, decided)
    assert read == PLAIN
    assert decision == Decision(verdict, "One cause.\n\nSee `a.py`.", "ada", WHEN)


def test_of_a_candidate_nobody_wrote_in_it_is_what_it_always_was() -> None:
    decision = Decision("reject", "No pattern.", "ada", WHEN)
    assert learning.decided_text(learning.candidate_text(PLAIN), decision) == learning.candidate_text(PLAIN, decision)


def test_somebodys_own_section_is_no_decision() -> None:
    own = b"\n## Graduated by\n\nbob on 2026-11-10T00:00:00Z\n"
    text = learning.candidate_text(PLAIN) + own
    assert learning.read_candidate(PLACE, text)[1] is None
    decided = learning.decided_text(text, Decision("reject", "No pattern.", "ada", WHEN))
    found = learning.read_candidate(learning.candidate_address("x", "rejected"), decided)[1]
    assert found == Decision("reject", "No pattern.", "ada", WHEN)


def test_a_day_without_a_zone_is_a_day_all_the_same() -> None:
    own = b"\n## Rejected by\n\nbob on 2026-11-10\n"
    place = learning.candidate_address("x", "rejected")
    found = learning.read_candidate(place, learning.candidate_text(PLAIN) + own)[1]
    assert found is not None
    assert found.at == datetime(2026, 11, 10, tzinfo=UTC)


def test_a_rule_that_is_reviewed_keeps_its_remarks_too() -> None:
    rule = a_rule("Mind the tokens.")
    text = learning.rule_text(rule) + NOTES.encode() + b"\n"
    filed = FiledRule(Document(learning.rule_address(rule), text), rule)
    revised = rerationale(filed, "Another cause, see b.py and its four fixes.", "bob", WHEN, learning)
    now = revised.step.edits[0].content
    assert NOTES.encode() in now
    assert learning.read_rule(learning.rule_address(rule), now) == revised.rule
    again = FiledRule(Document(learning.rule_address(rule), now), revised.rule)
    assert rerationale(again, "x y z", "bob", WHEN, learning).step.edits[0].content.count(b"## Remarks") == 1
