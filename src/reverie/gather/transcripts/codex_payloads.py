"""What stands inside of Codex's payloads: the arguments of calls, the outcome of commands, the turn a message is of."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import orjson

from reverie.gather.transcripts import blocks
from reverie.gather.transcripts.adapter import short

_EXIT = re.compile(r"(?:Process exited with code|[Ee]xit[_ ]code\"?:?) ?(-?\d+)")
_REFUSED = re.compile(
    r"\s*(?:exec command |patch |command )?(?:rejected|denied|declined|aborted) by user", re.IGNORECASE
)
_FAILED = re.compile(r"\s*(?:execution error|error|failed|apply_patch verification failed|aborted)\b", re.IGNORECASE)


def refused(text: str) -> bool:
    """Whether a person refused the call."""
    return _REFUSED.match(text) is not None


def arguments(payload: Mapping[str, Any]) -> object:
    given = payload.get("arguments") or payload.get("input") or payload.get("action")
    if isinstance(given, str) and given.lstrip().startswith("{"):
        try:
            return orjson.loads(given)
        except orjson.JSONDecodeError:
            return given
    return given


def outcome(output: object) -> tuple[str, bool]:
    """What came back, and whether it is an error. Codex says so only in words, or in JSON inside of the text."""
    if isinstance(output, Mapping):
        text = "\n".join(blocks.texts(output.get("content")))
        return text, output.get("success") is False
    text = "\n".join(blocks.texts(output))
    if text.startswith('{"output"'):
        try:
            inner = orjson.loads(text)
            return str(inner["output"]), bool(inner["metadata"]["exit_code"])
        except (orjson.JSONDecodeError, KeyError, TypeError):
            return text, False
    code = _EXIT.search(text[:300])
    return text, int(code[1]) != 0 if code else bool(_REFUSED.match(text) or _FAILED.match(text))


def turn_of(payload: Mapping[str, Any]) -> str:
    for key in ("metadata", "internal_chat_message_metadata_passthrough"):
        about = payload.get(key)
        if isinstance(about, dict) and about.get("turn_id"):
            return short(about["turn_id"])
    return ""
