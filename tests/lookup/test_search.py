"""Given a memory, when a question is asked, then these passages come, in this order; and no question breaks it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from reverie.lookup.fill import fill
from reverie.lookup.index import Index
from reverie.lookup.search import Filters, search, search_many
from tests.lookup.memory import NOON, Thesaurus, ids, note, put


@pytest.fixture
def index(tmp_path: Path) -> Iterator[Index]:
    opened = Index(tmp_path)
    yield opened
    opened.close()


def test_a_name_of_code_is_found_however_it_is_written(index: Index) -> None:
    put(index, note("auth", "`parseJWTToken` rejects expired tokens."), note("tea", "Tea at four, no tokens."))
    for question in ("parseJWTToken", "parse_jwt_token", "parse jwt token", "parse-jwt-token"):
        assert ids(search(index, question))[0] == "auth/0", question


def test_the_exact_path_and_error_come_before_what_resembles_them(index: Index) -> None:
    put(
        index,
        note("a", "The auth code in src/auth/other.py uses jwt.", "jwt and auth and src and py"),
        note("b", "Fixed src/auth/jwt.py:42 at last."),
        note("c", "An error of a type.", "It raised TypeError."),
    )
    assert ids(search(index, "src/auth/jwt.py"))[0] == "b/0"
    assert ids(search(index, "TypeError"))[0] == "c/1"


def test_a_line_is_found_by_what_its_neighbours_say_but_after_the_one_that_says_it(index: Index) -> None:
    put(
        index,
        note("talk", "Shall we talk about the Kyoto trip?", "It cost 900 euros.", "Fine weather today."),
        note("other", "It cost 900 euros."),
        *(note(f"n{n}", f"Something else, number {n}.") for n in range(8)),
    )
    found = ids(search(index, "what did the Kyoto trip cost?"))
    assert found.index("talk/1") < found.index("other/0")


def test_a_note_is_found_by_its_title_alone(index: Index) -> None:
    put(index, note("runbook", "First stop the workers.", title="Zanzibar failover"), note("tea", "Stop for tea."))
    assert ids(search(index, "zanzibar"))[0] == "runbook/0"


def test_meaning_finds_what_words_do_not(index: Index) -> None:
    put(index, note("a", "My vehicle is in the garage."), note("b", "The garden needs water."))
    thesaurus = Thesaurus()
    assert ids(search(index, "automobile? auto!")) == []
    assert fill(index, thesaurus) == 2
    hit = search(index, "auto", embed=thesaurus)[0]
    assert hit.passage.id == "a/0"
    assert hit.parts["meaning"] > hit.parts["words"] == 0


def test_only_active_passages_unless_others_are_asked_for(index: Index) -> None:
    put(index, note("old", "Deploy with fabric.", state="superseded"), note("new", "Deploy with make."))
    assert ids(search(index, "deploy")) == ["new/0"]
    every = Filters(states=frozenset())
    assert sorted(ids(search(index, "deploy", filters=every))) == ["new/0", "old/0"]
    retired = Filters(states=frozenset({"superseded"}))
    assert ids(search(index, "deploy", filters=retired)) == ["old/0"]


def test_filters_look_further_until_there_is_enough(index: Index) -> None:
    index.put_many([note(f"n{n}", "deploy " * 3, layer="daily") for n in range(700)])
    put(index, note("rule", "Never deploy on a Friday, whatever the reason may be.", layer="rule", type="project"))
    assert ids(search(index, "deploy", 5, Filters(layers=frozenset({"rule"})))) == ["rule/0"]
    assert ids(search(index, "deploy", 5, Filters(types=frozenset({"project"})))) == ["rule/0"]
    assert search(index, "deploy", 5, Filters(layers=frozenset({"insight"}))) == []


def test_since_keeps_what_is_younger(index: Index) -> None:
    put(
        index,
        note("old", "deploy", at=NOON - timedelta(days=40)),
        note("new", "deploy", at=NOON),
        note("when", "deploy"),
    )
    assert ids(search(index, "deploy", filters=Filters(since=NOON - timedelta(days=30)))) == ["new/0"]


def test_pinned_recent_and_valid_come_first_among_equals(index: Index) -> None:
    put(
        index,
        note("a-expired", "deploy by hand", at=NOON, valid_until=date(2026, 10, 1)),
        note("b-old", "deploy by hand", at=NOON - timedelta(days=900)),
        note("c-new", "deploy by hand", at=NOON),
        note("d-pinned", "deploy by hand", at=NOON, pinned=True),
    )
    hits = search(index, "deploy by hand", now=NOON)
    assert ids(hits) == ["d-pinned/0", "c-new/0", "b-old/0", "a-expired/0"]
    assert hits[0].parts["pinned"] > 0 and hits[-1].parts["expired"] < 0


def test_equals_come_by_id_and_twice_the_same(index: Index) -> None:
    index.put_many([note(name, "the very same line") for name in "gcafbed"])
    assert ids(search(index, "same line")) == [f"{name}/0" for name in "abcdefg"]
    assert search(index, "same line", 3) == search(index, "same line")[:3]


def test_the_order_of_putting_does_not_matter(tmp_path: Path) -> None:
    notes = [note(f"n{n}", f"alpha {'beta ' * (n % 3)}gamma{n}", f"delta {n % 4}") for n in range(30)]
    one, other = Index(tmp_path / "one"), Index(tmp_path / "other")
    one.put_many(notes)
    put(other, *reversed(notes))
    for question in ("alpha beta", "delta 3", "gamma7 alpha"):
        assert search(one, question) == search(other, question)
    one.close()
    other.close()


def test_several_questions_are_answered_as_each_alone(index: Index) -> None:
    put(index, note("a", "red car", "blue boat"), note("b", "green tea"))
    thesaurus = Thesaurus()
    fill(index, thesaurus)
    questions = [("vehicle", 2), ("tea", 1), ("", 3), ("boat", 0)]
    together = search_many(index, questions, embed=thesaurus)
    assert together == [search(index, question, limit, embed=thesaurus) for question, limit in questions]
    assert together[2:] == [[], []]


HOSTILE = [
    "", "   ", "\0", '"', "'", "a\" OR \"b", "NEAR(a b)", "deploy AND NOT", "*", "deploy*", "col:deploy", "^deploy",
    "(", "-", "--; DROP TABLE passages", "\ud800", "🚀🚀", "%s %d {0}", "a" * 1_000_000, "word " * 200_000,
    "\u202e\u200b",     "ß" * 300,
]  # fmt: skip


@pytest.mark.parametrize("question", HOSTILE, ids=range(len(HOSTILE)))
def test_no_question_breaks_the_search(index: Index, question: str) -> None:
    put(index, note("deploy", "Deploy with make.", "x" * 1_000_000, "\0\ud800 🚀 " + "many words " * 100_000))
    thesaurus = Thesaurus()
    fill(index, thesaurus)
    for embed in (None, thesaurus):
        assert all(0 <= hit.score <= 1 for hit in search(index, question, embed=embed))
    assert index.size() == 3
    assert index.report.renewed == 0


def test_an_empty_index_has_no_answers(index: Index) -> None:
    assert search(index, "anything", embed=Thesaurus()) == []


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(
    texts=st.lists(st.text(max_size=40), min_size=1, max_size=6), question=st.text(max_size=30), limit=st.integers(0, 5)
)
def test_whatever_is_there_scores_are_in_order_and_in_bounds(
    tmp_path: Path, texts: list[str], question: str, limit: int
) -> None:
    index = Index(tmp_path)
    index.put(*note("any", *texts))
    hits = search(index, question, limit)
    scores = [hit.score for hit in hits]
    assert len(hits) <= limit
    assert scores == sorted(scores, reverse=True) and all(0 <= score <= 1 for score in scores)
    assert [hit.passage.text for hit in hits] == [texts[int(hit.passage.id[4:])] for hit in hits]
    index.close()


def test_a_moment_without_a_zone_is_taken_too(index: Index) -> None:
    put(index, note("a", "deploy", at=datetime(2026, 1, 1)), note("b", "deploy", at=datetime(2026, 1, 2, tzinfo=UTC)))  # noqa: DTZ001
    assert len(search(index, "deploy")) == 2


def test_words_alone_need_no_numpy(tmp_path: Path) -> None:
    program = f"""
import sys
from pathlib import Path
from reverie.lookup.index import Index
from reverie.lookup.search import search
from reverie.records.passages import Passage
index = Index(Path({str(tmp_path)!r}))
index.put("memory:a.md", "1", [Passage("a", "memory:a.md", 1, 1, "green tea")])
assert search(index, "tea")[0].passage.id == "a"
assert "numpy" not in sys.modules
"""
    subprocess.run([sys.executable, "-c", program], check=True)
