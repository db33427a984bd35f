"""How often Python looks for garbage: seldom, for what waits here by the thousand is rows, and none of it is any."""

from __future__ import annotations

import gc

_OBJECTS = 200_000  # between two searches


def seldom() -> None:
    gc.set_threshold(_OBJECTS)
