"""What stands inside of Claude Code's records: their kinds, the blocks of a message, whose text it cannot be, and what
a person said instead of allowing a call."""

from __future__ import annotations

import re
from collections.abc import Iterator

from reverie.gather.transcripts import openings
from reverie.gather.transcripts.scan import Json

PROGRESS = frozenset(
    "progress file-history-snapshot hook_progress bash_progress agent_progress mcp_progress query_update"
    " search_results_received waiting_for_task".split()
)
ABOUT = frozenset(
    "system summary last-prompt permission-mode pr-link ai-title mode custom-title tag agent-name agent-color"
    " task-summary agent-setting worktree-state content-replacement speculation-accept".split()
)
_SCRIPTED = ("sdk-cli", "sdk-py")  # `sdk-ts` is what editors speak in which a person types
_REFUSED = re.compile(
    r"\s*(?:The user doesn't want to (?:proceed with this tool use|take this action right now)"
    r"|User (?:rejected|chose to stay in plan mode|declined)|The tool use was rejected|\[Request interrupted by user)"
)
_INSTEAD = re.compile(
    r"(?:the user said|provided the following reason for the rejection|The user's (?:feedback|reason)):\s*",
    re.IGNORECASE,
)
_NOTE = re.compile(r"\n\n(?:Note|IMPORTANT): The user's next message .*\Z", re.DOTALL)


def reason_of(record: Json) -> str:
    """Why no text of this record can be a person's, whatever it says."""
    if record.get("isCompactSummary"):
        return openings.SUMMARY
    if record.get("isMeta"):
        return openings.META
    if record.get("planContent"):
        return openings.PLAN
    if record.get("isSidechain") or record.get("agentId"):
        return openings.SUBAGENT
    if record.get("promptSource") == "suggestion_accepted":
        return openings.SUGGESTED
    origin = record.get("origin")
    if isinstance(origin, dict) and origin.get("kind") not in (None, "human", "channel"):
        return openings.NOTIFIED
    return openings.PROGRAM if record.get("entrypoint") in _SCRIPTED else ""


def refusal(text: str) -> str | None:
    """The words with which a person refused a call, empty if there are none; None if nobody did."""
    if not _REFUSED.match(text):
        return None
    instead = _INSTEAD.search(text)
    return _NOTE.sub("", text[instead.end() :]).strip() if instead else ""


def parts_of(content: object) -> Iterator[Json]:
    """The blocks of a message, which is a string or a list of them."""
    if isinstance(content, str):
        yield {"type": "text", "text": content}
    elif isinstance(content, list):
        yield from (part for part in content if isinstance(part, dict))
