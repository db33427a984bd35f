"""A user and a password in one, in base64, as programs keep and send them. What is encoded is looked at as it is
meant, so that chance cannot look like it."""

from __future__ import annotations

import re
from base64 import b64decode
from binascii import Error
from collections.abc import Iterator

from . import guards
from .sieve import Needle
from .spans import Page, Span

_BASE64 = rb"[A-Za-z0-9+/]{8,400}={0,2}(?![A-Za-z0-9+/=_-])"
_SET = rb"[\\\"'`]{0,8}[ \t]{0,4}[:=][ \t]{0,4}[\\\"'`]{0,8}"
_KEPT = re.compile(_SET + b"(" + _BASE64 + b")")
_PLAIN = re.compile(rb"[!-9;-~]{1,100}:([!-~]{3,200})\Z")


def kept(page: Page, _start: int, end: int) -> Iterator[Span]:
    """`"auth": "…"`, as docker and npm write it."""
    found = _KEPT.match(page.data, end)
    if found and is_login(found[1]):
        yield Span(*found.span(1), "login", sure=False)


def is_login(value: bytes) -> bool:
    """Is it a user and a password in base64?"""
    pair = _PLAIN.match(_decoded(value))
    return pair is not None and not guards.stand_in(pair[1])


def is_example(value: bytes) -> bool:
    """Is it a user and a password in base64 that only show the notation?"""
    pair = _PLAIN.match(_decoded(value))
    return pair is not None and guards.stand_in(pair[1])


def _decoded(value: bytes) -> bytes:
    try:
        return b64decode(value + b"=" * (-len(value) % 4), validate=True)
    except Error:
        return b""


DETECTORS = {Needle(b"auth", _SET + rb"[a-z0-9+/]{8}", fold=True): kept}
