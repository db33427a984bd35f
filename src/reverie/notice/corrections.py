"""The same wish, again: corrections and requests of several sessions that ask for the same thing; and what a person
asked to be remembered, which counts at once. What only made sense in its moment is no wish, but may say what others
hold against the agent's ways, too (`ways`)."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from reverie.notice import facts, ways
from reverie.notice.view import Noticed
from reverie.notice.voices import ASKED, REPEATED, Limits, strength, voices
from reverie.records.events import Event, Origin
from reverie.records.learning import Cluster
from reverie.tools import paths
from reverie.tools.tongue import stands_alone_abroad
from reverie.tools.wish import SHARED, Form, Wish, alike
from reverie.tools.wishes import wish

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

KINDS = ("remember", "correction", "preference", "decision")  # of two events of one message, the first
SHARED_NEAR = 0.45  # of the telling words, where the same part of the project was at hand
ALIKE = 0.8  # cosine
TAKEN_BACK, OPPOSED = "wishes that were taken back later", "ways of working that others want otherwise"
ONCE = "corrections said in one session only"

_BESIDE = 200  # wishes with a word in common that one is compared with, the newest
_COMPARED = 2000  # wishes whose meanings are
_FOR_GOOD = re.compile(
    r"\b(?:always|never|from now on|from here on|going forward|in (?:the )?future|every time|as a rule)\b",
    re.IGNORECASE,
)

Embed = Callable[[Sequence[str]], "NDArray[np.float32]"]


class Said(NamedTuple):
    """An event and what it asks for."""

    event: Event
    wish: Wish

    @property
    def asked(self) -> bool:
        return self.event.kind == "remember"


def notice(events: Sequence[Event], limits: Limits, embed: Embed | None = None) -> Noticed:
    """`events` reach back as far as is known; a pattern must have come up in the window."""
    messages = _messages(events)
    said = [Said(event, found) for event, found in messages if found]
    groups = [group for group in _grouped(said, embed) if max(one.event.at for one in group) >= limits.since]
    found = [(group, signal) for group in groups if (signal := _signal(group, limits))]
    kept = _without_taken_back(found)
    clusters = [_cluster(group, signal) for group, signal in kept]
    held, opposed = ways.held([event for event, _ in messages], _ids(clusters))
    clusters = ways.joined_to(clusters, held, limits)
    left_out = Counter({TAKEN_BACK: len(found) - len(kept), OPPOSED: opposed})
    known = _ids(clusters)
    told = known | {one.event.id for group, _ in found for one in group}
    for group in groups:
        if told.isdisjoint(one.event.id for one in group):
            left_out[_bound(asked=True) if any(one.asked for one in group) else ONCE] += 1
    alone = (event for event, wanted in messages if not wanted and event.id not in known)
    left_out.update(_bound(asked=event.kind == "remember") for event in alone)
    return Noticed(tuple(clusters), +left_out)


def _ids(clusters: Iterable[Cluster]) -> set[str]:
    return {event.id for cluster in clusters for event in cluster.events}


def _signal(group: Sequence[Said], limits: Limits) -> str:
    """Wishes of several sessions are a pattern, and what was asked to be remembered counts at once."""
    if voices(one.event for one in group) >= limits.sessions:
        return REPEATED
    return ASKED if any(one.asked and not _thin(one) for one in group) else ""


def _bound(*, asked: bool) -> str:
    return f"{'requests' if asked else 'corrections'} bound to their moment"


def _thin(one: Said) -> bool:
    """`Remember to use pagination`: one word, for the task at hand. `From now on use pnpm` is said for good."""
    few = len(one.wish.words) < 2 and not stands_alone_abroad(one.wish.sentence)
    return few and not _FOR_GOOD.search(one.event.summary)


def _messages(events: Sequence[Event]) -> list[tuple[Event, Wish | None]]:
    """What a person said in one message, as the first of its events that holds a wish, or as its first; oldest first.
    A fact is no wish: it becomes a note."""
    by_message: dict[str, tuple[Event, Wish | None]] = {}
    for kind in KINDS:
        for event in events:
            if event.kind != kind or event.origin is not Origin.USER or facts.of(event):
                continue
            message = event.span.uuid or event.id
            if message not in by_message or not by_message[message][1]:
                found = wish(event.summary, lasting=kind == "remember")
                if found or message not in by_message:
                    by_message[message] = event, found
    return sorted(by_message.values(), key=lambda row: (row[0].at, row[0].id))


class _Group:
    """Wishes taken for one, by their numbers, and what they want and do not want between them."""

    def __init__(self) -> None:
        self.members: list[int] = []
        self._wanted: set[str] = set()
        self._unwanted: set[str] = set()
        self._in_place_of: defaultdict[frozenset[str], set[frozenset[str]]] = defaultdict(set)

    def add(self, number: int, wish: Wish) -> None:
        self.members.append(number)
        self._wanted |= wish.wanted
        self._unwanted |= wish.unwanted
        if wish.wanted and wish.unwanted:
            self._in_place_of[wish.unwanted].add(wish.wanted)

    def take_in(self, other: _Group) -> None:
        self.members = sorted([*self.members, *other.members])
        self._wanted |= other._wanted
        self._unwanted |= other._unwanted
        for unwanted, wanted in other._in_place_of.items():
            self._in_place_of[unwanted] |= wanted

    def opposes(self, wish: Wish) -> bool:
        """As `Wish.opposes` says it of each, without asking each."""
        swapped = self._in_place_of.get(wish.unwanted, ()) if wish.wanted else ()
        otherwise = any(not wish.wanted & wanted for wanted in swapped)
        return otherwise or not (self._unwanted.isdisjoint(wish.wanted) and self._wanted.isdisjoint(wish.unwanted))

    def is_half_of(self, wish: Wish) -> bool:
        return self._wanted | self._unwanted <= wish.words


def _grouped(said: Sequence[Said], embed: Embed | None) -> list[list[Said]]:
    """Each joins the first group whose oldest or newest wish is its own, and that holds nothing against it. What says
    both, `use x, not y`, also brings together those that said one half of it."""
    near = _by_meaning(said, embed)
    found: dict[int, _Group] = {}  # by the number of the wish a group was made for
    home_of: dict[int, int] = {}
    by_word: defaultdict[str, list[int]] = defaultdict(list)
    for i, one in enumerate(said):
        words, meant = one.wish.words or {""}, near(i)
        beside = {home_of[j] for word in words for j in by_word[word][-_BESIDE:]} | {home_of[j] for j in meant}
        homes = []
        for number in sorted(beside):
            ends = (found[number].members[0], found[number].members[-1])
            if any(same(one, said[j]) or j in meant for j in ends) and not found[number].opposes(one.wish):
                homes.append(number)
        home, *others = homes or [i]
        group = found.setdefault(home, _Group())
        for other in others:
            if one.wish.form is Form.SWAP and found[other].is_half_of(one.wish):
                home_of.update((j, home) for j in found[other].members)
                group.take_in(found.pop(other))
        group.add(i, one.wish)
        home_of[i] = home
        for word in words:
            by_word[word].append(i)
    return [[said[i] for i in group.members] for group in found.values()]


def same(one: Said, other: Said) -> bool:
    near = bool(_areas(one.event) & _areas(other.event))
    return alike(one.wish, other.wish, SHARED_NEAR if near else SHARED)


def _areas(event: Event) -> set[str]:
    return {paths.area(path) for path in event.files}


def _by_meaning(said: Sequence[Said], embed: Embed | None) -> Callable[[int], set[int]]:
    """Which earlier wishes mean what this one means. Only the newest are compared: each is with each."""
    first = max(0, len(said) - _COMPARED)
    if embed is None or len(said) < 2:
        return lambda _i: set()
    vectors = embed([one.wish.sentence for one in said[first:]])
    alike = (vectors @ vectors.T).round(4) >= ALIKE

    def near(i: int) -> set[int]:
        if i < first:
            return set()
        found = (first + int(j) for j in alike[i - first, : i - first].nonzero()[0])
        return {j for j in found if (said[i].wish.form is Form.NEVER) == (said[j].wish.form is Form.NEVER)}

    return near


def _without_taken_back(found: Sequence[tuple[list[Said], str]]) -> list[tuple[list[Said], str]]:
    """What takes something back is all in what it takes back, so it is looked for under a single one of its words."""
    newest = [group[-1] for group, _ in found]
    often = Counter(word for one in newest for word in one.wish.words)
    by_word: defaultdict[str, list[Said]] = defaultdict(list)
    for one in newest:
        for side in filter(None, (one.wish.wanted, one.wish.unwanted)):
            by_word[min(side, key=lambda word: (often[word], word))].append(one)
    spelled = [one for one in newest if one.wish.spelling]
    kept: list[tuple[list[Said], str]] = []
    for group, signal in found:
        last = group[-1]
        others = [other for word in last.wish.words for other in by_word[word]] + (
            spelled if last.wish.spelling else []
        )
        if not any(other.event.at > last.event.at and other.wish.takes_back(last.wish) for other in others):
            kept.append((group, signal))
    return kept


def _cluster(group: list[Said], signal: str) -> Cluster:
    best = max(group, key=lambda one: (one.asked, one.wish.form, -len(one.wish.sentence), one.event.at, one.event.id))
    events = tuple(one.event for one in group)
    sessions = voices(events)
    about = {"rule": best.wish.sentence, "sessions": str(sessions), "form": best.wish.form.name.lower()}
    force = strength(sessions) + (best.wish.form > Form.SHOULD)
    return Cluster(signal, f"wish:{group[0].wish.key.strip()}", events, (), about, strength=force)
