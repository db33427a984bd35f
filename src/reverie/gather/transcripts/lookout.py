"""Looking out, while sessions are read, for what the memory is not sure of: where people and agents speak of it, and
which commands name it. Best of each doubt is what a person said, then what is newest."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime

from reverie.gather.transcripts.phrases import LONGEST, own_words, quote, sentences
from reverie.records.doubts import Doubt
from reverie.records.events import Event, Origin
from reverie.records.transcripts import Said, Turn
from reverie.tools.ids import content_id
from reverie.tools.tokens import tokens

KIND = "sighting"
MOST = 3  # of one doubt
SHARE = 0.6  # of a doubt's words that must be said in one sentence
FEWEST = 3  # of them, at least
_TURNS = frozenset({Turn.HUMAN, Turn.REJECTION, Turn.AGENT, Turn.TOOL_USE})
_OURS = re.compile(r"(?:^|[\s/;&|])reverie(?:-hook)?\b|\.agent/")

Clean = Callable[[Sequence[Said]], list[Said]]


class Lookout:
    """What is looked for, and what was seen so far. `place` says of an event whether it is this project's."""

    def __init__(self, doubts: Iterable[Doubt]) -> None:
        self._doubts = tuple(doubt for doubt in doubts if doubt.names or len(doubt.words) >= FEWEST)
        names = sorted({name for doubt in self._doubts for name in doubt.names}, key=lambda name: (-len(name), name))
        self._names = re.compile("|".join(map(re.escape, names))) if names else None
        self._worded = any(not doubt.names for doubt in self._doubts)
        self._seen: dict[str, dict[str, Event]] = {}

    def __bool__(self) -> bool:
        return bool(self._doubts)

    def look(self, said: Iterable[Said], actor: str, clean: Clean, place: Callable[[Event], Event | None]) -> None:
        for one in said:
            if one.turn in _TURNS and not one.sidechain and self._may_speak(one):
                for event, doubt in self._of(clean([one])[0], actor):
                    if place(event) is event:
                        self._seen.setdefault(doubt.key, {})[event.id] = event

    def seen(self) -> Iterator[tuple[Doubt, Event]]:
        for doubt in self._doubts:
            found = self._seen.get(doubt.key, {}).values()
            best = sorted(found, key=lambda e: (e.origin is not Origin.USER, e.tool != "", -e.at.timestamp(), e.id))
            yield from ((doubt, event) for event in best[:MOST])

    def _may_speak(self, said: Said) -> bool:
        """Cheap, before secrets are looked for."""
        text = _text(said)
        if said.turn is Turn.TOOL_USE and (not said.command or _OURS.search(text)):
            return False
        return bool(self._names and self._names.search(text)) or (self._worded and said.turn is not Turn.TOOL_USE)

    def _of(self, said: Said, actor: str) -> Iterator[tuple[Event, Doubt]]:
        text = _text(said)
        lines = [text] if said.turn is Turn.TOOL_USE else sentences(own_words(text))
        stems = [frozenset(tokens(line)) for line in lines] if self._worded else []
        for doubt in self._doubts:
            line = next((line for line in lines if any(_says(line, name) for name in doubt.names)), "")
            if not line and not doubt.names:
                line = next((line for line, known in zip(lines, stems, strict=True) if _is_about(known, doubt)), "")
            if line and said.at:
                yield _event(said, said.at, doubt, line, actor), doubt


def _text(said: Said) -> str:
    return said.command if said.turn is Turn.TOOL_USE else said.text


def _says(line: str, name: str) -> bool:
    at = line.find(name)
    before, after = line[at - 1 : at] if at > 0 else "", line[at + len(name) : at + len(name) + 1]
    return at >= 0 and not _joins(before, name[0]) and not _joins(after, name[-1])


def _joins(beside: str, edge: str) -> bool:
    """Whether a letter goes on where a name begins or ends: `src/jwt.py` is not said by `src/jwt.pyc`."""
    return bool(beside) and (beside.isalnum() or beside == "_") and (edge.isalnum() or edge == "_")


def _is_about(stems: frozenset[str], doubt: Doubt) -> bool:
    met = sum(word in stems for word in doubt.words)
    return met >= max(FEWEST, SHARE * len(doubt.words))


def _event(said: Said, at: datetime, doubt: Doubt, line: str, actor: str) -> Event:
    command = said.turn is Turn.TOOL_USE
    person = said.turn in (Turn.HUMAN, Turn.REJECTION)
    origin = Origin.USER if person else Origin.AGENT
    words = f"ran {line}"[:LONGEST] if command else quote(line)
    where = said.span.uuid or f"{said.span.source}:{said.span.offset}"
    return Event(
        content_id(KIND, doubt.key, where), KIND, actor, at, origin, said.span, words,
        session=said.session, tool=said.tool if command else "",
    )  # fmt: skip
