"""Many lines become few documents; sessions stay together; what came in before is not taken twice."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from reverie.layouts.days import FULL
from reverie.layouts.files import AGENT
from reverie.layouts.incoming import read
from reverie.layouts.known import without_known
from reverie.layouts.lines import written
from reverie.records.documents import Address, Document
from reverie.records.notes import Line
from tests.notes.memory import AT, Memory

NOW = datetime(2026, 11, 15, 12, 0, tzinfo=UTC)


def batch(*lines: object) -> list[bytes]:
    return [line if isinstance(line, bytes) else json.dumps(line).encode() for line in lines]


def test_a_line_is_read_with_all_it_says() -> None:
    found = read(batch({"id": 7, "text": " hi ", "date": "2023/05/20 (Sat) 02:21", "session": "s"}), NOW)
    line = found.lines[1]
    assert (line.id, line.text, line.session, line.timed) == ("7", "hi", "s", True)
    assert line.at == datetime(2023, 5, 20, 2, 21, tzinfo=UTC)


def test_bad_lines_are_named_by_number_and_the_others_are_kept() -> None:
    found = read(
        batch(
            {"text": "good"}, b"not json", ["list"], {"text": ""}, {"text": 5.5}, {"text": "x", "date": "tomorrow"},
            {"text": "x", "type": "poem"}, b"", {"id": "a", "text": "one"}, {"id": "a", "text": "two"},
            {"id": "a", "text": "one"}, {"text": "y", "mood": "good"},
        ),
        NOW,
    )  # fmt: skip
    assert sorted(found.bad) == [2, 3, 4, 5, 6, 7, 10]
    assert sorted(found.lines) == [1, 9, 12]
    assert found.again == 1 and found.ignored == {"mood": 1}
    assert "line 9" in found.bad[10]


def test_lines_of_one_session_are_neighbours_in_their_order() -> None:
    memory = Memory()
    lines = [
        Line(f"{s} says {n}", AT + timedelta(hours=n * 3), id=f"{s}{n}", session=s, dated=True)
        for n in range(6)
        for s in ("a", "b")
    ]
    memory.remember(*lines, Line("nobody's", AT, id="x"))
    found = AGENT.passages(Document(Address("memory", "2026-11-15.md"), memory.text("2026-11-15.md").encode()))
    for name in ("a", "b"):
        own = [p for p in found if p.group == f"session {name}"]
        assert [p.id for p in own] == [f"{name}{n}" for n in range(6)]
        assert [p.place for p in own] == list(range(6))
        assert own[-1].at is not None and own[-1].at.date().isoformat() == "2026-11-16"  # it went on after midnight
    assert next(p for p in found if p.id == "x").group == "memory:2026-11-15.md"


def test_a_session_that_goes_on_later_goes_on_counting() -> None:
    memory = Memory()
    memory.remember(Line("one", AT, session="a"), Line("two", AT, session="a"))
    memory.remember(Line("aside", AT))
    memory.remember(Line("three", AT, session="a"))
    found = AGENT.passages(Document(Address("memory", "2026-11-15.md"), memory.text("2026-11-15.md").encode()))
    assert [(p.text, p.group, p.place) for p in found if p.group == "session a"] == [
        ("one", "session a", 0),
        ("two", "session a", 1),
        ("three", "session a", 2),
    ]
    assert next(p for p in found if p.text == "aside").group == "memory:2026-11-15.md"


def test_a_full_day_goes_on_in_another_file() -> None:
    memory = Memory()
    text = "word " * 40
    lines = [Line(f"{n} {text}", AT, id=str(n), session="long") for n in range(2000)]
    memory.remember(*lines)
    files = sorted(a.path for a in memory.store._documents if memory.layout.kind_of(a) == "daily")
    assert len(files) >= 4 and all(len(memory.text(f).encode()) <= FULL + 4000 for f in files)
    found = [p for f in files for p in AGENT.passages(Document(Address("memory", f), memory.text(f).encode()))]
    assert sorted(p.place for p in found if p.group == "session long") == list(range(2000))
    assert all(p.id == str(p.place) for p in found)
    memory.remember(Line("one more", AT))
    assert "one more" in memory.text(max(files, key=lambda f: (len(f), f)))


def test_a_session_of_an_earlier_file_of_the_day_goes_on_counting() -> None:
    memory = Memory()
    memory.remember(*(Line(f"{n} {'word ' * 40}", AT, session="old") for n in range(1000)))
    memory.remember(
        *(Line(f"{n} {'word ' * 40}", AT, session="other") for n in range(1000)), Line("again", AT, session="old")
    )
    files = sorted(a for a in memory.store._documents if memory.layout.kind_of(a) == "daily")
    found = [p for a in files for p in AGENT.passages(Document(a, memory.text(a.path).encode()))]
    assert next(p.place for p in found if p.text == "again") == 1000
    assert len({(p.group, p.place) for p in found}) == 2001


def test_the_same_batch_twice_adds_nothing() -> None:
    memory = Memory()
    raw = batch(
        *(
            {"id": f"i{n}", "text": f"text {n}", "session": f"s{n % 3}", "topic": "T" if n % 2 else ""}
            for n in range(40)
        )
    )
    first = read(raw, NOW)
    memory.remember(*first.lines.values())
    again = read([*raw, *batch({"id": "i4", "text": "text 4"}, {"id": "new", "text": "new"})], NOW)
    without_known(again, AGENT, memory.store.read)
    assert [line.id for line in again.lines.values()] == ["new"]
    other = read(batch({"id": "i4", "text": "other words"}), NOW)
    without_known(other, AGENT, memory.store.read)
    assert not other.lines and "other words in 2026-11-15.md" in other.bad[1]


def test_a_topic_is_made_once_and_then_added_to() -> None:
    memory = Memory()
    memory.remember(Line("one", AT, topic="Staging Deploys", type="project"))
    before = memory.text("staging-deploys.md")
    memory.remember(Line("two", AT + timedelta(days=2), topic="staging deploys"))
    after = memory.text("staging-deploys.md")
    assert after == before.replace("created: 2026-11-15\n", "created: 2026-11-15\nupdated: 2026-11-17\n") + "- two\n"


def test_a_note_somebody_wrote_is_added_to_and_nothing_else_in_it_changes() -> None:
    memory = Memory()
    theirs = "---\r\nname: Deploy # mine\r\ncustom: [1]\r\n---\r\n\r\nText.\r\n"
    memory.put({"deploy.md": theirs})
    memory.remember(Line("more\nlines", AT, topic="deploy"))
    assert memory.text("deploy.md") == theirs + "\r\n- more\r\n  lines\r\n"


texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1, max_size=30).filter(
    lambda text: bool(text.strip())
)


@settings(deadline=None)
@given(st.lists(st.tuples(texts, st.sampled_from(["", "a", "b", "b (from 3)", "b (from 4)"])), min_size=1, max_size=12))
def test_in_any_order_of_sessions_nothing_is_lost(given_lines: list[tuple[str, str]]) -> None:
    lines = [Line(text, AT, id=f"n{n}", session=session) for n, (text, session) in enumerate(given_lines)]
    documents: dict[Address, Document] = {}
    half = len(lines) // 2
    for part in (lines[:half], lines[half:]):
        for page in written(part, AGENT, documents.get):
            documents[page.address] = Document(page.address, page.content)
    found = [p for document in documents.values() for p in AGENT.passages(document)]
    assert sorted(p.id for p in found) == sorted(line.id for line in lines)
    for session in {line.session for line in lines if line.session}:
        ids = [
            p.id for p in sorted(found, key=lambda p: p.place) if p.id in {x.id for x in lines if x.session == session}
        ]
        assert ids == [line.id for line in lines if line.session == session]
        groups = {p.group for p in found if p.id in ids}
        assert len(groups) == 1
