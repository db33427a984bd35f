"""The part of a night that thinks: gather → notice → propose. It runs in the cage: it reads the repository, writes only
its scratch folder, and gives back steps for somebody else to apply."""

from __future__ import annotations

import gc
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from reverie.notice.view import View
from reverie.records.changes import Step
from reverie.records.learning import Rule
from reverie.records.nightly import Request, Thought
from reverie.thinking.meaning import Missing
from reverie.thinking.mind import Mind, Tell, many
from reverie.thinking.morning import briefing
from reverie.thinking.papers import Proposed, read_papers, steps_for
from reverie.tools.steering import steering


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
    mind.rules = [rule for rule in rules if rule.status == "active"]
    view = mind.gather()
    if not ask.goes_to("notice"):
        return _so_far(mind, view).to_json()
    try:
        clusters = mind.notice(view)
    except Missing as missing:
        return Thought(needs=missing.texts).to_json()
    if not ask.goes_to("propose"):
        return _so_far(mind, view).to_json()
    reflected = mind.reflect(view, clusters)
    offers = reflected.offers() if reflected else []
    ranked, wanted = mind.judge([*clusters, *offers], past), steering(ask.instructions)
    if wanted:
        done, changed = mind.steered(view, ranked, wanted)
    else:
        done, changed = steps_for(ask, *mind.propose(view, ranked), mind.left_out), ()
    shown, told = reflected.steps(done.new, mind.left_out) if reflected else ((), {})
    done, told = _as_news(done, shown, told, frozenset(ask.undone))
    mind.say("propose", ", ".join(filter(None, [_told(done, len(mind.suppressed)), _summed(told)])))
    return replace(
        _so_far(mind, view), steps=(*done.steps, *shown), new=tuple(done.new), grown=tuple(done.grown),
        health=_health(rules, view, mind), insights=told,
        briefing=briefing(ask, view, mind.heard, reflected.now.values() if reflected else (), rules, past),
        suppressed=mind.suppressed, waiting=mind.waiting, replaced=done.replaced, steered=changed,
    ).to_json()  # fmt: skip


def _as_news(
    done: Proposed, shown: Sequence[Step], told: Mapping[str, dict[str, str]], undone: frozenset[str]
) -> tuple[Proposed, dict[str, dict[str, str]]]:
    """What a person took back will be held back: it is neither a new candidate nor an insight."""
    steps = [step for step in (*done.steps, *shown) if step.fingerprint in undone]
    held = {address.name.removesuffix(".md") for step in steps for address in step.addresses}
    new, grown = ([id for id in ids if id not in held] for ids in (done.new, done.grown))
    replaced = {old: by for old, by in done.replaced.items() if by not in held}
    return Proposed(done.steps, new, grown, replaced), {id: one for id, one in told.items() if id not in held}


def _so_far(mind: Mind, view: View) -> Thought:
    """What was read, and what there is to say about it."""
    told = mind.heard.told
    return Thought(
        phases=tuple(mind.phases), left_out=dict(mind.left_out), notes=tuple(mind.notes), heard=mind.heard.new,
        events=len(view.events) + len(mind.heard.events), listened=told.figures() if told else {},
        sightings=mind.heard.sightings,
    )  # fmt: skip


def _health(rules: Sequence[Rule], view: View, mind: Mind) -> dict[str, Any]:
    """Whether what each rule is about came back."""
    if not rules:
        return {}
    from reverie.thinking import said

    events = (*view.before, *view.events)
    return {rule.id: asdict(said.health_of(rule, events, mind.heard.events, mind.ask, mind.groups)) for rule in rules}


def _summed(told: Mapping[str, Mapping[str, str]]) -> str:
    if not told:
        return ""
    from reverie.thinking.reflecting import summed

    return summed(told.values())


def _told(done: Proposed, decided: int) -> str:
    told = many(len(done.new), "new candidate")
    told += f", {len(done.grown)} grew" if done.grown else ""
    told += f", {len(done.replaced)} replaced" if done.replaced else ""
    return told + (f", {decided} decided before" if decided else "")
