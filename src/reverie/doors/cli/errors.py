"""Expected failures of the command line itself."""

from __future__ import annotations

from reverie.records.errors import ReverieError


class UnknownThing(ReverieError):
    """there is no candidate, rule or change '{id}'"""

    hint = "reverie list, reverie list --rules and reverie history show them"


class NoSuchPlace(ReverieError):
    """{place} is no line of a rule that Reverie wrote"""

    hint = "reverie why FILE:LINE, where the line stands between the reverie markers; or reverie why ID"


class OutOfDate(ReverieError):
    """out of date: {files}"""

    hint = "reverie sync writes them"


class SyncRefused(ReverieError):
    """{count} not written: {why}"""

    hint = "reverie sync --dry-run shows the difference; --force overwrites what was edited by hand"
