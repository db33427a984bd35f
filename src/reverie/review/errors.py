"""Expected failures at the table. An error's docstring is its message; `hint` says what to do next."""

from __future__ import annotations

from reverie.records.errors import ReverieError


class RationaleRequired(ReverieError):
    """rationale is required for graduation — non-negotiable"""

    hint = "say what the evidence shows and what the rule will prevent; in six months this is all anyone has"


class UnknownCandidate(ReverieError):
    """there is no candidate '{id}'"""

    hint = "reverie list shows what waits for a decision"


class AlreadyDecided(ReverieError):
    """candidate {id} is decided already: {verdict} by {by} on {on}"""

    hint = "reverie history names that change, and reverie undo ID takes it back; reverie show {id} has its rationale"


class Replaced(ReverieError):
    """candidate {id} was replaced by {by}, which rests on the same events"""

    hint = "reverie show {by}"


class UnknownRule(ReverieError):
    """there is no rule '{id}'"""

    hint = "reverie list --rules shows them all"


class SameRule(ReverieError):
    """rule {id} says this already: {sentence}"""

    hint = "reject the candidate and name rule {id} in the rationale, or give another sentence with --rule"


class BadSentence(ReverieError):
    """this cannot be a rule: {reason}"""

    hint = "give one sentence an agent can follow, with --rule or --edit"


class NotExpired(ReverieError):
    """rule {id} has not expired, so there is nothing to restore"""

    hint = "reverie list --rules shows which have"
