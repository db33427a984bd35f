"""Secrets that are not one word after a name: key blocks, what the user marked private, credentials inside addresses."""

from __future__ import annotations

import re
from collections.abc import Iterator

from . import guards
from .sieve import Needle
from .spans import Page, Span

_BEGIN = re.compile(rb"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----")
_END = re.compile(rb"-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----")
# Between the two lines: anything but a quote, except quotes that only glue string pieces together.
_BODY = re.compile(rb"""(?:[^"'`{}\\]|\\+[nrt/]|\\*["'`](?:[\s,+.()]|\\+[nrt]?){0,40}["'`]|\\(?!["'`]))*+""")
_LONGEST_BLOCK = 20_000
_SUBSTANCE = re.compile(rb"[A-Za-z0-9+/]{16}")

_TAG = re.compile(rb"<(/?)private>", re.IGNORECASE)
_LONGEST_PASSAGE = 1_000_000

_USER_AND_PASSWORD = re.compile(rb"[^\s/?#\"'`<>\\@:]{0,128}:([^\s/?#\"'`<>\\@]{1,256})\Z")
_USER_ALONE = re.compile(rb"([A-Za-z0-9_-]{16,256})\Z")
_SENTRY = re.compile(rb"@[a-z0-9.-]{0,60}sentry[a-z0-9.-]{0,60}(?::\d+)?/\d")
_GO_MYSQL = re.compile(rb"[\w.-]{1,64}:([^\s/?#\"'`<>\\@:]{4,128})\Z")
_LONGEST_LOGIN = 400


def key_block(page: Page, needle: Needle, at: int) -> Iterator[Span]:
    """A private key from its first line to its last, or as much of it as is there."""
    begin = _BEGIN.search(page.data, max(0, at - 60), at + 40)
    if begin is None:
        return
    limit = begin.end() + _LONGEST_BLOCK
    body = _BODY.match(page.data, begin.end(), limit)
    stop = body.end() if body else begin.end()
    end = _END.search(page.data, begin.end(), stop)
    if _SUBSTANCE.search(page.data, begin.end(), end.start() if end else stop):
        yield Span(begin.start(), end.end() if end else stop, "private-key")


def private(page: Page, needle: Needle, at: int) -> Iterator[Span]:
    """What the user put between <private> and </private>."""
    depth = 0
    for tag in _TAG.finditer(page.data, at, at + _LONGEST_PASSAGE):
        depth += -1 if tag[1] else 1
        if depth == 0:
            yield Span(at, tag.end(), "private")
            return


def login(page: Page, needle: Needle, at: int) -> Iterator[Span]:
    """The password in `scheme://user:password@host`."""
    data = page.data
    scheme = data.rfind(b"://", max(0, at - _LONGEST_LOGIN), at)
    if scheme >= 0:
        yield from _url_login(data, scheme + 3, at)
    elif data.startswith((b"@tcp(", b"@unix("), at):
        match = _GO_MYSQL.search(data, max(0, at - 200), at)
        if match and _worth_hiding(match[1], b""):
            yield Span(*match.span(1), "url-login", sure=False)


def _url_login(data: bytes, start: int, end: int) -> Iterator[Span]:
    both = _USER_AND_PASSWORD.match(data, start, end)
    if both:
        if _worth_hiding(both[1], data[start : both.start(1) - 1]):
            yield Span(*both.span(1), "url-login", sure=False)
        return
    alone = _USER_ALONE.match(data, start, end)
    if alone and _SENTRY.match(data, end):
        yield Span(*alone.span(1), "sentry-dsn")
    elif alone and guards.random(alone[1], 20):
        yield Span(*alone.span(1), "url-login", sure=False)


def _worth_hiding(password: bytes, user: bytes) -> bool:
    """A login such as `user:password@` or `postgres:postgres@` shows the notation and hides nothing."""
    if len(password) < 4 or password == user or guards.reference(password) or guards.stand_in(password):
        return False
    return not _REPEATED.match(password)


_REPEATED = re.compile(rb"(.)\1*\Z|[*.xX]+\Z")

NEEDLES = {
    Needle(b"private key", rb"(?: block)?-----", fold=True): key_block,
    Needle(b"<private>", fold=True): private,
    Needle(b"@", rb"[A-Za-z0-9_\[(]"): login,
}
