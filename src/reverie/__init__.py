"""Reverie lets AI agents dream: it goes over what happened and keeps what is worth keeping."""

from __future__ import annotations

TYPE_CHECKING = False  # as `typing` has it, without loading it: a hook starts in the time that takes
if TYPE_CHECKING:
    from typing import Any

    from reverie.api import Memory, open

__version__ = "0.1.0"
__all__ = ["Memory", "__version__", "open"]


if not TYPE_CHECKING:  # a checker knows the names already, and should know that there are no others

    def __getattr__(name: str) -> Any:
        """The library is loaded when it is asked for, so that the command line starts without it."""
        if name in ("Memory", "open"):
            from importlib import import_module  # noqa: PLC0415

            return getattr(import_module("reverie.api"), name)
        raise AttributeError(f"module 'reverie' has no attribute '{name}'")
