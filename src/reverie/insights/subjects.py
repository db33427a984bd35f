"""A part of the code that several sessions had to work out: what they said of it, the two clearest sentences. Nobody
wrote it down, or they would not have had to."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from reverie.insights.findings import CODE, clarity
from reverie.insights.observed import LEAST, Observation, Scene, many, once_each, voice
from reverie.records.events import Event
from reverie.records.insights import Type

MOST = 10  # the most discussed
ENOUGH = 5  # sessions and sentences together
SAME = 0.5  # of the sentences of one name hold the other, too: they are one subject
CLEAR = 0.14
_NAME = re.compile(
    r"[a-z][A-Z]|[a-z]_[a-z]|\w\(\)"
)  # fooBar, foo_bar, foo(); neither a host nor a variable of the shell
_ORDER = re.compile(
    r"^(?:only )?(?:use|run|set|add|call|always|never|remove|check|update|create|move|handles?)\b", re.I
)
_OTHER = re.compile(
    r"[\s/]|^-|^\.|\.(?:md|json|ya?ml|toml|[cm]?[jt]sx?|py|go|rs|rb|java|css|html|sh|lock|log|txt)$|^v?\d|^[\d.]+$",
    re.I,
)
_LONG = 28  # words


def notice(scene: Scene) -> Iterator[Observation]:
    """Names that sentences of at least two sessions are about, those of most sessions first."""
    shown, said = _by_name(scene.kind("finding"))
    ranked = sorted(said.items(), key=lambda it: (-len(_voices(it[1])), -len(it[1]), it[0]))
    told: list[set[str]] = []
    for name, rows in ranked:
        sessions, ids = len(_voices(rows)), {event.id for event in rows}
        if sessions < LEAST or sessions + len(rows) < ENOUGH or any(len(ids & t) > SAME * len(ids) for t in told):
            continue
        quotes = _clearest(rows, name)
        if not quotes:
            continue
        told.append(ids)
        words = "; ".join(f"“{quote.summary.rstrip('.')}”" for quote in quotes)
        yield Observation(
            Type.PATTERN,
            f"subject:{name}",
            f"`{shown[name]}` was explained anew in {many(sessions)}: {words}.",
            tuple(once_each(rows)),
            "",
            f"{len(rows)} statements",
            1.2 + 0.3 * min(sessions, 5) + 0.02 * min(len(rows), 20),
        )
        if len(told) == MOST:
            return


def _by_name(rows: Sequence[Event]) -> tuple[dict[str, str], dict[str, list[Event]]]:
    shown: dict[str, str] = {}
    said: defaultdict[str, list[Event]] = defaultdict(list)
    for event in rows:
        for name in dict.fromkeys((a or b).strip("`*.,;") for a, b in CODE.findall(event.summary)):
            if _NAME.search(name) and not _OTHER.search(name):
                key = name.removesuffix("()").lower()
                shown.setdefault(key, name)
                said[key].append(event)
    return shown, said


def _voices(rows: Sequence[Event]) -> set[str]:
    return {voice(event) for event in rows}


def _clearest(rows: Sequence[Event], name: str) -> list[Event]:
    """The clearest sentence and that of another session; nothing, if only one of them is clear."""
    about = [event for event in rows if _is_about(event.summary, name)]
    scored = sorted(((_clear(event.summary, name), event) for event in about), key=lambda it: (-it[0], it[1].id))
    clear = [event for score, event in scored if score >= CLEAR]
    other = next((event for event in clear if voice(event) != voice(clear[0])), None)
    return [clear[0], other] if other else []


def _is_about(text: str, name: str) -> bool:
    """The sentence begins with the name, written as code."""
    start = " ".join(text.split()[:3]).lower()
    return f"`{name}" in start and not _ORDER.match(text)


def _clear(text: str, name: str) -> float:
    """It is about the name, and not too long."""
    words = text.split()
    early = name in " ".join(words[:4]).lower()
    return round(clarity(text) + 0.3 * early - 0.2 * (len(words) > _LONG) - 0.15 * (len(words) < 6), 6)
