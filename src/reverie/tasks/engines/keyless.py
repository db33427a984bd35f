"""No engine: the keyless answers stand, which whoever runs the tasks brings along. The tasks wait all the same, for an
agent that asks for one."""

from __future__ import annotations

from reverie.tasks.engine import Engine, Setup
from reverie.tasks.engines.agent import AgentEngine


def engine(setup: Setup) -> Engine:
    return AgentEngine("keyless", setup)
