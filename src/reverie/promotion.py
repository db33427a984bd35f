"""The story of one promotion: recalls → scores → gates → the live notes → a change set. What does not pass is told why,
and what would change that."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from reverie.layouts import promoted, shortterm
from reverie.layouts.layout import FOREIGN
from reverie.layouts.live import Live
from reverie.records.changes import ChangeSet, Kind, Put, Receipt, State, Step
from reverie.records.logs import Json, LogRecord
from reverie.records.recalls import LOG, Counting, Judged, Promotion, Recalled
from reverie.remember import explain, junk, recalls, scoring
from reverie.remember.recalls import beside
from reverie.remember.upkeep import tidy
from reverie.shortlist import PROMOTIONS, Scene, document_of, file_of, known, recent, unwritten, words_of


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a cycle came to."""

    considered: int
    done: tuple[Promotion, ...]
    receipt: Receipt | None = None
    skipped: tuple[str, ...] = ()


# Judging


def judge(scene: Scene) -> list[Judged]:
    """Every memory that was recalled, best first: its score, the gates it misses, and why it may not pass anyway."""
    live = Live(scene.store, scene.layout)
    found = [_judged(scene, one, live) for one in known(scene)]
    return _against_memory(scene, sorted(found, key=lambda one: (-one.parts.score, one.recalled.passage)))


def explained(scene: Scene, one: Judged) -> Judged:
    """With the smallest changes that would let it pass."""
    terms = scene.terms
    return replace(one, changes=explain.changes(one.recalled, scene.now, terms.gates, terms.weights))


def overlooked(scene: Scene) -> list[Judged]:
    """What was shown to agents and never was the answer, so that none of it counts."""
    live, counting = Live(scene.store, scene.layout), scene.terms.counting
    return [_unanswering(_judged(scene, one, live), times, counting) for one, times in beside(recent(scene), counting)]


def _unanswering(one: Judged, times: int, counting: Counting) -> Judged:
    often = "once" if times == 1 else f"{times} times"
    best = f"relevance {one.recalled.best:.2f} at most, counts from {counting.from_relevance:.2f}"
    return replace(one, missed=(f"shown {often}, never as the answer: {best}", *one.missed))


def _judged(scene: Scene, one: Recalled, live: Live) -> Judged:
    terms = scene.terms
    parts = scoring.parts(one, scene.now, terms.weights)
    missed = scoring.missed(parts, one.count, one.intents, terms.gates)
    now = live.find(one)
    if now is None:
        return Judged(one, parts, missed, "it is no longer in the daily notes")
    origin = one.origin if now.origin == "user" else now.origin  # a day does not say whose words it holds
    told = replace(one, address=now.address, first=now.first, last=now.last, text=now.text, origin=origin)
    refused = junk.reason(now.text, origin, scene.clean)
    if not refused and now.state != "active":
        refused = f"the note it stands in is {now.state}"
    return Judged(told, parts, missed, refused)


def _against_memory(scene: Scene, found: list[Judged]) -> list[Judged]:
    """Whether those that pass are in long-term memory already, or were and left it. The same words count once."""
    if not any(one.passes for one in found):
        return [_promoted(one) for one in found]
    standing, seen, told = promoted.Standing(scene.store, scene.layout, scene.forgotten), set[str](), []
    for one in found:
        words = promoted.plain(one.recalled.text)
        where = standing.where(one.recalled.text) if one.passes else ""
        checked = _promoted(one)
        if where == "forgotten":
            checked = replace(one, refused="a person wanted it forgotten")
        elif where == "retired":
            checked = replace(one, refused="it was in long-term memory and was retired")
        elif checked.passes and where:
            checked = replace(one, refused="it is in long-term memory already")
        elif checked.passes and words in seen:
            checked = replace(one, refused="the same words stand in another daily note, and are promoted from there")
        if checked.passes:
            seen.add(words)
        told.append(checked)
    return told


