"""Relative dates become absolute from the date of their line, only where that is sure, and can be had back."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reverie.remember.reldates import absolute, absolute_text, original, own_date

THURSDAY = date(2026, 3, 5)

REWRITTEN = {
    "Deployed the new queue yesterday.": 'Deployed the new queue 2026-03-04 ("yesterday").',
    "Yesterday we agreed to drop Redis": '2026-03-04 ("Yesterday") we agreed to drop Redis',
    "- today: fixed the login loop": '- 2026-03-05 ("today"): fixed the login loop',
    "Ann reviews it tomorrow": 'Ann reviews it 2026-03-06 ("tomorrow")',
    "- [ ] call the vendor tomorrow morning": '- [ ] call the vendor 2026-03-06 ("tomorrow morning")',
    "The index was rebuilt yesterday evening.": 'The index was rebuilt 2026-03-04 ("yesterday evening").',
    "As of today the flag is on": 'As of 2026-03-05 ("today") the flag is on',
    "Must be merged by tomorrow.": 'Must be merged by 2026-03-06 ("tomorrow").',
    "Broken since yesterday": 'Broken since 2026-03-04 ("yesterday")',
    "Ben left the day before yesterday.": 'Ben left 2026-03-03 ("the day before yesterday").',
    "Release is the day after tomorrow": 'Release is 2026-03-07 ("the day after tomorrow")',
    "The cache was cleared this morning": 'The cache was cleared 2026-03-05 ("this morning")',
    "The job runs again tonight": 'The job runs again 2026-03-05 ("tonight")',
    "Disk filled up last night.": 'Disk filled up night of 2026-03-04 ("last night").',
    "Changed the schema 2 days ago": 'Changed the schema 2026-03-03 ("2 days ago")',
    "Moved to uv three days ago, works": 'Moved to uv 2026-03-02 ("three days ago"), works',
    "A day ago the token expired": '2026-03-04 ("A day ago") the token expired',
    "We saw it 10 days ago": 'We saw it 2026-02-23 ("10 days ago")',
    "CI was migrated two weeks ago.": 'CI was migrated week of 2026-02-16 ("two weeks ago").',
    "A week ago the limit was raised": 'week of 2026-02-23 ("A week ago") the limit was raised',
    "Hired Cora 3 months ago": 'Hired Cora 2025-12 ("3 months ago")',
    "Price changed a month ago": 'Price changed 2026-02 ("a month ago")',
    "The contract ends two months from now": 'The contract ends 2026-05 ("two months from now")',
    "Demo is 3 days from now": 'Demo is 2026-03-08 ("3 days from now")',
    "Decided last week to freeze the API": 'Decided week of 2026-02-23 ("last week") to freeze the API',
    "Next week we cut the release": 'week of 2026-03-09 ("Next week") we cut the release',
    "We finish the import this week.": 'We finish the import week of 2026-03-02 ("this week").',
    "Traffic doubled last month": 'Traffic doubled 2026-02 ("last month")',
    "The audit is next month": 'The audit is 2026-04 ("next month")',
    "Budget is gone this month": 'Budget is gone 2026-03 ("this month")',
    "Last Monday the standup moved to ten": '2026-03-02 ("Last Monday") the standup moved to ten',
    "Met with the client last Friday.": 'Met with the client 2026-02-27 ("last Friday").',
    "Talked to Dan last Thursday": 'Talked to Dan 2026-02-26 ("last Thursday")',
    "Freeze starts this Saturday": 'Freeze starts 2026-03-07 ("this Saturday")',
    "Planning is next Tuesday": 'Planning is 2026-03-10 ("next Tuesday")',
    "It broke this past Sunday.": 'It broke 2026-03-01 ("this past Sunday").',
    "Launch is this coming Monday": 'Launch is 2026-03-09 ("this coming Monday")',
    "Found yesterday, fixed today": 'Found 2026-03-04 ("yesterday"), fixed 2026-03-05 ("today")',
    "(tested yesterday on staging)": '(tested 2026-03-04 ("yesterday") on staging)',
    "    - upgraded node yesterday": '    - upgraded node 2026-03-04 ("yesterday")',
    "The `today` helper was removed yesterday": 'The `today` helper was removed 2026-03-04 ("yesterday")',
    "**Yesterday** the build went red": '**2026-03-04 ("Yesterday")** the build went red',
    "We may ship tomorrow": 'We may ship 2026-03-06 ("tomorrow")',
}

UNTOUCHED = (
    "We may switch to Postgres in May.",
    "The second attempt takes one second.",
    "Force-push only as a last resort.",
    "The next day the queue was empty.",
    "By today's standards that is slow.",
    "yesterday's build is the one to keep",
    'He asked for it by "tomorrow" and left',
    "The label says 'last week'",
    "Call `yesterday()` for the report",
    "Use `last month` in the query",
    "date.today() is patched in tests",
    "today() returns UTC",
    "today = clock.now()",
    "the last week of March is frozen",
    "The next week after a release is quiet.",
    "in the last month three people left",
    "over the next week we collect logs",
    "Every last Monday the backup is tested",
    "about two weeks ago the limit changed",
    "more than 3 days ago means stale",
    "a few days ago it worked",
    "some time ago we tried this",
    "recently it got slower",
    "In the year 2025 nothing changed",
    "The migration took 3 days.",
    "Finished in 2 weeks.",
    "Rotate keys every month",
    "If it was deployed yesterday, restart the worker.",
    "Whenever a session from last week is opened, it must be migrated.",
    "Anyone who joined last month would see this",
    "The parser accepts yesterday and today",
    "The filter offers last week and last month",
    "She said it would be done tomorrow",
    "Like there is no tomorrow",
    "The Today view shows open tasks",
    "Use the Tomorrow theme",
    "the today tab is the default",
    "Next Friday is the deadline",  # on a Thursday: tomorrow, or in eight days
    "This Monday we start",  # which one?
    "Today most agents forget",
    "yesterday or older is stale",
    "Fixed yesterday (2026-03-04)",
    "2026-03-04, yesterday, it broke",
    "# Today",
    "## Next week",
    "> we ship tomorrow",
    "| last week | 12 |",
    "    curl /stats/today",
    "See https://example.com/reports/last week",
    "see [the plan](next week.md)",
    "<!-- until next week -->",
    "Use today/tomorrow as values",
    "the file is called last-week.csv",
    "today-view.tsx draws it",
    "state of today",
    "last year we had two teams",
    "0 days ago",
    "lasts a week, starts on Monday",
    "on Monday the lights go out",
    'Fixed 2026-03-04 ("yesterday").',
    "night shift, first week, next one",
)


@pytest.mark.parametrize(("line", "expected"), REWRITTEN.items())
def test_a_sure_date_is_written_out(line: str, expected: str) -> None:
    done = absolute(line, THURSDAY)
    assert done == expected
    assert original(done) == line
    assert absolute(done, THURSDAY + timedelta(days=40)) == done  # it is not touched again, whenever


@pytest.mark.parametrize("line", UNTOUCHED)
def test_what_is_not_sure_stays(line: str) -> None:
    assert absolute(line, THURSDAY) == line


def test_the_labelled_set_is_large_enough() -> None:
    assert len(REWRITTEN) >= 40
    assert len(REWRITTEN) + len(UNTOUCHED) >= 100


def test_a_line_that_begins_with_its_date_is_of_that_date() -> None:
    note = "- 2026-01-10: the limit was raised yesterday\nfixed yesterday\n```\nfixed yesterday\n```\n"
    assert own_date("- 2026-01-10: x") == date(2026, 1, 10)
    assert absolute_text(note, THURSDAY) == (
        '- 2026-01-10: the limit was raised 2026-01-09 ("yesterday")\nfixed 2026-03-04 ("yesterday")\n'
        "```\nfixed yesterday\n```\n"
    )


def test_the_ends_of_the_calendar_are_left_alone() -> None:
    assert absolute("gone yesterday", date.min) == "gone yesterday"
    assert absolute("back tomorrow", date.max) == "back tomorrow"
    assert absolute("back next month", date.max) == "back next month"


def test_a_line_without_end_is_no_trouble() -> None:
    assert absolute("the today " * 4000, THURSDAY) == "the today " * 4000


PARTS = st.sampled_from(
    [
        "yesterday",
        "today",
        "Last Monday",
        "2 days ago",
        "next week",
        " ",
        ".",
        "`x`",
        '"',
        "(",
        ")",
        "we",
        "the",
        "\n",
        "-",
        "if",
    ]
)


@given(st.lists(PARTS, max_size=25).map(" ".join), st.dates(date(1990, 1, 1), date(2090, 1, 1)))
def test_any_text_comes_back_and_is_rewritten_once(text: str, written: date) -> None:
    done = absolute_text(text, written)
    assert original(done) == text
    assert absolute_text(done, written + timedelta(days=3)) == done
