"""A user and a password in one: in base64, as programs keep them, or in a line of `.netrc`. What is encoded is looked
at as it is meant, so that chance cannot look like it."""

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
_SENT = re.compile(rb"[ \t]{1,4}(" + _BASE64 + b")")
_PLAIN = re.compile(rb"[!-9;-~]{1,100}:([!-~]{3,200})\Z")
_MACHINE = re.compile(rb"(?:machine(?:\s|\\+[nrt])+\S{1,100}?|default)(?:\s|\\+[nrt]){1,8}\Z")
_NETRC = re.compile(rb"\S{1,100}(?:[ \t]|\\+[nrt]|\n){1,8}password[ \t]{1,8}([^\s\"'`\\<>$]{3,200})", re.IGNORECASE)


def kept(page: Page, _start: int, end: int) -> Iterator[Span]:
    """`"auth": "…"`, as docker and npm write it."""
    yield from _in_base64(_KEPT.match(page.data, end))


def sent(page: Page, _start: int, end: int) -> Iterator[Span]:
    """`Basic …`, as a server is told it."""
    yield from _in_base64(_SENT.match(page.data, end))


def netrc(page: Page, start: int, end: int) -> Iterator[Span]:
    """`machine example.org login ada password …`"""
    found = _NETRC.match(page.data, end) if _MACHINE.search(page.low, max(0, start - 160), start) else None
    if found and not guards.stand_in(found[1]) and not guards.masked(found[1] + b"aeiou"):
        yield Span(*found.span(1), "password", sure=False)


def _in_base64(found: re.Match[bytes] | None) -> Iterator[Span]:
    if found and (pair := _PLAIN.match(_decoded(found[1]))) and not guards.stand_in(pair[1]):
        yield Span(*found.span(1), "login", sure=False)


def _decoded(value: bytes) -> bytes:
    try:
        return b64decode(value + b"=" * (-len(value) % 4), validate=True)
    except Error:
        return b""


DETECTORS = {
    Needle(b"auth", _SET + rb"[a-z0-9+/]{8}", fold=True): kept,
    Needle(b"basic", rb"[ \t]{1,4}[a-z0-9+/]{8}", fold=True): sent,
    Needle(b"login ", rb"\S{1,100}(?:[ \t]|\\+[nrt]|\n){1,8}password[ \t]", fold=True): netrc,
}
