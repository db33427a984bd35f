"""Whether a project's files for agents say already what a candidate would have them learn."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

from reverie.gather.codebase.agent_files import told_to_agents
from reverie.notice.workflows import SIGNAL as WORKFLOW
from reverie.records.learning import Cluster

LEFT_OUT = "what CLAUDE.md or its kin say already"


class Stated:
    """The files are read when the first such candidate comes up."""

    def __init__(self, root: Path) -> None:
        self._root = root

    def holds(self, cluster: Cluster) -> bool:
        """Whether all commands of a workflow stand in one file's line each."""
        return cluster.signal == WORKFLOW and self._commands(cluster.facts["steps"].split("\n"))

    @cached_property
    def _lines(self) -> list[str]:
        return told_to_agents(self._root)

    def _commands(self, steps: Sequence[str]) -> bool:
        return all(any(step in line for line in self._lines) for step in steps)
