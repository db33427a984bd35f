"""A night of tasks: asked once, examined, written down at once; refused, failing, late, killed and resumed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from reverie.records.tasks import Answer, Task
from reverie.store.memory import MemoryStore
from reverie.tasks.ceilings import Ceilings, Purse
from reverie.tasks.engine import Failure, Stray
from reverie.tasks.kind import Passed
from reverie.tasks.log import LOG, AnswerLog
from reverie.tasks.run import Ran, Runner, State
from reverie.tasks.wanted import LONGEST_ANSWER
from tests.tasks.stage import BAD, NOW, REDACT, Quoting, Scripted, good, run, talks, wanted
from tests.tools.secrets_made import SHAPED


def states(ran: Ran) -> list[State]:
    return [one.state for one in ran.outcomes]


def test_each_task_is_asked_once_and_what_it_came_to_stands_in_their_order() -> None:
    engine = Scripted(parallel=4)
    seen: list[tuple[int, int]] = []
    ran = run([engine], talks(9), progress=lambda done, total, _about: seen.append((done, total)))
    assert states(ran) == [State.ACCEPTED] * 9
    assert [one.wanted.about for one in ran.outcomes] == [f"session {n}" for n in range(9)]
    assert all(one.answer == {"quotes": ["make check"]} for one in ran.outcomes)
    assert all(one.examined and one.examined.by == "twin:twin-model" for one in ran.outcomes)
    assert len(engine.asked) == 9 and seen[-1] == (9, 9) and engine.stopped == 1


def test_a_second_run_asks_nothing_and_writes_nothing() -> None:
    store = MemoryStore()
    first = run([Scripted(lambda task: BAD if "talk 1" in task.question.text else good())], talks(3), store)
    records = list(store.records(LOG))
    second = Scripted()
    again = run([second], talks(3), store)
    assert not second.asked and list(store.records(LOG)) == records
    assert states(again) == states(first) == [State.ACCEPTED, State.REFUSED, State.ACCEPTED]
    assert [one.examined for one in again.outcomes] == [one.examined for one in first.outcomes]
    assert all(one.kept for one in again.outcomes) and again.report.calls == 0


def test_another_model_or_other_words_ask_nothing_and_reask_asks() -> None:
    store = MemoryStore()
    run([Scripted()], talks(2), store)
    other = Scripted(lambda _: pytest.fail("it was asked"), "other")
    assert states(run([other], talks(2, Quoting(version=7)), store)) == [State.ACCEPTED] * 2
    newer = Scripted(name="newer")
    ran = run([newer], talks(2, Quoting(version=7)), store, reask=True)
    assert len(newer.asked) == 2
    assert {one.examined.by for one in ran.outcomes if one.examined} == {"newer:newer-model"}
    assert not run([other], talks(2), store).report.calls


def test_asked_again_in_vain_what_was_accepted_stands() -> None:
    store = MemoryStore()
    run([Scripted()], talks(2), store)
    for worse in (Scripted(lambda _: BAD), Scripted(lambda task: Failure(task.id, "gone"))):
        ran = run([worse], talks(2), store, reask=True)
        assert states(ran) == [State.ACCEPTED] * 2
        assert all(one.answer == {"quotes": ["make check"]} for one in ran.outcomes)


def test_a_refused_answer_is_told_why_once_and_then_dropped() -> None:
    store = MemoryStore()
    said = iter([BAD, good(), BAD, BAD])
    engine = Scripted(lambda _: next(said))
    ran = run([engine], talks(2), store, keyless=lambda one: {"quotes": [one.about]})
    assert states(ran) == [State.ACCEPTED, State.REFUSED]
    assert "was refused: `rm -rf build` stands nowhere in the talk" in engine.asked[1].question.text
    assert "was refused" not in engine.asked[2].question.text
    assert ran.outcomes[1].answer == {"quotes": ["session 1"]}, "the keyless answer stands"
    assert ran.report.refused == {"`rm -rf build` stands nowhere in the talk": 1}
    kinds = [record.kind for record in store.records(LOG) if not hasattr(record, "reason")]
    assert kinds == ["refused", "accepted", "refused", "refused"]


def test_what_did_not_pass_of_an_accepted_answer_is_told() -> None:
    both = json.dumps({"quotes": ["make check", "rm -rf build"]})
    (one,) = run([Scripted(lambda _: both)], talks(1)).outcomes
    assert one.examined and one.examined.dropped == ("`rm -rf build` stands nowhere in the talk",)
    assert one.answer == {"quotes": ["make check"]}


def lies(task: Task) -> Any:
    """What an engine may say, by the number of the talk."""
    return {
        "0": "Sure! Here is what I found: always run make check.",
        "1": "x" * (10 << 20),
        "2": [Answer("foreign", good(), "x")],
        "3": [Answer(task.id, good(), "x"), Answer(task.id, BAD, "x")],
        "4": [Answer(task.id, {"quotes": []}, "x")],  # type: ignore[arg-type]
        "5": json.dumps({"quotes": 7}),
        "6": "[" * 90_000,
        "7": json.dumps({"quotes": [SHAPED["github"]]}),
        "8": None,
        "9": [Answer(task.id, good(), "x", -5, True, float("nan"))],
    }[task.about[-1]]


def test_whatever_an_engine_says_is_refused_with_the_reason_and_ends_nothing() -> None:
    store = MemoryStore()
    ran = run([Scripted(lies)], talks(10), store)
    told = {number: (one.state, one.why) for number, one in enumerate(ran.outcomes)}
    assert told[0] == (State.REFUSED, "it is not one JSON object")
    assert told[1] == (State.REFUSED, f"it has {10 << 20} characters, and {LONGEST_ANSWER} are the most")
    assert told[2] == (State.KEYLESS, "twin failed: it gave no answer to what it was asked")
    assert told[3][0] is told[9][0] is State.ACCEPTED
    assert told[4] == (State.REFUSED, "it is not text")
    assert told[5] == (State.REFUSED, "it cannot be read (TypeError)")
    assert told[6][0] is State.REFUSED
    assert told[7] == (State.REFUSED, "it holds something that looks like a secret")
    assert told[8][0] is State.KEYLESS
    strays = [one.why for one in ran.report.strays]
    assert "twin was not asked this" in strays and "it was answered already" in strays
    assert all(SHAPED["github"] not in repr(record) for record in store.records(LOG))
    assert all(len(repr(record)) < 20_000 for record in store.records(LOG))


def test_an_accepted_answer_that_no_file_can_hold_is_refused() -> None:
    class Careless(Quoting):
        __slots__ = ()

        def examine(self, answer: str, input: Any, /) -> Any:
            found = super().examine(good(), input)
            found.record["number"] = 10**40  # type: ignore[union-attr, index]
            return found

    (one,) = run([Scripted()], talks(1, Careless())).outcomes
    assert one.state is State.REFUSED and "cannot be written down" in one.why


def test_an_engine_that_fails_is_left_for_the_next_one() -> None:
    store = MemoryStore()
    first = Scripted(lambda task: good() if "talk 0" in task.question.text else Failure(task.id, "no credit"), "first")
    second = Scripted(name="second")
    ran = run([first, second], talks(4), store)
    assert states(ran) == [State.ACCEPTED] * 4
    assert [len(first.asked), len(second.asked)] == [2, 3]
    assert ran.report.trouble == ("first:first-model: no credit",)


def test_without_another_engine_the_keyless_answers_stand_and_say_why() -> None:
    engine = Scripted(lambda task: Failure(task.id, "no credit"))
    ran = run([engine], talks(3), keyless=lambda _: {"quotes": []})
    assert [(one.state, one.why, one.answer) for one in ran.outcomes[:1]] == [
        (State.KEYLESS, "twin failed: no credit", {"quotes": []})
    ]
    assert states(ran) == [State.KEYLESS] * 3 and len(engine.asked) == 1
    assert {one.why for one in run([], talks(1)).outcomes} == {"no engine answers"}


def test_a_question_that_cannot_be_asked_does_not_keep_the_others_from_it() -> None:
    def script(task: Task) -> Any:
        return Failure(task.id, "too long", fatal=False) if "talk 0" in task.question.text else good()

    ran = run([Scripted(script)], talks(3))
    assert states(ran) == [State.KEYLESS, State.ACCEPTED, State.ACCEPTED]
    always = Scripted(lambda task: Failure(task.id, "nonsense", fatal=False))
    assert states(run([always], talks(9))) == [State.KEYLESS] * 9 and len(always.asked) == 3


def test_an_engine_that_breaks_costs_its_answers_only() -> None:
    def script(task: Task) -> Any:
        raise RuntimeError("a bug")

    assert run([Scripted(script)], talks(2)).report.trouble == ("twin:twin-model: it broke: RuntimeError",)


def test_an_engine_that_never_comes_back_is_left_after_its_time() -> None:
    held = threading.Event()

    def hang(task: Task) -> None:
        held.wait(600)

    ran = run([Scripted(hang), Scripted(name="second")], talks(2), ceilings=Ceilings(call=0.2), grace=4.0)
    held.set()
    assert states(ran) == [State.ACCEPTED] * 2
    assert "no answer within 0 seconds" in ran.report.trouble[0]


def test_an_answer_after_its_time_is_not_taken() -> None:
    store, held, ended = MemoryStore(), threading.Event(), threading.Event()

    def script(task: Task) -> Any:
        held.wait(60)
        ended.set()
        return good()

    ran = run([Scripted(script)], talks(1), store, ceilings=Ceilings(call=0.1), grace=0.1)
    held.set()
    assert ended.wait(60)
    assert states(ran) == [State.KEYLESS]
    assert [record.kind for record in store.records(LOG) if not hasattr(record, "reason")] == ["trouble"]


@pytest.mark.parametrize(
    ("ceilings", "calls", "why"),
    [
        (Ceilings(calls=2), 2, "the ceiling of 2 calls a night is reached"),
        (Ceilings(tokens=600), 2, "the ceiling of 600 tokens a night is reached"),
        (Ceilings(dollars=0.001, prices={"twin-model": (2.0, 4.0)}), 2, "the ceiling of $0.001 a night is reached"),
    ],
)
@pytest.mark.parametrize("parallel", [1, 4])
def test_ceilings_hold_and_the_rest_is_keyless(ceilings: Ceilings, calls: int, why: str, parallel: int) -> None:
    engine, spare = Scripted(parallel=parallel), Scripted(name="spare")
    ran = run([engine, spare], talks(9), ceilings=ceilings)
    assert not spare.asked, "a ceiling is the night's, not the engine's"
    assert 1 <= len(engine.asked) < 9 and ran.report.calls <= ceilings.calls
    assert ran.report.read + ran.report.written <= ceilings.tokens
    assert ran.report.trouble == (why,) and ran.outcomes[-1].why == why
    if "calls" in why:
        assert len(engine.asked) == calls


def test_the_nights_seconds_are_a_ceiling_and_no_fault_of_the_engine() -> None:
    moments = iter(range(0, 100_000, 20))
    engine = Scripted()
    ran = run([engine], talks(9), ceilings=Ceilings(seconds=50), clock=lambda: float(next(moments)))
    assert len(engine.asked) < 9 and "seconds a night" in ran.report.trouble[0]


def test_a_task_whose_source_vanished_is_skipped_with_the_reason() -> None:
    engine = Scripted()
    ran = run([engine], [wanted(0), wanted(1, gone="its transcript was removed")])
    assert states(ran) == [State.ACCEPTED, State.SKIPPED] and ran.outcomes[1].why == "its transcript was removed"


def test_the_same_task_twice_is_asked_once() -> None:
    engine = Scripted()
    ran = run([engine], [wanted(0), wanted(0), wanted(1)])
    assert len(engine.asked) == 2 and states(ran) == [State.ACCEPTED] * 3 and ran.report.tasks == 2


def test_the_report_says_what_was_read_for_how_much_transcript() -> None:
    said = iter([good(), BAD, BAD])
    ran = run([Scripted(lambda _: next(said), parallel=1)], talks(2))
    assert ran.report.line == (
        "2 tasks: 1 accepted, 1 refused (`rm -rf build` stands nowhere in the talk); 3 calls to twin:twin-model, "
        "300 tokens read, 30 written; for 2.0 MB of transcript"
    )
    assert ran.report.facts["calls"] == 3 and json.dumps(ran.report.facts)


def test_several_runs_of_a_night_keep_its_ceilings_together() -> None:
    store, purse = MemoryStore(), Purse(Ceilings(calls=3), "")
    log = AnswerLog(store)
    for first, calls in ((0, 2), (2, 1)):
        runner = Runner(log, [Scripted()], purse, REDACT, lambda: NOW)
        ran = runner.run([wanted(first), wanted(first + 1)])
        assert ran.report.calls == calls
    assert ran.report.trouble == ("the ceiling of 3 calls a night is reached",)


def test_strays_are_told_without_end_of_them() -> None:
    ran = run([Scripted(lambda task: [Stray(f"file {n}", "why") for n in range(500)])], talks(20))
    assert len(ran.report.strays) <= 50


# Killed

RUNNER = """
import sys, time
from pathlib import Path
from reverie import wiring
from tests.tasks.stage import Scripted, good, run, talks
asked = 0
def script(task):
    global asked
    asked += 1
    print(task.about, flush=True)
    if asked == 4:
        time.sleep(600)  # killed here
    return good()
