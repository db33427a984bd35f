"""One question to a model: known already, or asked within the ceilings; checked; asked once more with the reason; else
the keyless words stand. A model that fails is not asked again that night."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Generic, TypeVar

from reverie.records.engines import Model, Question, Reply
from reverie.records.errors import ReverieError
from reverie.records.logs import Json
from reverie.tasks.ceilings import Purse
from reverie.wording import form
from reverie.wording.cache import Answers
from reverie.wording.prompt import Invalid, NothingBetter, Prompt, Quoted, again, question, sent

if TYPE_CHECKING:
    from reverie.tools.redact import Redactor

A = TypeVar("A")
KEYLESS = "reverie"  # who worded it, where no model did
ATTEMPTS = 2
_SHOWN = 300  # letters of a refused answer


@dataclass(frozen=True, slots=True)
class Refused:
    """An answer that did not pass, and why."""

    answer: str
    why: str


@dataclass(frozen=True, slots=True)
class Worded(Generic[A]):
    """What came of one question. `value` is None where the keyless words stand, and `why` says why."""

    what: str
    by: str
    value: A | None = None
    why: str = ""
    refused: tuple[Refused, ...] = ()

    @property
    def facts(self) -> dict[str, Json]:
        refused: list[Json] = [{"answer": one.answer, "why": one.why} for one in self.refused]
        facts: dict[str, Json] = {"what": self.what, "by": self.by}
        return facts | ({"why": self.why} if self.why else {}) | ({"refused": refused} if refused else {})


@dataclass(slots=True)
class Voice:
    """A model with all that stands before and behind it. `wish`: what the person said the night should mind."""

    model: Model
    redactor: Redactor
    purse: Purse
    answers: Answers = field(default_factory=lambda: Answers(None))
    wish: str = ""
    trouble: str = ""  # why it is not asked any more
    told: list[Worded[object]] = field(default_factory=list)
    spare: int = 0  # calls that are kept for what comes later

    def word(self, prompt: Prompt[A], what: str) -> Worded[A]:
        """`what`: what the text is of, for the report."""
        worded = self._word(prompt, what)
        self.told.append(worded)  # type: ignore[arg-type]
        return worded

    def _word(self, prompt: Prompt[A], what: str) -> Worded[A]:
        seen = sent(prompt, self.redactor)
        asked = question(prompt, seen, self.redactor, self.wish)
        refused: list[Refused] = []
        for _ in range(ATTEMPTS):
            reply, why = self._ask(prompt, asked)
            if reply is None:
                return Worded(what, KEYLESS, None, why, tuple(refused))
            try:
                return Worded(what, self.model.name, self._checked(prompt, reply.text, seen), "", tuple(refused))
            except NothingBetter:
                return Worded(what, KEYLESS, None, "it has no better words", tuple(refused))
            except Invalid as reason:
                refused.append(Refused(self._shown(reply.text), str(reason)))
                asked = again(asked, reply.text, str(reason), self.redactor)
        return Worded(what, KEYLESS, None, "its answers were refused", tuple(refused))

    def _ask(self, prompt: Prompt[A], asked: Question) -> tuple[Reply | None, str]:
        """The answer; or none, and why."""
        name = f"{prompt.name} {prompt.version}"
        known = self.answers.find(self.model.name, name, asked)
        if known is not None:
            self.purse.save(asked, known)
            return known, ""
        if self.trouble:
            return None, "the model failed"
        if why := self.purse.refuses(asked, self.spare):
            return None, why
        try:
            reply = self.purse.timed(lambda: self.model.ask(asked, self.purse.patience()))
        except ReverieError as failure:
            self._pay_for_nothing(asked, failure)
            self.trouble = self.purse.is_out_of_time or self._shown(failure.message)
            return None, "the model failed"
        self.purse.pay(asked, reply)
        reply = replace(reply, text=reply.text[: form.LONGEST_ANSWER + 1])  # more is looked at by nobody
        self.answers.keep(self.model.name, name, asked, reply)
        return reply, ""

    def _pay_for_nothing(self, asked: Question, failure: ReverieError) -> None:
        """What was never sent cost nothing, and nobody bills an answer that only says no."""
        if failure.facts.get("sent", True):
            self.purse.pay_for_nothing(asked, billed="status" not in failure.facts)

    def _checked(self, prompt: Prompt[A], text: str, seen: Sequence[Quoted]) -> A:
        if self.redactor.text(text) != text:
            raise Invalid("it holds something that looks like a secret")
        answer: Mapping[str, object] = form.parsed(text, prompt.schema)
        return prompt.read(answer, seen)

    def _shown(self, text: str) -> str:
        line = " ".join("".join(c if c.isprintable() else " " for c in self.redactor.text(text)).split())
        return line if len(line) <= _SHOWN else line[: _SHOWN - 1] + "…"
