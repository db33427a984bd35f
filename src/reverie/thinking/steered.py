"""Instructions and what is proposed: patterns that a person wants ignored are left out, those in focus come first, and
so more of them find a place among the best."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from reverie.records.learning import Candidate, Cluster
from reverie.review.precedents import Judged
from reverie.thinking.papers import Proposed
from reverie.tools.steering import Steering, compared

LEFT_OUT = "patterns left out by your instructions"


def patterns(ranked: Sequence[Judged], wanted: Steering) -> list[Judged]:
    focused = {id(j): _is_about(j.cluster, wanted.focused) for j in ranked}
    kept = [j for j in ranked if not _is_about(j.cluster, wanted.named) and (focused[id(j)] or not wanted.only)]
    return sorted(kept, key=lambda j: not focused[id(j)])


def candidates(worded: Sequence[Candidate], wanted: Steering) -> list[Candidate]:
    """As they are worded they may say more than their pattern did."""
    said = {c.id: "\n".join((c.title, c.rule, c.about, *c.scope, *c.files)) for c in worded}
    kept = [c for c in worded if not wanted.named(said[c.id])]
    return sorted(kept, key=lambda c: not wanted.focused(said[c.id]))


def changed(plain: Proposed, steered: Proposed, titles: Mapping[str, str]) -> tuple[str, ...]:
    """Against what would have been proposed without instructions."""
    before, after = ([(id, titles.get(id, id)) for id in (*done.new, *done.grown)] for done in (plain, steered))
    return compared(before, after)


def unmet(ranked: Sequence[Judged], worded: Sequence[Candidate], wanted: Steering) -> tuple[str, ...]:
    """What was asked for and is nowhere: said, so that a typing error is not taken for silence."""
    texts = [text for j in ranked for text in (_about(j.cluster), *_told(j.cluster))]
    found = wanted.unmet([*texts, *(f"{c.title}\n{c.rule}" for c in worded)])
    return tuple(f"no pattern is about “{said}”" for said in found)


def _is_about(cluster: Cluster, meets: Callable[[str], str]) -> bool:
    """By its name and places, or by what most of its events say: one that only mentions something is not about it."""
    told = _told(cluster)
    return bool(meets(_about(cluster))) or 2 * sum(bool(meets(text)) for text in told) > len(told)


def _about(cluster: Cluster) -> str:
    return "\n".join((cluster.about, *cluster.files, *cluster.facts.values()))


def _told(cluster: Cluster) -> list[str]:
    return [f"{event.summary}\n{' '.join(event.files)}" for event in cluster.events]
