"""Orient: the memory at a glance before a night gathers, from the store's listing alone, and what is doubtful about it.
Whoever wants the whole map asks `reverie doctor`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Protocol

from reverie.layouts import insightfile, proposals
from reverie.records.documents import Listed, Skipped
from reverie.records.doubts import LOG, Doubt, Oriented, by_key
from reverie.records.insights import Insight, Type
from reverie.records.logs import LogRecord
from reverie.records.proposals import OPEN
from reverie.records.store import Reader
from reverie.remember.specifics import specifics
from reverie.remember.statements.cues import DULL
from reverie.tools.terms import STOP
from reverie.tools.tokens import tokens


class Looking(Reader, Protocol):
    """A store, as far as one only looks at it."""

    def records(self, log: str, since: datetime | None = None) -> Iterator[LogRecord | Skipped]: ...


MOST = 60  # doubts that are looked for
_TELLING = re.compile(r"[/._()-]|[a-z][A-Z]|\d")
_EMPTY = frozenset(tokens(" ".join((*DULL, *STOP))))


def oriented(store: Looking, kinds: Mapping[str, int], noted: Iterable[Listed], *, private: bool) -> Oriented:
    """`kinds`: how many documents of each there are; `noted`: the notes whose header says that they are doubtful."""
    doubts = [doubt for item in noted for doubt in _of_note(item)]
    doubts += _of_proposals(store, private=private)
    doubts += [_of_insight(one) for _, one in insightfile.filed(store) if one.is_open and _is_doubtful(one)]
    seen = by_key(store.records(LOG)) if doubts else {}
    known = (replace(one, seen=seen[one.key][0].quoted) if one.key in seen else one for one in doubts[:MOST])
    return Oriented(_told(kinds, doubts), tuple(known))


def _of_note(item: Listed) -> Iterator[Doubt]:
    """A note that speaks of what is gone, or that says itself that it is not sure."""
    facts, title = item.what.facts, item.what.title
    if doubt := facts.get("doubt"):
        yield _doubt(str(item.address), "note", f"{title}: {doubt}", doubt)
    elif facts.get("confidence") == "low":
        yield _doubt(str(item.address), "note", f"{title}: not sure", f"{title}. {facts.get('hook', '')}")


def _of_proposals(store: Looking, *, private: bool) -> Iterator[Doubt]:
    """Which of two holds, if that was left to a person."""
    for _, proposal in proposals.filed(store, private=private):
        asked = [s.reason for s, kind in zip(proposal.steps, proposal.kinds, strict=True) if kind == "supersede"]
        if proposal.status == OPEN and asked:
            told = proposal.reason if len(proposal.steps) == 1 else "; ".join(asked)
            yield _doubt(proposal.id, "proposal", told, told)


def _is_doubtful(insight: Insight) -> bool:
    return insight.type is Type.GAP or insight.confidence == "low"


def _of_insight(insight: Insight) -> Doubt:
    kind = "gap" if insight.type is Type.GAP else "insight"
    return _doubt(insight.id, kind, insight.text, insight.text)


def _doubt(key: str, kind: str, told: str, text: str) -> Doubt:
    names = tuple(name for name in specifics(text) if len(name) > 3 and (_TELLING.search(name) or f"`{name}`" in text))
    words = dict.fromkeys(word for word in tokens(text) if len(word) > 2 and word not in _EMPTY)
    return Doubt(key, kind, " ".join(told.split())[:300], names, tuple(words))


def _told(kinds: Mapping[str, int], doubts: list[Doubt]) -> str:
    parts = [f"{count} {name if count == 1 else more}" for kind, name, more in _NAMES if (count := kinds.get(kind, 0))]
    counts = Counter(doubt.kind for doubt in doubts)
    asked = [f"{count} {name if count == 1 else more}" for kind, name, more in _ASKED if (count := counts[kind])]
    return ", ".join(parts or ["no notes yet"]) + (f"; looks for {', '.join(asked)}" if asked else "")


_NAMES = (("note", "note", "notes"), ("daily", "daily note", "daily notes"))
_ASKED = (
    ("note", "doubted note", "doubted notes"),
    ("proposal", "open contradiction", "open contradictions"),
    ("gap", "gap", "gaps"),
    ("insight", "unsure insight", "unsure insights"),
)
