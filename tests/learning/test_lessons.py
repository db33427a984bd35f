"""Lessons of many sessions: which answer counts, which lessons are one, and what becomes of them."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from reverie.learning.lessons import KEYLESS_LESSONS, LESSONS, Group, join, lessons_of, standing
from reverie.learning.outcomes import (
    ASKED,
    FINDINGS,
    LONGEST,
    MOST_FINDINGS,
    ONE_SESSION,
    SEVERAL_SESSIONS,
    clusters,
    lines,
    observations,
    with_reason,
)
from reverie.records.events import Origin
from reverie.records.insights import Type
from reverie.records.tasks import (
    Cited,
    Examined,
    ItemKind,
    Lesson,
    LessonKind,
    Strength,
    lesson_from_json,
    lesson_to_json,
)

DAY = datetime(2026, 3, 2, 9, tzinfo=UTC)
LONG_AGO = DAY - timedelta(days=30)


def lesson(
    id: str,
    sentence: str = "Never edit `FullSchema.ts`; add a migration.",
    *,
    kind: LessonKind = LessonKind.RULE,
    origin: Origin = Origin.USER,
    session: str = "s1",
    day: int = 0,
    why: str = "",
    asked: bool = False,
    by: str = "keyless",
    item: ItemKind = ItemKind.HUMAN,
    files: tuple[str, ...] = (),
) -> Lesson:
    at = DAY + timedelta(days=day)
    strength = Strength.SAID if origin is Origin.USER else Strength.OBSERVED
    cited = Cited(f"event-{id}", f"/home/ada/{session}.jsonl:12", origin, at, "the words", item)
    return Lesson(id, kind, sentence, why, files, strength, origin, (cited,), "the words", session, at, asked, by)


def same_file(one: Lesson, other: Lesson) -> bool:
    return bool(set(one.files) & set(other.files))


def answered(kind: str, packet: str, *lessons: Lesson, about: str = "s1") -> Examined:
    told = {"lessons": [lesson_to_json(one) for one in lessons]}
    return Examined("t", kind, about, packet, "keyless" if kind == KEYLESS_LESSONS else "claude", DAY, told)


def test_a_lesson_comes_back_from_the_log_as_it_was() -> None:
    one = lesson("a", why="it is a snapshot", files=("db/FullSchema.ts",), asked=True)
    assert lesson_from_json(lesson_to_json(one)) == one


def test_an_engine_speaks_for_a_packet_before_the_keyless_tier() -> None:
    keyless, told = lesson("k"), lesson("m", by="claude")
    answers = [answered(LESSONS, "p1", told), answered(KEYLESS_LESSONS, "p1", keyless)]
    assert [one.id for one in lessons_of(answers)] == ["m"]


def test_a_lesson_is_signed_by_whoever_the_log_says_answered() -> None:
    (told,) = lessons_of([answered(LESSONS, "p1", lesson("m", by="keyless"))])
    assert told.by == "claude"


def test_of_a_session_that_grew_since_the_keyless_answer_is_heard_beside_the_older_one() -> None:
    answers = [answered(LESSONS, "p1", lesson("m")), answered(KEYLESS_LESSONS, "p2", lesson("k", day=1))]
    assert [one.id for one in lessons_of(answers)] == ["m", "k"]


def test_a_record_that_holds_something_else_is_passed_over() -> None:
    broken = Examined("t", LESSONS, "s9", "p", "x", DAY, {"lessons": [{"id": "half"}, 7, None]})
    assert lessons_of([broken, answered(LESSONS, "p1", lesson("m"))]) == [lesson("m", by="claude")]


def test_what_a_person_purged_does_not_come_back_without_its_words() -> None:
    gone = lesson("g", "(purged).")
    assert lessons_of([answered(LESSONS, "p1", gone, replace(lesson("q"), quote="(purged)"))]) == []


def test_lessons_that_are_one_stand_together_whatever_their_order() -> None:
    here = [lesson(f"l{n}", session=f"s{n}", day=n, files=("a.ts",)) for n in range(3)]
    other = lesson("o", "Use `pnpm`.", files=("b.ts",))
    forward, backward = join([*here, other], same_file), join([other, *reversed(here)], same_file)
    assert forward == backward
    assert sorted(len(group.lessons) for group in forward) == [1, 3]


def test_lessons_of_ordinary_words_are_compared_too() -> None:
    """No name stands in it, only words of every day."""
    here = [lesson(f"l{n}", "Always run the linter before you commit.", session=f"s{n}") for n in range(2)]
    (group,) = join(here, lambda one, other: one.sentence == other.sentence)
    assert group.sessions == ("s0", "s1")


def test_a_choice_that_was_turned_round_later_takes_the_older_one_back() -> None:
    before, after = Group((lesson("a", "Use npm."),)), Group((lesson("b", "Use pnpm.", day=1),))
    chosen = {"Use npm.": ("npm", "pnpm"), "Use pnpm.": ("pnpm", "npm")}
    assert standing([before, after], chosen.get) == [after]
    assert standing([before, Group((lesson("c", "Use tabs."),))], chosen.get)[0] is before


def test_the_work_of_joining_grows_with_the_number_of_lessons() -> None:
    def compared(count: int) -> int:
        calls = Counter[str]()

        def same(_one: Lesson, _other: Lesson) -> bool:
            calls["compared"] += 1
            return False

        join([lesson(f"l{n}", "Run the linter first.", session=f"s{n}") for n in range(count)], same)
        return calls["compared"]

    assert compared(800) <= 2.2 * compared(400)


def test_a_correction_of_one_session_is_a_candidate_and_of_two_a_stronger_one() -> None:
    once = Group((lesson("a"),))
    twice = Group((lesson("a"), lesson("b", session="s2", day=1)))
    (weak,), (strong,) = clusters([once], "ada", LONG_AGO), clusters([twice], "ada", LONG_AGO)
    assert (weak.signal, strong.signal) == (ONE_SESSION, SEVERAL_SESSIONS)
    assert weak.about == strong.about == "lesson:a"
    assert strong.strength > weak.strength
    assert [event.session for event in strong.events] == ["s1", "s2"]


def test_what_was_asked_for_says_so_and_what_is_older_than_the_window_is_no_candidate() -> None:
    (asked,) = clusters([Group((lesson("a", asked=True),))], "ada", LONG_AGO)
    assert asked.signal == ASKED
    assert asked.events[0].kind == "remember"
    assert clusters([Group((lesson("a"),))], "ada", DAY + timedelta(days=1)) == []


@pytest.mark.parametrize("origin", [Origin.AGENT, Origin.TOOL])
def test_what_no_person_said_is_never_a_candidate(origin: Origin) -> None:
    assert clusters([Group((lesson("a", origin=origin),))], "ada", LONG_AGO) == []


def test_the_candidates_sentence_holds_the_reason_if_there_is_room() -> None:
    assert with_reason(lesson("a", why="It is a snapshot.")).endswith("add a migration: it is a snapshot.")
    assert with_reason(lesson("a", why="CI fails otherwise")).endswith(": CI fails otherwise.")
    assert with_reason(lesson("a", why="add a migration")).count("migration") == 1
    assert with_reason(lesson("a", why="x" * LONGEST)) == "Never edit `FullSchema.ts`; add a migration."


def test_requests_and_decisions_are_noted_and_rules_wait_for_a_person() -> None:
    groups = [
        Group((lesson("f", "Bob owns the billing module.", kind=LessonKind.FACT, asked=True),)),
        Group((lesson("d", "The public API stays on REST.", kind=LessonKind.DECISION, why="Clients rely on it"),)),
        Group((lesson("r", asked=True),)),
    ]
    noted = lines(groups, LONG_AGO, DAY, Counter())
    assert [(line.id, line.origin, line.until) for line in noted] == [("f", "", None), ("d", "", None)]
    assert noted[1].text == "The public API stays on REST: clients rely on it."


def test_what_an_agent_found_out_is_unconfirmed_until_a_second_session_shows_it() -> None:
    found = lesson("a", "`make e2e` needs the API on port 3000.", kind=LessonKind.FACT, origin=Origin.AGENT)
    again = replace(found, id="b", session="s2")
    (alone,) = lines([Group((found,))], LONG_AGO, DAY, Counter())
    (confirmed,) = lines([Group((found, again))], LONG_AGO, DAY, Counter())
    assert alone.origin == confirmed.origin == "agent"
    assert alone.until == (DAY + timedelta(days=90)).date()
    assert confirmed.until is None


def test_findings_beyond_the_best_of_a_night_are_left_out_and_counted() -> None:
    groups = [
        Group((lesson(f"a{n}", kind=LessonKind.FACT, origin=Origin.AGENT, session=f"s{n}"),))
        for n in range(MOST_FINDINGS + 3)
    ]
    left_out: Counter[str] = Counter()
    assert len(lines(groups, LONG_AGO, DAY, left_out)) == MOST_FINDINGS
    assert left_out == {FINDINGS: 3}


def test_gaps_and_errors_of_several_sessions_are_observations() -> None:
    gap = lesson("g", "Uploads over 2 GB are not handled.", kind=LessonKind.GAP, origin=Origin.AGENT)
    error = lesson("e", kind=LessonKind.FACT, origin=Origin.TOOL, item=ItemKind.ERROR)
    once, twice = Group((error,)), Group((error, replace(error, id="e2", session="s2")))
    assert [one.type for one in observations([Group((gap,)), once, twice], "ada")] == [Type.GAP, Type.ERROR]
