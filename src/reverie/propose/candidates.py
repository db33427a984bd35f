"""Clusters to candidates: worded, weighed, ranked. What could not be worded is left out and counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from reverie.propose import bugs, failures, repeat_fix, reverts, semantic, sessions
from reverie.propose.draft import Desk, Draft, Wording
from reverie.propose.words import counted, many
from reverie.records.events import Event
from reverie.records.learning import Candidate, Cluster, Evidence
from reverie.tools import sentence
from reverie.tools.ids import content_id

WORDINGS: dict[str, Wording] = {
    "repeat_fix": repeat_fix.word,
    "revert_cluster": reverts.word,
    "frequent_failure": sessions.failure(failures.word),
    "cross_actor_anti": bugs.word,
    "semantic_cluster": semantic.word,
    "correction": sessions.lesson,
    "repeated_correction": sessions.lesson,
    "remember_request": sessions.lesson,
    "repeated_workflow": sessions.workflow,
    "insight": sessions.insight,
}
SAME = 0.6
_OF_FILES = {"repeat_fix", "revert_cluster", "semantic_cluster"}
WEAK = 0.36  # how sure a wording is


Weighed = tuple[Candidate, float]


@dataclass(frozen=True, slots=True)
class Proposed:
    candidates: tuple[Candidate, ...] = ()
    left_out: Mapping[str, int] = field(default_factory=dict)


def propose(clusters: Sequence[Cluster], desk: Desk) -> Proposed:
    left_out: Counter[str] = Counter()
    found: list[Weighed] = []
    for whole in clusters:
        cluster = _still_there(whole, desk)
        draft = WORDINGS[cluster.signal](cluster, desk) if cluster else None
        if cluster is None:
            left_out["patterns of files that are gone"] += 1
        elif draft is None:
            left_out["patterns too vague for a rule"] += 1
        else:
            found.append((_candidate(cluster, draft), draft.sure))
    found = _without_weak(found, desk, left_out)
    ranked = sorted((candidate for candidate, _ in found), key=lambda c: (-c.rank, c.id))
    kept = _once(ranked)
    if len(kept) < len(ranked):
        left_out["patterns that rest on the same events as a better one"] += len(ranked) - len(kept)
    return Proposed(tuple(kept), left_out)


def _without_weak(found: list[Weighed], desk: Desk, left_out: Counter[str]) -> list[Weighed]:
    """What is hardly more than a count is worth a look only where little happens."""
    good = [one for one in found if one[1] >= WEAK] if desk.is_large else found
    if len(good) < len(found):
        left_out["weak patterns, in a history this large"] += len(found) - len(good)
    return good


def _still_there(cluster: Cluster, desk: Desk) -> Cluster | None:
    """Nothing is learned from the repair of files that are gone; of several, those that are left count."""
    if cluster.signal not in _OF_FILES:
        return cluster
    left = tuple(path for path in cluster.files if path in desk.tree)
    whole = len(left) == len(cluster.files)
    if whole or (left and not cluster.about.startswith("twins:")):
        return cluster if whole else replace(cluster, files=left)
    return None


def _once(ranked: Sequence[Candidate]) -> list[Candidate]:
    """One candidate for one story: what rests mostly on the events of a better one only widens its scope."""
    kept: list[Candidate] = []
    for candidate in ranked:
        mine = {e.event for e in candidate.evidence}
        for i, better in enumerate(kept):
            shared = mine & {e.event for e in better.evidence}
            if len(shared) >= SAME * min(len(mine), len(better.evidence)):
                more = tuple(path for path in candidate.scope if path not in better.scope)
                kept[i] = replace(better, scope=better.scope + more)
                break
        else:
            kept.append(candidate)
    return kept


def _candidate(cluster: Cluster, draft: Draft) -> Candidate:
    confidence, because = _confidence(draft)
    return Candidate(
        id=content_id(cluster.signal, cluster.about)[:8],
        signal=cluster.signal,
        about=cluster.about,
        title=draft.title,
        rule=sentence.proposed(draft.rule),
        scope=draft.scope,
        weight=len(draft.events),
        confidence=confidence,
        because=because,
        actors=tuple(sorted({event.actor for event in draft.events})),
        files=cluster.files,
        evidence=tuple(evidence(event) for event in sorted(draft.events, key=lambda e: (e.at, e.id))),
        not_counted=draft.not_counted,
        rank=round(cluster.strength * draft.sure, 3),
    )


def _confidence(draft: Draft) -> tuple[str, str]:
    """High needs several days and people and a shared cause; the reason says what there is."""
    count = len(draft.events)
    days = len({event.at.date() for event in draft.events})
    people = len({event.actor for event in draft.events})
    level = (count >= 4) + (days >= 3) + (people >= 2) + draft.cause
    because = f"{counted(draft.events)}, {many(days, 'day')}, {many(people, 'person', 'people')}"
    shares = "" if draft.cause else ", no shared cause found"
    return ("low", "low", "medium", "medium", "high")[level], because + shares


def evidence(event: Event) -> Evidence:
    return Evidence(event.id, event.at, event.actor, event.who or event.actor, str(event.span), event.summary)
