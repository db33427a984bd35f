"""What wording needs, and what it gives."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from reverie.records.events import Event
from reverie.records.learning import Cluster
from reverie.tools.terms import Background
from reverie.tools.tree import Tree


@dataclass(frozen=True, slots=True)
class Desk:
    """What lies on the desk: how common words are here, what commits changed inside their files, and which files
    there are."""

    background: Background
    inside: Mapping[str, Sequence[tuple[str, str]]] = field(default_factory=dict)  # commit → (file, function heading)
    tree: Tree = field(default_factory=Tree)


@dataclass(frozen=True, slots=True)
class Draft:
    """A candidate in words. `sure`: how well the evidence hangs together, 0 to 1."""

    title: str
    rule: str
    scope: tuple[str, ...]
    events: tuple[Event, ...]
    not_counted: tuple[str, ...] = ()
    sure: float = 1.0


Wording = Callable[[Cluster, Desk], Draft | None]
