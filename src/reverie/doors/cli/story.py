"""Telling a night while it happens and when it is over."""

from __future__ import annotations

import sys
from datetime import timedelta
from typing import TYPE_CHECKING

from reverie.doors.cli.talk import out, say, shorten, when

if TYPE_CHECKING:
    from reverie.night import Desk, Report
    from reverie.records.nightly import Phase
    from reverie.wiring import Project


class Story:
    """Prints each phase as it comes, on stderr."""

    def __init__(self, *, quiet: bool) -> None:
        self._quiet = quiet

    def begin(self, project: Project, window: timedelta) -> None:
        if self._quiet:
            return
        days = window / timedelta(days=1)
        length = f"last {days:.0f} days" if days <= 400 else f"last {days / 365:.0f} years"
        say(f"reverie run — {project.root.name}, {length}\n")
        memory = (
            "memory in .agent/" if (project.agent / "memory").is_dir() else "no memory yet, starting one in .agent/"
        )
        say(f"  {'orient':9} {memory}")

    def tell(self, phase: Phase) -> None:
        if not self._quiet:
            width = 92 if sys.stderr.isatty() else 0
            say(
                f"  {phase.name:9} {phase.told:{width}} {phase.seconds:5.1f} s"
                if width
                else f"  {phase.name:9} {phase.told}"
            )


def tell_report(report: Report, desk: Desk, *, dry: bool) -> None:
    """What the night came to: what was decided, what waits, what was left out and why."""
    if report.idle_since:
        say(f"  gate      nothing new since {when(report.idle_since)} (reverie run --again thinks all the same)")
    for decided in report.decided:
        say(f"  decided   {decided.verdict} {decided.candidate}, as written in its file")
    for skipped in report.not_decided:
        say(f"  note      {skipped.what}: {skipped.reason}")
    for note in report.thought.notes:
        say(f"  note      {note}")
    for item in desk.unreadable:
        say(f"  left out  {item.what}: {item.reason}")
    _left_out(report)
    say()
    if dry:
        _would_propose(report)
        return
    _waiting(report, desk)


def _left_out(report: Report) -> None:
    if report.thought.left_out:
        told = "; ".join(f"{count} {reason}" for reason, count in report.thought.left_out.items())
        say(f"  left out  {told}")
    for about, reason in list(report.thought.suppressed.items())[:5]:
        say(f"  decided   {about}: {reason}")


def _would_propose(report: Report) -> None:
    for step in report.thought.steps:
        out(f"would {step.reason}")
    say(f"Dry run: {len(report.thought.steps)} files would be written, nothing was changed.")


def _waiting(report: Report, desk: Desk) -> None:
    waiting = sorted((f.candidate for f in desk.candidates if f.waits), key=lambda c: (-c.rank, c.id))
    ids = [candidate.id for candidate in waiting]
    for number, candidate in enumerate(waiting[:10], 1):
        new = "" if candidate.id in report.thought.new or not report.thought.new else "  (waits since before)"
        out(f"  {number:2}  {shorten(candidate.id, ids)}  {candidate.signal:16} {candidate.title}{new}")
    if len(waiting) > 10:
        say(f"      and {len(waiting) - 10} more: reverie list --all")
    say()
    if waiting:
        say(f"  Nothing changed outside .agent/.  Next:  reverie show {shorten(waiting[0].id, ids)}")
    elif report.idle_since:
        say("Nothing to do.")
    elif report.thought.events == 0:
        say("Nothing happened in this window, so there is nothing to learn. Try a longer one: reverie run --since 1y")
    else:
        say(f"Nothing to propose: no pattern in {report.thought.events} events of this window.")
        say("hint: a longer one may show one: reverie run --since 1y")
