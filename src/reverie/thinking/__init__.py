"""The part of a night that thinks: gather → notice → propose. It runs in the cage: it reads the repository, writes only
its scratch folder, and gives back steps for somebody else to apply."""

from __future__ import annotations

import gc
from dataclasses import asdict
from pathlib import Path

from reverie.records.nightly import Request, Thought
from reverie.review import health
from reverie.thinking.meaning import Missing
from reverie.thinking.mind import Mind, Tell, many
from reverie.thinking.papers import read_papers, steps_for


def think(request: bytes, scratch: Path, tell: Tell) -> bytes:
    """The whole thought: what was read, noticed and proposed, as steps. It is short and makes many small records, so
    looking for cycles among them would only cost time."""
    gc.disable()
    try:
        return _think(request, scratch, tell)
    finally:
        gc.enable()


def _think(request: bytes, scratch: Path, tell: Tell) -> bytes:
    ask = Request.from_json(request)
    mind = Mind(ask, scratch, tell)
    past, rules = read_papers(ask.documents, mind.left_out)
    view = mind.gather()
    try:
        clusters = mind.notice(view)
    except Missing as missing:
        return Thought(needs=missing.texts).to_json()
    judged, candidates = mind.propose(view, clusters, past)
    steps, new, grown = steps_for(ask, judged, candidates, mind.left_out)
    mind.say("propose", _told(new, grown, len(mind.suppressed)))
    events = (*view.before, *view.events)
    healthy = {rule.id: asdict(health.health(rule, events, ask.now)) for rule in rules}
    return Thought(
        tuple(steps), tuple(mind.phases), tuple(new), tuple(grown), dict(mind.left_out), mind.suppressed,
        tuple(mind.notes), healthy, events=len(view.events),
    ).to_json()  # fmt: skip


def _told(new: list[str], grown: list[str], suppressed: int) -> str:
    told = many(len(new), "new candidate")
    told += f", {len(grown)} grew" if grown else ""
    return told + (f", {suppressed} decided before" if suppressed else "")