def _promoted(one: Judged) -> Judged:
    at = one.recalled.promoted
    return replace(one, refused=f"promoted on {at:%Y-%m-%d}") if at and not one.refused else one


# Promoting


def chosen(scene: Scene, found: Sequence[Judged]) -> list[Promotion]:
    """What passes, best first, as many as the limit allows."""
    return [_promotion(scene, one) for one in found if one.passes][: scene.terms.limit]


def _promotion(scene: Scene, one: Judged) -> Promotion:
    what = one.recalled
    root, _, path = what.address.partition(":")
    where = shortterm.FOLDER + path if scene.in_openclaw and root == FOREIGN else path
    key = what.passage
    if scene.in_openclaw and not key.startswith("memory:"):
        key = shortterm.key_of(where, what.first, what.last)
    parts = one.parts
    return Promotion(
        key, what.text, where, what.first, what.last, scene.now, parts.score, what.count, what.relevance, what.intents,
        origin=what.origin,
    )  # fmt: skip


def promote(scene: Scene, *, by: str, mode: str = "", automatic: bool = False) -> Outcome:
    """One cycle. The topic comes first, then the index, which the store makes from what is really there."""
    found = judge(scene)
    picked = chosen(scene, found)
    pairs = promoted.steps(scene.layout, picked, scene.store.read)
    steps = [step for step, _ in pairs]
    if scene.in_openclaw:
        steps += _export(scene, picked)
    receipt = None
    if steps:
        title = f"promote {len(picked)} memor{'y' if len(picked) == 1 else 'ies'}" if picked else "write recalls down"
        kind = Kind.NIGHT if automatic else Kind.COMMAND
        receipt = scene.store.apply(ChangeSet(title, by, scene.now, tuple(steps), kind, automatic))
    done, skipped = _outcome(pairs, receipt)
    _note(scene, found, done, receipt, by, mode)
    tidy(scene.store, scene.now, scene.terms.counting.window, scene.terms.counting.most)
    return Outcome(len(found), done, receipt, skipped)


def _export(scene: Scene, picked: Sequence[Promotion]) -> list[Step]:
    daily = [one for one in recalls.read(scene.store.records(LOG)) if one.layer == "daily"]
    fresh = unwritten(scene, daily)
    if not fresh and not picked:
        return []
    there = document_of(scene)
    marks = {one.key: scene.now for one in picked}
    content = shortterm.added(file_of(scene), fresh, marks, scene.now, scene.terms.counting.most)
    return [
        Step("write recalls into OpenClaw's file", (Put(shortterm.FILE, there.digest if there else None, content),))
    ]


def _outcome(
    pairs: Sequence[tuple[Step, tuple[Promotion, ...]]], receipt: Receipt | None
) -> tuple[tuple[Promotion, ...], tuple[str, ...]]:
    done: list[Promotion] = []
    skipped: list[str] = []
    for (step, written), result in zip(pairs, receipt.results if receipt else (), strict=False):
        if result.state is State.APPLIED:
            done += written
        else:
            skipped.append(f"{step.reason}: {result.why}")
    return tuple(done), tuple(skipped)


def _note(
    scene: Scene, found: Sequence[Judged], done: Sequence[Promotion], receipt: Receipt | None, by: str, mode: str
) -> None:
    records = [
        LogRecord("promoted", by, one.at, {"key": one.key, "words": words_of(one.text), "source": one.source})
        for one in done
    ]
    file = str(shortterm.FILE)
    if receipt and any(file in map(str, r.addresses) and r.state is State.APPLIED for r in receipt.results):
        records.append(LogRecord("exported", by, scene.now, {}))
    waiting = sum(not one.refused for one in found) - len(done)
    facts: dict[str, Json] = {"mode": mode, "considered": len(found), "promoted": len(done), "waiting": waiting}
    records.append(LogRecord("cycle", by, scene.now, facts))
    scene.store.append(PROMOTIONS, records, sync=True)
