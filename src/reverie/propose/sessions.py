"""Wording of what was heard in sessions: a wish is its own sentence, a workflow becomes a skill, an error says what to
do before the command is run again. No quote leaves the machine: the sentence is all a candidate carries."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable

from reverie.propose.draft import Desk, Draft, Wording
from reverie.propose.words import code, listed, many, number
from reverie.records.learning import Cluster

_re = re.compile


def _not_there(program: str, ran: str, found: str) -> str:
    """What is not there when it is called itself has another name here, or another place: `found`, if that is known."""
    itself = ran.strip("`").split()[:1] in ([program], [program.rstrip("0123456789.")])
    if itself and found:
        return f"Run {code(found)}, not `{program}`: the latter was not on the PATH"
    if itself:
        return f"Look for `{program}` under another name or path first: it was not on the PATH"
    told = f" (it was run as {code(found)})" if found else ""
    return f"Check that `{program}` is on the PATH before {ran}{told}: it was not"


_CHECKERS = re.compile(
    r"\b(?:markdownlint|eslint|biome|prettier|stylelint|commitlint|ruff|black|flake8|pylint|mypy|pyright|tsc|typecheck"
    r"|clippy|rustfmt|gofmt|golangci-lint|gitleaks|detekt|ktlint|rubocop|shellcheck|yamllint|pytest|jest|vitest)\b",
    re.IGNORECASE,
)


def _hook(_: str, ran: str, checker: str) -> str:
    if checker:
        return f"Before {ran}, mend what {code(checker)} reports: the commit hook refused because of it"
    return f"Run what the commit hook checks before {ran}: it refused"


_ADVICE: tuple[tuple[re.Pattern[str], Callable[[str, str, str], str]], ...] = (
    (_re("command not found: (.+)"), _not_there),
    (_re("module not found: (.+)"), lambda it, ran, _: f"Install the dependencies before {ran}: `{it}` was missing"),
    (_re("commit hook failed"), _hook),
    (_re("commit not signed"), lambda _, ran, __: f"Check that the key can sign before {ran}: it could not"),
    (_re("missing script"), lambda _, ran, __: f"Look up which scripts there are before {ran}: it had no such"),
    (_re("unknown option"), lambda _, ran, __: f"Look up the options of {ran} first: it did not know one"),
    (_re("not authenticated"), lambda _, ran, __: f"Check that you are logged in before {ran}: it was refused"),
    (_re("port in use"), lambda _, ran, __: f"Check for a server that still runs before {ran}: its port was taken"),
)


def lesson(cluster: Cluster, desk: Desk) -> Draft | None:  # noqa: ARG001 — every wording is called alike
    """What a person wants done: the lesson's own sentence, for the files it is about."""
    rule, sessions = cluster.facts["rule"], int(cluster.facts["sessions"])
    said = f"said in {many(sessions, 'session')}" if sessions > 1 else "said once"
    scope = tuple(filter(None, cluster.facts["scope"].split("\n")))
    return Draft(f"{rule.rstrip('.')} ({said})", rule, scope, cluster.events, sure=0.9)


def workflow(cluster: Cluster, desk: Desk) -> Draft | None:  # noqa: ARG001
    steps = cluster.facts["steps"].split("\n")
    sessions = many(int(cluster.facts["sessions"]), "session")
    shown = [code(step) for step in steps]
    ordered = cluster.facts["order"] == "this"
    run = f"{listed(shown, 'and then')}, in this order" if ordered else listed(shown)
    each = int(cluster.facts["each"])
    whole = each == int(cluster.facts["sessions"])  # no session that left something out
    told = f"ended well in {sessions}" if whole else f"each in at least {number(each)} of {sessions} that ended well"
    return Draft(
        title=f"Skill: {(' → ' if ordered else ', ').join(steps)} ({told})",
        rule=f"When a change is ready, run {run}: {'it ' if whole else ''}{told}.",
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
                checker, times = _checker(cluster)
                told = advice(found[1] if found.groups() else "", code(command), _found(cluster) or checker)
                some = checker and times < len(cluster.events)
                rule = f"{told} in {number(times)} of {sessions}." if some else f"{told} in {sessions}."
                return _draft(cluster, f"{name}, in {code(command)}, in {sessions}", rule, 0.8)
        return None  # that a cause has to be mended is known without a rule

    return word


def _found(cluster: Cluster) -> str:
    """By which name or path the program was run after all, in most of the sessions that did."""
    told = Counter(tag[6:] for event in cluster.events for tag in event.tags if tag.startswith("found:"))
    return min(told, key=lambda name: (-told[name], name), default="")


def _checker(cluster: Cluster) -> tuple[str, int]:
    """Which check it was, if most of the errors name it, and how many do."""
    told = Counter(found[0].lower() for event in cluster.events if (found := _CHECKERS.search(event.summary)))
    name, count = max(told.items(), key=lambda it: (it[1], it[0]), default=("", 0))
    return (name, count) if count * 2 > len(cluster.events) else ("", 0)


def _draft(cluster: Cluster, title: str, rule: str, sure: float) -> Draft:
    return Draft(title[0].upper() + title[1:], rule, (), cluster.events, sure=sure)
