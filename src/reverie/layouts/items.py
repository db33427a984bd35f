"""One remembered thing as an item of a list, with what is known about it in a comment behind it that no reader of the
page sees. The id lives there, and not in a file beside it, because it goes where the line goes: through git, through an
editor, into another note."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from reverie.tools import blocks

KEYS = ("id", "at", "type", "session", "origin")
_SAFE = re.compile(r"[A-Za-z0-9_.:/@+][A-Za-z0-9_.:/@+-]*")
_FIELD = re.compile(r'(?:^|; )(id|at|type|session|origin): ("(?:[^"\\]|\\.)*"|[A-Za-z0-9_.:/@+-]+)')
_MARK = re.compile(r"<!-- ((?:id|at|type|session|origin): [^\n]*) -->[ \t]*\Z")


def item(text: str, facts: Mapping[str, str]) -> str:
    """The lines of an item, without the last line's end."""
    text = text.strip().replace("\r\n", "\n").replace("\r", "\n")
    known = {key: facts[key] for key in KEYS if facts.get(key)}
    if not known and text.endswith("-->") and unmarked(text)[1]:
        known = {"id": ""}  # the words end like a mark of ours; only the last one counts
    lines = "- " + text.replace("\n", "\n  ")
    if not known:
        return lines
    return lines + ("\n  " if "\n" in text else " ") + mark(known)


def mark(facts: Mapping[str, str]) -> str:
    return f"<!-- {'; '.join(f'{key}: {_value(value)}' for key, value in facts.items())} -->"


def _value(value: str) -> str:
    if _SAFE.fullmatch(value) and "--" not in value:
        return value
    told = json.dumps(value)
    return told.replace("-", "\\u002d").replace("<", "\\u003c").replace(">", "\\u003e")


def unmarked(text: str) -> tuple[str, dict[str, str]]:
    """A text without its mark, and what the mark says."""
    start = text.rfind("<!-- ")
    found = _MARK.match(text, start) if start >= 0 else None
    if found is None:
        return text, {}
    facts = {key: value if value[0] != '"' else _read(value) for key, value in _FIELD.findall(found[1])}
    return text[:start].rstrip(), facts


def _read(value: str) -> str:
    try:
        return str(json.loads(value)).encode("utf-8", "replace").decode()
    except ValueError:
        return ""


def without_blocks(content: bytes) -> bytes:
    """A page without what Reverie makes into it."""
    return "".join(blocks.split(content.decode("latin-1"))[::2]).encode("latin-1")


def is_bare(index: bytes) -> bool:
    """An index in which nobody has written anything."""
    return without_blocks(index).strip() in (b"", b"# Memory")
