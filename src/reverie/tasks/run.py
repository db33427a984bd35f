"""Tasks in, outcomes out. What the log knows is not asked again; the rest is asked, examined like the word of an enemy,
and written down one by one, so that a run that is killed loses at most what was under way.

A refused answer is told why and asked for once more. An engine that fails is left for the next one, if there is one; a
ceiling ends the asking for everybody. Whatever has no accepted answer then has the keyless one, and says why."""

from __future__ import annotations

import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from itertools import islice
from queue import Empty, SimpleQueue
from typing import Any

from reverie.records.engines import Question, Reply
from reverie.records.errors import ReverieError
from reverie.records.tasks import Answer, Examined, Task
from reverie.tasks.ceilings import Purse, Sum
from reverie.tasks.engine import Came, Engine, Failure, Stray, failure
from reverie.tasks.kind import Passed, Redact
from reverie.tasks.log import ATTEMPTS, SHOWN, AnswerLog, Key
from reverie.tasks.report import Report
from reverie.tasks.wanted import Verdict, Wanted, again, examine, task_of

KEYLESS = "keyless"
GRACE = 5.0  # seconds an engine has, after its time, to say that it has no answer
_PER_CALL = 8  # things one call may bring
_PER_FOLDER = 10_000  # things an engine that waits may bring
_IN_A_ROW = 3  # questions that fail one after the other, before it is the engine that fails
_STRAYS = 50  # that are told
_SHOWN_BACK = 6_000  # characters of an answer that is to be mended

Progress = Callable[[int, int, str], None]  # done, of how many, about what
Keyless = Callable[[Wanted], "Mapping[str, Any] | None"]


