"""`reverie verify`: what notes say of the code, and whether it is still so."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from reverie import wiring
from reverie.doors.cli.heard import sightings, tell_sightings
from reverie.doors.cli.talk import json_option, many, out, print_json, say, store_here

if TYPE_CHECKING:
    from reverie.records.tidying import Checked

ORDER = ("gone", "moved", "unknown", "holds")


@click.command("verify", short_help="whether what notes say of the code is still so")
@click.argument("name", required=False)
@click.option("--all", "every", is_flag=True, help="Also what holds, and what cannot be checked.")
@json_option
def command(name: str | None, every: bool, as_json: bool) -> None:
    """Look up what notes claim: paths, symbols, commands, dependencies, settings.

    Nothing is changed. The last commit is looked at; what a night finds gone is said in the note's line in the index.
    """
    project, store = store_here()
    found = wiring.consolidation.verified(project, store, wiring.now())
    if name:
        wanted = name.casefold().removesuffix(".md").rpartition("/")[2]
        found = [one for one in found if one.address.rpartition("/")[2].rpartition(":")[2].casefold() == f"{wanted}.md"]
    if as_json:
        print_json([{**asdict(one), "path": _path(one), "state": _state(one.state)} for one in found])
        return
    shown = [one for one in found if every or name or one.state in ("gone", "moved")]
    for one in sorted(shown, key=lambda one: (ORDER.index(one.state), one.address, one.line)):
        out(f"{_state(one.state):13} {_path(one)}:{one.line}  {one.text}{_rest(one)}")
    doubted = [one.address for one in shown if one.state in ("gone", "moved")]
    tell_sightings(sightings(store, doubted))
    counts = Counter(one.state for one in found)
    told = ", ".join(f"{counts[state]} {_state(state)}" for state in reversed(ORDER) if counts[state])
    say(
        f"{many(len(found), 'claim')}: {told}"
        if found
        else "No note says anything of the code that could be looked up."
    )
    if counts["gone"] or counts["moved"]:
        say("Memory is a hint: mend the note (reverie note edit), or retire it.")


def _state(state: str) -> str:
    return {"gone": "gone", "moved": "moved", "holds": "holds"}.get(state, "cannot check")


def _path(one: Checked) -> str:
    from reverie.records.documents import Address

    return wiring.path_of(Address.parse(one.address))


def _rest(one: Checked) -> str:
    return f" → {one.now}" if one.state == "moved" and one.now else f"  ({one.reason})" if one.state != "holds" else ""
