"""Passwords that a command is given on its line: `mysql -p…`, `sshpass -p …`, `redis-cli -a …`.

A flag alone says nothing (`ssh -p 22`, `cp -a`), so each is believed only behind the command that reads it so, in the
same line and before the next command begins.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from . import guards
from .sieve import Needle
from .spans import Page, Span

# Between words: blanks, and a line that is continued, at two depths of JSON as well.
_GAP = rb"(?:[ \t]|\\\r?\n|(?<!\\)(?:\\{3}|\\{6})n){1,20}"
_QUOTED = rb"\\{0,8}[\"'](?:(?!\\{0,8}[\"'])[^\r\n]){0,200}\\{0,8}[\"']"
_BARE = rb"[^\s;&|\"'`\\]"
_WORD = re.compile(_GAP + b"(?:" + _BARE + b"|" + _QUOTED + b"){1,200}")
_VALUE = (
    rb"(?:(?P<quote>\\{0,8}[\"'])(?P<inside>(?:(?!(?P=quote))[^\r\n]){4,200})(?P=quote)|(?P<bare>"
    + _BARE
    + b"{4,200}))"
)
_LONG = rb"--pass(?:word)?(?:=|" + _GAP + b")"
_MOST_WORDS = 40
# Where a command begins, rather than a sentence about one.
_BEGINS = re.compile(
    rb"(?:\A|[\r\n;|&(\"'`$#>=]|\\[nrt])[ \t]{0,8}(?:sudo[ \t]+|time[ \t]+|exec[ \t]+)?(?:/[\w./-]{1,60}/)?\Z"
)


class Reads(NamedTuple):
    """How a command is given its password; `apart` if a blank may stand between, as it also does in a sentence."""

    flag: re.Pattern[bytes]
    apart: bool = True


def _reads(flag: bytes, *, apart: bool = True) -> Reads:
    return Reads(re.compile(_GAP + b"(?:" + flag + b")" + _VALUE), apart)


def password(reads: Reads, page: Page, start: int, end: int) -> Iterator[Span]:
    """The value of the first such flag behind the command."""
    data = page.data
    if not guards.opens(data, start) or data[start - 1 : start] in (b"-", b"."):
        return
    at = data.find(b" ", end, end + 12)
    for _ in range(_MOST_WORDS if at >= 0 else 0):
        given = reads.flag.match(data, at)
        if given:
            group = "inside" if given["inside"] is not None else "bare"
            if _worth_hiding(given[group], plain=_plain(data, start, reads, group)):
                yield Span(*given.span(group), "password", sure=False)
            return
        word = _WORD.match(data, at)
        if word is None:
            return
        at = word.end()


def connection(page: Page, _start: int, end: int) -> Iterator[Span]:
    """The password in `psql "host=… password=…"`."""
    given = _CONNECTION.match(page.data, end)
    if given and _worth_hiding(given[1], plain=True):
        yield Span(*given.span(1), "password", sure=False)


def _plain(data: bytes, start: int, reads: Reads, group: str) -> bool:
    """May the password be a plain word? Not where this could be a sentence."""
    return group == "inside" or not reads.apart or _BEGINS.search(data, max(0, start - 80), start) is not None


def _worth_hiding(value: bytes, *, plain: bool) -> bool:
    value = value.strip(b"\\\"'")
    if len(value) < 4 or value.startswith(b"-") or (value.isdigit() and len(value) < 6):
        return False
    if guards.masked(value) or guards.reference(value) or guards.stand_in(value):
        return False
    return plain or guards.chosen(value)


_CONNECTION = re.compile(rb"(?:[^\r\n;|\\]|\\{1,8}[\"']){0,300}?\bpassword=([^\s\"'`\\&;]{4,200})")
_MYSQL = _reads(rb"-p|--password=", apart=False)
_LOGIN = _reads(rb"-p[ \t]{1,4}|" + _LONG)
_COMMANDS: dict[Needle, Reads] = {
    Needle(b"mysql", rb"(?:dump|admin|import|check|show|slap|pump)? ", fold=True): _MYSQL,
    Needle(b"sshpass", b" ", fold=True): _reads(rb"-p[ \t]{0,4}"),
    Needle(b"redis-cli", b" ", fold=True): _reads(rb"-a[ \t]{1,4}|" + _LONG),
    Needle(b"docker login", b" ", fold=True): _LOGIN,
    Needle(b"podman login", b" ", fold=True): _LOGIN,
    Needle(b"mongo", rb"(?:sh|dump|restore|export|import)? ", fold=True): _reads(rb"-p[ \t]{0,4}|" + _LONG),
}
DETECTORS: dict[Needle, Callable[[Page, int, int], Iterator[Span]]] = {
    **{needle: partial(password, reads) for needle, reads in _COMMANDS.items()},
    Needle(b"psql ", fold=True): connection,
}
