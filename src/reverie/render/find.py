"""From a line an agent read back to the rule it came from."""

from __future__ import annotations

from reverie.render import block, lines


def rule_at(content: bytes, line: int) -> str | None:
    """The rule's id, or as much of it as the line shows; None if that line (counted from 1) is no rule of a block."""
    found = block.find(content)
    at = line - 1
    if not any(one.start <= at < one.stop for one in found.blocks):
        return None
    return lines.reference(found.lines[at].decode("utf-8", "replace"))
