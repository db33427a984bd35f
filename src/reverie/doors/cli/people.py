"""People as one speaks of them: you, and the others by name. Files and logs keep the full address."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

from reverie import wiring
from reverie.tools import git

if TYPE_CHECKING:
    from reverie.records.learning import Evidence

_ADDRESS = re.compile(r"[^\s@<>,;:\"“”()]+@[^\s@<>,;:\"“”()]*[\w]")


class People:
    """Names are asked of git only when somebody else is to be named."""

    def __init__(self, project: wiring.Project) -> None:
        self._root = project.root
        self._me = {wiring.who(project).casefold(), git.config_value(project.root, "user.email").casefold()} - {""}
        self._my_name = git.config_value(project.root, "user.name").casefold()

    def name(self, by: str) -> str:
        """you, a name, or what stands before the @."""
        if by.casefold() in self._me:
            return "you"
        return self._others.get(by.casefold()) or by.partition("@")[0] or by

    def witness(self, evidence: Evidence) -> str:
        """Who an event is from. One full name is one person, whatever the address; what an agent did in somebody's
        session, the person neither did nor said."""
        if evidence.by_agent:
            return "an agent"
        same_name = " " in self._my_name and evidence.who.casefold() == self._my_name
        return "you" if same_name or evidence.actor.casefold() in self._me else evidence.who

    def told(self, text: str) -> str:
        """What the store or the night says, with names for the addresses of people known here."""
        return _ADDRESS.sub(lambda found: self.name(found[0]) if self._knows(found[0]) else found[0], text)

    def _knows(self, address: str) -> bool:
        return address.casefold() in self._me or address.casefold() in self._others

    @cached_property
    def _others(self) -> dict[str, str]:
        return git.committers(self._root)
