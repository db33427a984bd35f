"""`reverie show`: one candidate, rule, insight or change, with what stands behind it."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

from reverie import wiring
from reverie.doors.cli.desk import desk_here, last_health
from reverie.doors.cli.heard import quotes
from reverie.doors.cli.people import People
from reverie.doors.cli.talk import coloured_diff, json_option, out, placed, print_json, utc, when
from reverie.records.errors import AmbiguousId, UnknownChange

if TYPE_CHECKING:
    from reverie.records.learning import Evidence, Rule
    from reverie.review.papers import FiledCandidate
    from reverie.store.folder import FolderStore


@click.command("show", short_help="one candidate, rule, insight or change, with its evidence")
@click.argument("id")
@json_option
def command(id: str, as_json: bool) -> None:
    """One candidate, rule, insight or change, with its evidence. ID may be shortened while it is unique."""
    from reverie.review.resolve import beginning, replaced_by

    project, store, desk = desk_here()
    people = People(project)
    papers = {f.candidate.id: f for f in sorted(desk.candidates, key=lambda f: (f.waits, f.decision is not None))}
    found = beginning(id, list(papers.items()))
    rules = beginning(id, [(f.rule.id, f) for f in desk.rules])
    if len(found) + len(rules) > 1:
        names = [f.candidate.id for f in found] + [f.rule.id for f in rules]
        raise AmbiguousId(id=id, matches=" or ".join(names[:4]))
    if found:
        became = next((f.rule.id for f in desk.rules if f.rule.candidate == found[0].candidate.id), "")
        became = became or replaced_by(found[0].candidate.id, desk.candidates)
        held = wiring.night.held_back(project, desk).get(found[0].candidate.id, "") if found[0].waits else ""
        _candidate(found[0], became, quotes(project, found[0].candidate.evidence), people, held, as_json)
    elif rules:
        rule = rules[0].rule
        _rule(rule, last_health(store).get(rule.id, {}), quotes(project, rule.evidence), people, as_json)
    elif beginning(id, insights := [(one.id, one) for _, one in desk.insights]):
        from reverie.doors.cli.insights import tell
        from reverie.insights.deciding import one as meant

        tell(project, store, meant(id, (one for _, one in insights)), as_json)
    else:
        _change(store, id, people, as_json)


def _candidate(
    filed: FiledCandidate, became: str, said: Mapping[str, str], people: People, held: str, as_json: bool
) -> None:
    """`held`: why the decision written into its file is not carried out."""
    candidate, decision, place = filed.candidate, filed.decision, filed.place
    if as_json:
        from dataclasses import asdict

        told = {"state": place, "decision": asdict(decision) if decision else None, "quotes": dict(said)}
        print_json({**asdict(candidate), **told, "held_back": held or None})
        return
    sure = f"confidence {candidate.confidence} ({candidate.because})"
    out(f"{candidate.id}  {candidate.signal} · weight {candidate.weight} · {sure}")
    out()
    tell_field("Rule", candidate.rule)
    tell_field("Scope", ", ".join(candidate.scope) or "everywhere")
    if candidate.reopened:
        tell_field("Again", candidate.reopened)
    out()
    out("  Evidence")
    tell_evidence(candidate.evidence, said, people)
    if candidate.not_counted:
        out(f"  Not counted: {'; '.join(candidate.not_counted)}")
    out()
    if held:
        tell_field("Waits", people.told(held))
    elif place == "candidates" and decision:
        tell_field("Written", f"{decision.verdict}, in its file; the next reverie run carries it out")
    if place == "candidates":
        say_yes, say_no = (f'reverie {verb} {candidate.id} --rationale "…"' for verb in ("graduate", "reject"))
        out(f"  {say_yes}      or      {say_no}")
    elif place == "replaced":
        tell_field("Replaced", f"by candidate {became}: reverie show {became}" if became else "by another candidate")
    elif decision:
        tell_field(place.capitalize(), f"by {people.name(decision.by)}, {when(decision.at)}: {decision.rationale}")
        if became:
            tell_field("Rule", f"{became}: reverie show {became}")


def tell_evidence(evidence: tuple[Evidence, ...], said: Mapping[str, str], people: People) -> None:
    told = [(people.witness(e), e) for e in evidence if e.summary]
    width = min(24, max((len(who) for who, _ in told), default=0))
    for who, e in told:
        out(f"    {e.at:%Y-%m-%d}  {who:{width}}  {e.span:10}  {said.get(e.event, e.summary)}")
    if len(evidence) > len(told):
        out(f"    and {len(evidence) - len(told)} more")


def tell_field(name: str, text: str) -> None:
    """Nothing, if there is no text."""
    lines = textwrap.wrap(text, 96, break_long_words=False, break_on_hyphens=False)
    for i, line in enumerate(lines):
        out(f"  {name if i == 0 else '':9} {line}")


def _rule(rule: Rule, health: Mapping[str, Any], said: Mapping[str, str], people: People, as_json: bool) -> None:
    if as_json:
        from dataclasses import asdict

        print_json({**asdict(rule), "health": health, "quotes": dict(said)})
        return
    out(f"rule {rule.id}  {rule.status} · from candidate {rule.candidate} ({rule.signal}) · review by {rule.review_by}")
    out()
    tell_field("Rule", rule.sentence)
    tell_field("Scope", ", ".join(rule.scope) or "everywhere")
    tell_field("Because", rule.rationale)
    tell_field("By", f"{people.name(rule.by)}, {when(rule.at)}")
    tell_field("Health", str(health.get("reason") or "not known yet: reverie run"))
    for line in rule.history:
        tell_field("Since", people.told(line))
    out()
    out("  Evidence")
    tell_evidence(rule.evidence, said, people)


def _change(store: FolderStore, id: str, people: People, as_json: bool) -> None:
    from reverie.records.changes import State
    from reverie.store.past import find
    from reverie.tools import diff

    try:
        past = find(list(store.history()), id)
    except UnknownChange:
        from reverie.doors.cli.errors import UnknownThing

        raise UnknownThing(id=id) from None
    contents = {**dict.fromkeys(past.purged, b"(purged)\n"), **store.contents(past.id)}
    parts = [
        (step, list(diff.of_ops(ops, contents, wiring.path_of))) for step, ops in zip(past.steps, past.ops, strict=True)
    ]
    if as_json:
        steps = [{"reason": s.reason, "state": s.state.value, "why": s.why, "diff": d} for s, d in parts]
        print_json({"id": past.id, "at": utc(past.at), "by": past.by, "title": past.title, "steps": steps})
        return
    out(f"{past.id}  {past.title}")
    out(f"  by {people.name(past.by)}, {when(past.at)}")
    for step, lines in parts:
        out()
        if step.state is State.SKIPPED:
            out(f"  skipped: {people.told(step.reason)} — {placed(step.why)}")
        else:
            out(f"  {people.told(step.reason)}")
            coloured_diff(lines)
    if past.rendered:
        out()
        out("  and what is made from it")
        coloured_diff(diff.of_ops(past.rendered, contents, wiring.path_of))
