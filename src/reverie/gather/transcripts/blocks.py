"""The pieces that every agent's messages are made of: text, uses of tools, and what came back from them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

_PATHS = ("file_path", "notebook_path", "path", "filePath", "filename", "file")
_SAYS = ("description", "prompt", "pattern", "query", "url", "question", "skill", "subject", "plan", "message")
_PATCHED = re.compile(r"^\*\*\* (?:Add|Update|Delete) File: (\S.*)$", re.MULTILINE)
_SHELLS = {"bash", "sh", "zsh"}
_ENOUGH = 4000  # characters of what a call says about itself


class Call(NamedTuple):
    """A tool that was called: on which files, with which command, and in short for what."""

    command: str
    files: tuple[str, ...]
    text: str


def call(given: object) -> Call:
    """What the arguments of a call say."""
    if isinstance(given, str):
        return Call("", tuple(dict.fromkeys(_patched(given))), "")
    if not isinstance(given, dict):
        return Call("", (), "")
    command = _command(given)
    if command and "*** Begin Patch" not in command:
        return Call(command, (), "")
    files = [value for key in _PATHS if isinstance(value := given.get(key), str) and value]
    patch = given.get("patch") or given.get("input")
    if isinstance(patch, str):
        files += _patched(patch)
    files += _patched(command)
    return Call(command, tuple(dict.fromkeys(files)), _says(given))


def _patched(patch: str) -> list[str]:
    return [path.rstrip() for path in _PATCHED.findall(patch)]


def _command(given: Mapping[str, Any]) -> str:
    """A shell command as typed, without the shell that Codex wraps around it."""
    command = given.get("command") or given.get("cmd")
    if isinstance(command, list):
        words = [str(word) for word in command]
        wrapped = len(words) == 3 and words[0].rpartition("/")[2] in _SHELLS and words[1].startswith("-")
        return words[2] if wrapped else " ".join(words)
    return command if isinstance(command, str) else ""


def _says(given: Mapping[str, Any]) -> str:
    for key in _SAYS:
        value = given.get(key)
        if isinstance(value, str) and value:
            return value[:_ENOUGH]
    questions = given.get("questions")
    return "\n".join(texts(questions, "question")) if isinstance(questions, list) else ""


def texts(content: object, key: str = "text") -> Iterator[str]:
    """The texts of a message's content, which is a string or a list of blocks."""
    if isinstance(content, str):
        yield content
    elif isinstance(content, Iterable):
        for block in content:
            text = block.get(key) if isinstance(block, Mapping) else None
            if isinstance(text, str):
                yield text
