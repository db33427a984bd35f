"""The answer log: read back as written, found by kind and packet, the first accepted stands, damage costs one line."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

from reverie import wiring
from reverie.records.logs import LogRecord
from reverie.records.tasks import Examined
from reverie.store.memory import MemoryStore
from reverie.tasks.log import LOG, AnswerLog
from tests.tasks.stage import NOW

KEY = ("quoting", "p1")
ONE = Examined("t1", "quoting", "session 1", "p1", "claude:haiku", NOW, {"quotes": ["é", 1, None]}, "", ("a part",))
NO = replace(ONE, accepted=None, refused="it is no JSON", dropped=())


def test_what_is_written_is_read_back_with_who_said_it() -> None:
    store = MemoryStore()
    AnswerLog(store).add(ONE)
    log = AnswerLog(store)
    assert log.settled(KEY) == ONE and log.accepted() == [ONE] and log.find("t1") == ONE
    assert log.settled(("quoting", "p2")) is None and log.settled(("lessons", "p1")) is None and log.find("t2") is None


def test_once_refused_is_open_and_twice_is_settled() -> None:
    store = MemoryStore()
    log = AnswerLog(store)
    log.add(NO, "well, …")
    assert log.settled(KEY) is None and [tried.answer for tried in log.refused(KEY)] == ["well, …"]
    log.add(NO, "well, …")
    for one in (log, AnswerLog(store)):
        assert one.settled(KEY) == NO and one.standing(KEY) is None and len(one.refused(KEY)) == 2


def test_of_two_accepted_answers_the_first_stands_and_no_refusal_takes_it_back() -> None:
    store = MemoryStore()
    for one in (ONE, replace(ONE, by="agent:x", accepted={}), NO, NO):
        AnswerLog(store).add(one)
    assert AnswerLog(store).settled(KEY) == ONE


def test_reopened_it_is_open_and_the_old_answer_stands_until_a_better_one() -> None:
    store = MemoryStore()
    log = AnswerLog(store)
    log.add(ONE)
    log.reopen([KEY], by="reask", at=NOW)
    assert log.settled(KEY) is None and log.standing(KEY) == ONE and log.accepted() == [ONE]
    log.add(NO)
    log.add(NO, "again")
    assert AnswerLog(store).settled(KEY) == ONE
    log.reopen([KEY], by="reask", at=NOW + timedelta(days=1))
    new = replace(ONE, at=NOW + timedelta(days=1), accepted={"quotes": []})
    log.add(new)
    assert AnswerLog(store).settled(KEY) == log.settled(KEY) == new


def test_the_newest_trouble_is_told_until_that_engine_answers() -> None:
    store = MemoryStore()
    log = AnswerLog(store)
    log.note_trouble("claude", "please log in", NOW)
    assert AnswerLog(store).last_trouble() == ("claude", "please log in", NOW)
    log.add(replace(ONE, by="agent:x", packet="p2"))
    assert AnswerLog(store).last_trouble()
    log.add(ONE)
    assert AnswerLog(store).last_trouble() is None


def test_what_no_file_can_hold_is_written_as_far_as_it_can_be(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    store = wiring.open_store(wiring.Project(tmp_path))
    AnswerLog(store).add(replace(NO, refused="bad \ud800", by="spool:\udfff"), "\ud800" * 9_000)
    (tried,) = AnswerLog(store).refused(KEY)
    assert tried.examined.refused == "bad ?" and len(tried.answer) == 2_000
    store.close()


def test_a_damaged_or_forged_line_costs_that_line(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    project = wiring.Project(tmp_path)
    store = wiring.open_store(project)
    AnswerLog(store).add(ONE)
    odd: list[dict[str, object]] = [
        {}, {"task": 1, "task_kind": "x", "about": "x", "packet": "x"},
        {"task": "t", "task_kind": "quoting", "about": "", "packet": "p9", "accepted": [1]},
        {"task": "t", "task_kind": "quoting", "about": "", "packet": "p9", "accepted": {}, "dropped": "x"},
    ]  # fmt: skip
    store.append(LOG, [LogRecord("accepted", "x", NOW, facts) for facts in odd])  # type: ignore[arg-type]
    store.append(LOG, [LogRecord("something", "x", NOW, {})])
    (file,) = (project.local / "logs" / LOG).iterdir()
    file.write_bytes(file.read_bytes() + b'{"id": "half')
    log = AnswerLog(store)
    assert log.settled(KEY) == ONE and log.accepted() == [ONE] and len(log.unreadable) == 6
    log.add(replace(ONE, packet="p2"))
    assert AnswerLog(store).settled(("quoting", "p2"))
    store.close()
