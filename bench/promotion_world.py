"""Sixty days of notes and of the questions agents ask. It knows nothing of how memories are scored, only how people
live. What holds for long is needed again and again, by different people for different reasons; what passes is asked
about for a day or two; what machines print gets into the notes because somebody pasted it, and is asked about as long
as it hurts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from bench.promotion_home import HOME
from bench.promotion_words import TEAM, Words

DAYS = 60


@dataclass(frozen=True)
class Line:
    day: int
    text: str
    kind: str  # durable, passing, or which junk


@dataclass(frozen=True)
class Asked:
    """`want` is what somebody wanted to know, of which line; two wordings of one want are one question."""

    day: int
    query: str
    want: tuple[str, int]


@dataclass(frozen=True)
class World:
    """`pace`: days between two needs of one fact, from the most needed to the least; `passing` and `pasted`: lines a
    day, from and below."""

    name: str
    words: Words = TEAM
    each: int = 8  # facts of a kind
    pace: tuple[float, float] = (2.5, 6.0)
    passing: tuple[int, int] = (3, 7)
    pasted: tuple[int, int] = (0, 3)


USUAL = World("a team")
OTHERS = (
    World("a household, other words", words=HOME),
    World("twice the small talk", passing=(6, 14)),
    World("four times the junk", pasted=(2, 10)),
    World("asked more often", pace=(1.5, 4.0)),
    World("asked less often", pace=(4.0, 8.0)),
)


def made(seed: int, world: World = USUAL) -> tuple[list[Line], list[Asked]]:
    """Notes and questions in the order of days."""
    chance = Random(seed)
    lines: list[Line] = []
    asked: list[Asked] = []
    for kind, wants in world.words.kinds:
        for subject in chance.sample(world.words.subjects, world.each):
            facts = _facts(chance, subject, world.words)
            start = chance.randrange(0, 25)
            line = Line(start, kind.format(**facts), "durable")
            lines.append(line)
            asked += _needed(chance, line, [tuple(q.format(**facts) for q in want) for want in wants], world.pace)
    for day in range(DAYS):
        lines += _passing(chance, day, asked, world)
        lines += _pasted(chance, day, asked, world)
    chance.shuffle(asked)
    return sorted(lines, key=lambda line: line.day), sorted(asked, key=lambda one: one.day)


def _needed(chance: Random, line: Line, wants: Sequence[tuple[str, ...]], pace: tuple[float, float]) -> Iterator[Asked]:
    """Somebody needs it every few days; some things twice as often as others."""
    between = chance.uniform(*pace)  # days
    day = line.day + chance.expovariate(1 / between)
    while day < DAYS:
        wording = chance.choice(wants)
        yield Asked(int(day), chance.choice(wording), (line.text, wants.index(wording)))
        day += chance.expovariate(1 / between)


def _passing(chance: Random, day: int, asked: list[Asked], world: World) -> Iterator[Line]:
    for _ in range(chance.randrange(*world.passing)):
        text, wants = chance.choice(world.words.passing)
        facts = _facts(chance, chance.choice(world.words.subjects), world.words)
        line = Line(day, text.format(**facts), "passing")
        yield line
        for _ in range(chance.choice((0, 0, 1, 1, 2)) if wants else 0):
            asked.append(_asked(chance, line, chance.choice((0, 0, 1)), wants, facts))


def _pasted(chance: Random, day: int, asked: list[Asked], world: World) -> Iterator[Line]:
    for _ in range(chance.randrange(*world.pasted)):
        kind, text, wants = chance.choice(world.words.printed)
        facts = _facts(chance, chance.choice(world.words.subjects), world.words)
        line = Line(day, text.format(**facts), kind)
        yield line
        for _ in range(chance.choice((0, 1, 3, 8))):  # sometimes it hurts for a week
            asked.append(_asked(chance, line, chance.randrange(0, 7), wants, facts))


def _asked(chance: Random, line: Line, later: int, wants: Sequence[str], facts: dict[str, str]) -> Asked:
    query = chance.choice(wants)
    return Asked(min(line.day + later, DAYS - 1), query.format(**facts), (line.text, wants.index(query)))


def _facts(chance: Random, subject: str, words: Words) -> dict[str, str]:
    one, other = chance.sample(words.people, 2)
    return {
        "s": subject,
        "S": subject.upper(),
        "p": one,
        "q": other,
        "d": chance.choice(words.places),
        "t": chance.choice(words.tools),
        "l": chance.choice(words.tongues),
        "w": chance.choice(("Monday", "Tuesday", "Wednesday", "Thursday")),
        "n": str(chance.randrange(11, 60)),
        "m": str(chance.randrange(2, 9)),
        "r": "".join(chance.choices("abcdefghijklmnopqrstuvwxyzABCDEFGHIJ0123456789", k=36)),
    }
