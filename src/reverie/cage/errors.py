"""How a caged run can fail. Whatever the reason, its processes are gone and its scratch directory is discarded."""

from __future__ import annotations

from reverie.records.errors import ReverieError


class CageFailed(ReverieError):
    """the caged run failed: {detail}"""

    hint = "nothing was changed; run it again, and report it if it stays so"
    refused: tuple[str, ...] = ()  # what the cage had refused until then


class TimedOut(CageFailed):
    """the dream was stopped after {seconds:g} s, its limit of time"""

    hint = "nothing was changed; give it a shorter window, such as --since 7d"


class Cancelled(CageFailed):
    """the dream was cancelled"""

    hint = "nothing was changed"


class OverCeiling(CageFailed):
    """the dream was stopped: it went over its ceiling of {what}, {ceiling}"""

    hint = "nothing was changed; give it a shorter window, such as --since 7d"


class Crashed(CageFailed):
    """the dream ended by itself without an answer ({how}){said}"""

    hint = "nothing was changed; this is a fault in Reverie, please report it"


class Nonsense(CageFailed):
    """the dream's answer cannot be trusted: {reason}"""

    hint = "nothing was changed; this is a fault in Reverie, please report it"
