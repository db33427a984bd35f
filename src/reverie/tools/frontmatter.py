"""The header of a Markdown file: `---`, YAML, `---`. Read, never obeyed: no tags, no anchors, no bombs."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

MAX_HEADER = 64 * 1024
MAX_DEPTH = 12
_KEY = re.compile(r"[A-Za-z_][\w.-]*")
_CLEVER = frozenset("[]{}&*!|>'\"%@`#,?:-")  # a value that begins so needs YAML to be understood
_CONFLICT = re.compile(rb"^(<{7} |>{7} |={7}\r?$)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Parts:
    """A document in two: what its header says, and its body. `fault` says why it cannot be used."""

    header: Mapping[str, Any]
    body: str
    fault: str = ""


def read(content: bytes) -> Parts:
    """Take a document apart. Bytes that are no text, unfinished merges and unsafe headers are faults, not crashes."""
    if b"\0" in content:
        return Parts({}, "", "it holds NUL bytes")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        return Parts({}, "", f"it is not UTF-8 (byte {problem.start})")
    if len(_CONFLICT.findall(content)) >= 3:
        return Parts({}, text, "it holds unresolved git conflict markers")
    if not text.startswith(("---\n", "---\r\n")):
        return Parts({}, text)
    lines = text.splitlines(keepends=True)
    end = next((i for i, line in enumerate(lines[1:], 1) if line.rstrip() in ("---", "...")), 0)
    if not end:
        return Parts({}, text)  # a rule at the top, not a header
    raw = "".join(lines[1:end])
    try:
        return Parts(parse(raw), "".join(lines[end + 1 :]))
    except ValueError as problem:
        return Parts({}, "".join(lines[end + 1 :]), f"its header cannot be read: {problem}")


def parse(raw: str) -> dict[str, Any]:
    """A YAML mapping of plain values, lists and mappings. Anything cleverer is refused."""
    if len(raw) > MAX_HEADER:
        raise ValueError("it is too long")
    return _flat(raw) or _yaml(raw)


def _flat(raw: str) -> dict[str, Any] | None:
    """Most headers are `key: value` lines; reading those needs no YAML at all."""
    found: dict[str, Any] = {}
    for line in raw.splitlines():
        key, colon, rest = line.partition(":")
        value = rest.strip(" ")
        plain = value and value[0] not in _CLEVER and not value[0].isspace() and not {"#", ":"} & set(value)
        if not (colon and rest.startswith(" ") and plain and _KEY.fullmatch(key)) or key in found:
            return None
        found[key] = value
    return found


def _yaml(raw: str) -> dict[str, Any]:
    import yaml  # noqa: PLC0415 — most headers never need it

    try:
        for depth, event in _nesting(yaml.parse(raw, Loader=yaml.SafeLoader)):
            if getattr(event, "anchor", None) is not None:
                raise ValueError("anchors and aliases are not allowed")
            if getattr(event, "tag", None) is not None:
                raise ValueError("tags are not allowed")
            if depth > MAX_DEPTH:
                raise ValueError("it is nested too deep")
        value = yaml.load(raw, Loader=yaml.BaseLoader)  # noqa: S506 — BaseLoader makes nothing but strings
    except (yaml.YAMLError, RecursionError) as problem:
        mark = getattr(problem, "problem_mark", None)
        where = f" in line {mark.line + 2}" if mark else ""
        raise ValueError(f"{getattr(problem, 'problem', None) or 'it is not YAML'}{where}") from None
    except OverflowError:
        raise ValueError("it names a character that does not exist") from None
    if value in (None, ""):
        return {}
    if not isinstance(value, dict):
        raise ValueError("it is not a mapping")
    return dict(_whole(value))


def _whole(value: Any) -> Any:
    """Escapes can name half a character, which no file and no index can hold."""
    if isinstance(value, str):
        return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if isinstance(value, list):
        return [_whole(inner) for inner in value]
    if isinstance(value, dict):
        return {_whole(str(key)): _whole(inner) for key, inner in value.items()}
    return value


def _nesting(events: Any) -> Any:
    depth = 0
    for event in events:
        kind = type(event).__name__
        depth += kind.endswith(("SequenceStartEvent", "MappingStartEvent"))
        depth -= kind.endswith(("SequenceEndEvent", "MappingEndEvent"))
        yield depth, event


def is_true(value: object) -> bool:
    return str(value).strip().lower() in ("true", "yes", "on", "1")
