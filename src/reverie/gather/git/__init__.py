"""The porch for git: a repository's history as events, each once, read incrementally."""

from __future__ import annotations

from reverie.gather.git.history import Ask, gather

__all__ = ["Ask", "gather"]
