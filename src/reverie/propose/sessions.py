"""Wording of what was heard in sessions: a wish is its own sentence, a workflow becomes a skill, an error says what to
do before the command is run again. No quote leaves the machine: the sentence is all a candidate carries."""

from __future__ import annotations

import re
from collections.abc import Callable

from reverie.propose.draft import Desk, Draft, Wording
from reverie.propose.words import code, listed, many
from reverie.records.learning import Cluster

_SURE = {"swap": 1.0, "always": 1.0, "never": 0.9, "use": 0.85, "should": 0.8, "said": 0.8}
_re = re.compile


def _not_there(program: str, ran: str) -> str:
    """What is not there when it is called itself has another name here, or another place."""
    if ran.strip("`").split()[:1] == [program]:
        return f"Look for `{program}` under another name or path first: it was not on the PATH"
    return f"Check that `{program}` is on the PATH before {ran}: it was not"


_ADVICE: tuple[tuple[re.Pattern[str], Callable[[str, str], str]], ...] = (
    (_re("command not found: (.+)"), _not_there),
    (_re("module not found: (.+)"), lambda what, ran: f"Install the dependencies before {ran}: `{what}` was missing"),
    (_re("commit hook failed"), lambda _, ran: f"Run what the commit hook checks before {ran}: it refused"),
    (_re("missing script"), lambda _, ran: f"Look up which scripts there are before {ran}: it had no such"),
    (_re("unknown option"), lambda _, ran: f"Look up the options of {ran} first: it did not know one"),
    (_re("not authenticated"), lambda _, ran: f"Check that you are logged in before {ran}: it was refused"),
    (_re("port in use"), lambda _, ran: f"Check for a server that still runs before {ran}: its port was taken"),
)


def wish(cluster: Cluster, desk: Desk) -> Draft | None:  # noqa: ARG001 — every wording is called alike
    rule, sessions = cluster.facts["rule"], int(cluster.facts["sessions"])
    said = f"said in {many(sessions, 'session')}" if sessions > 1 else "asked for once"
    return Draft(f"{rule.rstrip('.')} ({said})", rule, (), cluster.events, sure=_SURE[cluster.facts["form"]])


def workflow(cluster: Cluster, desk: Desk) -> Draft | None:  # noqa: ARG001
    steps = cluster.facts["steps"].split("\n")
    sessions = many(int(cluster.facts["sessions"]), "session")
    shown = [code(step) for step in steps]
    return Draft(
        title=f"Skill: {' → '.join(steps)} (ended well in {sessions})",
        rule=f"When a change is ready, run {listed(shown, 'and then')}, in this order: it ended well in {sessions}.",
        scope=(),
        events=cluster.events,
        sure=0.85,
    )


def insight(cluster: Cluster, desk: Desk) -> Draft | None:  # noqa: ARG001
    """What several sessions showed says itself what to do."""
    return Draft(cluster.facts["title"].rstrip("."), cluster.facts["rule"], (), cluster.events, sure=0.85)


def failure(otherwise: Wording) -> Wording:
    """An error of a command, met in sessions. Errors that commits speak of are worded by `otherwise`."""

    def word(cluster: Cluster, desk: Desk) -> Draft | None:
        command = cluster.facts.get("command")
        if not command:
            return otherwise(cluster, desk)
        name, sessions = cluster.facts["error"], many(int(cluster.facts["sessions"]), "session")
        for form, advice in _ADVICE:
            if found := form.fullmatch(name):
                rule = f"{advice(found[1] if found.groups() else '', code(command))} in {sessions}."
                return _draft(cluster, f"{name}, in {code(command)}, in {sessions}", rule, 0.8)
        return None  # that a cause has to be mended is known without a rule

    return word


def _draft(cluster: Cluster, title: str, rule: str, sure: float) -> Draft:
    return Draft(title[0].upper() + title[1:], rule, (), cluster.events, sure=sure)
