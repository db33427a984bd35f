"""`reverie list`: candidates that wait, or rules and how they do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from reverie.doors.cli.desk import desk_here, last_health
from reverie.doors.cli.talk import json_option, many, out, placed, print_json, say, shorten, table

if TYPE_CHECKING:
    from reverie.night import Desk
    from reverie.records.learning import Candidate, Rule
    from reverie.store.folder import FolderStore


@click.command("list", short_help="candidates that wait for a decision, or rules")
@click.option("--all", "everything", is_flag=True, help="All of them, with the reason for the rank.")
@click.option("--rules", is_flag=True, help="The rules, and whether they work.")
@json_option
def command(everything: bool, rules: bool, as_json: bool) -> None:
    """Candidates that wait for a decision, best first; with --rules, the rules and whether they work."""
    _, store, desk = desk_here()
    if rules:
        _rules(store, desk, as_json)
        return
    waiting = sorted((f.candidate for f in desk.candidates if f.waits), key=lambda c: (-c.rank, c.id))
    if as_json:
        print_json([_facts(candidate) for candidate in waiting])
    elif waiting:
        _candidates(waiting, everything)
    else:
        say("Nothing waits for a decision. Look for patterns with: reverie run")
    for item in desk.unreadable:
        say(f"left out: {placed(item.what)} — {item.reason}")


def _candidates(waiting: list[Candidate], everything: bool) -> None:
    ids = [candidate.id for candidate in waiting]
    shown = waiting if everything else waiting[:10]
    if everything:
        for c in shown:
            out(f"{shorten(c.id, ids)}  {c.signal} · {c.confidence} · {c.title}")
            out(f"      rank {c.rank:.1f}: {c.because}; {many(len(c.files), 'file')}")
        return
    table((shorten(c.id, ids), c.signal, c.confidence, c.title) for c in shown)
    if len(waiting) > len(shown):
        say(f"and {len(waiting) - len(shown)} more: reverie list --all")


def _facts(c: Candidate) -> dict[str, Any]:
    return {
        "id": c.id,
        "signal": c.signal,
        "title": c.title,
        "rule": c.rule,
        "weight": c.weight,
        "confidence": c.confidence,
        "because": c.because,
        "actors": c.actors,
        "files": c.files,
        "rank": c.rank,
    }


def _rules(store: FolderStore, desk: Desk, as_json: bool) -> None:
    health = last_health(store)
    found = sorted((f.rule for f in desk.rules), key=lambda rule: (rule.status, rule.at, rule.id))
    if as_json:
        print_json([_rule_facts(rule, health.get(rule.id, {})) for rule in found])
        return
    if not found:
        say("No rules yet. See what waits with: reverie list")
        return
    for rule in found:
        out(f"{rule.id}  {rule.sentence}")
        told = str(health.get(rule.id, {}).get("reason") or "health not known yet: reverie run")
        state = "expired · " if rule.status != "active" else ""
        out(f"          {state}{told} · review by {rule.review_by}")


def _rule_facts(rule: Rule, health: Any) -> dict[str, Any]:
    return {
        "id": rule.id,
        "sentence": rule.sentence,
        "scope": rule.scope,
        "rationale": rule.rationale,
        "by": rule.by,
        "at": rule.at,
        "review_by": rule.review_by,
        "status": rule.status,
        "candidate": rule.candidate,
        "health": health,
    }
