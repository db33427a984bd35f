"""`reverie status --deep`: promotion looked at closely. Which mode, when next, what waits, what the last cycle did,
whether the gates can be met at all, and whether it is alive."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from reverie import wiring
from reverie.doors.cli import tick
from reverie.doors.cli.talk import many, out, utc, when

if TYPE_CHECKING:
    from reverie.records.logs import LogRecord
    from reverie.records.recalls import Judged
    from reverie.store.folder import FolderStore
    from reverie.terms import Arrangement

from reverie.gates.verdict import Verdict

LATE = timedelta(hours=1)  # a machine may have slept


def facts(project: wiring.Project, store: FolderStore, now: datetime) -> dict[str, Any]:
    """Everything there is to say, for people and scripts."""
    from reverie.promotion import judge
    from reverie.remember.modes import check
    from reverie.wiring.gates import verdicts

    arranged, judged = wiring.promotion.arrangement(project), judge(wiring.promotion.scene(project, store, now))
    cycles, promoted = _log(store)
    last = cycles[-1] if cycles else None
    terms, mode = arranged.terms, arranged.mode
    today = now.astimezone(arranged.zone).date()
    due = arranged.next_run(now)
    return {
        "mode": arranged.name,
        "cadence": mode.cadence if mode else None,
        "cadence_told": mode.told if mode else None,
        "next_run": utc(due) if due else None,
        "gates": {"score": terms.gates.score, "recalls": terms.gates.recalls, "questions": terms.gates.questions},
        "limit": terms.limit,
        "openclaw_dreaming": arranged.other or None,
        "short_term": sum(one.recalled.promoted is None for one in judged),
        "long_term": store.index.count("note"),
        "promoted": len(promoted),
        "promoted_today": sum(one.at.astimezone(arranged.zone).date() == today for one in promoted),
        "ready": sum(one.passes for one in judged),
        "waiting": sum(bool(one.missed) and not one.refused for one in judged),
        "left_out": _left_out(judged),
        "last_cycle": {"at": utc(last.at), **last.facts} if last else None,
        "gate_check": list(check(mode, terms.weights)) if mode else [],
        "heartbeat": _failure(project, last, now) or heartbeat(arranged, last, now),
        "runs": [tick.facts(name, verdict) for name, verdict in verdicts(project, now)],
    }


def _log(store: FolderStore) -> tuple[list[LogRecord], list[LogRecord]]:
    from reverie.records.logs import LogRecord
    from reverie.shortlist import PROMOTIONS

    found = [record for record in store.records(PROMOTIONS) if isinstance(record, LogRecord)]
    found.sort(key=lambda record: record.at)
    return [r for r in found if r.kind == "cycle"], [r for r in found if r.kind == "promoted"]


def _left_out(judged: Sequence[Judged]) -> dict[str, int]:
    found: dict[str, int] = {}
    for one in judged:
        if one.refused and one.recalled.promoted is None:
            found[one.refused] = found.get(one.refused, 0) + 1
    return found


def _failure(project: wiring.Project, cycle: LogRecord | None, now: datetime) -> str:
    """If the last cycle that was due failed, and there was none since: why."""
    from reverie.wiring.ledger import Ledger

    last = Ledger(project).last("promotion", now)
    why = last.facts.get("failed") if last else None
    if not last or not why or (cycle and cycle.at > last.at):
        return ""
    return f"failed {when(last.at)}: {why}; it is tried again when it is due next"


def heartbeat(arranged: Arrangement, last: LogRecord | None, now: datetime) -> str:
    """Whether a cycle that was due did run, and if it did nothing, why."""
    if arranged.other:
        return f"OpenClaw's own dreaming is on ({arranged.other}): Reverie does not promote as well"
    if arranged.mode is None:
        return "dreaming is off: reverie mode core switches it on"
    if last is None:
        return "no cycle yet"
    due = arranged.next_run(last.at)
    if due is not None and now > due + LATE:
        return f"overdue: a cycle was due {when(due)}, the last one was {when(last.at)}"
    return "alive"


def tell(told: dict[str, Any]) -> None:
    next_run, last, gates = told["next_run"], told["last_cycle"], told["gates"]
    out(f"Mode         {told['mode']}" + (f", {told['cadence_told']}" if told["cadence"] else ""))
    if next_run:
        out(f"Next run     {tick.local(datetime.fromisoformat(next_run))}")
    out(f"Gates        score {gates['score']:g} · recalls {gates['recalls']} · distinct questions {gates['questions']}")
    for line in told["gate_check"]:
        out(f"             {line}")
    out(f"Short-term   {many(told['short_term'], 'recalled memory', 'recalled memories')}")
    today = f"{told['promoted']} promoted, {told['promoted_today']} of them today"
    out(f"Long-term    {many(told['long_term'], 'note')}, {today}")
    out(f"Promotion    {told['ready']} ready · {told['waiting']} waiting: reverie promote")
    for reason, count in told["left_out"].items():
        out(f"             {count} left out: {reason}")
    out(f"Last cycle   {_cycle(last) if last else 'none yet'}")
    out(f"Heartbeat    {told['heartbeat']}")
    for one in told["runs"]:
        following = datetime.fromisoformat(one["next"]) if one["next"] else None
        said = tick.line(one["name"], Verdict(one["due"], one["reason"], following))
        out(f"By itself    {said}")


def _cycle(last: dict[str, Any]) -> str:
    at = datetime.fromisoformat(str(last["at"])).astimezone(UTC)
    return f"{when(at)}: {last.get('promoted', 0)} promoted of {last.get('considered', 0)} recalled"
