"""The cage: a dream's thinking runs in a child that can write only its scratch directory, start only git, and reach no
network. A function's name and a request go in; its answer comes out, with what was enforced, open and refused.
"""

from __future__ import annotations

from reverie.cage.errors import CageFailed, Cancelled, Crashed, Nonsense, OverCeiling, TimedOut
from reverie.cage.limits import Limits
from reverie.cage.outside import Result, Waiting, discard, run

__all__ = [
    "CageFailed",
    "Cancelled",
    "Crashed",
    "Limits",
    "Nonsense",
    "OverCeiling",
    "Result",
    "TimedOut",
    "Waiting",
    "discard",
    "run",
]
