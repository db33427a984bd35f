"""`claude -p`, with the person's own login: each call is a process of its own."""

from __future__ import annotations

from reverie.engines.headless import HeadlessModel
from reverie.tasks.engine import Engine, ModelEngine, Setup

PARALLEL = 2


def engine(setup: Setup) -> Engine:
    folder = setup.local / "cache" / "claude"
    model = HeadlessModel(folder, setup.mark, model=setup.model, environ=setup.environ)
    return ModelEngine("claude", model, goes_to="Anthropic, through claude with your own login", parallel=PARALLEL)
