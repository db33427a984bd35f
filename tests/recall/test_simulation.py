"""A small world of the simulation, lived through with the real search, log, gates and cycles, by words alone."""

from __future__ import annotations

from dataclasses import replace

import pytest
from bench.promotion import calibrated
from bench.promotion_meant import asked_enough, merging
from bench.promotion_told import Result
from bench.promotion_world import OTHERS, USUAL, Asked, World, made

from reverie.remember.intents import by_words
from reverie.remember.modes import MODES

SMALL = World("small", each=2, passing=(1, 3), pasted=(0, 2))


@pytest.fixture(scope="module")
def lived() -> dict[str, Result]:
    return calibrated(11, None, SMALL)


@pytest.mark.parametrize("mode", ["core", "rem", "deep"])
def test_every_fact_that_was_not_promoted_has_an_explanation_with_advice(lived: dict[str, Result], mode: str) -> None:
    result = lived[mode]
    assert result.unexplained == 0
    assert result.missed.total() == result.durable - result.promoted["durable"]
    assert result.promoted["durable"] >= result.durable * 0.5
    assert result.precision >= 0.9  # of fourteen facts one wrong one is a fourteenth


@pytest.mark.parametrize("mode", ["core", "rem", "deep"])
def test_what_was_answered_enough_by_questions_as_they_were_meant_is_promoted(
    lived: dict[str, Result], mode: str
) -> None:
    result = lived[mode]
    assert 0 < result.answered <= result.durable and result.answered <= result.asked
    assert result.reached >= result.answered * 0.8


def test_a_stricter_mode_promotes_no_more(lived: dict[str, Result]) -> None:
    assert lived["rem"].promoted["durable"] <= lived["deep"].promoted["durable"] <= lived["core"].promoted["durable"]


@pytest.mark.parametrize("world", [USUAL, *OTHERS], ids=lambda world: world.name)
def test_worlds_differ_and_are_the_same_each_time(world: World) -> None:
    lines, asked = made(1, world)
    assert (lines, asked) == made(1, world)
    assert (lines, asked) != made(2, world)
    assert not [text for text in (*(line.text for line in lines), *(one.query for one in asked)) if "{" in text]


def test_a_fact_is_asked_about_enough_only_by_different_wants() -> None:
    wants = [Asked(day, f"wording {day}", ("a fact", day % 5)) for day in range(9)]
    assert asked_enough("a fact", wants, MODES["rem"])
    assert not asked_enough("a fact", [replace(one, want=("a fact", 0)) for one in wants], MODES["rem"])
    assert not asked_enough("another", wants, MODES["rem"])


@pytest.mark.parametrize("world", [USUAL, OTHERS[0]], ids=lambda world: world.name)
def test_wants_are_told_apart_and_their_wordings_are_not(world: World) -> None:
    alike, others = merging([31], world, by_words, None)
    assert alike > 0.3 and others < 0.03
