"""Whether a person is there to decide. What gives a rule or a note a person's authority is theirs to do: inside an
agent's session they confirm it on the terminal, or it is not done. Everywhere else nothing is asked."""

from __future__ import annotations

import os
import secrets
import shlex
import sys

from reverie.doors.cli.errors import NoPersonHere, NotConfirmed
from reverie.tools.agent_env import find_agent

_WORD = 5  # letters of what is to be typed: an agent that fills in answers beforehand cannot know it
_LETTERS = "abcdefghjkmnpqrstuvwxyz"


def require_person(what: str) -> None:
    """`what`: the deed, as in "graduate 66f3". NoPersonHere inside an agent's session without a terminal."""
    agent = find_agent(os.environ)
    if not agent:
        return
    if not (sys.stdin.isatty() and sys.stdout.isatty() and sys.stderr.isatty()):
        raise NoPersonHere(what=what, agent=agent, command=_command())
    word = "".join(secrets.choice(_LETTERS) for _ in range(_WORD))
    sys.stderr.write(f"This runs inside {agent}. To {what} in your own name, type {word}: ")
    sys.stderr.flush()
    if sys.stdin.readline().strip().casefold() != word:
        raise NotConfirmed(what=what)


def _command() -> str:
    """What was typed, for the person to type again."""
    return shlex.join(["reverie", *sys.argv[1:]])[:600]
