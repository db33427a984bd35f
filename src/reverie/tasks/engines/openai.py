"""Any server that speaks OpenAI's chat completions. One on this machine is asked one thing at a time: it shares the
machine with whoever works there."""

from __future__ import annotations

from reverie.engines.chat import ChatModel
from reverie.engines.wire import LOOPBACK, address
from reverie.tasks.engine import Engine, ModelEngine, Setup

PARALLEL = 4


def engine(setup: Setup) -> Engine:
    model = ChatModel(setup.url, setup.model, key=setup.key)
    own = address(setup.url).hostname in LOOPBACK
    return ModelEngine("openai", model, goes_to="" if own else setup.url, parallel=1 if own else PARALLEL)
