"""`reverie mode`: how often memories are promoted, and through which gates. Off unless a person says otherwise."""

from __future__ import annotations

import click

from reverie import wiring
from reverie.doors.cli import ticker
from reverie.doors.cli.errors import NotApplied, SettingNotChanged
from reverie.doors.cli.talk import brief, here, json_option, out, placed, print_json, say


@click.command("mode", short_help="switch promotion: core, rem, deep or off")
@click.argument("name", required=False, type=click.Choice(["core", "rem", "deep", "off"]))
@json_option
def command(name: str | None, as_json: bool) -> None:
    """Switch promotion: core (daily at 3 AM), rem (every 6 hours), deep (every 12 hours) or off.

    Without NAME, says which it is. The setting is dreaming.mode in .agent/config.yaml; comments there stay.
    """
    project = here()
    if name is None:
        arranged = wiring.promotion.arrangement(project)
        if as_json:
            print_json({"mode": arranged.name, "cadence": arranged.mode.cadence if arranged.mode else None})
        else:
            out(arranged.name + (f": {arranged.mode.told}" if arranged.mode else ""))
        return
    change = _set(project, name)
    if as_json:
        print_json({"mode": name, "change": change, "tickers": ticker.found(project) if name != "off" else []})
        return
    out(f"mode {name}" + (f"   ({brief(change)})" if change else "   (as it was)"))
    if name != "off":
        say("reverie status --deep says when it is due next, and whether its gates can be met")
        ticker.offer(project)


def _set(project: wiring.Project, name: str) -> str | None:
    """The id of the change, or None if the file says so already."""
    from reverie.records.changes import ChangeSet, Put, Step
    from reverie.records.documents import Address
    from reverie.tools.onesetting import Unclear, changed

    store = wiring.open_store(project)
    address = Address("agent", "config.yaml")
    there = store.read(address)
    text = there.content.decode("utf-8") if there else ""
    try:
        new = changed(text, "dreaming", "mode", name)
    except (Unclear, ValueError) as problem:
        raise SettingNotChanged(name="dreaming.mode", why=problem) from None
    if new == text:
        return None
    step = Step(f"set dreaming.mode to {name}", (Put(address, there.digest if there else None, new.encode()),))
    receipt = store.apply(ChangeSet(f"mode {name}", wiring.who(project), wiring.now(), (step,)))
    if receipt.skipped:
        raise NotApplied(what="the mode is as it was", why=placed(receipt.skipped[0].why))
    return receipt.id
