"""What wording needs, and what it gives."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from reverie.records.events import Event
from reverie.records.learning import Cluster
from reverie.tools.terms import Background
from reverie.tools.tree import Tree

LARGE, FILES = 600, 250  # commits known, or files
Commits = Callable[[str], Sequence[Event]]
Changed = Callable[[str, str], Sequence[str]]
Text = Callable[[str], str]


def _none(path: str) -> Sequence[Event]:  # noqa: ARG001 — nothing is known
    return ()


def _no_lines(commit: str, path: str) -> Sequence[str]:  # noqa: ARG001 — nothing is known
    return ()


def _no_text(path: str) -> str:  # noqa: ARG001 — nothing is known
    return ""


@dataclass(frozen=True, slots=True)
class Desk:
    """What lies on the desk: how common words are here, what commits changed inside their files, and which files
    there are."""

    background: Background
    # commit → (file, function heading, how far what was changed is indented)
    inside: Mapping[str, Sequence[tuple[str, str, int]]] = field(default_factory=dict)
    tree: Tree = field(default_factory=Tree)
    commits: Commits = _none  # all that is known of a file, also from before the window
    # commit → lines that do something else since, by file
    sizes: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    changed: Changed = _no_lines  # lines a commit changed in a file, each with its `+` or `-`
    text: Text = _no_text  # what a file holds now

    @property
    def is_large(self) -> bool:
        """A project in which so much happens that a mere count says little."""
        return self.background.size > LARGE or len(self.tree) > FILES


@dataclass(frozen=True, slots=True)
class Draft:
    """A candidate in words. `sure`: how well the evidence hangs together and what to do is known, 0 to 1; `cause`: what
    it has in common is said."""

    title: str
    rule: str
    scope: tuple[str, ...]
    events: tuple[Event, ...]
    not_counted: tuple[str, ...] = ()
    sure: float = 1.0
    cause: bool = True


Wording = Callable[[Cluster, Desk], Draft | None]
