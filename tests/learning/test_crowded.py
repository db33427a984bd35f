"""Given a long history, what a person asked for once is worded beside it."""

from __future__ import annotations

from dataclasses import replace

from reverie.review.precedents import Judged, Standing
from reverie.thinking.mind import WORDED, strongest
from tests.review.builders import cluster, event


def test_what_commits_repeat_does_not_crowd_out_what_was_asked_for_once() -> None:
    fixes = [cluster([event(f"f{n}", 0)], f"file:{n}.py") for n in range(WORDED + 5)]
    wishes = [cluster([event(f"w{n}", 0)], f"wish:{n}", "remember_request") for n in range(2)]
    ranked = [Judged(replace(one, strength=9.0), Standing.NEW) for one in fixes]
    ranked += [Judged(replace(one, strength=4.0), Standing.NEW) for one in wishes]
    kept = [judged.cluster.about for judged in strongest(ranked, {"w0", "w1"})]
    assert kept == [one.about for one in (*fixes[:WORDED], *wishes)]


def test_of_what_was_said_there_are_at_most_as_many() -> None:
    said = [Judged(cluster([event(f"w{n}", 0)], f"wish:{n}"), Standing.NEW) for n in range(WORDED + 5)]
    assert strongest(said, {f"w{n}" for n in range(WORDED + 5)}) == said[:WORDED]
