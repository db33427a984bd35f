"""Anthropic's Messages API, or a server that speaks like it."""

from __future__ import annotations

from reverie.engines.messages import ADDRESS, MessagesModel
from reverie.tasks.engine import Engine, ModelEngine, Setup

PARALLEL = 4


def engine(setup: Setup) -> Engine:
    url = setup.url or ADDRESS
    model = MessagesModel(setup.model, key=setup.key, base_url=url)
    return ModelEngine("anthropic", model, goes_to=url, parallel=PARALLEL)