store = wiring.open_store(wiring.Project(Path(sys.argv[1])))
run([Scripted(script)], talks(7), store)
"""


def test_a_run_that_is_killed_loses_what_was_under_way_and_no_more(tmp_path: Path) -> None:
    repo = tmp_path / "repo"
    (repo / ".git").mkdir(parents=True)
    here = Path(__file__).parents[2]
    environ = {**os.environ, "PYTHONPATH": f"{here / 'src'}:{here}"}
    child = subprocess.Popen(
        [sys.executable, "-c", RUNNER, str(repo)], stdout=subprocess.PIPE, text=True, env=environ, cwd=here
    )
    assert child.stdout is not None
    told = [child.stdout.readline().strip() for _ in range(4)]
    os.kill(child.pid, signal.SIGKILL)
    child.wait()
    child.stdout.close()
    assert told == [f"session {number}" for number in range(4)]
    from reverie import wiring

    store = wiring.open_store(wiring.Project(repo))
    engine = Scripted()
    ran = run([engine], talks(7), store)
    assert [task.about for task in engine.asked] == [f"session {number}" for number in range(3, 7)]
    assert states(ran) == [State.ACCEPTED] * 7 and ran.report.kept == 3
    store.close()


def test_the_answers_outlive_the_cache(tmp_path: Path) -> None:
    import shutil

    from reverie import wiring

    repo = tmp_path / "repo"
    (repo / ".git").mkdir(parents=True)
    project = wiring.Project(repo)
    store = wiring.open_store(project)
    run([Scripted()], talks(3), store)
    store.close()
    (project.local / "cache").mkdir(exist_ok=True)
    shutil.rmtree(project.local / "cache")
    store = wiring.open_store(project)
    engine = Scripted()
    assert states(run([engine], talks(3), store)) == [State.ACCEPTED] * 3 and not engine.asked
    store.close()


def test_a_run_resumed_after_a_refusal_tells_the_reason(tmp_path: Path) -> None:
    store = MemoryStore()
    said = iter([BAD])

    def script(task: Task) -> Any:
        return next(said, None) or Failure(task.id, "gone")

    assert states(run([Scripted(script)], talks(1), store)) == [State.KEYLESS]
    engine = Scripted(lambda _: BAD)
    ran = run([engine], talks(1), store)
    assert "was refused" in engine.asked[0].question.text
    assert states(ran) == [State.REFUSED] and len(engine.asked) == 1


class Mendable(Quoting):
    """Says what a second answer could mend."""

    __slots__ = ()

    def examine(self, answer: str, input: Any, /) -> Any:
        found = super().examine(answer, input)
        return replace(found, again="quote the talk") if isinstance(found, Passed) and found.dropped else found


HALF = json.dumps({"quotes": ["make check", "rm -rf build"]})
WHOLE = json.dumps({"quotes": ["make check", "always run"]})


def answers_in_turn(*answers: str | Failure) -> Scripted:
    left = list(answers)
    return Scripted(lambda _task: left.pop(0))


def test_parts_that_did_not_pass_are_told_once_and_the_better_answer_stands() -> None:
    engine = answers_in_turn(HALF, WHOLE)
    (one,) = run([engine], talks(1, Mendable())).outcomes
    assert one.answer == {"quotes": ["make check", "always run"]}
    assert "quote the talk" in engine.asked[1].question.text


@pytest.mark.parametrize("second", [BAD, HALF, "prose"])
def test_a_second_answer_that_is_no_better_costs_nothing_of_the_first(second: str) -> None:
    engine = answers_in_turn(HALF, second)
    (one,) = run([engine], talks(1, Mendable())).outcomes
    assert (one.state, one.answer) == (State.ACCEPTED, {"quotes": ["make check"]})
    assert len(engine.asked) == 2


def test_if_nobody_mends_it_the_first_answer_stands() -> None:
    (one,) = run([answers_in_turn(HALF, Failure("", "it hung up"))], talks(1, Mendable())).outcomes
    assert (one.state, one.answer) == (State.ACCEPTED, {"quotes": ["make check"]})
