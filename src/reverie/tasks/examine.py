"""The examination of lessons, the same for every engine. The answer is hostile input: what is not
proved by the lines it cites does not pass, what passes gets the authority its evidence has, and
whatever is dropped is named with its reason."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from reverie.records.events import Origin
from reverie.records.tasks import Cited, Item, Lesson, LessonKind, Packet, Strength
from reverie.tasks.authority import Witness, authority, check_orders, was_asked
from reverie.tasks.form import shown, unlike
from reverie.tasks.grounds import cited_items, find_quote, missing, scope
from reverie.tasks.identity import lesson_id
from reverie.tasks.kind import Redact, Unfit, list_of, object_of, one_of, text_of
from reverie.tasks.known import Known
from reverie.tasks.orders import opening_name
from reverie.tasks.tokens import Sort, Token, repeats, specific_tokens
from reverie.tasks.wellformed import clean_sentence, with_dates, without_secrets

MOST = 8  # lessons
LONGEST = 300  # characters of a sentence, and of a reason
LESSON = object_of(
    kind=one_of(LessonKind),
    sentence=text_of(LONGEST, 8),
    why=text_of(LONGEST),
    files=list_of(text_of(200), 12),
    evidence=list_of(text_of(12), 12, 1),
    quote=text_of(900, 1),
    strength=one_of(Strength),
    asked={"type": "boolean"},
)
OUTER = object_of(lessons=list_of({"type": "object"}, 50))
_REMOVAL = re.compile(
    r"\b(?:remov\w+|delet\w+|renam\w+|gone|no longer|dropped|missing|replac\w+|moved|deprecat\w+|used to|retired"
    r"|does(?: not|n['’]t) exist|never existed)\b",
    re.IGNORECASE,
)
_CODE_NAME = re.compile(
    r"[a-z_]\w*(?:_\w+|[a-z0-9][A-Z]\w*)(?:\(\))?|[\w.-]+\.(?:py|[jt]sx?|go|rs|rb|java|kt|c|h|cpp|cs|php|swift|sql|sh"
    r")"
)


class Settled(Unfit):
    """A reason that no second attempt can mend."""


@dataclass(frozen=True, slots=True)
class Bench:
    """What the lessons of an answer are held against."""

    packet: Packet
    known: Known
    redact: Redact
    by: str = "keyless"


@dataclass(frozen=True, slots=True)
class Verdicts:
    lessons: tuple[Lesson, ...]
    dropped: tuple[str, ...]
    mendable: tuple[str, ...]  # those of the dropped that the model could do better


def examine_lessons(answer: Mapping[str, Any], bench: Bench) -> Verdicts:
    """The lessons of an answer that pass, each with the authority it has, and why the others do not."""
    passed: list[Lesson] = []
    dropped: list[str] = []
    mendable: list[str] = []
    for number, told in enumerate(answer["lessons"], 1):
        notes: list[str] = []
        try:
            if number > MOST:
                raise Settled(f"{MOST} are the most")
            lesson = _examine(told, bench, notes.append)
            _is_new(lesson, passed)
            passed.append(lesson)
        except Unfit as fault:
            dropped.append(f"lesson {number}: {fault}")
            if not isinstance(fault, Settled):
                mendable.append(dropped[-1])
        else:
            dropped += [f"of lesson {number}: {note}" for note in notes]
    return Verdicts(tuple(passed), tuple(dropped), tuple(mendable))


def _examine(told: Any, bench: Bench, note: Callable[[str], None]) -> Lesson:
    if fault := unlike(told, LESSON, "it"):
        raise Unfit(fault)
    sentence = clean_sentence(told["sentence"], bench.redact)
    without_secrets(told["quote"], bench.redact, "its quote")
    cited = cited_items(told["evidence"], bench.packet)
    quote = find_quote(told["quote"], cited)
    if fault := missing(named(sentence), cited, bench.packet):
        raise Unfit(fault)
    witness = Witness(bench.packet, cited, quote, bench.known.vocabulary)
    origin = authority(sentence, witness)
    check_orders(sentence, origin, witness)
    if where := bench.known.says(sentence):
        raise Settled(f"it is said already: {where}")
    files, foreign = scope(told["files"], cited, bench.packet)
    if foreign:
        note(f"no file of this session: {', '.join(shown(name) for name in foreign)}")
    lesson = Lesson(
        id=lesson_id(quote, cited),
        kind=LessonKind(told["kind"]),
        sentence=sentence,
        why=_reason(told["why"], origin, witness, bench, note),
        files=files,
        strength=Strength(told["strength"]),
        origin=origin,
        evidence=tuple(_kept(item) for item in cited),
        quote=quote.text,
        session=bench.packet.about,
        at=quote.item.at,
        asked=told["asked"],
        by=bench.by,
    )
    _is_not_stale(lesson, bench)
    lesson = _lowered(lesson, witness, note)  # before the dates are told: those are ours
    return replace(lesson, sentence=with_dates(sentence, cited, quote.item))


def named(sentence: str) -> tuple[Token, ...]:
    """All that a sentence names, the word it opens with too if that may be a name."""
    opening = opening_name(sentence)
    return (*((opening,) if opening else ()), *specific_tokens(sentence))


def _kept(item: Item) -> Cited:
    return Cited(item.event, item.span, item.origin, item.at, item.text, item.kind)


def _reason(why: str, origin: Origin, witness: Witness, bench: Bench, note: Callable[[str], None]) -> str:
    """The reason, if it holds up as the sentence has to and is no lower a word; else the lesson stands without it: what
    an agent or a tool said would stand in a person's rule as if it were theirs."""
    if not why.strip():
        return ""
    try:
        text = clean_sentence(why, bench.redact, "its reason")
        if fault := missing(named(text), witness.cited, bench.packet):
            raise Unfit(fault)
        whose = authority(text, witness)
        check_orders(text, whose, witness)
        if _ORDER.index(whose) > _ORDER.index(origin):
            raise Unfit(f"only the {whose} says so, and the lesson is the {origin}'s")
        return with_dates(text, witness.cited, witness.quote.item)
    except Unfit as fault:
        note(f"its reason is left out: {fault}")
        return ""


