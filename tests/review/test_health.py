"""Given a rule and what happened before and since, Reverie says whether it works, and keeps still when it cannot."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from reverie.layouts import learning
from reverie.records.events import Event
from reverie.records.learning import Health
from reverie.review import health as room
from reverie.review.decide import graduate
from reverie.review.health import Spans, came_back, health, is_activity, judge
from reverie.review.rates import Counts
from tests.review.builders import JOURNAL, TABLE, a_rule, at, candidate, decision, event, filed
from tests.review.quiet import Project, tally


def work(first: int, last: int, every: int = 2) -> list[Event]:
    return [event(f"c{n}", n, kind="commit", summary="feat: more") for n in range(first, last, every)]


def fixes(*days: float) -> list[Event]:
    return [event(f"f{n}", n) for n in days]


def story(before: Sequence[float], after: Sequence[float], since: int, history: int = 300) -> Health:
    return health(a_rule(), [*work(-history, since), *fixes(*before, *after)], at(since))


LONG = tuple(range(-290, 0, 15))  # a fix a fortnight, for ten months


def test_a_rule_that_works() -> None:
    found = story(LONG, (), 100)
    assert found.verdict == "works"
    assert found.reason == (
        "works: fixes on 20 days of the 300 days before, on 0 days of the 100 days since,"
        " in 171 and 49 commits (expected 5.5)"
    )
    assert (found.before, found.after) == (20, 0)
    assert found.expected is not None
    assert 5 < found.expected < 7


def test_what_comes_from_sessions_is_told_in_sessions() -> None:
    rule = replace(a_rule(), signal="repeated_correction")
    told = health(rule, [*work(-300, 100), *fixes(*LONG)], at(100), unit="session").reason
    assert told.startswith("works: reminders on 20 days of the 300 days before, on 0 days of the 100 days since, in ")
    assert told.endswith("and 49 sessions (expected 5.5)")
    both = health(a_rule(), [*work(-300, 100), *fixes(*LONG)], at(100), unit="commit or session").reason
    assert "in 171 and 49 commits or sessions (" in both


def test_a_rule_that_changes_nothing() -> None:
    assert story(LONG, range(10, 100, 15), 100).verdict == "no effect"


def test_a_rule_that_hurts_is_told_even_early() -> None:
    found = story(LONG[::4], range(1, 30, 3), 30)
    assert found.verdict == "hurts"
    assert found.expected is not None
    assert found.expected < 3


def test_too_early_says_what_it_waits_for() -> None:
    found = story(LONG, (), 20)
    assert found.verdict == "too early"
    assert found.reason.endswith("a verdict needs 3)")


def test_four_fixes_in_a_bad_week_may_have_been_just_that() -> None:
    """Nothing is known from before the window it was noticed in, so the next month would be better anyway."""
    found = story((-7, -5, -4, -2), (), 34, history=30)
    assert found.verdict == "too early"
    assert "not known: it was noticed for being unusually many" in found.reason
    assert found.expected is None


def test_twenty_fixes_in_twenty_commits_since_are_not_too_few_to_tell() -> None:
    """A file that was fixed in each of its few commits before, and in each of twenty since."""
    before = [event(f"b{n}", n) for n in (-9, -6, -3)]
    since = [event(f"a{n}", n) for n in range(1, 21)]
    found = health(a_rule(), [*before, *since], at(21))
    assert found.verdict == "no effect"
    assert "expected 0.0" not in found.reason
    assert "on 20 days of the 21 days since, in 3 and 20 commits" in found.reason


def test_what_is_counted_is_what_is_told() -> None:
    """Twenty fixes on one day are one trouble, and the sentence must not call them one fix."""
    burst = [event(f"a{n}", 0.1 + n / 100) for n in range(20)]
    found = health(a_rule(), [*fixes(-9, -6, -3), *burst], at(0.5))
    assert "on 1 day in less than a day since, in 3 and 20 commits" in found.reason
    assert "1 fix in" not in found.reason


def test_where_nothing_was_committed_since_that_is_what_is_told() -> None:
    found = health(a_rule(), fixes(-9, -6, -3), at(20))
    assert found.verdict == "too early"
    assert "(no commit there since; a verdict needs 3)" in found.reason


def test_down_to_less_than_half_is_not_called_no_effect() -> None:
    counts = Counts(0, 5, 1, 20, 30, 60, floor=3)
    assert judge(counts, Spans(50, 60, 50, 60)).reason.endswith("; that may still be chance)")


def test_nobody_worked_there_so_nothing_is_known() -> None:
    found = health(a_rule(), [*work(-300, 0), *fixes(*LONG)], at(400))
    assert (found.verdict, found.expected) == ("too early", 0)


def test_a_cut_history_gives_no_verdict() -> None:
    assert health(a_rule(), work(5, 60), at(60)).verdict == "too early"
    assert health(a_rule(), [], at(60)).verdict == "too early"


def test_a_burst_on_one_day_counts_once() -> None:
    assert story((-3.0, -3.01, -3.02, -3.03), (), 30).before == 1


def test_only_like_things_in_the_same_place_count() -> None:
    rule = a_rule()
    assert came_back(rule, event("e", 1))
    assert not came_back(rule, event("e", 1, kind="commit"))
    assert not came_back(rule, event("e", 1, files=["other.py"]))
    assert not came_back(rule, event("e", 1, bot=True))
    assert not came_back(rule, event("e", 1, tags=["mass"]))
    reverts = replace(rule, signal="revert_cluster", about="revert:x")
    assert came_back(reverts, event("e", 1, kind="revert"))
    assert not came_back(reverts, event("e", 1))


@pytest.mark.parametrize(
    ("about", "found", "same"),
    [
        ("error:TokenExpiredError", event("e", 1, files=["x"], summary="fix TokenExpiredError at login"), True),
        ("error:panic in src/", event("e", 1, kind="error", files=(), tags=["error:panic"]), True),
        ("error:TokenExpiredError", event("e", 1), False),
        ("bug:BUG-007", event("e", 1, files=["x"], summary="fix: BUG-007 again"), True),
        ("bug:BUG-007", event("e", 1, files=["x"]), False),
    ],
)
def test_an_error_or_a_bug_is_known_by_its_name(about: str, found: Event, same: bool) -> None:
    assert came_back(replace(a_rule(), signal="frequent_failure", about=about), found) is same


@pytest.mark.parametrize(
    ("scope", "path", "counts"),
    [
        ((JOURNAL,), JOURNAL, True), ((JOURNAL,), "src/reverie/store/journal.pyi", False),
        (("src/reverie/*.py",), JOURNAL, True), (("src/reverie/**",), JOURNAL, True),
        (("src/reverie/store/",), JOURNAL, True), (("src/reverie",), JOURNAL, True), (("src/rev",), JOURNAL, False),
        (("**",), "anything", True), ((), "anything", True),
    ],
)  # fmt: skip
def test_activity_is_work_where_the_rule_applies(scope: tuple[str, ...], path: str, counts: bool) -> None:
    rule = replace(a_rule(), scope=scope, files=())
    assert is_activity(rule, event("e", 1, kind="commit", files=[path])) is counts


def test_a_higher_threshold_explains_away_more() -> None:
    events = [*work(-300, 60), *fixes(*range(-28, 0, 3))]
    loose, strict = (health(a_rule(), events, at(60), noticed_from=least) for least in (0, 9))
    assert (loose.verdict, strict.verdict) == ("too early", "too early")
    assert loose.expected is not None
    assert strict.expected is not None
    assert loose.expected > strict.expected


def test_what_counts_is_the_threshold_it_was_noticed_from_not_that_of_today() -> None:
    """A team that once asked for nine fixes and now asks for three must not see its old rules work all at once."""
    events = [*work(-60, 60), *fixes(*range(-26, 0, 3))]
    then, usual = (health(a_rule(noticed_from=n), events, at(60)) for n in (9, 0))
    assert then.expected is None  # it reached no more than what made it noticed
    assert usual.expected is not None
    assert then == health(a_rule(), events, at(60), noticed_from=9)
    assert health(a_rule(noticed_from=9), events, at(60), noticed_from=3) == then
    one = replace(candidate(), noticed_from=9)
    made = graduate(filed(one), decision(), TABLE).rule
    assert made is not None
    assert learning.read_rule(learning.rule_address(made), learning.rule_text(made)).noticed_from == 9


def test_a_caller_may_know_better_what_the_pattern_is() -> None:
    found = health(a_rule(), [*work(-60, 60), *fixes(-3)], at(60), same=lambda _, e: "more" in e.summary)
    assert (found.before, found.after) == (31, 29)


QUIET = [
    Project(120, "all"),
    Project(30, "worst", bursts=0.5, wide=True),
    Project(120, "first", wide=True),
    Project(400, "worst", bursts=0.5),
    Project(120, "first", bursts=0.5),
]


@pytest.mark.parametrize("project", QUIET, ids=str)
def test_where_nothing_changed_few_rules_are_said_to_work(project: Project) -> None:
    """Picked for a bad month, every file gets better by itself. At most one verdict in ten may fall for that."""
    said = tally(project, range(8), 120)
    assert said.total() >= 25
    assert said["works"] <= 0.1 * said.total()
    assert said["hurts"] <= 0.1 * said.total()


def test_without_allowing_for_the_bad_month_many_would_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "FLOOR", 0)
    said = tally(Project(30, "worst", bursts=0.5, wide=True), range(8), 120)
    assert said["works"] > 0.2 * said.total()


def test_where_a_rule_really_helps_it_is_seen_in_time() -> None:
    said = tally(Project(400, "all", helps=0.1), range(6), 300)
    assert said["works"] > 0.5 * said.total()
    assert said["hurts"] == 0
