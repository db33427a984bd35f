"""The porch for git: a repository's history as events, each once, read incrementally; and the files there are."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from reverie.gather.git.history import Ask, gather
    from reverie.gather.git.present import tree

__all__ = ["Ask", "gather", "tree"]


def __getattr__(name: str) -> object:
    """Who only asks who committed a file need not wait for the rules by which histories are read."""
    if name == "tree":
        from reverie.gather.git.present import tree  # noqa: PLC0415

        return tree
    if name in __all__:
        from reverie.gather.git import history  # noqa: PLC0415

        return getattr(history, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
