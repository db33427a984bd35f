"""Thinking with the local model: the same thought, with the model's code loaded before the cage closes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from reverie.thinking import reading, think

PRELOAD = ("reverie.engines.minilm", "reverie.engines.cache", "reverie.engines.second_look")

__all__ = ["PRELOAD", "read_packets", "think"]


def read_packets(request: bytes, scratch: Path, tell: Callable[[str], None]) -> bytes:
    """Sessions read, with the model's second look at corrections."""
    return reading.read_packets(request, scratch, tell)
