"""Credentials on their way to a server: Authorization and Cookie headers, and the flags that make them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from . import guards
from .sieve import Needle
from .spans import Page, Span

_HEADER = re.compile(rb"(?:[\\\"'`\]]{0,8}[ \t]{0,4}[:=,]|[ \t])[ \t]{0,4}(?:[bfru]?\\*[\"'`])?[ \t]{0,4}")
_SCHEME = re.compile(rb"[A-Za-z][A-Za-z-]{2,20}[ \t]{1,4}(?=[A-Za-z0-9])")
_CREDENTIAL = re.compile(rb"(?:[A-Za-z0-9._~+/=:|@-]|\\{1,8}(?:/|u00[0-9a-fA-F]{2})){6,4000}+")
_PAIR = re.compile(rb"[ \t]*([\w.$%-]{1,80})=([^\s;,\"'`\\]{0,4096})[;,]?")
_ATTRIBUTES = frozenset((b"path", b"domain", b"expires", b"max-age", b"samesite", b"version", b"priority"))

_LOGIN = re.compile(
    rb"[ \t](?:-u|-U|--user|--proxy-user)[ \t=]{0,2}(?:\\*[\"'])?[^\s:\"'`\\]{0,128}(?:\\*[\"'])?:(?:\\*[\"'])?([^\s\"'`\\]{4,256})"
)
_LONGEST_COMMAND = 500


def authorization(page: Page, needle: Needle, at: int) -> Iterator[Span]:
    """The credential in an Authorization header."""
    header = _HEADER.match(page.data, at + len(needle.literal))
    if header:
        scheme = _SCHEME.match(page.data, header.end())
        yield from _credential(page.data, (scheme or header).end(), 8 if scheme else 16)


def bearer(page: Page, needle: Needle, at: int) -> Iterator[Span]:
    """A bearer token, whatever is around it."""
    yield from _credential(page.data, at + len(needle.literal), 16)


def cookies(page: Page, needle: Needle, at: int) -> Iterator[Span]:
    """The values of a Cookie or Set-Cookie header that look random."""
    header = _HEADER.match(page.data, at + len(needle.literal))
    pair = _PAIR.match(page.data, header.end()) if header else None
    while pair:
        value = pair[2]
        if pair[1].lower() not in _ATTRIBUTES and guards.random(value, 10) and not guards.masked(value):
            yield Span(*pair.span(2), "cookie", sure=False)
        pair = _PAIR.match(page.data, pair.end())


def curl(page: Page, needle: Needle, at: int) -> Iterator[Span]:
    """The password in `curl -u user:password`."""
    for login in _LOGIN.finditer(page.data, at, at + _LONGEST_COMMAND):
        if not guards.reference(login[1]) and not guards.stand_in(login[1]):
            yield Span(*login.span(1), "login", sure=False)


def _credential(data: bytes, at: int, least: int) -> Iterator[Span]:
    match = _CREDENTIAL.match(data, at)
    if match is None:
        return
    value = match[0].rstrip(b".:|@")
    if (
        guards.masked(value)
        or guards.reference(value)
        or guards.stand_in(value)
        or data.startswith(b"...", at + len(value))
    ):
        return
    if guards.uuid(value) or (guards.random(value, least) and (least < 16 or guards.turns(value)[0] > 2)):
        yield Span(at, at + len(value), "authorization", sure=False)


_SET = rb"[\\\"'`\]]{0,8}[ \t]{0,4}[:=,]"
NEEDLES = {
    Needle(b"authorization", _SET, fold=True): authorization,
    Needle(b"bearer ", b"[a-z0-9]", fold=True): bearer,
    Needle(b"cookie", b"(?:" + _SET + rb"|[ \t]+[\\\"'])", fold=True): cookies,
    Needle(b"curl "): curl,
}