def _lowered(lesson: Lesson, witness: Witness, note: Callable[[str], None]) -> Lesson:
    """With no more authority than its evidence has. Rules, preferences and requests are a person's."""
    if lesson.origin is Origin.USER:
        if lesson.asked and not was_asked(lesson.sentence, witness):
            note("no person asked, in words of their own, that it be remembered")
            return replace(lesson, asked=False)
        return lesson
    if lesson.asked or lesson.strength is Strength.SAID:
        note("no person's own words carry it")
    if lesson.kind in _STAYS[lesson.origin]:
        kind = lesson.kind
    else:
        note(f"kept as a fact: a {lesson.kind} needs a person's own words")
        kind = LessonKind.FACT
    weakest = Strength.BELIEVED if lesson.origin is Origin.AGENT else Strength.OBSERVED
    strength = weakest if lesson.strength is Strength.SAID else lesson.strength
    return replace(lesson, kind=kind, strength=strength, asked=False)


_ORDER = (Origin.USER, Origin.AGENT, Origin.TOOL)
_STAYS = {
    Origin.AGENT: (LessonKind.FACT, LessonKind.GAP, LessonKind.PROCEDURE, LessonKind.DECISION),
    Origin.TOOL: (LessonKind.FACT, LessonKind.GAP),
}


def _is_not_stale(lesson: Lesson, bench: Bench) -> None:
    """What is named as code of this repository must still be in it, unless that is the point. A person may well name
    what is not there yet."""
    if lesson.kind is LessonKind.GAP or _REMOVAL.search(lesson.sentence):
        return
    touched = {*bench.packet.files, *lesson.files}
    for token in specific_tokens(lesson.sentence):
        is_path = token.sort is Sort.PATH
        if (
            (is_path or lesson.origin is not Origin.USER)
            and _is_of_the_code(token, touched)
            and bench.known.exists(token.text.removesuffix("()")) is False
        ):
            raise Settled(f"stale: `{shown(token.text)}` is nowhere in the repository")


def _is_of_the_code(token: Token, touched: set[str]) -> bool:
    """Paths within the project, and names written as code is: not environment variables, commands or other machines."""
    if token.sort in (Sort.PATH, Sort.CODE) and token.text in touched:
        return True
    if token.sort is Sort.PATH:
        return token.text[0] not in "/~" and "*" not in token.text and "." in token.text.rpartition("/")[2]
    return token.sort in (Sort.CODE, Sort.IDENTIFIER) and _CODE_NAME.fullmatch(token.text) is not None


def _is_new(lesson: Lesson, passed: list[Lesson]) -> None:
    for number, other in enumerate(passed, 1):
        if repeats(lesson.sentence, other.sentence):
            raise Settled(f"it says what an earlier one says: “{shown(other.sentence)}”")
        if lesson.id == other.id:
            raise Unfit(
                f"it rests on the very clause that accepted lesson {number} rests on; quote another, or join the two"
            )
