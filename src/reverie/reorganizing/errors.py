"""Expected failures around proposals."""

from __future__ import annotations

from reverie.records.errors import ReverieError


class UnknownProposal(ReverieError):
    """there is no proposal '{id}'"""

    hint = "reverie reorganize list shows them"


class ProposalDecided(ReverieError):
    """proposal {id} is decided already: {status} {decided}"""

    hint = "a decision is final; reverie undo takes the last one back, reverie reorganize makes a new proposal"


class ProposalExpired(ReverieError):
    """proposal {id} has expired: {why}"""

    hint = "reverie reorganize makes a new one, from the notes as they are now"


class NoneCanBe(ReverieError):
    """nothing of proposal {id} can be done any more: {why}"""

    hint = "reverie reorganize makes a new one, from the notes as they are now"


class NoSuchMutation(ReverieError):
    """proposal {id} has no mutation {number}, only 1 to {count}"""

    hint = "reverie reorganize show {id}"


class OneOfTwo(ReverieError):
    """mutations {one} and {other} of proposal {id} are two ways of one matter: only one of them can be done"""

    hint = "say which holds: reverie reorganize accept {id} --only {one}   or   --only {other}"


class ReasonRequired(ReverieError):
    """a reason is required to reject a proposal — non-negotiable"""

    hint = 'reverie reorganize reject ID --reason "what would get lost, or why it should stay as it is"'
