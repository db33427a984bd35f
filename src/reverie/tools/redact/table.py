"""Reads `secrets.toml`: the forms that providers give their secrets, one row each."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from .sieve import Needle

_ITEMS = re.compile(r'"([^"]*)"')


class Form(NamedTuple):
    """One key of a row, and what has to stand around it. Patterns are kept as text and compiled when first needed."""

    kind: str
    needle: Needle
    shape: bytes
    head: bytes = b""
    reach: int = 0
    near: bytes = b""
    check: str = ""
    anywhere: bool = False
    alone: bool = False
    filler: bool = False


def read_forms() -> Iterator[Form]:
    """Every row of the table, once for each of its keys."""
    for row in read_rows(Path(__file__).with_name("secrets.toml").read_text(encoding="utf-8")):
        body = row["body"].encode() + rb"(?![A-Za-z0-9_])"
        for key in map(str.encode, row["keys"]):
            fold = row.get("fold", False)
            yield Form(
                kind=row["kind"],
                needle=Needle(key.lower(), b"(?i:" + body + b")", fold) if fold else Needle(key, body),
                shape=(b"(?i:" + re.escape(key) + b")" if fold else re.escape(key)) + body,
                head=_START_OF_HEAD + row["head"].encode() + rb"\Z" if "head" in row else b"",
                reach=row.get("reach", 64),
                near=row.get("near", "").encode(),
                check=row.get("check", ""),
                anywhere=row.get("anywhere", False),
                alone=row.get("alone", False),
                filler=row.get("filler", False),
            )


def read_rows(text: str) -> Iterator[dict[str, Any]]:
    """The rows, as `tomllib` reads them (a test compares), in 1 ms instead of 15: every hook pays for it. Each value
    stands on a line of its own, and no string has an escape in it."""
    for block in text.split("\n[[secret]]\n")[1:]:
        lines = (line.partition(" = ") for line in block.splitlines())
        yield {name: _read(value) for name, sign, value in lines if sign and not name.startswith("#")}


def _read(value: str) -> str | int | bool | list[str]:
    if value[0] in "'\"":
        return value[1:-1]
    if value[0] == "[":
        return _ITEMS.findall(value)
    return value == "true" if value in ("true", "false") else int(value)


# A word begins: nothing of it stands before, except perhaps an escape or a colour.
_START_OF_HEAD = rb"(?:(?<![\w-])|(?<=\\[nrt])|(?<=\[[0-9]m)|(?<=\[[0-9]{2}m)|(?<=%[0-9A-Fa-f]{2}))"
