"""`reverie tick`: asks every gate and does what is due. Schedules, hooks and the daemon call this one thing."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any

import click

from reverie import wiring
from reverie.doors.cli.errors import NotDone
from reverie.doors.cli.talk import here, json_option, out, print_json, say, utc

if TYPE_CHECKING:
    from reverie.gates.tick import Ticked
    from reverie.gates.verdict import Verdict


@click.command("tick", short_help="do what is due: ask every gate")
@json_option
def command(as_json: bool) -> None:
    """Do what is due: ask every gate.

    The dream that follows a session (at most one in 6 hours, over the last day, if something is new); consolidation of
    the memory (after 24 hours and 5 sessions, unless dream.consolidate_hours and dream.consolidate_sessions say
    otherwise, when no session is active); promotion, at the cadence of its mode; upkeep of logs, once a month. A gate
    that stays closed says why. Meant to be called often: by cron, a hook or a daemon. Many at the same moment do it
    once.
    """
    project = here()
    if not project.has_memory:
        if as_json:
            print_json({"gates": []})
        else:
            say(f"No memory in {project.root} yet, so nothing is due.")
        return
    from reverie.wiring import gates

    now = wiring.now()
    done = gates.tick(project, now)
    told = {"gates": [{**facts(one.name, one.verdict), **_done(one)} for one in done]}
    lines = [line(one.name, one.verdict, one.failed or one.outcome) for one in done]
    if as_json:
        print_json(told)
    else:
        for each in lines:
            out(each)
    _keep(project, now, done)
    failed = [one for one in done if one.failed]
    if failed:
        raise NotDone(what=failed[0].name, why=failed[0].failed)


def _keep(project: wiring.Project, now: datetime, done: list[Ticked]) -> None:
    """Where nothing can be due before a known hour, the next ticks may say the same without asking."""
    if any(one.outcome or one.failed or one.verdict.due or one.verdict.looked or _is_busy(one) for one in done):
        return
    from json import dumps

    from reverie.doors.cli.quick import LONGEST, keep

    following = [one.verdict.next.timestamp() for one in done if one.verdict.next]
    until = min(following, default=now.timestamp() + LONGEST)
    later = [one._replace(verdict=_lasting(one.verdict, now)) for one in done]
    lines = [line(one.name, one.verdict) for one in later]
    told = {"gates": [{**facts(one.name, one.verdict), **_done(one)} for one in later]}
    keep(str(project.root), "\n".join(lines), dumps(told, indent=2), now.timestamp(), until)


def _lasting(verdict: Verdict, now: datetime) -> Verdict:
    """A verdict that is true whenever it is told: how long ago something was is reckoned anew each time, and a count
    says when it was made."""
    from reverie.doors.cli.quick import ago
    from reverie.gates.verdict import length

    reason = verdict.reason
    if verdict.last:
        reason = reason.replace(f"{length(now - verdict.last)} ago", ago(verdict.last.timestamp()), 1)
    if verdict.counted:
        reason += f" (counted {local(now)})"
    return verdict._replace(reason=reason)


def _is_busy(one: Ticked) -> bool:
    from reverie.gates.tick import BUSY

    return one.verdict.reason.startswith(BUSY)


def facts(name: str, verdict: Verdict) -> dict[str, Any]:
    """A gate for scripts."""
    return {
        "name": name,
        "due": verdict.due,
        "reason": verdict.reason,
        "next": utc(verdict.next) if verdict.next and not verdict.due else None,
    }


def _done(one: Ticked) -> dict[str, Any]:
    return {"outcome": one.outcome or None, "failed": one.failed or None}


def line(name: str, verdict: Verdict, done: str = "") -> str:
    """A gate for people."""
    if done:
        return f"{name:<13} {done}   ({verdict.reason})"
    following = f"; next {local(verdict.next)}" if verdict.next and not verdict.due else ""
    return f"{name:<13} {'due' if verdict.due else 'not due'}: {verdict.reason}{following}"


def local(at: datetime) -> str:
    return f"{at.astimezone():%Y-%m-%d %H:%M %Z}"
