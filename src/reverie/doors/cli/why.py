"""`reverie why`: from a line an agent reads back to the decision, the candidate and the evidence."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from reverie.doors.cli.desk import desk_here, last_health
from reverie.doors.cli.errors import NoSuchPlace, NothingBehind
from reverie.doors.cli.heard import quotes
from reverie.doors.cli.people import People
from reverie.doors.cli.talk import json_option, many, out, print_json, when

if TYPE_CHECKING:
    from reverie.records.learning import Candidate, Evidence, Rule


@click.command("why", short_help="why do you believe this? from a line back to the evidence")
@click.argument("what", metavar="ID|NOTE|FILE:LINE")
@json_option
def command(what: str, as_json: bool) -> None:
    """Why do you believe this? From a line in CLAUDE.md, a rule, a candidate, an insight or a note that was asked for
    back to the evidence. What was said in sessions is joined from this machine's log. Of a note: what it replaced and
    what was merged into it, down to the retired text."""
    from reverie.review import resolve

    project, store, desk = desk_here()
    line = ""
    place = re.fullmatch(r"(.+):(\d+)", what)
    file = _file(project.root, place[1]) if place else None
    if place and file:
        from reverie.doors.cli.why_note import tell_note, tell_story

        content, number = file.read_bytes(), int(place[2])
        if tell_note(project, what, content, number, as_json):
            return
        if tell_story(project, store, place[1], as_json, exactly=True):
            return
        what, line = _rule_at(content, number, what)
    rules = resolve.beginning(what, [(f.rule.id, f.rule) for f in desk.rules])
    rule = rules[0] if rules else None
    ordered = sorted(desk.candidates, key=lambda f: (f.waits, f.decision is not None))
    candidates = {f.candidate.id: f.candidate for f in ordered}
    wanted = rule.candidate if rule else what
    found = resolve.beginning(wanted, list(candidates.items()))
    if rule is None and not found:
        from reverie.doors.cli.why_note import tell_story

        if not place and tell_story(project, store, what, as_json):
            return
        if resolve.beginning(what, insights := [(one.id, one) for _, one in desk.insights]):
            from reverie.doors.cli.insights import tell
            from reverie.insights.deciding import one as meant

            tell(project, store, meant(what, (one for _, one in insights)), as_json)
            return
        raise NoSuchPlace(place=what) if place else NothingBehind(id=what)
    candidate = found[0] if found else None
    rule = rule or next((f.rule for f in desk.rules if candidate and f.rule.candidate == candidate.id), None)
    health = str(last_health(store).get(rule.id, {}).get("reason", "")) if rule else ""
    evidence = candidate.evidence if candidate else rule.evidence if rule else ()
    said = quotes(project, evidence)
    if as_json:
        from dataclasses import asdict

        print_json({"line": line, "rule": asdict(rule) if rule else None, "health": health,
                    "candidate": asdict(candidate) if candidate else None, "quotes": said})  # fmt: skip
        return
    people = People(project)
    indent = _tell(place[0] if line and place else "", line, rule, candidate, people)
    _tell_evidence(evidence, said, indent, people)
    if health:
        out(f"  health  {health}")


def _file(root: Path, named: str) -> Path | None:
    """The file that is meant: from where one stands, as shells complete it, or from the project's folder."""
    return next((place for place in (Path.cwd() / named, root / named) if place.is_file()), None)


def _rule_at(content: bytes, number: int, place: str) -> tuple[str, str]:
    from reverie.render.find import rule_at

    found = rule_at(content, number)
    if found is None:
        raise NoSuchPlace(place=place)
    text = content.decode("utf-8", "replace").splitlines()[number - 1].strip("- ").strip()
    return found, text


def _tell(place: str, line: str, rule: Rule | None, candidate: Candidate | None, people: People) -> int:
    """From the line down to the candidate. Gives how far in the evidence stands."""
    indent = ""
    if place:
        out(f'{place}  "{line[:100]}{"…" * (len(line) > 100)}"')
        indent = "└ "
    if rule:
        said = " ".join(rule.rationale.split())
        out(f'{indent}rule {rule.id}  graduated by {people.name(rule.by)}, {when(rule.at)}: "{said}"')
        indent = "  └ " if place else "└ "
    if candidate:
        events = many(candidate.weight, "event")
        out(f"{indent}candidate {candidate.id}  {candidate.signal}, {events} ({candidate.because})")
    return len(indent)


def _tell_evidence(evidence: tuple[Evidence, ...], said: Mapping[str, str], indent: int, people: People) -> None:
    told = [e for e in evidence if e.summary]
    width = min(24, max((len(people.witness(e)) for e in told), default=0))
    for i, e in enumerate(told, 1):
        branch = "└" if i == len(told) else "├"
        who = people.witness(e).ljust(width)
        out(f"{' ' * indent}{branch} {e.span:10}  {e.at:%Y-%m-%d}  {who}  {said.get(e.event, e.summary)}")
