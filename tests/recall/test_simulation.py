"""A small world of the simulation, lived through with the real search, log, gates and cycles, by words alone."""

from __future__ import annotations

import pytest
from bench.promotion import Result, calibrated
from bench.promotion_world import OTHERS, USUAL, World, made

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


def test_a_stricter_mode_promotes_no_more(lived: dict[str, Result]) -> None:
    assert lived["rem"].promoted["durable"] <= lived["deep"].promoted["durable"] <= lived["core"].promoted["durable"]


@pytest.mark.parametrize("world", [USUAL, *OTHERS], ids=lambda world: world.name)
def test_worlds_differ_and_are_the_same_each_time(world: World) -> None:
    lines, asked = made(1, world)
    assert (lines, asked) == made(1, world)
    assert (lines, asked) != made(2, world)
    assert not [text for text in (*(line.text for line in lines), *(one.query for one in asked)) if "{" in text]
