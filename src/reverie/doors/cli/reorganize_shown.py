"""How proposals look on a terminal and in JSON."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

from reverie import wiring
from reverie.doors.cli.talk import coloured_diff, harmless, many, out, placed, say, table, write
from reverie.tools import diff

if TYPE_CHECKING:
    from reverie.records.changes import Step
    from reverie.records.proposals import Proposal
    from reverie.reorganizing.asking import Answer
    from reverie.reorganizing.deciding import Table
    from reverie.reorganizing.replay import Asked, Replay


def made(proposal: Proposal | None, answer: Answer) -> None:
    if proposal:
        rows = zip(proposal.kinds, proposal.steps, strict=True)
        table([(f"{n}.", kind, step.reason) for n, (kind, step) in enumerate(rows, 1)])
    for line in answer.steered:
        say(f"instructions: {line}")
    for why, count in sorted(answer.left_out.items(), key=lambda pair: (-pair[1], pair[0])):
        say(f"left out: {count} × {why}")


def made_facts(proposal: Proposal | None, answer: Answer, *, dry_run: bool) -> dict[str, Any]:
    made = zip(proposal.kinds, proposal.steps, strict=True) if proposal else ()
    return {
        "proposal": proposal.id if proposal else None,
        "dry_run": dry_run,
        "space": answer.space,
        "notes": answer.notes,
        "mutations": [{"kind": kind, "reason": step.reason} for kind, step in made],
        "steering": list(answer.steered),
        "left_out": dict(answer.left_out),
    }


def summary(proposal: Proposal, status: str) -> dict[str, Any]:
    return {
        "id": proposal.id,
        "status": status,
        "maker": proposal.maker,
        "title": proposal.title,
        "reason": proposal.reason,
        "decided": proposal.decided or None,
        "mutations": len(proposal.steps),
    }


def head(proposal: Proposal, status: str) -> None:
    out(f"{proposal.id}  {status}  {proposal.title}")
    out(f"{proposal.reason}" + (f" — {proposal.decided}" if proposal.decided else ""))


def mutations(desk: Table, proposal: Proposal, stale: Mapping[int, str]) -> None:
    """Each by itself: why, before and after. The notes as they are now are compared with what they would be."""
    for number, (step, kind) in enumerate(zip(proposal.steps, proposal.kinds, strict=True), 1):
        outcome = proposal.outcomes[number - 1] if proposal.outcomes else ""
        mark = f"   [{placed(outcome)}]" if outcome else ""
        mark = f"   [would be skipped: {placed(stale[number])}]" if number in stale else mark
        out()
        out(f"{number}. {kind}: {step.reason}{mark}")
        if not outcome and number not in stale:
            coloured_diff(_diff(desk, step))
    live = desk.one_way(proposal, [n for n in range(1, len(proposal.steps) + 1) if n not in stale])
    if proposal.status == "open" and live:
        for step in desk.steps(proposal, live, wiring.now())[len(live) :]:
            out()
            out(f"and {step.reason}:")
            coloured_diff(_diff(desk, step))


def choice(desk: Table, proposal: Proposal) -> str:
    """What can or must be chosen: of two ways of one matter, one."""
    every = list(range(1, len(proposal.steps) + 1))
    if len(first := desk.one_way(proposal, every)) < len(every):
        return f" --only {','.join(map(str, first))}   (of two ways of one matter, name one)"
    return " [--only 1,2]" if len(every) > 1 else ""


def _diff(desk: Table, step: Step) -> list[str]:
    from reverie.records.changes import ChangeSet

    changes = ChangeSet("", "", wiring.now(), (step,))
    return [line for line in diff.of_changes(changes, desk.store, wiring.path_of) if line != f"# {step.reason}"]


def proposal_facts(desk: Table, proposal: Proposal, stale: Mapping[int, str], tried: Replay | None) -> dict[str, Any]:
    parts = enumerate(zip(proposal.steps, proposal.kinds, strict=True), 1)
    told = [
        {
            "number": number,
            "kind": kind,
            "reason": step.reason,
            "outcome": placed(proposal.outcomes[number - 1]) if proposal.outcomes else None,
            "would_be_skipped": placed(stale[number]) if number in stale else None,
            "files": [wiring.path_of(address) for address in step.addresses],
            "diff": _diff(desk, step) if proposal.status == "open" and number not in stale else [],
        }
        for number, (step, kind) in parts
    ]
    return {**summary(proposal, desk.status(proposal)), "mutations": told, "replay": replay_facts(tried)}


# Replay


def replayed(tried: Replay) -> None:
    out()
    rows = [("finding", "questions", "before", "after")]
    for kind, name in (("asked", "recall@5, asked by agents"), ("derived", "recall@5, derived from notes")):
        count, before, after = tried.recall(kind)
        rows.append((name, str(count), _share(before, count), _share(after, count)))
    rows.append(("tokens loaded", str(len(tried.asked)), f"{tried.tokens[0]:,}", f"{tried.tokens[1]:,}"))
    table(rows)
    for one in tried.harder:
        _red(f"harder to find ({one.question.guarded}): {_line(one)}")
    if not tried.harder:
        say("No pinned or often recalled fact becomes harder to find.")
    others = [one for one in tried.asked if one.is_harder and not one.question.guarded]
    lower = sum(one.after is not None for one in others)
    if lower:
        say(f"{many(lower, 'other question')} would find the answer further down.")
    if len(others) > lower:
        say(f"{many(len(others) - lower, 'other question')} would no longer find it, such as those about what leaves.")


def _line(one: Asked) -> str:
    text = " ".join(one.question.answer.text.split())
    text = text if len(text) <= 70 else text[:69] + "…"
    return f"{text} — place {one.before} → {one.after or 'not found'}, asked: {one.question.text}"


def _share(found: int, count: int) -> str:
    return f"{found / count:.2f}" if count else "-"


def _red(text: str) -> None:
    shown = harmless(text)
    write(sys.stdout, (click.style(shown, fg="red") if sys.stdout.isatty() else shown) + "\n")


def replay_facts(tried: Replay | None) -> dict[str, Any] | None:
    if tried is None:
        return None
    told: dict[str, Any] = {"tokens": {"before": tried.tokens[0], "after": tried.tokens[1]}}
    for kind in ("asked", "derived"):
        count, before, after = tried.recall(kind)
        told[kind] = {"questions": count, "found_before": before, "found_after": after}
    told["harder"] = [
        {"why": one.question.guarded, "fact": one.question.answer.text, "before": one.before, "after": one.after}
        for one in tried.harder
    ]
    return told
