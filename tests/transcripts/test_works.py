"""What a session was for, how it ended, and what it left to do."""

from __future__ import annotations

import pytest

from reverie.gather.transcripts import works
from reverie.gather.transcripts.events import work_of
from reverie.records.transcripts import Said, Turn
from tests.transcripts.labelled import agent, edited, human, said, session


def told(*rows: Said | list[Said]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for event in work_of(session(*rows)):
        found.setdefault(event.kind, []).append(event.summary)
    return found


def test_a_session_is_told_by_its_request_and_the_agents_last_words() -> None:
    rows: list[Said | list[Said]] = [
        human("Make the parser keep comments. They get lost today."),
        agent("On it."),
        edited("/repo/parse.py"),
    ]
    found = told(*rows, agent("The parser keeps comments now, with their line. All tests pass."))
    assert found["task"] == ["Make the parser keep comments. They get lost today."]
    assert found["outcome"][0].startswith("The parser keeps comments now, with their line")


def test_a_small_errand_gives_way_to_what_the_session_is_about() -> None:
    opening = [human("commit this"), agent("Done."), human("now make the importer skip empty rows, please")]
    assert told(*opening)["task"] == ["now make the importer skip empty rows, please"]
    assert told(human("commit this"), agent("Done."))["task"] == ["commit this"]
    assert "task" not in told(human("ok"), agent("Hello."))
    assert "task" not in told(human("go"), agent("Done."), human("no, that is wrong, use tabs for it"))


def test_a_plan_that_was_handed_on_is_known_by_its_heading() -> None:
    plan = said(Turn.MACHINE, "Implement the following plan:\n\n# Plan: Batch the exports\n\n## Context\n…")
    assert told(plan, human("commit"), agent("Committed."))["task"] == ["Batch the exports"]


@pytest.mark.parametrize(
    "words", ["Now let me run the tests:", "Let me look at the schema first.", "Done.", "Want me to push it?", ""]
)
def test_last_words_that_say_nothing_tell_no_outcome(words: str) -> None:
    assert works.outcome(words) == ""


def test_what_was_done_comes_before_that_the_checks_passed() -> None:
    assert works.outcome("All 12 tests pass, lint clean. Exports are written in batches of ten now.").startswith(
        "Exports are written in batches of ten now"
    )
    assert works.outcome("All 12 tests pass.") == "All 12 tests pass."


def test_what_is_left_comes_from_a_list_or_a_sentence() -> None:
    text = "Renamed it everywhere.\n\nRemaining tasks:\n- **#4** move the cache\n- #5 write the docs\n\nBye."
    assert works.left(text) == ["#4 move the cache", "#5 write the docs"]
    assert works.left("Works. The retry path is not tested yet.") == ["The retry path is not tested yet."]
    assert works.left("Nothing left to do. The remaining files are pre-existing changes.") == []
    for done in (
        "All pending traces are flushed to the backend.",
        "The remaining uncommitted file is just the binary and doesn't need to be committed.",
        "Still needs a cast, but now passes the array directly.",
        "Todo for the parser committed as `1b3df75`.",
        "Removed the outdated claim that loops are not yet compiled.",
        "Next steps:\n- Restart your terminal\n- I can add a guide",
        "The other changes remain untouched.",
    ):
        assert works.left(done) == []


def test_a_secret_in_the_last_words_leaves_with_its_text() -> None:
    def clean(rows: list[Said]) -> list[Said]:
        return [row._replace(text=row.text.replace("hunter2", "[REDACTED:x:12345678]")) for row in rows]

    rows = session(human("set the key up for staging deploys"), agent("The key for staging is hunter2 from now on."))
    found = work_of(rows, clean=lambda some: clean(list(some)))
    assert [event.kind for event in found] == ["task", "outcome"]
    assert not any("hunter2" in event.summary for event in found)


def test_while_somebody_is_at_it_there_are_no_last_words() -> None:
    assert "outcome" not in told(human("make it so, number one"), agent("It is so."), human("and now?"))
