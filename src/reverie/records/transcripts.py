"""What an agent's session transcript holds, whichever agent wrote it."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import NamedTuple

from reverie.records.events import Origin, Span


class Turn(StrEnum):
    """What kind of thing was said or done. Only HUMAN is a person's own words."""

    HUMAN = "human"
    AGENT = "agent"
    REMARK = "remark"  # what the agent said in the midst of its work, if it may be worth keeping
    TOOL_USE = "tool_use"
    TOOL_RESULT = "tool_result"
    REJECTION = "rejection"  # a person refused a tool call; the text is what they said instead, if anything
    INTERRUPT = "interrupt"  # a person stopped the agent
    COMMAND = "command"  # a slash command or its output
    MACHINE = "machine"  # meta records, reminders, compaction summaries, pasted plans, subagent prompts


class Said(NamedTuple):
    """One thing in a transcript, with its exact place. `text` is short: what matters of it, not a dump.

    Not everything is here: of what the agent said, only what stands next to a person's turn or at the end; of results
    that went well, only those of commands (without text) and a person's answers. A tuple, because there are so many."""

    turn: Turn
    origin: Origin
    session: str
    at: datetime | None
    span: Span  # file, line, byte offset, uuid
    text: str
    tool: str = ""  # the tool's name, for uses and results
    call: str = ""  # the id that joins a use with its result
    command: str = ""  # a shell command, as typed; on its result too
    files: tuple[str, ...] = ()  # as the tool named them; on the result and the refusal too
    failed: bool = False  # a tool result that is an error
    cwd: str = ""
    branch: str = ""
    sidechain: bool = False
    reason: str = ""  # why something is MACHINE, or that a COMMAND is a command's output
    whole: str = ""  # what a text was cut from, as long as its secrets are still in it
