"""What a tool was called with: the shell command, the files and the edits, told by the names of the arguments, which
are nearly the same in every agent."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from reverie.records.sessions import Edit
from reverie.sources.values import listing, mapping, string

_PATHS = ("file_path", "notebook_path", "path", "filePath", "filename", "file")
_BEFORE = ("old_string", "old_str", "oldText", "old_text", "oldString")
_AFTER = ("new_string", "new_str", "newText", "new_text", "newString", "new_source")
_WHOLE = ("content", "file_text", "contents")
_SAYS = ("description", "prompt", "pattern", "query", "url", "question", "skill", "subject", "message")
_EDITOR = {"view", "create", "str_replace", "insert", "undo_edit"}  # commands of an editing tool, not of a shell
_SHELLS = {"bash", "sh", "zsh"}
_PATCH = "*** Begin Patch"
_FILE = re.compile(r"\*\*\* (?:Add|Update|Delete) File: (\S.*)")
_MOVED = re.compile(r"\*\*\* Move to: (\S.*)")


class Given(NamedTuple):
    """What a call was given, and in short what it says of itself."""

    command: str = ""
    files: tuple[str, ...] = ()
    edits: tuple[Edit, ...] = ()
    text: str = ""


def read_arguments(value: object) -> Given:
    if isinstance(value, str):
        return _of_patch(value) if _PATCH in value else Given(text=value)
    given = mapping(value)
    command = _command(given)
    if _PATCH in command:
        return _of_patch(command)
    patch = string(given.get("patch")) or string(given.get("input"))
    if _PATCH in patch:
        return _of_patch(patch)
    files = tuple(dict.fromkeys(path for key in _PATHS if (path := string(given.get(key)))))
    edits = tuple(_edits(given, files[0])) if files else ()
    return Given(command, files, edits, _first(given, _SAYS))


def _command(given: Mapping[str, Any]) -> str:
    """A shell command as typed, without the shell that some agents wrap around it."""
    command = given.get("command") or given.get("cmd")
    if isinstance(command, list):
        words = [word for word in command if isinstance(word, str)]
        wrapped = len(words) == 3 and words[0].rpartition("/")[2] in _SHELLS and words[1].startswith("-")
        return words[2] if wrapped else " ".join(words)
    return "" if string(command) in _EDITOR else string(command)


def _edits(given: Mapping[str, Any], file: str) -> Iterator[Edit]:
    for part in [given, *map(mapping, listing(given.get("edits")))]:
        before, after = _first(part, _BEFORE), _first(part, _AFTER)
        if before or after:
            yield Edit(file, before, after)
    whole = _first(given, _WHOLE)
    if whole:
        yield Edit(file, "", whole)


def _first(given: Mapping[str, Any], keys: tuple[str, ...]) -> str:
    return next((value for key in keys if (value := string(given.get(key)))), "")


def _of_patch(patch: str) -> Given:
    """Codex writes its edits as one patch: every run of changed lines is an edit."""
    files, edits = dict[str, None](), list[Edit]()
    file, before, after = "", list[str](), list[str]()

    def close() -> None:
        if before or after:
            edits.append(Edit(file, "\n".join(before), "\n".join(after)))
        before.clear()
        after.clear()

    for line in patch.split("\n"):
        named = (_FILE.match(line) or _MOVED.match(line)) if line.startswith("*** ") else None
        if named:
            close()
            file = named[1].rstrip()
            files[file] = None
        elif file and line.startswith("-"):
            before.append(line[1:])
        elif file and line.startswith("+"):
            after.append(line[1:])
        else:
            close()
    close()
    return Given(files=tuple(files), edits=tuple(edits))
