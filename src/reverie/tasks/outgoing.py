"""What would leave: where to, how much, and the exact words. For `--show-outgoing`, before anything is sent."""

from __future__ import annotations

import json
from collections.abc import Sequence

from reverie.records.engines import Question
from reverie.records.tasks import Task
from reverie.tasks.ceilings import guess
from reverie.tasks.engine import Engine


def outgoing(tasks: Sequence[Task], engine: Engine) -> str:
    """Every task as it would be put to this engine. What a task says is set in, so that it cannot pass for ours."""
    whole = [words(task.question) for task in tasks]
    size, tokens = sum(len(one.encode()) for one in whole), sum(guess(task.question) for task in tasks)
    count = f"{len(tasks)} task{'s' * (len(tasks) != 1)}"
    lines = [f"{count} for {engine.name}: {destination(engine)}", f"{size} bytes, at most about {tokens} tokens"]
    for task, one in zip(tasks, whole, strict=True):
        lines += ["", f"{task.id} {task.kind}, about {task.about}: {len(one.encode())} bytes"]
        lines += [f"    {line}" for line in one.split("\n")]
    return "\n".join(lines)


def words(question: Question) -> str:
    """The instructions, the matter, and the form of the answer, as they are sent."""
    schema = json.dumps(question.schema, default=dict)
    return f"{question.system}\n\n{question.text}\n\nSchema of the answer: {schema}"


def destination(engine: Engine) -> str:
    if engine.goes_to:
        return f"they leave this machine, to {engine.goes_to}"
    return "they wait on this machine until somebody asks for them" if engine.waits else "they stay on this machine"
