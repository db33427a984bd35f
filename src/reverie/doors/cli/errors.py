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

    hint = "reverie sync writes what is missing"


class SyncRefused(ReverieError):
    """{count} not written: {why}"""

    hint = "reverie sync --dry-run shows the difference; --force overwrites what was edited by hand"


class NotApplied(ReverieError):
    """{what}: {why}"""

    hint = "somebody changed the file meanwhile; run the command again"


class NotRemembered(ReverieError):
    """the line was not written: {why}"""

    hint = "somebody else keeps writing the note; run the command again"


class OutputLost(ReverieError):
    """the output could not be written: {reason}"""

    hint = "reverie history shows what was changed"


class GitRefused(ReverieError):
    """the decision stands, but git did not commit it: {why}"""

    hint = "commit .agent/ yourself"
