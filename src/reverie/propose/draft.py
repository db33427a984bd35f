"""What wording needs, and what it gives."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from reverie.records.events import Event
from reverie.records.learning import Cluster
from reverie.tools.terms import Background
from reverie.tools.tree import Tree

LARGE = 600  # commits known, or files
Commits = Callable[[str], Sequence[Event]]
Holds = Callable[[str, str], bool]


def _none(path: str) -> Sequence[Event]:  # noqa: ARG001 — nothing is known
    return ()


def _yes(path: str, name: str) -> bool:  # noqa: ARG001 — nothing speaks against it
    return True


@dataclass(frozen=True, slots=True)
class Desk:
    """What lies on the desk: how common words are here, what commits changed inside their files, and which files
    there are."""

    background: Background
    inside: Mapping[str, Sequence[tuple[str, str]]] = field(default_factory=dict)  # commit → (file, function heading)
    tree: Tree = field(default_factory=Tree)
    commits: Commits = _none  # all that is known of a file, also from before the window
    holds: Holds = _yes  # whether a file has a name in it now
    sizes: Mapping[str, Mapping[str, int]] = field(default_factory=dict)  # commit → lines changed, by file

    @property
    def is_large(self) -> bool:
        """A project in which so much happens that a mere count says little."""
        return self.background.size > LARGE or len(self.tree) > LARGE


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
