"""Tasks that wait for the user's agent: kept in bounds, shown whole, answered on the command line and over MCP."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from reverie import wiring
from reverie.doors.mcp.answering import give
from reverie.doors.mcp.answering import waiting as listed
from reverie.doors.mcp.clerk import Desk
from reverie.records.events import Origin
from reverie.records.tasks import Item, ItemKind, Packet
from reverie.store.memory import MemoryStore
from reverie.tasks import packing
from reverie.tasks.engine import Setup
from reverie.tasks.engines import ENGINES
from reverie.tasks.errors import AnswerRefused, NoSuchTask, TaskBroken, TaskUnknown
from reverie.tasks.log import AnswerLog
from reverie.tasks.run import State
from reverie.tasks.waiting import FOLDER, MOST, OLDEST, Waiting
from reverie.tasks.wanted import Wanted, task_of
from tests.cli.shell import Shell, repository
from tests.mcp.client import asked, over_stdio, refused
from tests.mcp.client import run as story_of
from tests.tasks.stage import BAD, NOW, REDACT, Quoting, Scripted, Talk, good, run, talks, wanted

KIND = Quoting()


def shelf(root: Path, now: datetime = NOW, kind: Any = KIND) -> Waiting:
    return Waiting(root, lambda name: kind if name == "quoting" else None, REDACT, lambda: now)


def put(root: Path, *given: Wanted, now: datetime = NOW) -> dict[str, str]:
    return shelf(root, now).put([(task_of(one, REDACT), one) for one in given])


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / ".git").mkdir()
    return tmp_path


def test_a_task_waits_with_all_that_is_needed_to_answer_it(root: Path) -> None:
    assert put(root, wanted(1)) == {}
    one = shelf(root).next_task()
    assert one and one.task == task_of(wanted(1), REDACT) and one.since == NOW and one.at == NOW
    (file,) = (root / FOLDER).iterdir()
    assert file.stat().st_mode & 0o777 == 0o600 and file.name == f"{one.task.id}.json"
    before = file.stat()
    put(root, wanted(1), now=NOW + timedelta(days=2))
    assert file.stat().st_mtime_ns == before.st_mtime_ns, "what waits already is not written again"


def test_the_newest_sessions_wait_and_nothing_waits_for_ever(root: Path) -> None:
    many = [Wanted(KIND, f"session {n}", f"packet{n}", Talk(str(n)), NOW - timedelta(hours=n)) for n in range(MOST + 5)]
    left = put(root, *many)
    assert set(left.values()) == {f"only the newest {MOST} wait"} and len(left) == 5
    about = [one.task.about for one in shelf(root).all()]
    assert about == [f"session {n}" for n in range(MOST)]
    put(root, Wanted(KIND, "newest", "p", Talk("x"), NOW + timedelta(hours=1)))
    about = [one.task.about for one in shelf(root).all()]
    assert about[0] == "newest" and len(about) == MOST and f"session {MOST - 1}" not in about
    assert shelf(root, NOW + OLDEST + timedelta(hours=1)).all() == []
    assert not list((root / FOLDER).iterdir())


def test_the_same_task_in_other_words_takes_the_place_of_the_first(root: Path) -> None:
    put(root, wanted(1))
    put(root, wanted(1, Quoting(version=2)))
    (one,) = shelf(root).all()
    assert one.version == 2


def test_an_accepted_answer_is_logged_and_the_night_asks_nothing(root: Path) -> None:
    store = MemoryStore()
    put(root, wanted(0), wanted(1))
    id = task_of(wanted(0), REDACT).id
    both = json.dumps({"quotes": ["make check", "always run", "rm"]})
    given = shelf(root).answer_task(AnswerLog(store), id[:6], both, "agent:claude-code")
    assert (given.parts, given.examined.dropped) == (2, ("`rm` stands nowhere in the talk",))
    assert [one.task.about for one in shelf(root).all()] == ["session 1"]
    ran = run([ENGINES["agent"](Setup(root))], talks(2), store)
    assert [one.state for one in ran.outcomes] == [State.ACCEPTED, State.WAITING]
    assert ran.outcomes[0].examined and ran.outcomes[0].examined.by == "agent:claude-code"
    with pytest.raises(NoSuchTask, match=r"settled on 2026-11-18 by agent:claude-code"):
        shelf(root).answer_task(AnswerLog(store), id, both, "agent:late")


def test_a_refused_answer_may_be_given_once_more(root: Path) -> None:
    store = MemoryStore()
    put(root, wanted(0))
    id = task_of(wanted(0), REDACT).id
    given = shelf(root).answer_task(AnswerLog(store), id, BAD, "agent:x")
    assert given.left == 1 and "stands nowhere" in given.examined.refused
    one = shelf(root).find(id)
    assert one and one.refused == given.examined.refused and "was refused" in one.task.question.text
    put(root, wanted(0))
    given = shelf(root).answer_task(AnswerLog(store), id, "x" * (10 << 20), "agent:x")
    assert given.left == 0 and not shelf(root).all()
    assert AnswerLog(store).settled(("quoting", "packet0")) == given.examined
    with pytest.raises(NoSuchTask):
        shelf(root).answer_task(AnswerLog(store), id, good(), "agent:x")


def test_settled_by_somebody_else_meanwhile_it_is_late(root: Path) -> None:
    store = MemoryStore()
    put(root, wanted(0))
    run([Scripted()], talks(1), store)
    with pytest.raises(NoSuchTask, match=r"settled on .* by twin"):
        shelf(root).answer_task(AnswerLog(store), task_of(wanted(0), REDACT).id, good(), "agent:x")
    assert not shelf(root).all()


def test_a_kind_that_is_not_known_and_an_input_that_changed_are_told(root: Path) -> None:
    store = MemoryStore()
    put(root, wanted(0))
    id = task_of(wanted(0), REDACT).id
    with pytest.raises(TaskUnknown):
        Waiting(root, lambda _: None, REDACT, lambda: NOW).answer_task(AnswerLog(store), id, good(), "agent:x")
    with pytest.raises(TaskBroken):
        shelf(root, kind=Quoting(takes=Packet)).answer_task(AnswerLog(store), id, good(), "agent:x")
    assert not shelf(root).all()


def test_what_is_no_task_of_ours_is_passed_over(root: Path) -> None:
    put(root, wanted(0))
    folder = root / FOLDER
    (file,) = folder.iterdir()
    for name, text in {"a": "{", "b": "[]", "c": "{}", "d": file.read_text(), "e": "[" * 50_000}.items():
        (folder / f"{name}.json").write_text(text)
    (folder / "f.json").symlink_to(file)
    (folder / "g.json").write_text(json.dumps({**json.loads(file.read_text()), "id": "g", "since": "2026-01-01"}))
    there = shelf(root)
    assert len(there.all()) == 1 and len(there.skipped) == 7
    assert [one.reason for one in there.skipped if one.what.endswith("d.json")] == ["it has another task's id"]


def test_a_link_for_the_folder_is_not_followed(root: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    put(root, wanted(0))
    for file in (root / FOLDER).iterdir():
        file.rename(elsewhere / file.name)
    (root / FOLDER).rmdir()
    (root / FOLDER).symlink_to(elsewhere)
    assert shelf(root).all() == []
    ran = run([ENGINES["agent"](Setup(root, wait=lambda tasks: put(root, wanted(1))))], talks(1))
    assert [one.state for one in ran.outcomes] == [State.KEYLESS] and "cannot be kept" in ran.report.trouble[0]
    assert len(list(elsewhere.iterdir())) == 1


def test_a_packet_comes_back_from_the_disk_as_it_was() -> None:
    item = Item("e1", ItemKind.REJECTION, "no ⏎ never", 3, "a.jsonl:3", "ev", Origin.USER, NOW, ("a.py",))
    packet = Packet("s", {"agent": "x", "date": "y"}, (item,), {"agent": 2}, 900, ("a.py",))
    assert packing.unpack(Packet, json.loads(json.dumps(packing.pack(packet)))) == packet
    more: dict[str, object] = {**packing.pack(packet), "more": 1}  # type: ignore[dict-item]
    wrongs: list[object] = [{}, [], {"about": 1}, more]
    for wrong in wrongs:
        with pytest.raises((packing.Unfit, ValueError)):
            packing.unpack(Packet, wrong)


def test_keyless_is_no_engine_and_the_tasks_wait_all_the_same(root: Path) -> None:
    by_id = {task_of(one, REDACT).id: one for one in talks(2)}
    setup = Setup(root, wait=lambda tasks: shelf(root).put([(task, by_id[task.id]) for task in tasks]))
    ran = run([ENGINES["keyless"](setup)], talks(2), keyless=lambda one: {"quotes": [one.about]})
    assert [one.state for one in ran.outcomes] == [State.KEYLESS] * 2
    assert ran.outcomes[0].answer == {"quotes": ["session 0"]} and "your agent may" in ran.outcomes[0].why
    assert len(shelf(root).all()) == 2


# At the doors


@pytest.fixture
def house(tmp_path: Path) -> Shell:
    shell = repository(tmp_path / "house")
    project = wiring.Project(shell.folder)
    (shell.folder / ".agent").mkdir()
    now = wiring.now()
    wiring.tasks.waiting(project).put(
        [(task_of(one, REDACT), one) for one in (Wanted(KIND, "session a", "pa", Talk("run\nmake check"), now),)]
    )
    return shell


def test_the_command_line_shows_what_waits_and_takes_an_answer(house: Shell) -> None:
    (one,) = house("tasks", "list", "--json").json
    assert one["kind"] == "quoting" and one["about"] == "session a" and one["refused"] is None
    assert one["id"] in house("tasks", "list").out
    for words in (("next",), ("show", one["id"][:5])):
        told = house("tasks", *words, "--json").json
        assert told["text"] == "run\nmake check" and told["schema"]["required"] == ["quotes"]
        said = house("tasks", *words).out
        assert "\n    run\n    make check\n" in said and '"quotes"' in said
    assert "hint:" in house("tasks", "show", "a-session", code=1).talk
    (house.folder / "answer.json").write_text(good())
    failed = house("tasks", "answer", one["id"], "answer.json", code=1)
    assert "no tasks of the kind 'quoting'" in failed.talk and "hint: " in failed.talk
    assert "hint: reverie tasks list" in house("tasks", "answer", "nothing", "answer.json", code=1).talk
    assert "cannot be read" in house("tasks", "answer", one["id"], "missing.json", code=1).talk
    assert house("status", "--json").json["tasks"]["waiting"] == 1
    assert "1 question for your agent" in house("status").out


def test_without_tasks_that_is_said(tmp_path: Path) -> None:
    shell = repository(tmp_path / "empty")
    assert shell("tasks", "list", "--json").json == [] and shell("tasks", "next", "--json").json is None
    assert "No task waits" in shell("tasks", "list").talk and "No task waits" in shell("tasks", "next").talk
    assert not (shell.folder / ".agent").exists(), "looking writes nothing"


def test_an_agent_sees_what_waits_and_is_told_what_is_wrong(house: Shell) -> None:
    async def story() -> None:
        async with over_stdio(house.folder) as client:
            told = await asked(client, "dream_tasks")
            id = told.split()[0]
            whole = await asked(client, "dream_tasks", id=id)
            assert "    make check" in whole and '"quotes"' in whole
            assert "hint: reverie tasks list" in await refused(client, "dream_tasks", id="nothing")
            assert "no tasks of the kind" in await refused(client, "dream_answer", id=id, answer=good())
            assert "hint:" in await refused(client, "dream_answer", id="nothing", answer="x")

    story_of(story())


def test_an_answer_of_the_agent_is_taken_or_refused_with_the_reason(
    house: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wiring.tasks, "kind", lambda _project, _name: KIND)
    monkeypatch.setenv("CLAUDECODE", "1")
    project = wiring.Project(house.folder)
    store = wiring.open_store(project)
    desk = Desk(project, store, lambda: None)
    id = listed(desk, None).split()[0]
    with pytest.raises(AnswerRefused, match="stands nowhere") as caught:
        give(desk, id, BAD)
    assert "answer again" in caught.value.advice and "(refused: " in listed(desk, None)
    assert give(desk, id, good()) == f"Accepted {id}: 1 part. The next dream uses it."
    assert listed(desk, None) == "No task waits."
    (one,) = wiring.tasks.answer_log(store).accepted()
    assert one.by == "agent:claude-code" and one.accepted == {"quotes": ["make check"]}
    store.close()
