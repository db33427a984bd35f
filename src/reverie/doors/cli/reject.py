"""`reverie reject`: a candidate is not worth a rule, and why."""

from __future__ import annotations

import click

from reverie import wiring
from reverie.doors.cli.desk import apply, commit, desk_here, tell_decided
from reverie.doors.cli.person import require_person
from reverie.doors.cli.talk import json_option, out, print_json


@click.command("reject", short_help="decline a candidate, with a rationale")
@click.argument("id")
@click.option("--rationale", help="Why this is no pattern, or not one for a rule. Required.")
@click.option("--commit", "and_commit", is_flag=True, help="Also commit the files of this decision; no hook is run.")
@json_option
def command(id: str, rationale: str | None, and_commit: bool, as_json: bool) -> None:
    """Decline a candidate, with a rationale.

    It stays on record and is not proposed again, unless at least as much new independent evidence comes as it has now.
    """
    from reverie.records.learning import Decision
    from reverie.review import decide, resolve
    from reverie.review import rationale as reasons

    project, store, desk = desk_here()
    filed = resolve.waiting(id, desk.candidates)
    given = wiring.redactor(project).text(reasons.required(rationale))
    require_person(f"reject {filed.candidate.id}")
    decision = Decision("reject", given, wiring.who(project), wiring.now())
    decided = decide.reject(filed, decision, wiring.night.table(project, desk.table))
    receipt = apply(project, store, f"reject {decided.candidate}: {filed.candidate.title}", [decided.step])
    where = wiring.path_of(decided.filed)
    if as_json:
        print_json({"candidate": decided.candidate, "path": where, "warning": decided.warning})
    else:
        out(f"{decided.candidate} rejected → {where}")
        tell_decided(decided.warning, decided.notes)
    if and_commit:
        commit(project, receipt, f"Reject {decided.candidate}: {filed.candidate.title}")
