"""`reverie promote`: which recalled memories have earned a place for good, and which gates the others miss."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from reverie import wiring
from reverie.doors.cli.errors import NotApplied, TwoDreamers
from reverie.doors.cli.talk import (
    Share,
    brief,
    json_option,
    many,
    out,
    placed,
    print_json,
    say,
    store_here,
    table,
    tell_kept,
    utc,
)

if TYPE_CHECKING:
    from reverie.promotion import Outcome
    from reverie.records.recalls import Gates, Judged
    from reverie.shortlist import Scene
    from reverie.terms import Arrangement

SHOWN = 20


@click.command("promote", short_help="bring what is recalled often into long-term memory")
@click.option("--apply", "apply", is_flag=True, help="Write them; without it nothing is changed.")
@click.option("--limit", type=click.IntRange(1), help="At most so many.")
@click.option("--include-promoted", is_flag=True, help="Also list what was promoted before.")
@click.option("--min-score", type=Share(0, 1), help="Another gate for the score, this once.")
@click.option("--min-recall-count", type=click.IntRange(1), help="Another gate for the recalls.")
@click.option("--min-unique-queries", type=click.IntRange(1), help="Another gate for the distinct questions.")
@json_option
def command(apply: bool, limit: int | None, include_promoted: bool, as_json: bool, **gates: Any) -> None:
    """Bring what is recalled often into long-term memory.

    Lists what agents recalled from daily notes, with its score, the four parts of it, and the gates it missed. With
    --apply, what passes them all becomes a note, with its source and the time. What passes is read again from the live
    note first; what is gone, was promoted before or was retired is left out. Nothing is changed a second time.
    """
    project, store = store_here()
    arranged = wiring.promotion.arrangement(project)
    scene = wiring.promotion.scene(project, store, wiring.now())
    scene = replace(scene, terms=replace(scene.terms, gates=_gates(scene.terms.gates, **gates)))
    scene = replace(scene, terms=replace(scene.terms, limit=limit or scene.terms.limit))
    if not apply:
        _preview(scene, arranged, limit or SHOWN, include_promoted, as_json)
        return
    if arranged.other:
        raise TwoDreamers(mode=arranged.other)
    from reverie.promotion import promote

    with store.dreaming():
        outcome = promote(scene, by=wiring.who(project), mode=arranged.name)
    _tell(outcome, as_json)


def _gates(
    found: Gates, min_score: float | None, min_recall_count: int | None, min_unique_queries: int | None
) -> Gates:
    return replace(
        found,
        score=found.score if min_score is None else min_score,
        recalls=min_recall_count or found.recalls,
        questions=min_unique_queries or found.questions,
    )


def _preview(scene: Scene, arranged: Arrangement, limit: int, promoted: bool, as_json: bool) -> None:
    from reverie.promotion import explained, judge

    judged = judge(scene)
    found = [one for one in judged if promoted or one.recalled.promoted is None]
    shown = [explained(scene, one) for one in sorted(found, key=lambda one: not one.passes)[:limit]]
    gates = scene.terms.gates
    if as_json:
        told = {"score": gates.score, "recalls": gates.recalls, "questions": gates.questions}
        print_json(
            {
                "mode": arranged.name,
                "gates": told,
                "other": arranged.other or None,
                "candidates": list(map(facts, shown)),
            }
        )
        return
    _rows(shown)
    _talk(found, shown, arranged, gates)


def _rows(shown: Sequence[Judged]) -> None:
    rows = []
    for one in shown:
        parts = one.parts
        mixed = f"{parts.frequency:.2f} {parts.relevance:.2f} {parts.diversity:.2f} {parts.recency:.2f}"
        mark = "passes" if one.passes else "missed" if not one.refused else "left out"
        rows.append((short_id(one), f"{parts.score:.3f}", mixed, mark, _line(one)))
    if rows:
        table([("id", "score", "freq rel  div  rec", "gates", ""), *rows])


def _line(one: Judged) -> str:
    what = " ".join(one.recalled.text.split())
    what = what if len(what) <= 56 else what[:55] + "…"
    why = one.refused or "; ".join(one.missed)
    return f"{what} — {why}" if why else what


def _talk(found: Sequence[Judged], shown: Sequence[Judged], arranged: Arrangement, gates: Gates) -> None:
    passing = sum(one.passes for one in found)
    needs = f"score ≥ {gates.score:g}, {many(gates.recalls, 'recall')}, {many(gates.questions, 'distinct question')}"
    if not found:
        say("Nothing was recalled from daily notes yet: agents recall with reverie search --as-agent, MCP or hooks.")
        return
    say(f"{passing} of {len(found)} pass the gates of {arranged.name if arranged.mode else 'core'}: {needs}")
    if len(shown) < len(found):
        say(f"{len(found) - len(shown)} more: --limit {len(found)}")
    if arranged.other:
        say(f"OpenClaw's own dreaming is on ({arranged.other}), so Reverie does not promote as well.")
    elif passing:
        say("Nothing was changed. To promote: reverie promote --apply")
    missed = next((one for one in shown if one.missed and not one.refused), None)
    if missed:
        say(f"Why not, and what would change it: reverie promote-explain {short_id(missed)}")


def _tell(outcome: Outcome, as_json: bool) -> None:
    receipt = outcome.receipt
    change = receipt.id if receipt and receipt.id else None
    if as_json:
        done = [{"key": one.key, "text": one.text, "source": one.source, "score": one.score} for one in outcome.done]
        skipped = [placed(line) for line in outcome.skipped]
        print_json({"change": change, "promoted": done, "considered": outcome.considered, "skipped": skipped})
    else:
        for one in outcome.done:
            out(f"promoted {one.source}: {' '.join(one.text.split())[:80]}")
        told = f"{many(len(outcome.done), 'memory', 'memories')} promoted of {outcome.considered} recalled"
        say(told + (f"   ({brief(change)})" if change and outcome.done else ""))
    for line in outcome.skipped:
        say(f"skipped: {placed(line)}")
    if receipt:
        tell_kept(receipt)
    if outcome.skipped and not outcome.done:
        raise NotApplied(what="nothing was promoted", why=placed(outcome.skipped[0]))


def short_id(one: Judged) -> str:
    key = one.recalled.passage
    return key if key.startswith("memory:") else key[:24]


def facts(one: Judged) -> dict[str, Any]:
    """One memory for scripts."""
    what, parts = one.recalled, one.parts
    root, _, path = what.address.partition(":")
    return {
        "id": what.passage,
        "text": what.text,
        "path": wiring.shown_root(root) + path,
        "lines": [what.first, what.last],
        "score": parts.score,
        "parts": {
            "frequency": round(parts.frequency, 6),
            "relevance": round(parts.relevance, 6),
            "diversity": round(parts.diversity, 6),
            "recency": round(parts.recency, 6),
        },
        "recalls": what.count,
        "questions": what.intents,
        "last_recalled": utc(what.last_at),
        "promoted": utc(what.promoted) if what.promoted else None,
        "passes": one.passes,
        "missed": list(one.missed),
        "left_out": one.refused or None,
        "would_pass_with": list(one.changes),
    }
