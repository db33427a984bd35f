"""What saves time changes nothing that is told: shortcuts beside the long way, and work that is done once."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reverie.gather.transcripts import failure_forms, failures, findings, works
from reverie.gather.transcripts.events import all_of, events_of, work_of
from reverie.gather.transcripts.finish import Finisher
from reverie.gather.transcripts.needles import Rare
from reverie.gather.transcripts.phrases import sentences
from reverie.records.transcripts import Said
from tests.transcripts.labelled import agent, edited, human, ran, session

CHUNKS = [
    "`make lint` requires a running daemon", "the `Cache` is stale because nobody clears it", "Let me look at it:",
    "userStore keeps its rows in memory", "Those tests are flaky", "my_module never reads the file", "Now I'll fix it",
    '"The `Api` returns None" was said', "I see.", "nothing here", "- ", "1. ", "**", ". ", "! ", "? ", "\n", "\n\n",
    "  ", "\t", "…", " — ", "```\n", "x = 1", "(see `a`) ", "> ", "This is broken due to `b`", "because",
    "Ünïcode is not supported",
]  # fmt: skip
TEXTS = st.lists(st.sampled_from(CHUNKS), max_size=14).map("".join)
LINES = [
    "All 12 tests pass.", "The importer reads rows in batches.", "and then it stops.", "Lint clean.", "Done.",
    "Next, let me run it.", "Should I go on?", "The cache is written once a day.", "No remaining errors.",
    "The retry path is not tested yet.", "Still **open**: the docs.",
]  # fmt: skip


def rows() -> list[Said]:
    found = "The cache is stale because `Store` never clears it. The `Api` client requires a token file."
    return session(
        human("make the importer read rows in batches"), edited("/repo/src/a.py"),
        ran("make test", "Error: boom", failed=True), agent(found), human("no, that's wrong, use the stream reader"),
        ran("make test"), agent(f"{found} Exports are written in batches of ten now."),
    )  # fmt: skip


@given(TEXTS)
def test_lines_that_are_passed_over_hold_no_finding(text: str) -> None:
    bare = findings._flat(findings._BLOCK.sub("\n", text))
    assert findings.told(text) == tuple(found for part in sentences(bare) if (found := findings.finding(part)))


def test_both_kinds_of_events_are_made_at_once() -> None:
    assert all_of(rows()) == [*events_of(rows()), *work_of(rows())]
    assert {event.kind for event in all_of(rows())} >= {"finding", "correction", "error", "edit", "task", "outcome"}
    assert all_of([]) == []


def test_a_record_that_is_told_of_often_is_cleaned_once() -> None:
    given_out: list[Said] = []
    told = all_of(rows(), clean=lambda some: given_out.extend(some) or list(some))  # type: ignore[func-returns-value]
    assert len(given_out) == len({id(said) for said in given_out})
    assert len([event for event in told if event.kind == "finding"]) > 1


def test_a_page_is_redacted_at_once_names_and_all() -> None:
    asked: list[str] = []
    finisher = Finisher(lambda text: asked.append(text) or text)  # type: ignore[func-returns-value]
    assert finisher.finish(rows()) == rows()
    assert len(asked) == 1


@given(st.text(st.sampled_from("a. \n\t\r\x1f\xa0é"), max_size=40))
def test_blanks_are_found_as_the_pattern_finds_them(text: str) -> None:
    assert failures._has_blanks(text) == bool(failure_forms.BLANKS.search(text))


@given(st.lists(st.sampled_from(LINES), max_size=6))
def test_the_two_lines_that_say_most_come_first(lines: list[str]) -> None:
    dull = sorted(lines, key=lambda line: line[0].islower() or bool(works._ROUTINE.search(line)))
    assert works._first_two(lines) == dull[:2]


@given(st.lists(st.sampled_from(LINES), max_size=6).map("\n".join))
def test_what_is_left_to_do_is_not_overlooked(text: str) -> None:
    assert works.left(text) == list(dict.fromkeys(works._CHAT.sub("", line) for line in works._left(text)))[:4]


@pytest.mark.parametrize(("flags", "fits"), [(0, False), (re.IGNORECASE, True)])
def test_case_is_minded_where_the_pattern_minds_it(flags: int, fits: bool) -> None:
    assert Rare(re.compile(r"\bTDD\b", flags)).may_match("tdd") is fits
