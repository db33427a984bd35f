"""Credentials on their way to a server: Authorization and Cookie headers, and the flag that makes one."""

from __future__ import annotations

import re
from collections.abc import Iterator

from . import guards, logins
from .sieve import Needle
from .spans import Page, Span

_SET = rb"[\\\"'`\]]{0,8}[ \t]{0,4}[:=,]"
_HEADER = re.compile(b"(?:" + _SET + rb"|[ \t])[ \t]{0,4}(?:[bfru]?\\*[\"'`])?[ \t]{0,4}")
_SCHEME = re.compile(rb"[A-Za-z][A-Za-z-]{2,20}[ \t]{1,4}(?=[A-Za-z0-9])")
_CREDENTIAL = re.compile(rb"(?:[A-Za-z0-9._~+/=:|@-]|\\{1,8}(?:/|u00[0-9a-fA-F]{2})){6,4000}")
_PAIR = re.compile(rb"[ \t]*([\w.$%-]{1,80})=([^\s;,\"'`\\]{0,1024})[;,]?")
_ATTRIBUTES = frozenset((b"path", b"domain", b"expires", b"max-age", b"samesite", b"version", b"priority"))
_LOGIN = re.compile(
    rb"[ \t](?:-[A-Za-z]{0,6}u|-U|--user|--proxy-user)[ \t=]{0,2}(?:\\*[\"'])?[^\s:\"'`\\]{0,128}(?:\\*[\"'])?"
    rb":(?:\\*[\"'])?([^\s\"'`\\]{4,256})"
)
_LONGEST_COMMAND = 500


def authorization(page: Page, _start: int, end: int) -> Iterator[Span]:
    """The credential in an Authorization header."""
    header = _HEADER.match(page.data, end)
    if header:
        scheme = _SCHEME.match(page.data, header.end())
        yield from _credential(page.data, (scheme or header).end(), sign=scheme is not None)


def bearer(page: Page, _start: int, end: int) -> Iterator[Span]:
    """A bearer token, whatever is around it."""
    yield from _credential(page.data, end, sign=False)


def cookies(page: Page, start: int, end: int) -> Iterator[Span]:
    """The values of a Cookie or Set-Cookie header that look random."""
    header = _HEADER.match(page.data, end) if start >= page.cookies_until else None
    pair = _PAIR.match(page.data, header.end()) if header else None
    while pair:
        page.cookies_until = pair.end()
        if pair[1].lower() not in _ATTRIBUTES and guards.random(pair[2], 10) and not guards.masked(pair[2]):
            yield Span(*pair.span(2), "cookie", sure=False)
        pair = _PAIR.match(page.data, pair.end())


def curl(page: Page, start: int, _end: int) -> Iterator[Span]:
    """The password in `curl -u user:password`."""
    login = _LOGIN.search(page.data, start, start + _LONGEST_COMMAND)
    if login and not guards.reference(login[1]) and not guards.stand_in(login[1]):
        yield Span(*login.span(1), "login", sure=False)


def _credential(data: bytes, at: int, *, sign: bool) -> Iterator[Span]:
    match = _CREDENTIAL.match(data, at)
    value = match[0].rstrip(b".:|@") if match else b""
    end = at + len(value)
    if guards.masked(value) or guards.reference(value) or guards.stand_in(value) or data.startswith(b"...", end):
        return
    # Without a scheme in front it could be the scheme itself (`AWS4-HMAC-SHA256`).
    mixed = guards.random(value, 8) if sign else guards.random(value, 16) and guards.turns(value)[0] > 2
    if mixed or guards.uuid(value) or (sign and logins.is_login(value)):
        yield Span(at, end, "authorization", sure=False)


DETECTORS = {
    Needle(b"authorization", _SET, fold=True): authorization,
    Needle(b"bearer ", b"[a-z0-9]", fold=True): bearer,
    Needle(b"cookie", b"(?:" + _SET + rb"|[ \t]+[\\\"'])", fold=True): cookies,
    Needle(b"curl "): curl,
}
