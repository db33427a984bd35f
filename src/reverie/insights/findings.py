"""What agents find out again and again: sentences of several sessions that say the same about the same thing. The one
that is closest to all others is the one that is shown."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from reverie.insights.observed import LEAST, Observation, Scene, many, once_each, own_words, voice
from reverie.insights.sentences import CODE, clarity, names, stands
from reverie.records.events import Event
from reverie.records.insights import Type
from reverie.tools.terms import terms

SAME, SAME_NAME = 0.45, 0.36  # of the weighed words; less where both name the same thing of the code
AGREED = 0.5  # with the sentence that is shown
NEAR = 0.3  # to one that is told already
APART = 0.28  # from all of a group, on average
NAME = 2.0  # how much more a name of code tells
FEWEST = 2  # telling words, of what two sentences share and of one that is shown
_EVERYWHERE = frozenset("claude.md agents.md readme.md package.json pr ci id".split())
_PALE = frozenset("exist doesn both kept actual already same just really currently".split())
RECENT, RARE = 60, 4  # sentences with the same word that are looked at, and of the rarest words only

Bag = Mapping[str, float]


def notice(scene: Scene) -> Iterator[Observation]:
    rows = own_words(event for event in scene.kind("finding") if "telling" in event.tags)
    bags = _bags(rows)
    told: list[Bag] = []
    for group in _groups(bags):
        if len({voice(rows[i]) for i in group}) < LEAST:
            continue
        clear = [i for i in group if stands(rows[i].summary, agreed=True)]
        if not clear:
            continue
        best = min(clear, key=lambda i: (-_worth(i, group, rows, bags), rows[i].at, rows[i].id))
        sentence = rows[best].summary.rstrip(".")
        met = _with(rows[best], [rows[i] for i in group if _agree(bags[best], bags[i])])
        if len(met) < LEAST or (len(met) == LEAST and len({event.at.date() for event in met}) < LEAST):
            continue  # two sessions of one day are mostly one piece of work
        if len(met) == LEAST and not any(not name.isupper() for name in names(sentence)):
            continue  # what names nothing of the project is known everywhere
        if any(_likeness(bags[best], other) >= NEAR for other in told):
            continue  # it was said, in other words
        told.append(bags[best])
        yield Observation(
            Type.PATTERN,
            f"finding:{' '.join(sorted(_core(group, bags)))}",
            f"{sentence} (found out anew in {many(len(met))}).",
            tuple(met),
            "",
            "",
            2.0 + 0.4 * min(len(met), 10),
        )


def _bags(rows: Sequence[Event]) -> list[Bag]:
    words = [_words(event.summary) for event in rows]
    sessions: defaultdict[str, set[str]] = defaultdict(set)
    for event, mine in zip(rows, words, strict=True):
        for word in mine:
            sessions[word].add(voice(event))
    of = len({voice(event) for event in rows})
    weight = {word: math.log((of + 1) / (len(said) + 0.5)) + 0.3 for word, said in sessions.items()}
    return [{word: weight[word] * (NAME if named else 1.0) for word, named in mine.items()} for mine in words]


def _words(text: str) -> dict[str, bool]:
    """Telling words, and whether each is a name of code."""
    names = {_without_place((a or b).lower()) for a, b in CODE.findall(text)} - _EVERYWHERE
    plain = {term.key for term in terms(CODE.sub(" ", text))} - _PALE
    return {**dict.fromkeys(sorted(plain), False), **dict.fromkeys(sorted(names), True)}


def _without_place(name: str) -> str:
    """`/usr/bin/gcc-13` and `gcc-13` are one."""
    last = name.rpartition("/")[2]
    return last if last and not last.isalpha() else name


def _says(words: Iterable[str]) -> int:
    """A name of code tells as much as two words."""
    return sum(2 if _is_name(word) else 1 for word in words)


def _likeness(a: Bag, b: Bag) -> float:
    """How much of what the shorter one says is said by both; what the longer one says besides counts a little."""
    small, large = (a, b) if len(a) <= len(b) else (b, a)
    shared = [word for word in small if word in large]
    if _says(shared) < FEWEST:
        return 0.0
    mine, theirs = sum(small.values()), sum(large.values())
    return round(sum(small[word] for word in shared) / (0.7 * min(mine, theirs) + 0.3 * max(mine, theirs)), 6)


def _groups(bags: Sequence[Bag]) -> list[list[int]]:
    """Each joins the group in which somebody says the same and nobody something else. Only those that share a telling
    word are compared."""
    found: list[list[int]] = []
    home: dict[int, int] = {}
    by_word: defaultdict[str, list[int]] = defaultdict(list)
    for i, bag in enumerate(bags):
        rare = sorted(bag, key=lambda word: (-bag[word], word))[:RARE]
        near = {j for word in rare for j in by_word[word][-RECENT:]}
        scored = sorted(((_likeness(bag, bags[j]) - _needed(bag, bags[j]), -j) for j in near), reverse=True)
        options = dict.fromkeys(home[-j] for close, j in scored if close >= 0)
        fits = (g for g in options if sum(_likeness(bag, bags[j]) for j in found[g]) >= APART * len(found[g]))
        home[i] = next(fits, len(found))
        if home[i] == len(found):
            found.append([])
        found[home[i]].append(i)
        for word in bag:
            by_word[word].append(i)
    return found


def _agree(shown: Bag, other: Bag) -> bool:
    """Whether it says the same as the one that is shown, and not only the same as one that says so."""
    shared = [word for word in shown if word in other]
    return _says(shared) > FEWEST and _likeness(shown, other) >= AGREED


def _needed(a: Bag, b: Bag) -> float:
    return SAME_NAME if any(word in b for word in a if _is_name(word)) else SAME


def _is_name(word: str) -> bool:
    """`.env` and `.test.ts` are everywhere."""
    return not word.isalpha() and not word.startswith(".")


def _worth(i: int, group: Sequence[int], rows: Sequence[Event], bags: Sequence[Bag]) -> float:
    """Close to the others, to be understood alone, and saying why."""
    text = rows[i].summary
    others = [j for j in group if voice(rows[j]) != voice(rows[i])]
    close = sum(_likeness(bags[i], bags[j]) for j in others) / max(1, len(others))
    return round(close + clarity(text), 6)


def _with(shown: Event, events: Sequence[Event]) -> list[Event]:
    """One of each session; of its own, the sentence that is shown."""
    return sorted(once_each([shown, *events]), key=lambda event: (event.at, event.id))


def _core(group: Sequence[int], bags: Sequence[Bag]) -> list[str]:
    """What the sentences share: it names the group, whichever of them was said first."""
    counted = Counter(word for i in group for word in bags[i])
    shared = [word for word, times in counted.items() if times >= max(2, len(group) / 2)]
    return sorted(shared, key=lambda word: (-counted[word], word))[:4]
