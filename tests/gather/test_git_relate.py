"""What commits say about each other does not depend on the order in which they are met."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from reverie.gather.git.commit import Row, Scribe
from reverie.gather.git.relate import relate

FIRST = 1_767_312_000
TITLES = [
    "Add a cache",
    "Add a cache (#7)",
    'Revert "Add a cache"',
    'Reapply "Add a cache"',
    "Fix flicker",
    "Mend (#9)",
]
BODIES = ["", "* Add a cache\n* Fix flicker", "This reverts commit 0000000.", f"This reverts commit {'1' * 40}."]


@st.composite
def histories(draw: st.DrawFn) -> list[tuple[bytes, ...]]:
    """A few commits with titles, dates and shas that often meet."""
    count = draw(st.integers(1, 8))
    return [
        (
            (f"{number:x}" * 40)[:40].encode(),
            b"Ann",
            b"ann@example.com",
            str(FIRST + draw(st.integers(0, 3)) * 3600).encode(),
            str(FIRST + draw(st.integers(0, 3)) * 3600).encode(),
            draw(st.sampled_from(TITLES)).encode(),
            draw(st.sampled_from(BODIES)).encode(),
            draw(st.sampled_from(["a.py", "b.py"])).encode(),
        )
        for number in range(count)
    ]


@given(histories(), st.randoms(use_true_random=False))
def test_any_order_gives_the_same_answer(history: list[tuple[bytes, ...]], chance: Random) -> None:
    commits = Scribe(list).commits([Row(fields[:7], fields[7:]) for fields in history])
    shuffled = list(commits)
    chance.shuffle(shuffled)
    one, two = relate(commits), relate(shuffled)
    assert (one.commits, one.reverts, one.skipped) == (two.commits, two.reverts, two.skipped)
    assert len(one.commits) + sum(one.skipped.values()) == len(commits)
    assert len({commit.id for commit in one.commits}) == len(one.commits)
