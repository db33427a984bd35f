"""How schedules are shown: what was written or would be, and what is installed."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reverie import wiring
from reverie.doors.cli.talk import many, out, print_json, say, table, utc, when

if TYPE_CHECKING:
    from reverie.schedules.job import Job
    from reverie.wiring.installed import Installed
    from reverie.wiring.writing import Written


def written(kind: str, job: Job, done: Sequence[Written], *, dry: bool, as_json: bool, local: bool = False) -> None:
    """`local`: the schedule is in the time of this machine."""
    if as_json:
        told = {"kind": kind, "name": job.name, "schedule": job.cron.text, "zone": "local" if local else "UTC"}
        print_json({**told, "runs": list(job.words), "dry_run": dry, "files": [_facts(one) for one in done]})
        return
    for one in done:
        if dry:
            _show(one)
        else:
            out(f"{'+' if one.changed else '='} {_place(one)}" + ("" if one.changed else "   (as it was)"))
    if dry:
        return
    zone = "in the time of this machine" if local else "UTC"
    say(f"{job.name}: reverie {' '.join(job.words)}, at {job.cron.text} {zone}")
    for one in done:
        if one.note:
            say(f"note: it is written, but not started; type: {one.note}")


def removed(kind: str, done: Sequence[Written], *, dry: bool, as_json: bool) -> None:
    gone = [one for one in done if one.changed]
    if as_json:
        print_json({"kind": kind, "dry_run": dry, "files": [_facts(one) for one in gone]})
        return
    for one in gone:
        for line in _lines_gone(one) if one.path is None else [str(one.path)]:
            out(f"- {line}")
    if not gone:
        say("Nothing of this repository is there.")


def _place(one: Written) -> str:
    if one.path is None:
        return "crontab"
    home = Path.home()
    return f"~/{one.path.relative_to(home).as_posix()}" if one.path.is_relative_to(home) else str(one.path)


def _show(one: Written) -> None:
    """As it can be put in by hand: the lines of a crontab that are new, or the whole file."""
    say(f"# {_place(one)}" + ("" if one.changed else "   (as it is)"))
    new = _lines_new(one) if one.path is None else (one.after or b"").decode("utf-8", "replace").splitlines()
    for line in new:
        out(line)


def _lines_new(one: Written) -> list[str]:
    before = (one.before or b"").split(b"\n")
    lines = [line for line in (one.after or b"").split(b"\n") if line not in before]
    return [line.decode("utf-8", "replace") for line in lines]


def _lines_gone(one: Written) -> list[str]:
    after = (one.after or b"").split(b"\n")
    return [line.decode("utf-8", "replace") for line in (one.before or b"").split(b"\n") if line not in after]


def _facts(one: Written) -> dict[str, Any]:
    told: dict[str, Any] = {"path": str(one.path) if one.path else None, "changed": one.changed}
    if one.path is None:
        told |= {"added": _lines_new(one), "removed": _lines_gone(one)}
    else:
        told["text"] = one.after.decode("utf-8", "replace") if one.after is not None else None
    return {**told, "left_to_do": one.note or None}


# What is installed


def facts(project: wiring.Project, now: datetime) -> dict[str, Any]:
    from reverie.wiring.installed import daemon_at_work, installed

    pid = daemon_at_work(project)
    return {
        "schedules": [_installed(one, now) for one in installed(project)],
        "daemon": {"running": bool(pid), "pid": pid if pid > 0 else None},
        "log": str(project.local / "logs" / "schedules"),
    }


def _installed(one: Installed, now: datetime) -> dict[str, Any]:
    last, following, missed = one.last, one.next(now), one.missed(now)
    return {
        "kind": one.kind,
        "name": one.name,
        "schedule": one.when,
        "runs": " ".join(one.words),
        "on": one.on,
        "next": utc(following) if following else None,
        "missed": utc(missed) if missed else None,
        "last": {
            "at": utc(last.at),
            "worked": last.facts.get("code") == 0,
            "seconds": last.facts.get("seconds"),
            "error": last.facts.get("error"),
        }
        if last
        else None,
    }


def tell(told: dict[str, Any]) -> None:
    rows = [(one["kind"], one["name"], one["schedule"], one["runs"], _state(one)) for one in told["schedules"]]
    if told["daemon"]["running"]:
        rows.append(("daemon", "", "", "tick", f"at work, process {told['daemon']['pid'] or 'unknown'}"))
    table(rows)
    if not rows:
        say(
            "Nothing is installed: reverie schedule cron-install, systemd, launchd or github-action; or reverie daemon."
        )
        return
    local = ", a time such as 03:00 in that of this machine" if any(":" in row[2] for row in rows) else ""
    say(f"{many(len(rows), 'schedule')}; schedules are in UTC{local}; results in .agent/local/logs/schedules/")


def _state(one: dict[str, Any]) -> str:
    last = one["last"]
    if one["kind"] == "github":
        return "gh run list --workflow reverie-dream.yml says how it went"
    if not one["on"]:
        return "switched off"
    if last is None:
        return "has not run yet"
    at = when(datetime.fromisoformat(last["at"]))
    went = f"worked {at}, in {last['seconds']} s" if last["worked"] else f"failed {at}: {last['error']}"
    return f"missed {when(datetime.fromisoformat(one['missed']))}; {went}" if one["missed"] else went
