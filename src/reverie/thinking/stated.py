"""Whether a project's files for agents say already what a candidate would have them learn."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

from reverie.gather.codebase.agent_files import told_to_agents
from reverie.notice.voices import ASKED, REPEATED
from reverie.notice.workflows import SIGNAL as WORKFLOW
from reverie.records.learning import Cluster
from reverie.tools.themes import THEMES, Theme, themes_of
from reverie.tools.wish import Wish, alike
from reverie.tools.wishes import wish

LEFT_OUT = "what CLAUDE.md or its kin say already"


class Stated:
    """The files are read when the first such candidate comes up."""

    def __init__(self, root: Path) -> None:
        self._root = root

    def holds(self, cluster: Cluster) -> bool:
        if cluster.signal == WORKFLOW:
            return self._commands(cluster.facts["steps"].split("\n"))
        return cluster.signal in (REPEATED, ASKED) and self._wish(cluster.facts["rule"])

    @cached_property
    def _lines(self) -> list[str]:
        return told_to_agents(self._root)

    def _commands(self, steps: Sequence[str]) -> bool:
        return all(any(step in line for line in self._lines) for step in steps)

    def _wish(self, rule: str) -> bool:
        """A line that asks for the same: by its theme, or by most of its telling words, in a sentence of like size."""
        wanted = wish(rule, lasting=True)
        themes = [theme for theme in THEMES if theme.rule == rule] or themes_of(rule)
        return any(
            any(theme in themes for theme in told)
            or (wanted is not None and found is not None and _same(found, wanted))
            for told, found in self._asked
        )

    @cached_property
    def _asked(self) -> list[tuple[list[Theme], Wish | None]]:
        """What each line asks for."""
        return [(themes_of(line), wish(line, lasting=True)) for line in self._lines]


def _same(found: Wish, wanted: Wish) -> bool:
    """A short line is not all of a long wish, nor the other way round."""
    if found.opposes(wanted) or not alike(found, wanted):
        return False
    sizes = len(found.words), len(wanted.words)
    return max(sizes) <= 2 * min(sizes)
