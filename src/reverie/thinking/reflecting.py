"""Insights, inside the cage: what was observed beside what is known, and what becomes of it as steps. One that is
stable and says what to do offers itself as a candidate, once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, time
from pathlib import Path

from reverie import insights
from reverie.gather.git.present import unknown
from reverie.insights import Observation
from reverie.insights.likeness import Embed
from reverie.layouts import insightfile
from reverie.records.changes import Put, Step
from reverie.records.documents import Document
from reverie.records.errors import BadDocument
from reverie.records.events import Event
from reverie.records.insights import Insight, address_of, is_insight
from reverie.records.learning import Cluster
from reverie.records.nightly import Request
from reverie.tools.git import Git, GitFailed
from reverie.tools.ids import content_id

SIGNAL = "insight"
EDITED = "insights edited by hand, left as they are"
GONE = "insights about code that is not there any more"


@dataclass(frozen=True, slots=True)
class Reflected:
    """The insights as they are after tonight. `told`: what happened to each that is new or changed."""

    now: Mapping[str, Insight] = field(default_factory=dict)
    told: Mapping[str, str] = field(default_factory=dict)
    documents: Mapping[str, Document] = field(default_factory=dict)
    events: Mapping[str, Event] = field(default_factory=dict)

    def offers(self) -> list[Cluster]:
        """Those that are ready to be a rule, and were never offered."""
        ready = (one for one in self.now.values() if insights.is_actionable(one) and not one.offered)
        found = ((one, tuple(self.events[e.event] for e in one.evidence if e.event in self.events)) for one in ready)
        return [
            Cluster(
                SIGNAL,
                about_of(one),
                events,
                one.files,
                {"rule": one.advice, "title": one.keyless, "sessions": str(len(one.sessions))},
                strength=2.0 + 0.1 * min(len(one.sessions), 20),
            )
            for one, events in found
            if events
        ]

    def steps(self, proposed: Collection[str], left_out: Counter[str]) -> tuple[list[Step], dict[str, dict[str, str]]]:
        """What is to be written, and what happened to each. `proposed`: the new candidates of this night."""
        steps: list[Step] = []
        told: dict[str, dict[str, str]] = {}
        for id, one in self.now.items():
            candidate = content_id(SIGNAL, about_of(one))[: len(id)]
            what = self.told.get(id, "")
            if candidate in proposed and not one.offered:
                one, what = replace(one, offered=f"candidate {candidate}"), what or "offered"  # noqa: PLW2901
            step = self._step(one, what) if what else None
            left_out.update([EDITED] if what and step is None else [])
            if step:
                steps.append(step)
                told[id] = {"what": what, "text": one.text}
        return steps, told

    def _step(self, one: Insight, what: str) -> Step | None:
        there = self.documents.get(one.id)
        if there is None:
            put = Put(address_of(one.id), None, insightfile.text(one))
            return Step(f"keep an insight: {one.text}", (put,), f"insight {one.id}")
        if not insightfile.untouched(there):
            return None
        put = Put(there.address, there.digest, insightfile.text(one, there.content))
        return Step(f"the insight {one.id} {_HOW.get(what, 'changed')}: {one.text}", (put,))


_HOW = {
    "grew": "was seen again",
    "resolved": "is resolved",
    "stale": "is stale",
    "back": "is back",
    "merged": "is said by another",
    "offered": "is proposed as a rule",
}


def reflect(
    ask: Request,
    events: Sequence[Event],
    clusters: Sequence[Cluster],
    embed: Embed | None,
    left_out: Counter[str],
    shown: Sequence[Observation] = (),
) -> Reflected:
    """`events`: of sessions and of git, as far back as is known. `shown`: what lessons of sessions show."""
    documents = {document.address: document for document in ask.documents if is_insight(document.address)}
    known: dict[str, tuple[Document, Insight]] = {}
    for document in documents.values():
        try:
            found = insightfile.read(document.address, document.content)
        except BadDocument:
            left_out["insight files that cannot be read"] += 1
            continue
        if found.id == document.address.name.removesuffix(".md"):
            known[found.id] = document, found
    heard = (event.at for event in events if event.session)
    latest = max([*heard, *(_noon(one.last) for _, one in known.values())], default=ask.since)
    limits = insights.Limits(latest, ask.since, ask.alike, embed)
    observed = [*_of_now(ask, list(insights.observe(events, clusters)), left_out), *shown]
    settled = insights.settle(observed, [one for _, one in known.values()], limits)
    left_out.update(settled.left_out)
    changed = {one.id: one for one, _ in settled.changed} | {one.id: one for one in settled.new}
    return Reflected(
        {**{id: one for id, (_, one) in known.items()}, **changed},
        {**{one.id: what for one, what in settled.changed}, **{one.id: "new" for one in settled.new}},
        {id: document for id, (document, _) in known.items()},
        {event.id: event for event in (*events, *(event for one in shown for event in one.events))},
    )


def _noon(day: date) -> datetime:
    """Sessions that lie before the window are not looked at; what they showed tells when they were."""
    return datetime.combine(day, time(12), UTC)


def _of_now(ask: Request, observed: Sequence[Observation], left_out: Counter[str]) -> list[Observation]:
    """Without those that name parts of the code which no file has any more."""
    names = {one.about: spoken for one in observed if (spoken := insights.spoken_of(one))}
    if not names:
        return list(observed)
    try:
        gone = unknown(Git.at(Path(ask.root)), (name for spoken in names.values() for name in spoken))
    except GitFailed:
        return list(observed)
    kept = [one for one in observed if one.about not in names or gone.isdisjoint(names[one.about])]
    left_out.update({GONE: len(observed) - len(kept)} if len(kept) < len(observed) else {})
    return kept


def about_of(one: Insight) -> str:
    return f"insight:{one.id}"


def summed(told: Iterable[Mapping[str, str]]) -> str:
    """`2 new insights, 1 resolved`."""
    counts = Counter(one["what"] for one in told)
    new = counts.pop("new", 0)
    parts = [f"{new} new insight{'s' * (new != 1)}"] if new else []
    return ", ".join([*parts, *(f"{n} {what}" for what, n in sorted(counts.items()))])
