"""A part of the code that several sessions had to work out: what they said of it, the two clearest sentences. Nobody
wrote it down, or they would not have had to."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from reverie.insights.observed import LEAST, Observation, Scene, many, once_each, voice, witnessed
from reverie.insights.sentences import clarity, names, stands
from reverie.records.events import Event
from reverie.records.insights import Type
from reverie.tools.terms import terms

MOST = 10  # the most discussed
EARLY = 60  # characters in which a sentence has named what it is about
FEW, COMMON = 3, 0.4  # sessions, and of the sessions: what more of them speak of is the project itself
CLEAR = 0.0
MUCH = 5  # statements: so much is said of what is worth it; else two sessions of one day are one piece of work
SHORTEST = 5  # letters: `iOS` and `PoC` are no parts of the code
_CODE = re.compile(r"[a-z][A-Z]|[A-Za-z]_[A-Za-z]|\w\(\)|^\.?[\w./-]+\.\w{2,5}$")  # fooBar, foo_bar, foo(), foo.ts
_PLACE = re.compile(r"[\w.-]+(?:/[\w.-]+)+/?")  # src/app, origin/main
_EVERYWHERE = frozenset(
    "typescript javascript github gitlab graphql postgresql mysql nodejs openai websocket devops pytest chatgpt macos"
    " agents.md claude.md readme.md package.json package-lock.json go.mod pyproject.toml localhost vscode saas".split()
)


@dataclass(slots=True)
class _Subject:
    shown: str
    sessions: set[str] = field(default_factory=set)
    told: list[Event] = field(default_factory=list)  # what stands alone
    is_code: bool = False  # somebody wrote it as code: else it may be the name of a product


def notice(scene: Scene) -> Iterator[Observation]:
    """What sentences of several sessions are about, those of most sessions first. Each sentence is told once."""
    told: set[str] = set()
    count = 0
    for key, subject in sorted(_subjects(scene).items(), key=lambda it: _rank(it[0], it[1])):
        said = _clearest([event for event in subject.told if event.summary not in told], subject)
        if len(said) < LEAST or (len({event.at.date() for event in said}) < LEAST and len(subject.told) < MUCH):
            continue
        told.update(event.summary for event in said[:LEAST])
        yield _observation(key, subject, said)
        count += 1
        if count == MOST:
            return


def spoken_of(one: Observation) -> list[str]:
    """The parts of the code that an observation names: if one of them is gone, what it says is of yesterday."""
    if one.about.partition(":")[0] not in ("subject", "finding", "asked"):
        return []
    found = (name.removesuffix("()") for name in names(one.text) if len(name) >= SHORTEST)
    return [name for name in dict.fromkeys(found) if _CODE.search(name) or _PLACE.fullmatch(name)]


def _rank(key: str, subject: _Subject) -> tuple[int, int, int, str]:
    return -len({voice(event) for event in subject.told}), -len(subject.sessions), -len(subject.told), key


def _observation(key: str, subject: _Subject, said: Sequence[Event]) -> Observation:
    words = "; ".join(f"“{quote.summary.rstrip('.')}”" for quote in said[:LEAST])
    return witnessed(
        Type.PATTERN,
        f"subject:{key}",
        f"{subject.shown} was explained anew in {many(len(said))}: {words}.",
        sorted(said, key=lambda e: (e.at, e.id)),
        1.6,
        0.3,
        besides=f"{len(subject.told)} statements",
    )


def _subjects(scene: Scene) -> dict[str, _Subject]:
    found: dict[str, _Subject] = {}
    said: defaultdict[str, set[str]] = defaultdict(set)  # the same words in two sessions are one text that was copied
    for event in scene.kind("finding"):
        tells = stands(event.summary)
        for key, shown in _keys(event.summary).items():
            subject = found.setdefault(key, _Subject(shown))
            subject.is_code = subject.is_code or f"`{shown.strip('`')}" in event.summary
            if event.summary.lower() not in said[key]:
                said[key].add(event.summary.lower())
                subject.sessions.add(voice(event))
                subject.told += [event] if tells else []
    most = max(FEW, COMMON * len({voice(event) for event in scene.kind("finding")}))
    return {key: one for key, one in found.items() if LEAST <= len(one.sessions) <= most and one.is_code and one.told}


def _keys(text: str) -> dict[str, str]:
    """The names of code it speaks of, by a key, each as it is shown."""
    found: dict[str, str] = {}
    for name in names(text):
        if len(name) < SHORTEST or " " in name or name.lower() in _EVERYWHERE:
            continue
        if _CODE.search(name) and (row := terms(name)):
            found.setdefault(row[0].key, f"`{name}`")
    return found


def _clearest(rows: Sequence[Event], subject: _Subject) -> list[Event]:
    """The clearest sentence of each session that is about it, the clearest of all first."""
    about = [event for event in rows if _is_about(event.summary, subject) and clarity(event.summary) >= CLEAR]
    return once_each(sorted(about, key=lambda event: (-clarity(event.summary), event.at, event.id)))


def _is_about(text: str, subject: _Subject) -> bool:
    """It names it early."""
    return 0 <= text.lower().find(subject.shown.strip("`").removesuffix("()").lower()) < EARLY
