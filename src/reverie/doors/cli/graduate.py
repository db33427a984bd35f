"""`reverie graduate`: a candidate becomes a rule."""

from __future__ import annotations

import click

from reverie import wiring
from reverie.doors.cli.desk import apply, commit, desk_here, tell_decided
from reverie.doors.cli.errors import NotEdited
from reverie.doors.cli.person import require_person
from reverie.doors.cli.talk import json_option, out, print_json, say


@click.command("graduate", short_help="make a candidate a rule, with a rationale")
@click.argument("id")
@click.option("--rationale", help="Why: the shared cause, the evidence, what the rule will prevent. Required.")
@click.option("--rule", "words", help="Another sentence instead of the proposed one.")
@click.option("--edit", is_flag=True, help="Edit the sentence in $EDITOR.")
@click.option("--commit", "and_commit", is_flag=True, help="Also commit the files of this decision; no hook is run.")
@json_option
def command(id: str, rationale: str | None, words: str | None, edit: bool, and_commit: bool, as_json: bool) -> None:
    """Make a candidate a rule, with a rationale.

    The rule is written under .agent/memory/semantic/rules/auto-dream/; `reverie sync` brings it into CLAUDE.md and its
    kin. Nothing is staged or committed unless you say --commit.
    """
    from reverie.records.learning import Decision
    from reverie.review import decide, resolve
    from reverie.review import rationale as reasons
    from reverie.review.errors import BadSentence

    project, store, desk = desk_here()
    filed = resolve.waiting(id, desk.candidates)
    redact = wiring.redactor(project).text  # a rule is committed and read by every agent
    given = redact(reasons.required(rationale))
    if words is not None and not words.strip():
        raise BadSentence(reason="it is empty")
    if edit:
        words = _edited(words or filed.candidate.rule)
    require_person(f"graduate {filed.candidate.id}")
    decision = Decision("graduate", given, wiring.who(project), wiring.now())
    decided = decide.graduate(
        filed, decision, wiring.night.table(project, desk.table), words=redact(words) if words else None
    )
    receipt = apply(project, store, f"graduate {decided.candidate}: {filed.candidate.title}", [decided.step])
    assert decided.rule is not None
    where = wiring.path_of(wiring.night.rule_address(decided.rule))
    if as_json:
        print_json({"candidate": decided.candidate, "rule": decided.rule.id, "path": where, "warning": decided.warning})
    else:
        out(f"{decided.candidate} graduated → {where}")
        tell_decided(decided.warning, decided.notes)
        say("next: reverie sync brings it into CLAUDE.md and its kin")
    if and_commit:
        commit(project, receipt, f"Graduate {decided.candidate}: {filed.candidate.title}")


def _edited(text: str) -> str:
    given = click.edit(f"{text}\n\n# One sentence an agent can follow. Lines that begin with # are left out.\n")
    if given is None:
        raise NotEdited
    return " ".join(line.strip() for line in given.splitlines() if line.strip() and not line.startswith("#"))