class State(StrEnum):
    ACCEPTED = "accepted"
    REFUSED = "refused"
    WAITING = "waiting"
    KEYLESS = "keyless"
    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one task. `kept`: the log knew it. `keyless`: the keyless answer, where no other was accepted."""

    wanted: Wanted
    state: State
    why: str = ""
    examined: Examined | None = None
    kept: bool = False
    keyless: Mapping[str, Any] | None = None

    @property
    def answer(self) -> Mapping[str, Any] | None:
        return self.examined.accepted if self.examined and self.examined.accepted is not None else self.keyless


@dataclass(frozen=True, slots=True)
class Ran:
    """`outcomes` in the order of what was wanted."""

    outcomes: tuple[Outcome, ...]
    report: Report


@dataclass(slots=True)
class _Open:
    """A task without an answer yet. `question`: as it is asked now, perhaps with why an answer was refused."""

    wanted: Wanted
    task: Task
    question: Question
    why: str = ""  # why it has no answer
    first: tuple[Answer, Passed[Any]] | None = None  # passed in part, and could be mended

    @property
    def asked(self) -> Task:
        return replace(self.task, question=self.question)


@dataclass(slots=True)
class Runner:
    """For one run. `engines`: asked in this order, the next one where one fails. `purse`: of the whole night, which may
    have other runs."""

    log: AnswerLog
    engines: Sequence[Engine]
    purse: Purse
    redact: Redact
    now: Callable[[], datetime]
    keyless: Keyless = lambda _wanted: None
    progress: Progress = lambda _done, _total, _about: None
    clock: Callable[[], float] = time.monotonic
    grace: float = GRACE
    _open: dict[Key, _Open] = field(default_factory=dict)
    _done: dict[Key, Outcome] = field(default_factory=dict)
    _total: int = 0
    _before: tuple[Sum, float] = field(default_factory=lambda: (Sum(), 0.0))  # what the night had spent and waited
    _asked: set[Key] = field(default_factory=set)
    _by: list[str] = field(default_factory=list)
    _trouble: list[str] = field(default_factory=list)
    _strays: list[Stray] = field(default_factory=list)
    _ceiling: str = ""

    def run(self, wanted: Iterable[Wanted], *, reask: bool = False) -> Ran:
        all_ = list(wanted)
        self._before = replace(self.purse.spent), self.purse.waited
        if reask:
            known = {one.key for one in all_ if not one.gone and self.log.settled(one.key)}
            self.log.reopen(sorted(known), by="reask", at=self.now())
        self._sort_out(all_)
        self._total = len(self._open) + len(self._done)
        for engine in self.engines if self._open else ():
            if self._ask(engine):
                break
        for one in self._open.values():
            self._done[one.wanted.key] = self._without(one)
        outcomes = tuple(replace(self._done[one.key], wanted=one) for one in all_)
        return Ran(outcomes, self._report(outcomes))

    def _sort_out(self, wanted: Sequence[Wanted]) -> None:
        for one in wanted:
            if one.key in self._open or one.key in self._done:
                continue
            if known := self.log.settled(one.key):
                state = State.REFUSED if known.accepted is None else State.ACCEPTED
                keyless = self.keyless(one) if known.accepted is None and not one.gone else None
                self._done[one.key] = Outcome(one, state, known.refused, known, True, keyless)
            elif one.gone:
                self._done[one.key] = Outcome(one, State.SKIPPED, one.gone)
            else:
                task = task_of(one, self.redact)
                self._open[one.key] = _Open(one, task, self._question(one, task), "no engine answers")

    def _question(self, one: Wanted, task: Task) -> Question:
        """With the refusal of an earlier run, if there was one."""
        question = task.question
        for tried in self.log.refused(one.key):
            question = again(question, tried.answer, tried.examined.refused, self.redact)
        return question

    def _without(self, one: _Open) -> Outcome:
        standing = self.log.standing(one.wanted.key)
        if standing is not None:  # asked again in vain: what was accepted before stands
            return Outcome(one.wanted, State.ACCEPTED, one.why, standing, True)
        if one.first:  # it was to be mended, and nobody came back
            answer, verdict = one.first
            found = _examined(one.task, answer.by, self.now(), verdict.record, dropped=verdict.dropped)
            self.log.add(found)
            return Outcome(one.wanted, State.ACCEPTED, one.why, found)
        state = State.WAITING if one.why == State.WAITING else State.KEYLESS
        return Outcome(one.wanted, state, "" if state is State.WAITING else one.why, keyless=self.keyless(one.wanted))

    # Asking

    def _ask(self, engine: Engine) -> bool:
        """Whether that was all; False: the next engine is to go on."""
        self._by.append(engine.by)
        self.purse.turn_to(engine.model)
        try:
            trouble = self._offer(engine) if engine.waits else self._ask_at_once(engine)
        finally:
            engine.stop()
        if trouble:
            said = self._shown(trouble)
            self._trouble.append(f"{engine.by}: {said}")
            self.log.note_trouble(engine.name, said, self.now())
            for one in self._open.values():
                one.why = f"{engine.name} failed: {said}"
            return False
        return True

    def _offer(self, engine: Engine) -> str:
        """To an engine that answers later; what it has answered already is examined. Why it failed, if it did."""
        for known in self._done.values():  # they need no answer from it
            engine.close(known.wanted.id)
        by_id = {one.task.id: one for one in self._open.values()}
        for one in by_id.values():
            one.why = State.WAITING if engine.name != KEYLESS else "no engine is set; your agent may answer it"
        for came in islice(engine.answer([one.asked for one in by_id.values()], self.purse.patience()), _PER_FOLDER):
            if isinstance(came, Stray):
                self._stray(came)
            elif isinstance(came, Failure):
                if came.task not in by_id:
                    return came.why
                by_id[came.task].why = came.why
            elif (one_open := by_id.get(came.task)) and one_open.wanted.key in self._open:
                self._asked.add(one_open.wanted.key)
                self._examine(engine, one_open, came)
            else:
                self._late(engine, came)
        return ""

    def _late(self, engine: Engine, answer: Answer) -> None:
        known = self.log.find(answer.task)
        if known is None:
            self._stray(Stray(f"answer to {answer.task}", "no open task has this id"))
            return
        state = "accepted" if known.accepted is not None else "refused twice"
        why = f"it came late: this task is settled since {known.at:%Y-%m-%d} ({state}, by {known.by})"
        engine.refuse(answer.task, why, 0)
        self._stray(Stray(f"answer to {answer.task}", why))

    def _ask_at_once(self, engine: Engine) -> str:
        """Why the engine failed, if it did."""
        queue = deque(self._open.values())
        flying: dict[str, tuple[_Open, float, float]] = {}  # with its seconds, and until when
        arrived: SimpleQueue[tuple[str, list[Came]]] = SimpleQueue()
        trouble, row = "", 0
        while queue or flying:
            while queue and not trouble and not self._ceiling and len(flying) < engine.parallel:
                if why := self.purse.refuses(queue[0].question):
                    self._ceiling = "" if flying else why  # what is under way may cost less than was set aside for it
                    break
                one = queue.popleft()
                seconds = self.purse.patience()
                self.purse.hold(one.question)
                self._asked.add(one.wanted.key)
                flying[one.task.id] = one, seconds, self.clock() + seconds + self.grace
                threading.Thread(target=_call, args=(engine, one.asked, seconds, arrived), daemon=True).start()
            if not flying:
                break
            for id, things in self._arrivals(arrived, flying):
                if id not in flying:
                    self._stray(Stray(f"answer to {id}", "it came after its time"))
                    continue
                one, _, _ = flying.pop(id)
                self.purse.release(one.question)
                failed = self._receive(engine, one, things)
                row = row + 1 if failed else 0
                if failed and (failed.fatal or row >= _IN_A_ROW):
                    self._ceiling = self._ceiling or self.purse.is_out_of_time
                    trouble = trouble or ("" if self._ceiling else failed.why)
                if not failed and one.wanted.key in self._open:
                    queue.appendleft(one)  # refused once
        for one in self._open.values():
            one.why = self._ceiling or one.why
        return trouble

    def _arrivals(
        self, arrived: SimpleQueue[tuple[str, list[Came]]], flying: Mapping[str, tuple[_Open, float, float]]
    ) -> list[tuple[str, list[Came]]]:
        """What came next; or the failures of those whose time is over."""
        began = self.clock()
        try:
            return [arrived.get(timeout=max(0.0, min(until for _, _, until in flying.values()) - began))]
        except Empty:
            now = self.clock()
            over = [(id, seconds) for id, (_, seconds, until) in flying.items() if until <= now]
            return [(id, [Failure(id, f"no answer within {seconds:.0f} seconds")]) for id, seconds in over]
        finally:
            self.purse.waited += self.clock() - began

    def _receive(self, engine: Engine, one: _Open, things: Sequence[Came]) -> Failure | None:
        """Examine what a call brought; the failure, if it brought no answer."""
        answer, failed = None, None
        for thing in things:
            if isinstance(thing, Stray):
                self._stray(thing)
            elif isinstance(thing, Failure):
                failed = failed or thing
            elif thing.task != one.task.id:
                self._stray(Stray(f"answer to {str(thing.task)[:40]}", f"{engine.name} was not asked this"))
            elif answer is None:
                answer = thing
            else:
                self._stray(Stray(f"answer to {one.task.id}", "it was answered already"))
        if answer is not None:
            self.purse.pay(one.question, _reply(answer))
            self._examine(engine, one, answer)
            return None
        failed = failed or Failure(one.task.id, "it gave no answer to what it was asked", fatal=False)
        if failed.sent:
            self.purse.pay_for_nothing(one.question, billed=failed.billed)
        one.why = f"{engine.name} failed: {self._shown(failed.why)}"
        return failed

    def _examine(self, engine: Engine, one: _Open, answer: Answer) -> None:
        key, at = one.wanted.key, self.now()
        verdict = examine(one.wanted.kind, one.wanted.input, answer.text, self.redact)
        if isinstance(verdict, Passed) and verdict.again and not one.first and not engine.waits:
            one.first = answer, verdict
            one.question = again(one.question, answer.text[:_SHOWN_BACK], verdict.again, self.redact)
            return
        if one.first and _parts(verdict) <= _parts(one.first[1]):
            answer, verdict = one.first  # the second try is no better
        if isinstance(verdict, Passed):
            found = _examined(one.task, answer.by, at, verdict.record, dropped=verdict.dropped)
            self.log.add(found)
            engine.close(one.task.id)
            self._finish(one, Outcome(one.wanted, State.ACCEPTED, examined=found))
            return
        told = self.redact(answer.text[:4_000]) if isinstance(answer.text, str) else ""
        tried = self.log.refused(key)
        if engine.waits and tried and tried[-1].answer == told[:SHOWN]:
            engine.refuse(one.task.id, tried[-1].examined.refused, len(tried))  # a kill kept it from being told
            return
        found = _examined(one.task, answer.by, at, refused=self._shown(verdict.why))
        self.log.add(found, told)
        attempt = len(self.log.refused(key))
        engine.refuse(one.task.id, found.refused, attempt)
        if attempt < ATTEMPTS:
            one.question = again(one.question, told, found.refused, self.redact)
            one.why = one.why if engine.waits else f"its answer was refused: {found.refused}"
            return
        engine.close(one.task.id)
        standing = self.log.standing(key)
        state = State.REFUSED if standing is None else State.ACCEPTED
        keyless = self.keyless(one.wanted) if standing is None else None
        self._finish(one, Outcome(one.wanted, state, found.refused, standing or found, keyless=keyless))

    def _finish(self, one: _Open, outcome: Outcome) -> None:
        del self._open[one.wanted.key]
        self._done[one.wanted.key] = outcome
        self.progress(len(self._done), self._total, one.wanted.about)

    def _stray(self, stray: Stray) -> None:
        if len(self._strays) < _STRAYS:
            self._strays.append(Stray(self._shown(stray.what), self._shown(stray.why)))

    def _shown(self, text: str) -> str:
        line = " ".join("".join(c if c.isprintable() else " " for c in self.redact(text)).split())
        return line if len(line) <= 300 else line[:299] + "…"

    def _report(self, outcomes: Sequence[Outcome]) -> Report:
        once = {one.wanted.key: one for one in outcomes}.values()
        new = [one for one in once if not one.kept]
        spent, (before, waited) = self.purse.spent, self._before
        return Report(
            by=tuple(self._by),
            tasks=len(once),
            calls=spent.calls - before.calls,
            accepted=sum(one.state is State.ACCEPTED for one in new),
            refused=dict(Counter(one.why for one in new if one.state is State.REFUSED)),
            kept=sum(one.kept for one in once),
            waiting=sum(one.state is State.WAITING for one in new),
            keyless=sum(one.state is State.KEYLESS for one in new),
            skipped=sum(one.state is State.SKIPPED for one in new),
            read=spent.read - before.read,
            written=spent.written - before.written,
            source=sum(one.wanted.read for one in once if one.wanted.key in self._asked),
            dollars=round(spent.dollars - before.dollars, 6) if self.purse.priced else None,
            seconds=round(self.purse.waited - waited, 2),
            trouble=(*self._trouble, *([self._ceiling] if self._ceiling else [])),
            strays=tuple(self._strays),
        )


def _parts(verdict: Verdict) -> int:
    """How many things of an answer passed."""
    if not isinstance(verdict, Passed):
        return -1
    return sum(len(part) for part in verdict.record.values() if isinstance(part, list))


def _call(engine: Engine, task: Task, seconds: float, arrived: SimpleQueue[tuple[str, list[Came]]]) -> None:
    try:
        found = list(islice(engine.answer([task], seconds), _PER_CALL))
    except ReverieError as problem:
        found = [failure(task.id, problem)]
    except Exception as problem:  # noqa: BLE001 — an engine that breaks costs its answers, not the night
        found = [Failure(task.id, f"it broke: {type(problem).__name__}")]
    arrived.put((task.id, found))


def _reply(answer: Answer) -> Reply:
    """What it cost, as far as that can be believed."""
    paid = answer.dollars if isinstance(answer.dollars, (int, float)) and 0 <= answer.dollars < 1e6 else None
    text = answer.text if isinstance(answer.text, str) else ""
    return Reply(text, _tokens(answer.read), _tokens(answer.written), paid)


def _tokens(count: object) -> int | None:
    return count if isinstance(count, int) and not isinstance(count, bool) and 0 <= count < 1 << 40 else None


def _examined(
    task: Task, by: str, at: datetime, accepted: Mapping[str, Any] | None = None, refused: str = "",
    dropped: Sequence[str] = (),
) -> Examined:  # fmt: skip
    return Examined(task.id, task.kind, task.about, task.packet, by, at, accepted, refused, tuple(dropped))
