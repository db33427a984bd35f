"""`codex exec`, with the person's own login: each call is a process of its own."""

from __future__ import annotations

from reverie.engines.codex import CodexModel
from reverie.tasks.engine import Engine, ModelEngine, Setup

PARALLEL = 2


def engine(setup: Setup) -> Engine:
    folder = setup.local / "cache" / "codex"
    model = CodexModel(folder, setup.mark, model=setup.model, environ=setup.environ)
    return ModelEngine("codex", model, goes_to="OpenAI, through codex with your own login", parallel=PARALLEL)
