"""`reverie promote-explain`: why a memory was not promoted, and the smallest change that would make it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

import click

from reverie import wiring
from reverie.doors.cli.errors import UnknownMemory
from reverie.doors.cli.promote import facts
from reverie.doors.cli.talk import json_option, many, out, print_json, store_here, when
from reverie.records.errors import AmbiguousId

if TYPE_CHECKING:
    from reverie.records.recalls import Judged, Weights


@click.command("promote-explain", short_help="why a memory was not promoted, and what would change it")
@click.argument("id")
@json_option
def command(id: str, as_json: bool) -> None:
    """Why a memory was not promoted, and the smallest change that would make it.

    ID is what `reverie promote` lists, or how it begins; or words that stand in the memory.
    """
    from reverie.promotion import explained, judge, overlooked

    project, store = store_here()
    scene = wiring.promotion.scene(project, store, wiring.now())
    one = explained(scene, _meant(id, judge(scene)) or _meant(id, overlooked(scene)) or _unknown(id))
    if as_json:
        print_json(facts(one))
        return
    _tell(one, scene.terms.weights)


def _unknown(id: str) -> NoReturn:
    raise UnknownMemory(id=id)


def _meant(id: str, found: list[Judged]) -> Judged | None:
    tests = (
        lambda one: one.recalled.passage == id,
        lambda one: one.recalled.passage.startswith(id),
        lambda one: id.casefold() in one.recalled.text.casefold(),
    )
    for test in tests:
        fitting = [one for one in found if test(one)]
        if len(fitting) > 1:
            raise AmbiguousId(id=id, matches=" or ".join(one.recalled.passage for one in fitting[:4]))
        if fitting:
            return fitting[0]
    return None


def _tell(one: Judged, weights: Weights) -> None:
    what, parts = one.recalled, one.parts
    root, _, path = what.address.partition(":")
    out(" ".join(what.text.split()))
    out(f"  {wiring.shown_root(root)}{path}:{what.first}, {'recalled' if what.count else 'shown'} {when(what.last_at)}")
    out(f"Score      {parts.score:.3f}")
    rows = (
        ("frequency", parts.frequency, weights.frequency, many_of(what.count)),
        ("relevance", parts.relevance, weights.relevance, "how surely it was the answer, on average"),
        ("diversity", parts.diversity, weights.diversity, many(what.intents, "distinct question")),
        ("recency", parts.recency, weights.recency, f"halved every {weights.half_life:g} days"),
    )
    for name, value, weight, told in rows:
        out(f"  {name:<10}{value:.3f} × {weight:.2f} = {value * weight:.3f}   {told}")
    if one.passes:
        out("It passes all gates: reverie promote --apply writes it.")
        return
    for line in one.missed:
        out(f"Missed     {line}")
    if one.refused:
        out(f"Left out   {one.refused}")
    elif one.changes:
        out(f"Would pass with {', or '.join(one.changes)}")


def many_of(count: float) -> str:
    return f"{count:g} recall{'s' * (count != 1)}"
