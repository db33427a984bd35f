"""Telling a night while it happens and when it is over."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Container, Sequence
from datetime import timedelta
from typing import TYPE_CHECKING

from reverie import wiring
from reverie.doors.cli.progress import Progress
from reverie.doors.cli.talk import brief, coloured_diff, many, out, placed, say, shorten, when
from reverie.doors.cli.wording_shown import tell_wording
from reverie.records.phases import DOES, PHASES
from reverie.records.tidying import DONE
from reverie.store.plan import TAKEN_BACK

if TYPE_CHECKING:
    from reverie.doors.cli.people import People
    from reverie.night import Desk, Report
    from reverie.records.changes import Past
    from reverie.records.learning import Candidate
    from reverie.records.nightly import Phase
    from reverie.records.store import Reader

SHOWN = 10
KNOWN = 5


class Story:
    """Prints each phase as it comes, on stderr."""

    def __init__(self, *, quiet: bool) -> None:
        self._quiet = quiet
        self._progress = Progress(quiet=quiet)

    def begin(self, project: wiring.Project, window: timedelta) -> None:
        if self._quiet:
            return
        days = window / timedelta(days=1)
        length = f"last {many(round(days), 'day')}" if days <= 400 else f"last {many(round(days / 365), 'year')}"
        length = f"last {many(round(days * 24), 'hour')}" if days < 1 else length
        say(f"reverie run — {project.root.name}, {length}{_by_itself(project)}")
        say()

    def tell(self, phase: Phase) -> None:
        if phase.passing:
            self._progress.tell(f"  {phase.name:9} {phase.told}")
            return
        self._progress.clear()
        if not self._quiet:
            width = 92 if sys.stderr.isatty() else 0
            say(
                f"  {phase.name:9} {phase.told:{width}} {phase.seconds:5.1f} s"
                if width
                else f"  {phase.name:9} {phase.told}"
            )


def _by_itself(project: wiring.Project) -> str:
    """When the memory is consolidated without a command, by the numbers in force."""
    if wiring.consolidation.kind(project) == "off":
        return ""
    from reverie.wiring.gates import terms_of

    return f"   (the memory is consolidated now, and by itself after {terms_of(project)})"


def tell_report(
    report: Report, desk: Desk, people: People, last: Past | None, window: timedelta, reader: Reader
) -> None:
    """What the night came to: what was decided, what waits, what was left out and why."""
    _begun(report)
    for decided in report.decided:
        say(f"  decided   {people.told(decided.step.reason)}, as committed")
    for skipped in (*report.not_decided, *desk.unreadable):
        say(f"  left out  {placed(skipped.what)}: {people.told(skipped.reason)}")
    for note in report.thought.notes:
        say(f"  note      {note}")
    there = {f.candidate.id: f.candidate.title for f in desk.candidates if f.waits}
    for gone, by in report.thought.replaced.items():
        if gone not in there and by in there:
            say(f"  replaced  {gone} by {by}: {there[by]}")
    rules = {f.candidate.rule.rstrip(".") for f in desk.candidates if f.waits}
    _insights(report, rules.union(there.values()))
    for step in () if report.dry else report.noted:
        say(f"  noted     {step.reason.partition(': ')[2]}   ({', '.join(map(wiring.path_of, step.addresses))})")
    for matter in report.tidied.done(report.receipt):
        say(f"  {DONE.get(matter.kind, matter.kind):9} {matter.reason}")
    for proposal in () if report.dry else report.tidied.proposed:
        say(f"  unsure    {proposal.reason}   (reverie reorganize show {proposal.id[:6]})")
    for proposal in () if report.dry else report.offers.proposed:
        told = proposal.reason.partition("): ")[2]
        say(f"  offered   as a note: {told}   (reverie reorganize show {proposal.id[:6]})")
    _left_out(report, desk, people)
    tell_wording(report.worded)
    for phase in report.not_run:
        say(f"  {phase:9} not run: it would {DOES[phase]}")
    say()
    waiting = waiting_of(desk)
    if report.until not in PHASES[:5] and report.dry:
        _would_propose(report, reader)
        return
    if report.until not in PHASES[:5]:
        _waiting(waiting, report.thought.new)
    say(f"  {closing(report, waiting, last, window)}")


def waiting_of(desk: Desk) -> list[Candidate]:
    """What waits for a decision, best first."""
    return sorted((f.candidate for f in desk.candidates if f.waits), key=lambda c: (-c.rank, c.id))


def _insights(report: Report, proposed: Container[str]) -> None:
    """The new ones and those that closed or came back in their words; that one grew is no news, and what is proposed
    tonight stands below."""
    told = () if report.dry else list(report.thought.insights.values())  # a dry run tells every step below
    new = [one["text"] for one in told if one["what"] == "new" and _bare(one.get("draft", one["text"])) not in proposed]
    for text in new[:SHOWN]:
        say(f"  insight   {text}")
    if len(new) > SHOWN:
        say(f"            and {len(new) - SHOWN} more: reverie insights")
    for one in told:
        if one["what"] in ("resolved", "back"):
            say(f"  insight   {one['what']}: {one['text']}")


def _bare(text: str) -> str:
    """An insight as the candidate says it that is made of the same."""
    return text.rstrip(".").partition(": people said so in ")[0]


def _begun(report: Report) -> None:
    """Whether there was anything to think about, how it was steered, and what was said of what is doubtful."""
    if report.idle_since:
        say(f"  gate      nothing new since {when(report.idle_since)} (reverie run --again thinks all the same)")
    elif report.until == "gate":
        say("  gate      something is new, or was never looked at")
    for line in report.steering:
        say(f"  steering  {line}")
    about = ""
    for found in report.sightings:
        if found.about != about:
            about = found.about
            say(f"  looked for {about}")
        say(f"            {found.origin}: “{found.said}”   ({found.place})")


def _left_out(report: Report, desk: Desk, people: People) -> None:
    if left_out := {**report.thought.left_out, **report.tidied.tidied.left_out}:
        told = "; ".join(f"{reason} ({count})" for reason, count in left_out.items())
        say(f"  left out  {told}")
        if any(reason.startswith(("corrections ", "requests ")) for reason in left_out):
            say("            what people said: reverie transcripts heard")
    for why, count in Counter(one.why for one in report.held_back).items():
        more = "reverie history has that undo; reverie undo ID takes it back" if why == TAKEN_BACK else "reverie report"
        say(f"  held back {many(count, 'change')}: {placed(why)}   ({more})")
    titles = {f.candidate.about: f.candidate.title for f in desk.candidates}
    for about, reason in list(report.thought.suppressed.items())[:KNOWN]:
        say(f"  known     {titles.get(about, about)}: {people.told(reason)}")
    if len(report.thought.suppressed) > KNOWN:
        say(f"            and {len(report.thought.suppressed) - KNOWN} more")
    for about, reason in list(report.thought.waiting.items())[:KNOWN]:
        say(f"  waits     {titles.get(about, about)}: {reason}")
    if len(report.thought.waiting) > KNOWN:
        say(f"            and {len(report.thought.waiting) - KNOWN} more")


def _would_propose(report: Report, reader: Reader) -> None:
    """The whole change as a diff: what a night would do to memory can be read before it does."""
    from reverie.records.changes import ChangeSet
    from reverie.tools import diff

    plain = (*report.thought.steps, *report.noted, *report.tidied.papers, *report.offers.papers)
    for step in plain:
        out(f"would {step.reason}")
    for step in report.tidied.steps:
        coloured_diff(diff.of_changes(ChangeSet("night", "reverie", report.at, (step,)), reader, wiring.path_of))
    count = sum(len(step.edits) for step in (*plain, *report.tidied.steps))
    say(f"Dry run: {many(count, 'file')} would be written, nothing was changed.")


def _waiting(waiting: Sequence[Candidate], new: Sequence[str]) -> None:
    ids = [candidate.id for candidate in waiting]
    for number, c in enumerate(waiting[:SHOWN], 1):
        before = "  (waits since before)" if new and c.id not in new else ""
        out(f"  {number:2}  {shorten(c.id, ids)}  {c.signal:16}  {c.title}{before}")
    if len(waiting) > SHOWN:
        say(f"      and {len(waiting) - SHOWN} more: reverie list --all")
    if waiting:
        say()


def closing(report: Report, waiting: Sequence[Candidate], last: Past | None, window: timedelta) -> str:
    """What came of it, and what to do next. A dream that did nothing says so."""
    if report.until in PHASES[:5]:
        return f"Ended after {report.until}, as asked; no memory was changed.  Next:  reverie run"
    if report.dry:
        return "Dry run: nothing was changed."
    changed = f" Last change: {when(last.at)} ({brief(last.id)})." if last else ""
    if report.changed:
        wrote = (*report.noted, *(matter.step for matter in report.tidied.done(report.receipt)))
        places = {wiring.shown_root(address.root) for step in wrote for address in step.addresses}
        besides = sorted(place for place in places if not place.startswith(".agent/"))
        told = f"Nothing changed outside .agent/{''.join(f' and {place}' for place in besides)}."
    elif waiting or report.idle_since or report.held_back:
        told = f"Nothing {'new' if waiting else 'to do'}.{changed}"
    elif report.thought.events == 0:
        told = f"Nothing happened in this window, so there is nothing to learn.{_longer(window)}"
    else:
        events = many(report.thought.events, "event")
        told = f"Nothing to propose: none of {events} makes a candidate.{changed}{_longer(window)}"
    return f"{told}{_next(report, waiting)}"


def _next(report: Report, waiting: Sequence[Candidate]) -> str:
    if any(decided.rule for decided in report.decided):
        return "  Next:  reverie sync"
    ids = [candidate.id for candidate in waiting]
    return f"  Next:  reverie show {shorten(ids[0], ids)}" if waiting else ""


def _longer(window: timedelta) -> str:
    """A hint to look further back, while that is worth it."""
    return " A longer window: reverie run --since 1y" if window.days < 365 else ""
