"""What stood around each thing a person typed: what the agent had just done, if it was stopped, what it answered."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property, lru_cache

from reverie.gather.transcripts import phrases
from reverie.records.transcripts import Said, Turn

FILES = 5  # that a correction is said to be about
_TEMPLATE = re.compile(
    r"^\s*(?:The user (?:wants to clarify|doesn't want|has)|\[Request interrupted|Operation stopped by)"
)
_EDITS = frozenset("edit multiedit write notebookedit apply_patch str_replace_editor create patch write_file".split())


HUMAN, AGENT, REJECTION, INTERRUPT = Turn.HUMAN, Turn.AGENT, Turn.REJECTION, Turn.INTERRUPT
TOOL_USE, TOOL_RESULT = Turn.TOOL_USE, Turn.TOOL_RESULT  # by these names twice as fast, and there are so many


class Stopped(StrEnum):
    """How the agent was held up just before the person typed."""

    NO = ""
    REFUSED = "refused"  # a tool call was refused, with these words
    HALTED = "halted"  # interrupted, or refused without words, then this was typed


@dataclass(frozen=True)
class Moment:
    """A person's words with what was before and after them. `steps`: uses of tools since they last spoke."""

    said: Said
    stopped: Stopped
    before: str  # the agent's last words
    reply: str  # the agent's next words
    steps: tuple[Said, ...]
    first: bool  # nothing was done or said by the agent yet
    midway: bool = False  # typed while the agent was at work, not after it had finished

    @cached_property
    def words(self) -> str:
        return phrases.own_words(self.said.text)

    @cached_property
    def document(self) -> bool:
        return phrases.is_document(self.said.text, self.words)

    @cached_property
    def paste(self) -> bool:
        return phrases.is_paste(self.said.text, self.words)

    @property
    def asked(self) -> bool:
        """Whether the agent had ended on a question: then a plain `no` is an answer."""
        return "?" in self.before[-160:] and self.stopped is Stopped.NO

    @property
    def at_work(self) -> tuple[Said, ...]:
        """What the agent had last edited, if the person's words do not come with files of their own."""
        if self.said.files:
            return ()
        return next(((step,) for step in reversed(self.steps) if step.files and is_edit(step)), ())


def is_edit(said: Said) -> bool:
    return _edits(said.tool)


@lru_cache(maxsize=256)
def _edits(tool: str) -> bool:
    return tool.lower().rpartition(".")[2] in _EDITS


def moments(session: Sequence[Said]) -> Iterator[Moment]:
    """One for each thing a person typed, in order; also for the words that came with a refusal."""
    talk = [said for said in session if not said.sidechain]
    before, stopped, steps, first = "", Stopped.NO, list[Said](), True
    working = False
    for i, said in enumerate(talk):
        working = _works_on(said, working)
        if said.turn is AGENT:
            before, first = said.text or before, False
            stopped = Stopped.NO
        elif said.turn is TOOL_USE:
            steps.append(said)
            first, stopped = False, Stopped.NO
        elif said.turn is INTERRUPT or (said.turn is REJECTION and not _typed(said)):
            stopped = Stopped.HALTED
        elif _typed(said):
            how = Stopped.REFUSED if said.turn is REJECTION else stopped
            yield Moment(said, how, before, _reply(talk, i), tuple(steps[-12:]), first, working)
            if said.turn is HUMAN:
                steps, stopped = [], Stopped.NO


def _works_on(said: Said, before: bool) -> bool:
    """Whether the agent is in the midst of something: it ends its turn with words."""
    if said.turn in (TOOL_USE, TOOL_RESULT):
        return True
    return False if said.turn is AGENT else before


def _typed(said: Said) -> bool:
    person = said.turn in (HUMAN, REJECTION)
    return person and bool(said.text.strip()) and not _TEMPLATE.match(said.text)


def _reply(talk: Sequence[Said], at: int) -> str:
    """The agent's first words after this, unless the person spoke again before."""
    for said in talk[at + 1 : at + 12]:
        if said.turn is AGENT:
            return said.text.lstrip()[:400].replace("’", "'")
        if said.turn is HUMAN:
            return ""
    return ""
