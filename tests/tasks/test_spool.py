"""A folder of tasks and answers: written whole, read like anything a stranger put there, nothing lost."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from reverie.store.memory import MemoryStore
from reverie.tasks.engines.spool import LARGEST, SpoolEngine
from reverie.tasks.log import LOG, AnswerLog
from reverie.tasks.run import Ran, State
from tests.tasks.stage import BAD, Scripted, good, run, talks


@pytest.fixture
def spool(tmp_path: Path) -> Path:
    return tmp_path / "spool"


def night(spool: Path, store: MemoryStore, count: int = 2, **more: Any) -> Ran:
    return run([SpoolEngine(spool)], talks(count), store, **more)


def ids(spool: Path) -> list[str]:
    """The tasks that wait, in the order of their sessions."""
    found = [json.loads(path.read_text()) for path in (spool / "tasks").iterdir()]
    return [one["task"] for one in sorted(found, key=lambda one: str(one["about"]))]


def answer(spool: Path, id: str, said: object, name: str = "", **more: object) -> Path:
    place = spool / "answers" / (name or f"{id}.json")
    place.write_text(json.dumps({"task": id, "answer": said, **more}))
    return place


def states(ran: Ran) -> list[State]:
    return [one.state for one in ran.outcomes]


def test_tasks_are_written_and_answers_taken_the_next_time(spool: Path) -> None:
    store = MemoryStore()
    assert states(night(spool, store)) == [State.WAITING] * 2
    first, second = ids(spool)
    told = json.loads((spool / "tasks" / f"{first}.json").read_text())
    assert told["text"] == "talk 0: always run make check" and told["schema"]["required"] == ["quotes"]
    assert {"task", "kind", "about", "packet", "system", "max_tokens"} <= told.keys()
    assert (spool / "tasks").stat().st_mode & 0o777 == 0o700
    answer(spool, first, json.loads(good()), by="batch-7")
    ran = night(spool, store)
    assert states(ran) == [State.ACCEPTED, State.WAITING]
    assert ran.outcomes[0].examined and ran.outcomes[0].examined.by == "spool:batch-7"
    assert ids(spool) == [second] and (spool / "done" / f"{first}.json").exists()
    assert not list((spool / "answers").iterdir())
    records = list(store.records(LOG))
    assert states(night(spool, store)) == [State.ACCEPTED, State.WAITING] and list(store.records(LOG)) == records


def test_a_refused_answer_lies_beside_its_reason_and_may_be_given_once_more(spool: Path) -> None:
    store = MemoryStore()
    night(spool, store, 1)
    (id,) = ids(spool)
    answer(spool, id, BAD)
    assert states(night(spool, store, 1)) == [State.WAITING]
    told = json.loads((spool / "refused" / f"{id}.json").read_text())
    assert (told["task"], told["attempt"]) == (id, 1) and "stands nowhere" in told["reason"]
    assert "rm -rf build" in told["answer"], "nothing is lost"
    night(spool, store, 1)
    assert "was refused" in json.loads((spool / "tasks" / f"{id}.json").read_text())["text"]
    answer(spool, id, BAD + " ")
    ran = night(spool, store, 1)
    assert states(ran) == [State.REFUSED] and not ids(spool)
    assert json.loads((spool / "refused" / f"{id}.json").read_text())["attempt"] == 2


def test_an_answer_that_a_kill_left_in_its_place_is_not_counted_twice(spool: Path) -> None:
    store = MemoryStore()
    night(spool, store, 1)
    (id,) = ids(spool)
    place = answer(spool, id, BAD)
    raw = place.read_bytes()
    night(spool, store, 1)
    place.write_bytes(raw)
    assert states(night(spool, store, 1)) == [State.WAITING]
    assert len(AnswerLog(store).refused(("quoting", "packet0"))) == 1 and not place.exists()


def test_what_strangers_put_there_is_passed_over_with_the_reason(spool: Path, tmp_path: Path) -> None:
    store = MemoryStore()
    night(spool, store)
    first, second = ids(spool)
    answers = spool / "answers"
    secret = tmp_path / "secret"
    secret.write_text(json.dumps({"task": first, "answer": good()}))
    (answers / f"{first}.json").symlink_to(secret)
    os.mkfifo(answers / f"{second}.json")
    (answers / "readme.txt").write_text("hello")
    (answers / "folder.json").mkdir()
    (answers / ".half.json.tmp").write_text("{")
    (answers / "half.json").write_text('{"task": "half", "ans')
    (answers / "huge.json").write_bytes(b" " * (LARGEST + 1))
    (answers / "deep.json").write_text("[" * 90_000)
    (answers / "list.json").write_text("[]")
    (answers / "bytes.json").write_bytes(b"\xff\xfe")
    answer(spool, "foreign", good())
    answer(spool, first, good(), "other.json")
    ran = night(spool, store)
    assert states(ran) == [State.WAITING] * 2
    told = {one.what: one.why for one in ran.report.strays}
    assert told[f"answers/{first}.json"] == "it is a link"
    assert told[f"answers/{second}.json"] == told["answers/folder.json"] == "it is no regular file"
    assert told["answers/readme.txt"] == "its name is not <id>.json"
    assert (
        told["answers/half.json"] == told["answers/deep.json"] == told["answers/bytes.json"] == "it is not whole JSON"
    )
    assert told["answers/huge.json"] == "it has more than 1 MB"
    assert told["answers/list.json"] == 'it has no "answer"'
    assert told["answers/other.json"] == f"it says it answers {first!r}"
    assert told["answer to foreign"] == "no open task has this id"
    assert len(told) == 11 and (answers / "foreign.json").exists()
    (answers / f"{first}.json").unlink()
    answer(spool, first, good())
    assert states(night(spool, store)) == [State.ACCEPTED, State.WAITING]


def test_an_answer_to_a_task_that_is_settled_is_refused_and_kept(spool: Path) -> None:
    store = MemoryStore()
    night(spool, store)
    first, _ = ids(spool)
    run([Scripted()], talks(1), store)
    answer(spool, first, BAD)
    ran = night(spool, store)
    assert states(ran) == [State.ACCEPTED, State.WAITING]
    assert "it came late: this task is settled since 2026-11-18 (accepted, by twin:twin-model)" in {
        one.why for one in ran.report.strays
    }
    told = json.loads((spool / "refused" / f"{first}.json").read_text())
    assert told["attempt"] == 0 and "rm -rf build" in told["answer"]
    assert len(ids(spool)) == 1, "the settled task is taken away"


@pytest.mark.parametrize("odd", [7, None, [1], "Sure, here it is!", "x" * 200_000])
def test_an_answer_of_another_form_is_refused_and_not_fatal(spool: Path, odd: object) -> None:
    store = MemoryStore()
    night(spool, store, 1)
    (id,) = ids(spool)
    answer(spool, id, odd, by=7, read="many", written=-1)
    assert states(night(spool, store, 1)) == [State.WAITING]
    assert (spool / "refused" / f"{id}.json").exists()


def test_a_folder_that_cannot_be_used_leaves_the_tasks_to_the_next_engine(spool: Path) -> None:
    spool.write_text("a file")
    ran = run([SpoolEngine(spool), Scripted()], talks(1))
    assert states(ran) == [State.ACCEPTED] and "cannot be used" in ran.report.trouble[0]


def test_a_link_for_a_folder_is_not_followed(spool: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    spool.mkdir()
    (spool / "tasks").symlink_to(elsewhere)
    ran = run([SpoolEngine(spool)], talks(1))
    assert states(ran) == [State.KEYLESS] and not list(elsewhere.iterdir())
