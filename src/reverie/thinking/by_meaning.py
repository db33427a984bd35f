"""Thinking with the local model: the same thought, with the model's code loaded before the cage closes."""

from __future__ import annotations

from reverie.thinking import think

PRELOAD = ("reverie.engines.minilm", "reverie.engines.cache", "reverie.engines.second_look")

__all__ = ["PRELOAD", "think"]
