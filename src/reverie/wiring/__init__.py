"""The only place that reads configuration and environment and builds things."""

from reverie.wiring import (
    consolidation,
    engines,
    forgetting,
    inbox,
    memory,
    night,
    promotion,
    reorganizing,
    search,
    sessions,
)
from reverie.wiring.memory import TARGETS, index_maker, open_store
from reverie.wiring.project import (
    Project,
    find_project,
    now,
    passing_redactor,
    path_of,
    place,
    redactor,
    secret,
    shown_root,
    who,
)

__all__ = [
    "TARGETS",
    "Project",
    "consolidation",
    "engines",
    "find_project",
    "forgetting",
    "inbox",
    "index_maker",
    "memory",
    "night",
    "now",
    "open_store",
    "passing_redactor",
    "path_of",
    "place",
    "promotion",
    "redactor",
    "reorganizing",
    "search",
    "secret",
    "sessions",
    "shown_root",
    "who",
]
