"""Expected failures of this door."""

from __future__ import annotations

from reverie.records.errors import ReverieError


class NoMcp(ReverieError):
    """the MCP server needs the official SDK, which is not installed"""

    hint = "pip install 'reverie[mcp]'"


class NotInMemory(ReverieError):
    """there is nothing in memory at '{place}'"""

    hint = "give a path as memory_search shows it, or a note's name; reverie://memory lists the notes"


class NotToForget(ReverieError):
    """{place} is not to be forgotten by an agent: {why}"""

    hint = "a person can: reverie note retire {name}"


class ForgetNotProposed(ReverieError):
    """the proposal was not written: {why}"""

    hint = "call memory_forget again; if it was undone by a person, leave it"


class AlreadyProposed(ReverieError):
    """forgetting {place} was proposed before and is {status}"""

    hint = "leave it as the person decided; they can still: reverie note retire {name}"


class PortTaken(ReverieError):
    """port {port} of this machine cannot be listened on: {why}"""

    hint = "choose another with --port, or --port 0 for any that is free"


class TokenExposed(ReverieError):
    """others on this machine may read {path}"""

    hint = "remove it and start again: a new token is made, for you alone"
