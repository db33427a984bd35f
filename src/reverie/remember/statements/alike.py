"""Words that most likely say the same in a note. Not surely: what differs by them only is shown to a person."""

from __future__ import annotations

from reverie.remember.statements.words import keys

# Said otherwise, most likely: `lives in`, `holds`; words that only carry others say nothing by themselves
_ALIKE = tuple(
    keys(line)
    for line in """
like prefer want love enjoy
show display appear print render
live hold contain reside sit lie house locate store keep find stay
send ship forward receive deliver go get write
expire valid last live
run execute perform start launch invoke
use run via do
later newer above up
need require must take
fail break crash abort
create make generate produce build
fix repair resolve solve
check verify validate test
explain describe document
remove delete drop
""".strip().splitlines()
)
_LIGHT = keys("happen occur do make perform take place say run be need have keep get go use can must should")


def alike(one: str, other: str) -> bool:
    return any(one in row and other in row for row in _ALIKE)


def is_light(one: str) -> bool:
    return one in _LIGHT
