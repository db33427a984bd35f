"""A model that does as a test says, and a small project to dream over."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

from reverie import night, thinking, wiring
from reverie.consolidation import Keeper
from reverie.engines.scripted import Script, ScriptedModel
from reverie.records.engines import Model, Question
from reverie.records.nightly import Request, Thought
from reverie.records.tidying import Tidied, Tidy
from reverie.tidying import work
from reverie.tools.redact import Redactor
from reverie.wording import Ceilings, Purse, Scribe, Voice
from reverie.wording.cache import Answers
from tests.learning.test_night import NOW, ask
from tests.transcripts.nights import World

REDACTOR = Redactor(b"0123456789abcdef0123456789abcdef")


def evidence(question: Question) -> dict[str, str]:
    """What a model is shown: the quoted pieces by id."""
    lines = [json.loads(line) for line in question.text.splitlines() if line.startswith('{"id"')]
    return {line["id"]: line["text"] for line in lines}


def is_about(question: Question) -> str:
    """Which of our prompts this is."""
    fields = set(question.schema["properties"])
    names = {"sentence": "rule", "text": "insight", "verdict": "contradiction", "statements": "merge", "prose": "diary"}
    return next(name for field, name in names.items() if field in fields)


def answer(**facts: Any) -> str:
    return json.dumps(facts)


def voice(model: Model | Script, folder: Path | None = None, ceilings: Ceilings | None = None, **more: Any) -> Voice:
    one = ScriptedModel(model) if callable(model) else model
    return Voice(one, REDACTOR, Purse(ceilings or Ceilings(), one.name, **more), Answers(folder))


WRAPPER = "Exit code 2\nerror: unrecognized subcommand 'bun'\n\nUsage: rtk [OPTIONS] <COMMAND>"


def session(world: World, name: str) -> None:
    """Somebody works, a command fails, and another one works: what several of these show is an insight."""
    talk = world.session(name).says("please make the header blue").answers("I will.")
    talk.uses("Edit", f"{name}-0", file_path=str(world.repo / "a.ts"), old_string="a", new_string="b")
    talk.returns(f"{name}-0", "done").runs("rtk bun run test", f"{name}-1", WRAPPER, error=True)
    talk.answers("It failed.").runs("bun run test", f"{name}-2").answers("The header is blue.").write(world.sessions)


def dream(
    project: wiring.Project, scribe: Scribe | None = None, days: float = 0, *, dry: bool = False, again: bool = False
) -> night.Report:
    """A whole night with its keeper, thinking in this process: that it is caged is another test's story."""
    store = wiring.open_store(project)
    found = wiring.consolidation.keeper(project, store, NOW + timedelta(days=days))
    keeper = replace(found, think=_tidying(project)) if isinstance(found, Keeper) else None
    publish = wiring.night.publisher(project, store)
    try:
        return night.dream(
            store, ask(project, days), _thinking(project), wiring.night.signer(project), lambda phase: None,
            dry=dry, again=again, keeper=keeper, scribe=scribe, publish=publish,
        )  # fmt: skip
    finally:
        store.close()


def _thinking(project: wiring.Project) -> night.Think:
    def think(request: Request, tell: night.Observer) -> tuple[Thought, Sequence[str]]:
        scratch = project.local / "cache" / "dream"
        scratch.mkdir(parents=True, exist_ok=True)
        return Thought.from_json(thinking.think(request.to_json(), scratch, lambda line: None)), ()

    return think


def _tidying(project: wiring.Project) -> Callable[[Tidy, night.Observer], tuple[Tidied, Sequence[str]]]:
    def think(request: Tidy, tell: night.Observer) -> tuple[Tidied, Sequence[str]]:
        scratch = project.local / "cache" / "consolidation"
        scratch.mkdir(parents=True, exist_ok=True)
        return Tidied.from_json(work.tidy(request.to_json(), scratch, lambda line: None)), ()

    return think
