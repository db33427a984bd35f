"""A part of the code that several sessions had to work out: what they said of it, the two clearest sentences. Nobody
wrote it down, or they would not have had to."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from reverie.insights.observed import LEAST, Observation, Scene, many, voice
from reverie.insights.sentences import clarity, is_thing, names, plain, stands
from reverie.records.events import Event
from reverie.records.insights import Type
from reverie.tools.terms import STOP, stem, terms

MOST = 10  # the most discussed
ENOUGH = 3  # sessions that speak of it, where only one says something that stands alone
EARLY = 30  # characters in which a sentence has named what it is about
COMMON = 0.4  # of the sessions: what more of them speak of is the project itself
CLEAR = 0.0
_CODE = re.compile(r"[a-z][A-Z]|[A-Za-z]_[A-Za-z]|\w\(\)|^\.?[\w./-]+\.\w{2,5}$")  # fooBar, foo_bar, foo(), foo.ts
_EVERYWHERE = frozenset(
    "typescript javascript github gitlab graphql postgresql mysql nodejs openai websocket devops pytest chatgpt macos"
    " agents.md claude.md readme.md package.json package-lock.json go.mod pyproject.toml localhost vscode saas".split()
)
_WORD = re.compile(r"[A-Za-z][A-Za-z'-]*|[^\sA-Za-z]+")  # what stands between two words parts them
_THINGS = frozenset(  # too common to tell by themselves
    stem(word)
    for word in "branch commit state test build file path key type message list request module class option name method"
    " call case hook data output line code string version function session agent error review token cache".split()
)
_SMALL = frozenset("never shown even else like own real both whole full per etc its non via such more less".split())


@dataclass(slots=True)
class _Subject:
    shown: str
    sessions: set[str] = field(default_factory=set)
    told: list[Event] = field(default_factory=list)  # what stands alone


def notice(scene: Scene) -> Iterator[Observation]:
    """What sentences of several sessions are about, those of most sessions first. Each sentence is told once."""
    told: set[str] = set()
    count = 0
    for key, subject in sorted(_subjects(scene).items(), key=lambda it: _rank(it[0], it[1])):
        quotes = _quotes([event for event in subject.told if event.summary not in told], subject)
        if len(quotes) < LEAST and not (len(subject.sessions) >= ENOUGH and quotes and _begins(quotes[0], subject)):
            continue
        told.update(event.summary for event in quotes)
        yield _observation(key, subject, quotes, scene)
        count += 1
        if count == MOST:
            return


def _rank(key: str, subject: _Subject) -> tuple[int, int, int, str]:
    return -len({voice(event) for event in subject.told}), -len(subject.sessions), -len(subject.told), key


def _observation(key: str, subject: _Subject, quotes: Sequence[Event], scene: Scene) -> Observation:
    sessions = len(subject.sessions)
    words = "; ".join(f"“{quote.summary.rstrip('.')}”" for quote in quotes)
    how = "was explained anew in" if len(quotes) > 1 else "came up in"
    text = f"{subject.shown} {how} {many(sessions)}: {words}."
    shown = {voice(quote) for quote in quotes}
    rest = _first_of([*scene.kind("finding")], key, subject.sessions - shown)
    return Observation(
        Type.PATTERN,
        f"subject:{key}",
        text[0].upper() + text[1:],
        tuple(sorted([*quotes, *rest], key=lambda e: (e.at, e.id))),
        "",
        f"{len(subject.told)} statements",
        1.2 + 0.3 * min(sessions, 5) + 0.02 * min(len(subject.told), 20) + 0.4 * (len(quotes) > 1),
    )


def _first_of(rows: Sequence[Event], key: str, sessions: set[str]) -> list[Event]:
    """What the other sessions said of it first."""
    found: dict[str, Event] = {}
    for event in rows:
        if voice(event) in sessions and voice(event) not in found and key in _keys(event.summary):
            found[voice(event)] = event
    return list(found.values())


def _subjects(scene: Scene) -> dict[str, _Subject]:
    found: dict[str, _Subject] = {}
    said: defaultdict[str, set[str]] = defaultdict(set)  # the same words in two sessions are one text that was copied
    for event in scene.kind("finding"):
        tells = stands(event.summary)
        for key, shown in _keys(event.summary).items():
            subject = found.setdefault(key, _Subject(shown))
            if event.summary.lower() not in said[key]:
                said[key].add(event.summary.lower())
                subject.sessions.add(voice(event))
                subject.told += [event] if tells else []
    most = max(ENOUGH, COMMON * len({voice(event) for event in scene.kind("finding")}))
    return {key: one for key, one in found.items() if LEAST <= len(one.sessions) <= most and one.told}


def _keys(text: str) -> dict[str, str]:
    """What it speaks of, by a key, each as it is shown: names of code, and pairs of telling words."""
    found: dict[str, str] = {}
    for name in names(text):
        if _CODE.search(name) and " " not in name and name.lower() not in _EVERYWHERE and (row := terms(name)):
            found.setdefault(row[0].key, f"`{name}`")
    for first, second in pairwise(_WORD.findall(plain(text))):
        if _is_pair(first.lower(), second.lower()):
            key = f"{stem(first.lower())}_{stem(second.lower())}"  # meets `shadow_branch` and `ShadowBranch`
            found.setdefault(key, f"{first} {second}".lower())
    return found


def _is_pair(first: str, second: str) -> bool:
    """Two words that may name something: `shadow branch`, `deferred condensation`."""
    plain_words = first.isalpha() and second.isalpha() and min(len(first), len(second)) > 2
    telling = (first not in STOP) + (second not in STOP)
    return (
        plain_words and telling > 0 and _may_stand(first) and _may_stand(second) and not second.endswith(("ed", "ly"))
    )


def _may_stand(word: str) -> bool:
    if word in STOP:
        return stem(word) in _THINGS
    return not word.endswith("ly") and word not in _SMALL and (is_thing(word) or stem(word) in _THINGS)


def _quotes(rows: Sequence[Event], subject: _Subject) -> list[Event]:
    """The clearest sentence, and that of another session, if it is about the same."""
    about = [event for event in rows if _is_about(event.summary, subject) and clarity(event.summary) >= CLEAR]
    ranked = sorted(about, key=lambda event: (-clarity(event.summary), event.at, event.id))
    other = next((event for event in ranked[1:] if voice(event) != voice(ranked[0])), None)
    return [*ranked[:1], *([other] if other else [])]


def _is_about(text: str, subject: _Subject) -> bool:
    """It names it early."""
    at = text.lower().find(_bare(subject))
    return 0 <= at < (2 * EARLY if subject.shown.startswith("`") else EARLY)


def _begins(quote: Event, subject: _Subject) -> bool:
    """The one sentence there is begins with it."""
    return 0 <= quote.summary.lower().find(_bare(subject)) < EARLY / 2


def _bare(subject: _Subject) -> str:
    return subject.shown.strip("`").removesuffix("()").lower()
