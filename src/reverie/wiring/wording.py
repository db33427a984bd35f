"""The model that may word things, and what stands around it: ceilings, answers, what it is asked about."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from reverie.wiring.allowed import SHOWN, Chosen, allow, chosen, configured, forbid, is_own, unfit
from reverie.wiring.project import Project, redactor, start_local
from reverie.wiring.sessions import heard

if TYPE_CHECKING:
    from reverie.consolidation import Plan
    from reverie.records.engines import Model, Question, Reply
    from reverie.wording import Ceilings, Scribe, Voice

__all__ = [
    "SHOWN",
    "allow",
    "ceilings",
    "check",
    "chosen",
    "configured",
    "forbid",
    "is_own",
    "model",
    "rewording",
    "scribe",
    "unfit",
    "voice",
]


def model(project: Project, found: Chosen) -> Model:
    key = os.environ.get(found.key_env, "").strip() if found.key_env else ""
    if found.kind == "anthropic":
        from reverie.engines.messages import MessagesModel

        return MessagesModel(found.name, key=key, base_url=found.url)
    if found.kind == "claude":
        from reverie.engines.headless import HeadlessModel
        from reverie.gather.transcripts.traces import SESSION_MARK

        return HeadlessModel(project.local / "cache" / "claude", f"{SESSION_MARK} -->", model=found.name)
    from reverie.engines.chat import ChatModel

    return ChatModel(found.url, found.name, key=key)


class _Absent:
    """A model that cannot be asked: the night goes on without it and says why."""

    def __init__(self, name: str) -> None:
        self.name = name

    def ask(self, question: Question, seconds: float) -> Reply:  # noqa: ARG002 — it is none
        raise AssertionError("nobody asks it")


def ceilings(project: Project) -> Ceilings:
    from reverie.wording import Ceilings

    said = project.settings
    prices = {name: (read, written) for name, read, written in said.model_prices}
    return Ceilings(said.model_tokens, said.model_dollars, said.model_calls, said.model_seconds, prices)


def voice(project: Project, wish: str = "") -> Voice | None:
    """What is asked tonight; None where nothing is configured."""
    found = chosen(project)
    if not found.is_set:
        return None
    from reverie.records.errors import ReverieError
    from reverie.wording import Purse, Voice
    from reverie.wording.cache import Answers

    trouble, asked = found.fault or _unpaid(project, found), None
    if not trouble:
        try:
            asked = model(project, found)
        except ReverieError as problem:
            trouble = problem.message
    one: Model = asked or _Absent(found.label)
    purse = Purse(ceilings(project), one.name)
    return Voice(one, redactor(project), purse, Answers(_folder(project)), wish, trouble)


def _unpaid(project: Project, found: Chosen) -> str:
    """Who wants to spend nothing is not asked to trust that it costs nothing."""
    if project.settings.model_dollars > 0 or is_own(project) or ceilings(project).price(found.label):
        return ""
    return "nothing may be spent on it (model.max_dollars is 0), and its price is not known"


def scribe(project: Project, wish: str = "") -> Scribe | None:
    """Who words what the night proposes; nobody, where no model is configured."""
    found = voice(project, wish)
    if not found:
        return None
    from functools import partial

    from reverie.wording import Scribe

    return Scribe(found, partial(heard, project))


def rewording(project: Project) -> tuple[Callable[[Plan], Plan], Callable[[], str]]:
    """For a consolidation without a night around it: what words its proposals, and then tells what that came to."""
    from reverie.night.words import worded
    from reverie.records.nightly import Thought
    from reverie.wording import Told

    who = scribe(project)

    def word(planned: Plan) -> Plan:
        return worded(who, Thought(), planned, lambda _phase: None, dry=False)[1]

    def told() -> str:
        found = Told.of(who.voice) if who else None
        return "; ".join(filter(None, [found.line, found.trouble])) if found and found.texts else ""

    return word, told


def _folder(project: Project) -> Path | None:
    """Where answers are kept; nowhere if nothing can be written."""
    try:
        start_local(project.root)
    except OSError:
        return None
    return project.local / "cache" / "model"


# Whether it answers


def check(project: Project) -> tuple[str, float, int]:
    """One tiny question: what is wrong, if anything, how long it took, and the tokens it cost."""
    import time

    from reverie.records.engines import Question
    from reverie.records.errors import ReverieError
    from reverie.tasks.ceilings import guess
    from reverie.wording import form
    from reverie.wording.prompt import Invalid
    from reverie.wording.prompts.shared import object_schema

    found = chosen(project)
    if found.fault or not found.is_set:
        return found.fault, 0.0, 0
    asked = Question("Answer in JSON.", "Say that you are there.", object_schema({"ok": {"type": "boolean"}}), 30)
    began = time.monotonic()
    try:
        reply = model(project, found).ask(asked, 60.0)
        form.parsed(reply.text, asked.schema)
    except ReverieError as problem:
        return problem.message, time.monotonic() - began, 0
    except Invalid as problem:
        return f"it answers, but not as asked: {problem}", time.monotonic() - began, 0
    tokens = (reply.read if reply.read is not None else guess(asked)) + (reply.written or 0)
    return "", time.monotonic() - began, tokens
