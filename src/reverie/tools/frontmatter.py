"""The header of a Markdown file: `---`, YAML, `---`. Read, never obeyed: no tags, no anchors, no bombs."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

MAX_HEADER = 64 * 1024
MAX_DEPTH = 12
_FLAT = re.compile(r"([A-Za-z_][\w.-]*):(?: +([^\s\[\]{}&*!|>'\"%@`#,?:-][^#:]*?))? *")
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
        match = _FLAT.fullmatch(line)
        if match is None or match[2] is None or match[1] in found:
            return None
        found[match[1]] = match[2]
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
    if value in (None, ""):
        return {}
    if not isinstance(value, dict):
        raise ValueError("it is not a mapping")
    return {str(key): inner for key, inner in value.items()}


def _nesting(events: Any) -> Any:
    depth = 0
    for event in events:
        kind = type(event).__name__
        depth += kind.endswith(("SequenceStartEvent", "MappingStartEvent"))
        depth -= kind.endswith(("SequenceEndEvent", "MappingEndEvent"))
        yield depth, event


def is_true(value: object) -> bool:
    return str(value).strip().lower() in ("true", "yes", "on", "1")
