"""What was decided is remembered by what it is about: whether a pattern noticed tonight is new, one that waits already,
one that was decided and stays so, or one that came back strongly enough to be asked about again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from fractions import Fraction

from reverie.records.events import Event
from reverie.records.learning import SAID, Candidate, Cluster, Decision, Evidence
from reverie.review.likeness import files_alike, moving, same_place, words_alike
from reverie.tools.dates import utc_day

HALF = Fraction(1, 2)


class Standing(StrEnum):
    NEW = "new"
    OPEN = "open"  # it waits already, keeps its id, and is updated
    TAKES_OVER = "takes over"  # one that waits is this, better understood: it is replaced
    SUPPRESSED = "suppressed"
    REOPENED = "reopened"


@dataclass(frozen=True, slots=True)
class Precedent:
    """A candidate of an earlier night. `state` is the place it lies in, or `expired` when its rule is. Of one that was
    replaced nobody said anything, so it is no precedent."""

    candidate: Candidate
    state: str  # candidates, graduated, rejected, expired, replaced
    decision: Decision | None = None

    @property
    def waits(self) -> bool:
        return self.state == "candidates"

    @property
    def speaks(self) -> bool:
        return self.state in ("candidates", "graduated", "rejected") or self.decision is not None

    @property
    def events(self) -> frozenset[str]:
        return frozenset(e.event for e in self.candidate.evidence if e.event)


@dataclass(frozen=True, slots=True)
class Judged:
    """What the past says about one cluster. `replaces` names further open candidates that are this same pattern."""

    cluster: Cluster
    standing: Standing
    known: Precedent | None = None
    reason: str = ""
    replaces: tuple[str, ...] = ()


def judge(clusters: Sequence[Cluster], precedents: Iterable[Precedent]) -> tuple[Judged, ...]:
    """One answer for each cluster, in their order; neither order matters for what the answers are."""
    known = sorted((p for p in precedents if p.state != "replaced" and p.speaks), key=_newest_first)
    found = {id(c): sorted(filter(None, (_match(c, p) for p in known)), key=lambda m: m.key) for c in clusters}
    holders = _holders(clusters, found)
    return tuple(_judge(cluster, found[id(cluster)], holders) for cluster in clusters)


def voices(events: Iterable[Event | Evidence]) -> set[tuple[str, str]]:
    """Independent evidence: one voice is a person in a session or, where there are no sessions, a person on a day. A
    string of small commits on one afternoon is one voice."""
    return {_voice(event) for event in events}


@dataclass(frozen=True, slots=True)
class _Match:
    precedent: Precedent
    same_about: bool
    shared: Fraction

    @property
    def key(self) -> tuple[bool, bool, Fraction]:
        """The best match first; those known earlier are sorted newest first already."""
        return (not self.same_about, not self.precedent.waits, -self.shared)


def _match(cluster: Cluster, precedent: Precedent) -> _Match | None:
    """The same anchor, or half the evidence of the smaller of the two. Between different signals one shared event of
    two would be half as well, and a rejected pair of reverts would silence a dozen fixes: there it takes two events.
    What people said is of one kind, however often they said it."""
    mine, theirs = {e.id for e in cluster.events}, precedent.events
    common = len(mine & theirs)
    shared = Fraction(common, min(len(mine), len(theirs))) if mine and theirs else Fraction(0)
    same_about = cluster.about == precedent.candidate.about
    signals = {cluster.signal, precedent.candidate.signal}
    enough = common >= (1 if len(signals) == 1 or signals <= SAID else 2)
    same = same_about or (shared >= HALF and enough) or _same_story(cluster, precedent.candidate, common)
    return _Match(precedent, same_about, shared) if same else None


def _same_story(cluster: Cluster, known: Candidate, common: int) -> bool:
    """The same thing under another name: files that take turns in leading, or a window that slid on over one story. Of
    what is left of an old story one event is enough, if places or words agree; of a new one both must."""
    if same_place(cluster, known):
        return True
    if not moving(cluster, known):
        return False
    agree = files_alike(cluster, known) + words_alike(cluster, known)
    return agree == 2 or (agree == 1 and common > 0)


def _holders(clusters: Sequence[Cluster], found: Mapping[int, Sequence[_Match]]) -> dict[str, Cluster]:
    """Which cluster goes on under an open candidate's id, when several could: an id is given once."""
    claims: dict[str, list[tuple[tuple[object, ...], Cluster]]] = {}
    for cluster in clusters:
        matches = found[id(cluster)]
        if matches and matches[0].precedent.waits:
            rank = (*matches[0].key, -len(cluster.events), cluster.signal, cluster.about)
            claims.setdefault(matches[0].precedent.candidate.id, []).append((rank, cluster))
    return {known: min(claimed, key=lambda c: c[0])[1] for known, claimed in claims.items()}


