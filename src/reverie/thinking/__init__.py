"""The part of a night that thinks: gather → notice → propose. It runs in the cage: it reads the repository, writes only
its scratch folder, and gives back steps for somebody else to apply."""

from __future__ import annotations

import gc
from dataclasses import asdict
from pathlib import Path

from reverie.records.nightly import Request, Thought
from reverie.thinking import said
from reverie.thinking.meaning import Missing
from reverie.thinking.mind import Mind, Tell, many
from reverie.thinking.papers import Proposed, read_papers, steps_for


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
    done = steps_for(ask, judged, candidates, mind.left_out)
    mind.say("propose", _told(done, len(mind.suppressed)))
    events = (*view.before, *view.events)
    healthy = {rule.id: asdict(said.health_of(rule, events, mind.heard.events, ask)) for rule in rules}
    return Thought(
        tuple(done.steps), tuple(mind.phases), tuple(done.new), tuple(done.grown), dict(mind.left_out),
        mind.suppressed, tuple(mind.notes), healthy, events=len(view.events) + len(mind.heard.events),
        waiting=mind.waiting,
        replaced=done.replaced, heard=mind.heard.new, facts=mind.facts,
        listened=mind.heard.told.figures() if mind.heard.told else {},
    ).to_json()  # fmt: skip


def _told(done: Proposed, decided: int) -> str:
    told = many(len(done.new), "new candidate")
    told += f", {len(done.grown)} grew" if done.grown else ""
    told += f", {len(done.replaced)} replaced" if done.replaced else ""
    return told + (f", {decided} decided before" if decided else "")
