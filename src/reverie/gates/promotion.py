"""Promotion: at the cadence of its mode, in the zone that was chosen; once if the machine slept through several."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, tzinfo
from typing import NamedTuple

from reverie.gates.verdict import Verdict, length, newest
from reverie.tools.cron import next_after, parse


class Cadence(NamedTuple):
    """`runs`: when cycles began; `since`: when this mode was first seen, for one that never ran. `other`: the mode of
    OpenClaw's own dreaming, where that is on."""

    mode: str = "off"
    cron: str = ""
    told: str = ""
    zone: tzinfo | None = None
    runs: Sequence[datetime] = ()
    since: datetime | None = None
    other: str = ""


def ask(known: Cadence, now: datetime) -> Verdict:
    if known.mode == "off":
        return Verdict(False, "the mode is off: reverie mode core switches it on")
    if known.other:
        return Verdict(False, f"OpenClaw's own dreaming is on ({known.other}): Reverie does not promote as well")
    schedule = parse(known.cron)
    last = newest(known.runs, now)
    since = last or newest([known.since] if known.since else [], now)
    due = next_after(schedule, since or now, known.zone)
    if due > now:
        return Verdict(False, f"{known.mode} runs {known.told}", due)
    late = f"the last cycle was {length(now - last)} ago" if last else "there was no cycle yet"
    return Verdict(True, f"{known.mode} runs {known.told}, and {late}", due)
