"""JSON as its author wrote it: where each value stands in the text, so that something can be put in or taken out
without touching the rest."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from json.decoder import JSONDecoder
from typing import Any

_BLANK = re.compile(r"[ \t\r\n]*")
_INDENT = re.compile(r"^([ \t]+)\S", re.MULTILINE)
_COMMENT = re.compile(r'"(?:\\.|[^"\\])*"|//[^\n]*|/\*.*?\*/', re.DOTALL)
_DECODER = JSONDecoder()


class Broken(ValueError):
    """It cannot be read, or says something twice."""


@dataclass(slots=True)
class Node:
    """A value and where it stands. `begins`: where its key stands, in an object. `twice`: keys that stand there more
    than once, of which programs go by the last."""

    start: int
    end: int = 0
    value: Any = None
    begins: int = 0
    members: dict[str, Node] = field(default_factory=dict)
    children: list[Node] = field(default_factory=list)
    twice: set[str] = field(default_factory=set)


def read(text: str, *, comments: bool = False) -> Node:
    """The whole text; with comments, where its program allows them."""
    begin = 1 if text.startswith("\ufeff") else 0
    try:
        text = _bare(text) if comments else text
        json.loads(text[begin:])
        node = _value(text, _skip(text, begin))
    except (ValueError, RecursionError) as problem:
        raise Broken(str(problem) or type(problem).__name__) from None
    return node


def is_whole(text: str) -> bool:
    try:
        read(text, comments=True)
    except Broken:
        return False
    return True


def _bare(text: str) -> str:
    """Blanks where comments stood, so that everything stays in its place."""
    return _COMMENT.sub(lambda found: found[0] if found[0][0] == '"' else re.sub(r"[^\n]", " ", found[0]), text)


def insertion(text: str, node: Node, value: Any, key: str = "") -> tuple[int, str]:
    """What to put where, so that a list or an object has one more thing at its end, in its author's style."""
    eol = "\r\n" if "\r\n" in text else "\n"
    children = node.children
    inside = text[node.start : node.end]
    flat = "\n" not in inside and (bool(children) or "\n" not in text.strip())
    base = _indent_at(text, node.start)
    inner = _indent_at(text, children[0].begins) if children and "\n" in inside else base + _unit(text)
    said = (f"{json.dumps(key)}: " if key else "") + _written(value, None if flat else _unit(text), inner, eol)
    if children and not flat and _is_remarked(text, children[-1].end):
        return node.start + 1, f"{eol}{inner}{said},"  # first, because the remark belongs to what is last
    if children:
        return children[-1].end, ", " + said if flat else f",{eol}{inner}{said}"
    if flat:
        return node.start + 1, said
    closing = "" if "\n" in inside else eol + base
    return node.start + 1, f"{eol}{inner}{said}{closing}"


def without(text: str, parent: Node, child: Node) -> str:
    """The text without one of these things."""
    children = parent.children
    at = next(n for n, one in enumerate(children) if one is child)
    if len(children) == 1:
        begin, end = parent.start + 1, parent.end - 1
    elif at:
        begin, end = children[at - 1].end, child.end
    else:
        begin, end = child.begins, children[1].begins
    remarks = _remarks(text[begin : child.begins]) + _remarks(text[child.end : end])
    rest = text[end:]
    ends = "\n" if "//" in remarks.rpartition("\n")[2] and not rest.lstrip(" \t\r").startswith("\n") else ""
    return text[:begin] + remarks + ends + rest


def _remarks(between: str) -> str:
    """What people wrote between two things, without the comma; nothing if there is only the comma."""
    comma = _bare(between).find(",")
    rest = between if comma < 0 else between[:comma] + between[comma + 1 :]
    return rest.rstrip() if rest.strip() else ""


def _is_remarked(text: str, at: int) -> bool:
    """Whether a comment stands behind a thing, in its line."""
    return text[at:].partition("\n")[0].strip(" \t\r,").startswith(("//", "/*"))


def _value(text: str, at: int) -> Node:
    if text[at] == "{":
        return _object(text, at)
    if text[at] == "[":
        return _array(text, at)
    value, end = _DECODER.raw_decode(text, at)
    return Node(at, end, value, at)


def _object(text: str, start: int) -> Node:
    node = Node(start, value={}, begins=start)
    at = _skip(text, start + 1)
    while text[at] != "}":
        begins = at
        key, at = _DECODER.raw_decode(text, at)
        at = _skip(text, _skip(text, at) + 1)  # the colon
        child = _value(text, at)
        child.begins = begins
        if key in node.members:
            node.twice.add(key)
        node.children.append(child)
        node.members[key], node.value[key] = child, child.value
        at = _skip(text, child.end)
        at = _skip(text, at + 1) if text[at] == "," else at
    node.end = at + 1
    return node


def _array(text: str, start: int) -> Node:
    node = Node(start, value=[], begins=start)
    at = _skip(text, start + 1)
    while text[at] != "]":
        child = _value(text, at)
        node.children.append(child)
        node.value.append(child.value)
        at = _skip(text, child.end)
        at = _skip(text, at + 1) if text[at] == "," else at
    node.end = at + 1
    return node


def _skip(text: str, at: int) -> int:
    found = _BLANK.match(text, at)
    return found.end() if found else at


def _unit(text: str) -> str:
    found = _INDENT.search(text)
    return found[1] if found else "  "


def _indent_at(text: str, at: int) -> str:
    line = text[text.rfind("\n", 0, at) + 1 : at]
    return line[: len(line) - len(line.lstrip(" \t"))]


def _written(value: Any, unit: str | None, inner: str, eol: str) -> str:
    said = json.dumps(value, indent=unit, ensure_ascii=False)
    return said.replace("\n", eol + inner)
