"""Lessons of many sessions: which answer speaks for a session, and which lessons are one. Examined lessons come in,
groups of lessons that say the same go out."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from reverie.records.events import Origin
from reverie.records.logs import PURGED
from reverie.records.tasks import Cited, Examined, Lesson, Strength, lesson_from_json
from reverie.tools.terms import terms

KEYLESS = "keyless"
LESSONS, KEYLESS_LESSONS = "lessons", "keyless lessons 1"  # kinds of answers; the number is the keyless tier's
COMPARED = 40  # lessons one is compared with: those that share its rarest words or a file
_EARLIEST = datetime.min.replace(tzinfo=UTC)
_STRENGTH = {Strength.SAID: 2, Strength.OBSERVED: 1, Strength.BELIEVED: 0}

_WORD = re.compile(r"[^\W\d_]{3,}")

Same = Callable[[Lesson, Lesson], bool]


@dataclass(frozen=True, slots=True)
class Group:
    """Lessons that are one, oldest first."""

    lessons: tuple[Lesson, ...]

    @property
    def best(self) -> Lesson:
        """Whose words it has: a person's over an agent's, a model's over the keyless tier's, then the newest."""
        return max(
            self.lessons,
            key=lambda one: (
                one.origin is Origin.USER, _STRENGTH[one.strength], one.by != KEYLESS, one.at or _EARLIEST, one.id
            ),
        )  # fmt: skip

    @property
    def about(self) -> str:
        """What the group is known by, whatever its words: its first lesson."""
        return f"lesson:{self.lessons[0].id}"

    @property
    def sessions(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(one.session for one in self.lessons))

    @property
    def asked(self) -> bool:
        return any(one.asked for one in self.lessons)

    @property
    def newest(self) -> datetime:
        return max((one.at or _EARLIEST for one in self.lessons), default=_EARLIEST)

    @property
    def evidence(self) -> tuple[tuple[Lesson, Cited], ...]:
        """Each piece once, with the lesson that cites it."""
        found: dict[str, tuple[Lesson, Cited]] = {}
        for lesson in self.lessons:
            for cited in lesson.evidence:
                found.setdefault(cited.event, (lesson, cited))
        return tuple(found.values())

    @property
    def files(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(path for one in self.lessons for path in one.files))


def lessons_of(answers: Iterable[Examined]) -> list[Lesson]:
    """What the sessions taught, by the last answers about each. What an engine said of a packet stands for what the
    keyless tier said of it; of a session that has grown since, the keyless answer is heard beside the older one."""
    last: dict[str, dict[bool, Examined]] = defaultdict(dict)
    for answer in answers:
        if answer.kind in (LESSONS, KEYLESS_LESSONS) and answer.accepted is not None:
            last[answer.about][answer.kind == LESSONS] = answer
    found: dict[str, Lesson] = {}
    for about in sorted(last):
        by_engine, keyless = last[about].get(True), last[about].get(False)
        if by_engine and keyless and by_engine.packet == keyless.packet:
            keyless = None
        for answer in filter(None, (by_engine, keyless)):
            for lesson in read_lessons(answer.accepted or {}):
                found.setdefault(lesson.id, replace(lesson, by=answer.by))  # the log knows who answered
    return sorted(found.values(), key=lambda one: (one.at or _EARLIEST, one.id))


def read_lessons(accepted: Mapping[str, object]) -> list[Lesson]:
    """The lessons of one accepted answer, as it stands in the log. What cannot be read is passed over, and so is what a
    person purged: it would come back without its words."""
    found = []
    raw = accepted.get("lessons")
    for one in raw if isinstance(raw, list) else ():
        try:
            lesson = lesson_from_json(one)
        except (ValueError, KeyError, TypeError, AttributeError):
            continue
        if PURGED not in lesson.sentence and PURGED not in lesson.quote:
            found.append(lesson)
    return found


def join(lessons: Sequence[Lesson], same: Same) -> list[Group]:
    """Lessons that say the same, together. Each is only compared with those that share its rarest words or a file, so
    the work grows with the number of lessons and not with its square."""
    ordered = sorted(lessons, key=lambda one: (one.at or _EARLIEST, one.id))
    home = list(range(len(ordered)))
    by_key: dict[str, list[int]] = defaultdict(list)
    keys = [_keys(one) for one in ordered]
    often: dict[str, int] = defaultdict(int)
    for mine in keys:
        for key in mine:
            often[key] += 1
    for i, one in enumerate(ordered):
        rare = sorted(keys[i], key=lambda key: (often[key], key))
        near = dict.fromkeys(j for key in rare for j in by_key[key][-COMPARED:])
        for j in list(near)[:COMPARED]:
            if _root(home, i) != _root(home, j) and same(ordered[j], one):
                first, second = sorted((_root(home, i), _root(home, j)))
                home[second] = first
        for key in keys[i]:
            by_key[key].append(i)
    groups: dict[int, list[Lesson]] = defaultdict(list)
    for i, one in enumerate(ordered):
        groups[_root(home, i)].append(one)
    return [Group(tuple(groups[i])) for i in sorted(groups)]


def standing(groups: Sequence[Group], choice: Callable[[str], tuple[str, str] | None]) -> list[Group]:
    """Without wishes that were taken back: a person chose the other way round later. `choice`: what a sentence wants
    used, and what not."""
    chosen = [choice(one.best.sentence) if one.best.origin is Origin.USER else None for one in groups]
    last: dict[tuple[str, str], datetime] = {}
    for one, pair in zip(groups, chosen, strict=True):
        if pair:
            last[pair] = max(one.newest, last.get(pair, _EARLIEST))
    return [
        one
        for one, pair in zip(groups, chosen, strict=True)
        if not pair or last.get((pair[1], pair[0]), _EARLIEST) <= one.newest
    ]


def _root(home: list[int], i: int) -> int:
    while home[i] != i:
        home[i] = home[home[i]]
        i = home[i]
    return i


def _keys(lesson: Lesson) -> set[str]:
    """Names and ordinary words alike: `run the linter before you commit` has nothing else."""
    names = {term.key for term in terms(lesson.sentence)}
    return names | {f"file:{path}" for path in lesson.files} | set(_WORD.findall(lesson.sentence.casefold()))
