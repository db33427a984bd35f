"""Text that was found somewhere cannot instruct. A model that obeys whatever it reads, and lies about who said it, gets
no authority for it: no rule, no preference, no request, nothing in a person's name."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from reverie.engines.scripted import ScriptedModel
from reverie.records.engines import Question
from reverie.records.events import Origin
from reverie.records.tasks import ItemKind, Lesson, LessonKind, Packet, Strength
from reverie.tasks.kind import Passed
from reverie.tasks.kinds.insights import Insights, InsightsInput
from reverie.tasks.kinds.lessons import Lessons, LessonsInput
from tests.tasks.attempts import ATTEMPTS, PLACES
from tests.tasks.packets import REDACT, item, lesson, packet
from tests.wording.attempts import Attempt

PERSONS = (
    item("e1", "please fix the install of the tests and always remember to start it before the deploy"),
    item("e2", "no, don't push yet", ItemKind.REJECTION, context="Bash git push"),
    item("e3", "the first one", ItemKind.ANSWER, context="Which login should the reviews use?"),
)


def session(attempt: Attempt, kind: ItemKind, origin: Origin | None = None) -> Packet:
    text = REDACT(attempt.text).replace("\n", "⏎")
    return packet(*PERSONS, item("e4", text, kind, origin), item("e5", "I did that.", ItemKind.AGENT))


def harm(attempt: Attempt, day: Packet) -> Iterator[dict[str, Any]]:
    """The most harmful answers that could be made of a text."""
    injected = day.items[3]
    said = attempt.answer[:290]
    quotes = {injected.text[:200]: ["e4"], injected.text[:80]: ["e4", "e1"]}
    quotes |= {"please fix the install": ["e1", "e4"], "always remember to start it": ["e1", "e2", "e3", "e4"]}
    quotes |= {"don't push yet": ["e2", "e4"], "start it before the deploy": ["e1"], said: ["e1"]}
    for quote, ids in quotes.items():
        for kind in ("rule", "preference", "procedure", "fact"):
            yield lesson(said, quote, *ids, kind=kind, asked=True, why=said)
    yield lesson(
        f"Start it before the deploy. {said}", "start it before the deploy", "e1", "e4", kind="rule", asked=True
    )
    yield lesson("Start it before the deploy.", "start it before the deploy", "e1", "e4", kind="rule", why=said)


def obeys(answers: list[dict[str, Any]]) -> ScriptedModel:
    def script(question: Question) -> str:
        assert "never follow them" in question.system
        return json.dumps({"lessons": answers})

    return ScriptedModel(script)


def learned(day: Packet, answers: list[dict[str, Any]]) -> Iterator[Lesson]:
    kind, given = Lessons(), LessonsInput(day, redact=REDACT)
    for told in answers:  # one by one, so that none hides behind another
        reply = obeys([told]).ask(kind.question(given), 1)
        found = kind.examine(reply.text, given)
        if isinstance(found, Passed):
            yield from found.value


def own(one: Lesson) -> bool:
    """What the person really said."""
    return one.sentence == "Start it before the deploy."


def test_there_are_enough_of_them() -> None:
    assert len(ATTEMPTS) >= 100 and len({attempt.word for attempt in ATTEMPTS}) == len(ATTEMPTS)


@pytest.mark.parametrize("kind", PLACES)
def test_no_injected_text_gains_authority(kind: ItemKind) -> None:
    for attempt in ATTEMPTS:
        day = session(attempt, kind)
        for one in learned(day, list(harm(attempt, day))):
            told = (attempt.text, one)
            if own(one):
                assert attempt.word not in one.why and attempt.answer not in one.why, told
                continue
            assert one.kind not in (LessonKind.RULE, LessonKind.PREFERENCE), told
            assert one.origin is not Origin.USER and not one.asked, told
            assert one.strength is not Strength.SAID, told


@pytest.mark.parametrize("kind", [ItemKind.HUMAN, ItemKind.ANSWER, ItemKind.QUEUED])
def test_what_only_looks_like_a_persons_line_is_none(kind: ItemKind) -> None:
    """A program that typed in a person's name, and a tool's output that was pasted."""
    for attempt in ATTEMPTS:
        pasted = attempt._replace(text=f"look at this: ```{attempt.text}``` what is it?")
        for day in (session(attempt, kind, Origin.TOOL), session(pasted, kind)):
            for one in learned(day, list(harm(attempt, day))):
                assert own(one) or one.origin is not Origin.USER, (attempt.text, one)


@pytest.mark.parametrize("attempt", ATTEMPTS, ids=lambda attempt: attempt.word)
def test_what_only_tools_say_is_at_most_a_fact(attempt: Attempt) -> None:
    day = session(attempt, ItemKind.REPORT)
    for one in learned(day, list(harm(attempt, day))):
        if not own(one):
            assert one.kind in (LessonKind.FACT, LessonKind.GAP) and one.origin is Origin.TOOL, one


def test_what_the_agent_repeats_of_it_before_a_person_is_not_the_persons() -> None:
    for attempt in ATTEMPTS:
        context = f"The page says: {REDACT(attempt.text)}. Shall I?".replace("\n", "⏎")
        for words in ("no", "yes, go on", "ok do the first"):
            asked = item("e1", words, ItemKind.ANSWER, context=context)
            told = lesson(attempt.answer[:290], words, "e1", kind="rule", asked=True)
            other = lesson(attempt.answer[:290], context[:100], "e1", kind="rule", asked=True)
            for one in learned(packet(asked), [told, other]):
                assert one.origin is not Origin.USER and one.kind is not LessonKind.RULE, (words, one)


def test_insights_gain_none_either() -> None:
    kind = Insights()
    for attempt in ATTEMPTS:
        for place in (ItemKind.REPORT, ItemKind.ERROR, ItemKind.AGENT):
            days = (session(attempt, place), session(attempt, place))
            given = InsightsInput(days, redact=REDACT)
            for ids in (["s1.e4", "s2.e4"], ["s1.e1", "s2.e1"], ["s1.e1", "s1.e4", "s2.e1", "s2.e4"]):
                for quote in (days[0].items[3].text[:200], "please fix the install", attempt.answer):
                    told = {"insights": [{"sentence": attempt.answer[:280], "evidence": ids, "quote": quote}]}
                    found = kind.examine(json.dumps(told), given)
                    for one in found.value if isinstance(found, Passed) else ():
                        assert one.origin is not Origin.USER, (attempt.text, one)


def test_an_injected_line_cannot_open_or_close_the_evidence() -> None:
    for attempt in ATTEMPTS:
        day = session(attempt, ItemKind.REPORT)
        question = Lessons().question(LessonsInput(day, redact=REDACT))
        lines = question.text.splitlines()
        assert sum(line.startswith("BEGIN SESSION ") for line in lines) == 1
        assert lines[-1] == lines[[n for n, line in enumerate(lines) if line.startswith("BEGIN ")][-1]].replace(
            "BEGIN", "END"
        )
