"""Before a proposal is accepted, one can see what it does to finding."""

from __future__ import annotations

import pytest

from reverie import wiring
from reverie.doors.cli.reorganize_shown import replayed
from reverie.reorganizing.questions import question_of, telling_tokens
from reverie.tools.tokens import tokens
from tests.reorganize.house import DEPLOY, House

GARDEN = "The tulips along the northern fence want water twice every week in spring."


def test_a_derived_question_shares_no_title_word_and_at_most_half_of_the_words(house: House) -> None:
    house.note("garden", GARDEN, "Bulbs are dug out in autumn and kept in the dry cellar.", name="Tulips and bulbs")
    layout = wiring.place(house.project).layout
    document = house.store.read(layout.topic("garden"))
    assert document
    passages = layout.passages(document)
    for passage in passages:
        words = set(tokens(question_of(passage, passages)))
        content = {token for own in passages for token in telling_tokens(own.text)}
        assert words
        assert not words & set(tokens("Tulips and bulbs"))
        assert len(words & content) <= len(content) / 2


def test_a_merge_finds_as_much_as_before_and_writes_nothing(house: House) -> None:
    house.note("staging", *DEPLOY)
    house.note("staging-again", *DEPLOY)
    house.note("garden", GARDEN)
    house.recalled("staging-again", 3, "which vpn profile do staging deploys need")
    proposal = house.propose(0.7)
    before = house.tree()
    tried = house.trial(proposal)
    assert house.tree() == before
    assert tried.recall("asked") == (3, 3, 3)
    count, found, still = tried.recall("derived")
    assert count == 3
    assert found == still == 3
    assert tried.tokens[1] < tried.tokens[0]
    assert not tried.harder


def test_deprecating_what_is_often_recalled_is_called_harder_to_find(
    house: House, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    house.note("freeze", "No releases during the audit of the warehouse.", valid_until="2026-11-15")
    house.note("garden", GARDEN)
    house.recalled("freeze", 4, "may we release during the warehouse audit")
    tried = house.trial(house.propose())
    assert {one.question.guarded for one in tried.harder} == {"recalled 4 times"}
    assert all(one.after is None for one in tried.harder)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    replayed(tried)
    assert "\x1b[31mharder to find (recalled 4 times)" in capsys.readouterr().out


def test_what_takes_the_place_of_a_contradicted_fact_answers_for_it(house: House) -> None:
    house.note("port", "The api service listens on port 8080.", created="2026-08-01")
    house.note("port-now", "The api service listens on port 9090.", created="2026-10-03")
    house.note("garden", GARDEN)
    house.recalled("port", 3, "on which port does the api service listen")
    tried = house.trial(house.propose())
    assert tried.recall("asked") == (3, 3, 3)
    assert not tried.harder


def test_a_pinned_fact_is_guarded(house: House) -> None:
    house.note("rule", GARDEN, pinned="true")
    house.note("freeze", "No releases during the audit of the warehouse.", valid_until="2026-11-15")
    tried = house.trial(house.propose())
    assert [one.question.guarded for one in tried.asked if "rule" in one.question.answer.address] == ["pinned"]
