"""What is added to a file, as insertions: each can be taken out again, the last one first. A file that was changed by
somebody else since is searched for what was put in, and gives back that alone."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from reverie.setup import jsontext
from reverie.setup.jsontext import Broken, Node

MARK = "reverie"


class Insertion(NamedTuple):
    at: int
    text: str


@dataclass(frozen=True, slots=True)
class Entry:
    """A thing that a JSON file should hold: `value` in the list at `path`, or as `key` of the object there."""

    path: tuple[str, ...]
    value: Any
    key: str = ""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A file and what it should hold: entries of a JSON file, a table of a TOML file, lines, or, if it is ours alone,
    its whole text. `opening`: what else a new file says. `comments`: whether its program reads JSON with comments."""

    path: str  # below the project or the home
    entries: tuple[Entry, ...] = ()
    table: tuple[str, str] = ("", "")  # its name, and its text
    lines: tuple[str, ...] = ()
    whole: str = ""
    opening: str = ""
    comments: bool = False


def added(text: str, wanted: Wanted) -> tuple[str, list[Insertion]]:
    """The file with what it lacked, and what was put in. Raises `Broken` for a file that cannot be read."""
    if wanted.whole:
        return (text, []) if text else (wanted.whole, [Insertion(0, wanted.whole)])
    if wanted.lines:
        return _with_lines(text, wanted.lines)
    if wanted.table[0]:
        return _with_table(text, *wanted.table)
    return _with_entries(text, wanted)


def taken_out(text: str, put_in: Sequence[Insertion], *, untouched: bool) -> str:
    """The file as it was. If somebody changed it since, only what stands there once, as it was put in, is taken out."""
    for at, said in reversed(put_in):
        if untouched:
            assert text[at : at + len(said)] == said
            text = text[:at] + text[at + len(said) :]
        elif text.count(said) == 1:
            text = text.replace(said, "")
    return text


def cleared(text: str) -> str:
    """A JSON file without anything of ours, wherever it stands."""
    while True:
        found = _ours(jsontext.read(text, comments=True))
        if found is None:
            return text
        text = jsontext.without(text, *found)


def is_ours(value: Any) -> bool:
    """A group of hooks or a hook that calls us, or our server."""
    if not isinstance(value, dict):
        return False
    hooks = value.get("hooks")
    if isinstance(hooks, list) and hooks:
        return all(is_ours(hook) for hook in hooks)
    return calls_us(value.get("command")) or _is_server(value)


def _is_server(value: Mapping[str, Any]) -> bool:
    args = value.get("args")
    return isinstance(args, list) and args[:1] == ["mcp"] and MARK in str(value.get("command"))


def calls_us(command: Any) -> bool:
    return isinstance(command, str) and any(f"reverie-hook{end} " in command for end in ("", "'", '"', ".exe"))


def _ours(node: Node) -> tuple[Node, Node] | None:
    for child in node.children:
        if is_ours(child.value):
            return node, child
        if found := _ours(child):
            return found
    return None


def _with_entries(text: str, wanted: Wanted) -> tuple[str, list[Insertion]]:
    put_in: list[Insertion] = []
    if not text.strip():
        opening = Insertion(len(text), wanted.opening or "{\n}\n")
        text += opening.text
        put_in.append(opening)
    for entry in wanted.entries:
        for at, said in _entry(text, entry, comments=wanted.comments):
            text = text[:at] + said + text[at:]
            put_in.append(Insertion(at, said))
    jsontext.read(text, comments=wanted.comments)
    return text, put_in


def _entry(text: str, entry: Entry, *, comments: bool) -> list[Insertion]:
    """At most one insertion: what is missing on the way comes with it."""
    node = jsontext.read(text, comments=comments)
    kind, said = (dict, "an object") if entry.key else (list, "a list")
    for depth, name in enumerate(entry.path):
        if not isinstance(node.value, dict):
            raise Broken(f"'{'.'.join(entry.path[:depth])}' is not an object")
        if name in node.twice:
            raise Broken(f"it says '{name}' twice")
        found = node.members.get(name)
        if found is None:
            value: Any = {entry.key: entry.value} if entry.key else [entry.value]
            for below in reversed(entry.path[depth + 1 :]):
                value = {below: value}
            return [Insertion(*jsontext.insertion(text, node, value, name))]
        node = found
    if not isinstance(node.value, kind):
        raise Broken(f"'{'.'.join(entry.path)}' is not {said}")
    if entry.key in node.value if entry.key else any(_same(one, entry.value) for one in node.value):
        return []
    return [Insertion(*jsontext.insertion(text, node, entry.value, entry.key))]


def _same(there: Any, wanted: Any) -> bool:
    """Ours already, perhaps with another path to the program or another time limit."""
    return there == wanted or (is_ours(there) and is_ours(wanted) and _told(there) == _told(wanted))


def _told(value: Any) -> list[str]:
    """What a group or a hook asks of us."""
    hooks = value.get("hooks") or [value]
    return [str(hook.get("command", "")).rpartition("reverie-hook")[2].strip("\"' ") for hook in hooks]


def _with_table(text: str, name: str, said: str) -> tuple[str, list[Insertion]]:
    try:
        there: Any = tomllib.loads(text.removeprefix("\ufeff"))
    except tomllib.TOMLDecodeError as problem:
        raise Broken(str(problem)) from None
    for part in name.split("."):
        there = there.get(part) if isinstance(there, dict) else None
    if there is not None:
        return text, []
    eol = "\r\n" if "\r\n" in text else "\n"
    gap = "" if not text else eol if text.endswith("\n") else eol * 2
    put_in = Insertion(len(text), gap + said.replace("\n", eol))
    try:
        tomllib.loads((text + put_in.text).removeprefix("\ufeff"))
    except tomllib.TOMLDecodeError:
        raise Broken(f"{name} cannot be added to it") from None
    return text + put_in.text, [put_in]


def _with_lines(text: str, lines: Sequence[str]) -> tuple[str, list[Insertion]]:
    there = {line.strip() for line in text.splitlines()}
    missing = [line for line in lines if line not in there]
    if not missing:
        return text, []
    eol = "\r\n" if "\r\n" in text else "\n"
    gap = eol if text and not text.endswith("\n") else ""
    put_in = Insertion(len(text), gap + "".join(line + eol for line in missing))
    return text + put_in.text, [put_in]
