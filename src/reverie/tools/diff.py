"""A change as a person reads it: a unified diff. `name` says how a document is called there."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Iterator, Mapping

from reverie.records.changes import ChangeSet, Op, Put
from reverie.records.documents import Address
from reverie.records.store import Reader

Name = Callable[[Address], str]


def of_changes(changes: ChangeSet, reader: Reader, name: Name = str) -> Iterator[str]:
    """What a change set would do, without doing it."""
    for step in changes.steps:
        yield f"# {step.reason}"
        for edit in step.edits:
            if isinstance(edit, Put):
                old = reader.read(edit.address)
                yield from lines(name(edit.address), old.content if old else None, edit.content)
            else:
                yield f"# {name(edit.source)} moves to {name(edit.target)}"
                old = reader.read(edit.source)
                yield from lines(name(edit.target), old.content if old else None, edit.content)


def of_ops(ops: Iterable[Op], contents: Mapping[str, bytes], name: Name = str) -> Iterator[str]:
    """What a change did, from the bytes it took and gave."""
    for op in ops:
        yield from lines(name(op.address), contents.get(op.before or ""), contents.get(op.after or ""))


def lines(name: str, before: bytes | None, after: bytes | None) -> Iterator[str]:
    old, new = _text(before), _text(after)
    names = ("/dev/null" if before is None else name, "/dev/null" if after is None else name)
    for line in difflib.unified_diff(old, new, *names, lineterm=""):
        yield line.rstrip("\r\n")


def _text(content: bytes | None) -> list[str]:
    if content is None:
        return []
    text = content.decode("utf-8", "backslashreplace")
    return "".join(c if c in "\n\t" or c.isprintable() else repr(c)[1:-1] for c in text).splitlines()