def _judge(cluster: Cluster, matches: Sequence[_Match], holders: Mapping[str, Cluster]) -> Judged:
    if not matches:
        return Judged(cluster, Standing.NEW)
    known = matches[0].precedent
    if not known.waits:
        return _decided(cluster, known)
    if holders[known.candidate.id] is not cluster:
        reason = f"it is part of candidate {known.candidate.id}, which waits already"
        return Judged(cluster, Standing.SUPPRESSED, known, reason)
    others = {m.precedent.candidate.id for m in matches[1:] if m.precedent.waits} - holders.keys()
    if _knows_better(cluster, matches[0]):
        gone = (known.candidate.id, *sorted(others - {known.candidate.id}))
        return Judged(cluster, Standing.TAKES_OVER, known, f"it takes the place of {known.candidate.id}", gone)
    return Judged(cluster, Standing.OPEN, known, f"candidate {known.candidate.id} waits already", tuple(sorted(others)))


def _knows_better(cluster: Cluster, match: _Match) -> bool:
    """A registry says what a bug is and how to prevent it: once it has an entry, that is how to speak of it."""
    known = match.precedent
    most = len(known.events & {e.id for e in cluster.events}) * 2 >= len(known.events)
    return cluster.signal == "cross_actor_anti" and known.candidate.signal != cluster.signal and most


def _decided(cluster: Cluster, known: Precedent) -> Judged:
    """A rule in force is watched, not proposed again. What was rejected or has expired comes back only when at least as
    much independent evidence came since as it had then."""
    told = _told(known)
    if known.state == "graduated":
        return Judged(cluster, Standing.SUPPRESSED, known, f"{told}; whether the rule works is watched")
    had, came = _had(cluster, known), _came(cluster, known)
    count = f"{came} new independent {_times(came)} since, {had} then"
    if came >= had:
        return Judged(cluster, Standing.REOPENED, known, f"{told}; asked again: {count}")
    return Judged(cluster, Standing.SUPPRESSED, known, f"{told}; {count}: it takes as many again")


def _had(cluster: Cluster, known: Precedent) -> int:
    """How much it rested on. Evidence of which only the id is left counts for itself: rather too much than too little,
    because that only makes reopening harder."""
    here = {e.id: e for e in cluster.events}
    old = [here.get(e.event, e) for e in known.candidate.evidence]
    told = [e for e in old if e.actor]
    return max(1, len(voices(told)) + len(old) - len(told))


def _came(cluster: Cluster, known: Precedent) -> int:
    """New is what happened after the decision; older things that a wider window brings in are not news."""
    since = known.decision.at if known.decision else datetime.max.replace(tzinfo=UTC)
    new = [e for e in cluster.events if e.id not in known.events and e.at > since]
    return len(voices(new) - voices(e for e in cluster.events if e.id in known.events))


def _voice(event: Event | Evidence) -> tuple[str, str]:
    session = event.session if isinstance(event, Event) else ""
    return (event.actor, session or utc_day(event.at))


def _told(known: Precedent) -> str:
    decision = known.decision
    if decision is None:
        return f"{known.state} as {known.candidate.id}"
    what = "graduated and expired" if known.state == "expired" else known.state
    return f"{what} as {known.candidate.id} by {decision.by} on {utc_day(decision.at)}"


def _newest_first(known: Precedent) -> tuple[float, str, str]:
    at = known.decision.at.timestamp() if known.decision else 0.0
    return (-at, known.candidate.id, known.state)


def _times(count: int) -> str:
    return "occurrence" if count == 1 else "occurrences"
