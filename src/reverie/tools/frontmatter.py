"""The header of a Markdown file: `---`, YAML, `---`. Read, never obeyed: no tags, no anchors, no bombs."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

MAX_HEADER = 64 * 1024
MAX_DEPTH = 12
_KEY = re.compile(r"[A-Za-z_][\w.-]*")
_CLEVER = frozenset("[]{}&*!|>'\"%@`#,?:-")  # a value that begins so needs YAML to be understood
_GOES_ON = (
    r"""(?:"[^"\n]*"|'[^'\n]*'|\[[^\]\n]*\])[ \t]*[^\s#].*?"""  # quotes or brackets that end before the value does
)
_LOOSE = re.compile(
    rf"""^([ ]*[A-Za-z_][\w.-]*:[ ]+)((?!["'\[{{&*!|>%@#])\S.*?|{_GOES_ON})([ \t]*\r?)$""", re.MULTILINE
)
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
        return Parts(parse_loosely(raw), "".join(lines[end + 1 :]))
    except ValueError as problem:
        return Parts({}, "".join(lines[end + 1 :]), f"its header cannot be read: {problem}")


def parse(raw: str) -> dict[str, Any]:
    """A YAML mapping of plain values, lists and mappings. Anything cleverer is refused."""
    if len(raw) > MAX_HEADER:
        raise ValueError("it is too long")
    return _flat(raw) or _yaml(raw)


class Malformed(ValueError):
    """It is no YAML, though nothing in it is unsafe."""


def parse_loosely(raw: str) -> dict[str, Any]:
    """As `parse`, but for what agents write by hand every day: `description: Letters: one page`, which YAML refuses.
    A value that can only be meant as text is read as text."""
    try:
        return parse(raw)
    except Malformed:
        meant = _LOOSE.sub(lambda found: f"{found[1]}{json.dumps(found[2], ensure_ascii=False)}{found[3]}", raw)
        if meant == raw:
            raise
        return parse(meant)


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
    value = _loaded(raw)
    if value in (None, ""):
        return {}
    if not isinstance(value, dict):
        raise ValueError("it is not a mapping")
    return dict(_whole(value))


@lru_cache(maxsize=256)  # one night meets the same header several times, and YAML is slow; `_whole` makes a fresh copy
def _loaded(raw: str) -> Any:
    import yaml  # noqa: PLC0415 — most headers never need it

    try:
        return yaml.load(raw, Loader=_loader())  # noqa: S506 — it makes nothing but strings
    except (yaml.YAMLError, RecursionError) as problem:
        mark = getattr(problem, "problem_mark", None)
        where = f" in line {mark.line + 2}" if mark else ""
        raise Malformed(f"{getattr(problem, 'problem', None) or 'it is not YAML'}{where}") from None
    except OverflowError:
        raise ValueError("it names a character that does not exist") from None


@cache
def _loader() -> Any:
    """BaseLoader makes nothing but strings; this one also refuses, on the way, what could surprise."""
    import yaml  # noqa: PLC0415

    class Plain(yaml.BaseLoader):
        depth = 0

        def compose_node(self, parent: Any, index: Any) -> Any:
            event = self.peek_event()  # type: ignore[no-untyped-call]
            if getattr(event, "anchor", None) is not None:
                raise ValueError("anchors and aliases are not allowed")
            if getattr(event, "tag", None) is not None:
                raise ValueError("tags are not allowed")
            inner = isinstance(event, yaml.CollectionStartEvent)
            self.depth += inner
            if self.depth > MAX_DEPTH:
                raise ValueError("it is nested too deep")
            node = super().compose_node(parent, index)
            self.depth -= inner
            return node

    return Plain


def _whole(value: Any) -> Any:
    """Escapes can name half a character, which no file and no index can hold."""
    if isinstance(value, str):
        return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if isinstance(value, list):
        return [_whole(inner) for inner in value]
    if isinstance(value, dict):
        return {_whole(str(key)): _whole(inner) for key, inner in value.items()}
    return value


def is_true(value: object) -> bool:
    return str(value).strip().lower() in ("true", "yes", "on", "1")
