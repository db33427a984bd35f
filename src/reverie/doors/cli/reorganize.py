"""`reverie reorganize`: one proposal of what to merge, supersede and deprecate; and deciding about proposals."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from reverie import wiring
from reverie.doors.cli.heard import sightings, tell_sightings
from reverie.doors.cli.person import require_person
from reverie.doors.cli.talk import (
    Share,
    brief,
    instructions_option,
    json_option,
    many,
    out,
    placed,
    print_json,
    say,
    shorten,
    store_here,
    table,
    tell_skipped,
)
from reverie.doors.cli.wording_shown import tell_wording

WIDER = 0.8  # at which notes are looked at that repeat each other only in part

if TYPE_CHECKING:
    from reverie.records.changes import Receipt
    from reverie.records.proposals import Proposal


@click.group("reorganize", invoke_without_command=True, short_help="propose what to merge, supersede and deprecate")
@click.option("--threshold", type=Share(0, 1), default=0.92, show_default=True, help="How alike notes must be.")
@instructions_option
@click.option("--dry-run", is_flag=True, help="Show what would be proposed and write nothing.")
@click.option("--no-model", is_flag=True, help="Word everything without a model, whatever is configured.")
@json_option
@click.pass_context
def command(
    ctx: click.Context, threshold: float, instructions: str | None, dry_run: bool, no_model: bool, as_json: bool
) -> None:
    """Propose what to merge, supersede and deprecate.

    All notes are compared, and one proposal comes of it. Nothing in memory changes until it is accepted. Notes that are
    alike are merged only if they are judged to say the same and nothing specific gets lost. Pinned and static notes are
    never touched. A model, if one is configured, says what it thinks of contradictions and words merges; it decides
    nothing, and a dry run does not ask it.
    """
    if ctx.invoked_subcommand is not None:
        return
    from reverie.doors.cli import reorganize_shown as shown
    from reverie.reorganizing.made import proposal_of
    from reverie.tools.steering import wish

    project, store = store_here()
    now, desk = wiring.now(), wiring.reorganizing.table(project, store)
    wanted = wiring.passing_redactor(project).text(wish(instructions))
    ask = wiring.reorganizing.request(project, store, now, threshold, wanted)
    answer = wiring.reorganizing.think(project, ask)
    proposal = proposal_of(answer, ask) if answer.mutations else None
    known = desk.waiting(proposal.id) if proposal else None
    filed, told = None, None
    if proposal and not dry_run and not known:
        if not no_model:
            answer, told = wiring.reorganizing.worded(project, answer, wanted)
            proposal = proposal_of(answer, ask)
        filed = desk.file(proposal, by=wiring.who(project), at=now)
    proposal = known or proposal
    if as_json:
        print_json({**shown.made_facts(proposal, answer, dry_run=dry_run), "wording": told.facts if told else None})
        return
    shown.made(proposal, answer)
    tell_wording(told)
    if wiring.engines.embedder_kind(project) == "endpoint":
        say("note: notes were compared by their words; the embeddings endpoint is not asked here")
    if proposal is None:
        say(f"Nothing to propose about {many(answer.notes, 'note')}, by {answer.space}.")
        if threshold > WIDER:
            say(f"hint: a wider net: reverie reorganize --threshold {WIDER}")
    elif dry_run:
        shown.mutations(desk, proposal, {})
        say("Nothing was written.")
    else:
        say("It lies there already." if filed is None else f"Proposed; nothing in memory changed   ({brief(filed.id)})")
        ids = [paper.proposal.id for paper in desk.papers()]
        say(f"Look at it: reverie reorganize show {shorten(proposal.id, ids)}")


@command.command("list")
@click.option("--all", "everything", is_flag=True, help="Also those that are decided or expired.")
@json_option
def list_proposals(everything: bool, as_json: bool) -> None:
    """Proposals, a line each."""
    from reverie.doors.cli import reorganize_shown as shown

    project, store = store_here()
    desk = wiring.reorganizing.table(project, store)
    found = [(paper.proposal, desk.status(paper.proposal)) for paper in desk.papers()]
    picked = [(one, status) for one, status in found if everything or status == "open"]
    if as_json:
        print_json([shown.summary(one, status) for one, status in picked])
        return
    ids = [one.id for one, _ in found]
    table([(shorten(one.id, ids), status, one.maker, f"{one.title} — {one.reason}"[:160]) for one, status in picked])
    rest = len(found) - len(picked)
    say(many(len(picked), "proposal") + (f"; {rest} decided or expired: --all" if rest else ""))


@command.command("show", short_help="what a proposal would do, and what it does to finding")
@click.argument("id")
@click.option("--no-replay", is_flag=True, help="Leave out what it does to finding.")
@json_option
def show(id: str, no_replay: bool, as_json: bool) -> None:
    """What a proposal would do: before, after and why; and what it does to finding.

    Questions that agents asked, and questions made from the notes, are asked before and after, on a copy. Nothing is
    written.
    """
    from reverie.doors.cli import reorganize_shown as shown

    project, store = store_here()
    desk = wiring.reorganizing.table(project, store)
    proposal = desk.meant(id).proposal
    stale = desk.blocked(proposal) if proposal.status == "open" else {}
    live = [n for n in range(1, len(proposal.steps) + 1) if n not in stale] if proposal.status == "open" else []
    live = desk.one_way(proposal, live)
    tried = None
    if live and not no_replay:
        tried = wiring.reorganizing.trial(project, store, wiring.now()).of(desk.steps(proposal, live, wiring.now()))
    said = sightings(store, [proposal.id, *(str(address) for step in proposal.steps for address in step.addresses)])
    if as_json:
        told = [{"origin": one.origin, "said": one.said, "session": one.session, "line": one.line} for one in said]
        print_json({**shown.proposal_facts(desk, proposal, stale, tried), "sightings": told})
        return
    shown.head(proposal, desk.status(proposal))
    shown.mutations(desk, proposal, stale)
    tell_sightings(said)
    if tried:
        shown.replayed(tried)
    if desk.status(proposal) == "open":
        yes = f"reverie reorganize accept {id}{shown.choice(desk, proposal)}"
        say(f"{yes}   or   reverie reorganize reject {id} --reason …")


@command.command("accept")
@click.argument("id")
@click.option("--only", metavar="N,M", help="Only these mutations; the others are declined.")
@json_option
def accept(id: str, only: str | None, as_json: bool) -> None:
    """Do what a proposal says, as one change in your name.

    What is not chosen is declined. Mutations whose notes changed since are skipped and named. It is final; reverie undo
    takes all of it back.
    """
    project, store = store_here()
    desk = wiring.reorganizing.table(project, store)
    paper, chosen = desk.meant(id), _numbers(only)
    require_person(f"accept proposal {paper.proposal.id}")
    decided, receipt = desk.accept(paper, chosen, by=wiring.who(project), at=wiring.now())
    wiring.morning.freshen(project, store)
    _tell(decided, receipt, as_json)


@command.command("reject")
@click.argument("id")
@click.option("--reason", help="Why memory should stay as it is. Required.")
@json_option
def reject(id: str, reason: str | None, as_json: bool) -> None:
    """Decline a proposal, with a reason. What it holds is not proposed again."""
    from reverie.reorganizing.errors import ReasonRequired
    from reverie.review import rationale as reasons
    from reverie.review.errors import RationaleRequired

    project, store = store_here()
    desk = wiring.reorganizing.table(project, store)
    paper = desk.meant(id)
    try:
        words = wiring.redactor(project).text(reasons.required(reason))
    except RationaleRequired:
        raise ReasonRequired from None
    require_person(f"reject proposal {paper.proposal.id}")
    decided, receipt = desk.reject(paper, words, by=wiring.who(project), at=wiring.now())
    wiring.morning.freshen(project, store)
    _tell(decided, receipt, as_json)
    if why := reasons.thin(words, paper.proposal.title):
        say(f"warning: a thin reason: {why}. Good ones say what would get lost, or why it should stay as it is.")


def _numbers(only: str | None) -> list[int]:
    if only is None:
        return []
    try:
        found = [int(part) for part in only.split(",") if part.strip()]
    except ValueError:
        found = []
    if not found:
        raise click.BadParameter("name mutations by number, such as 1,3", param_hint="--only")
    return found


def _tell(decided: Proposal, receipt: Receipt, as_json: bool) -> None:
    rows = list(zip(decided.kinds, decided.steps, decided.outcomes, strict=True))
    if as_json:
        told = [
            {"number": n, "kind": kind, "reason": step.reason, "outcome": placed(outcome)}
            for n, (kind, step, outcome) in enumerate(rows, 1)
        ]
        print_json({"id": decided.id, "status": decided.status, "change": receipt.id or None, "mutations": told})
    else:
        for n, (kind, step, outcome) in enumerate(rows, 1):
            out(f"{n}. {kind}: {placed(outcome)} — {step.reason}")
        say(f"{decided.id} {decided.status}   ({brief(receipt.id)}); reverie undo takes it back")
    tell_skipped(receipt)
