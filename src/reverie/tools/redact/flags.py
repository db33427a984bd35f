"""Passwords that a command is given on its line: `mysql -p…`, `sshpass -p …`, `redis-cli -a …`, `echo … | sudo -S`.

A flag alone says nothing (`ssh -p 22`, `cp -a`), so each is believed only behind the command that reads it so, in the
same line and before the next command begins; or in the same list, where a program has one word after the other
(`["mysql", "-p…"]`).
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
# The same in a list of words, as programs write it; there nothing but the end of a string ends a word.
_NEXT = rb"\\{0,8}[\"'],\s{0,20}\\{0,8}[\"']"
_LISTED = re.compile(_NEXT + rb"[^\r\n\"']{0,200}")
_LISTED_VALUE = rb"(?P<bare>[^\r\n\"'\\]{4,200})(?P<inside>(?!))?"
_MOST_WORDS, _MOST_WALKS = 40, 500
# Where a command begins, rather than a sentence about one.
_BEGINS = re.compile(
    rb"(?:\A|[\r\n;|&(\"'`$#>=]|\\[nrt])[ \t]{0,8}(?:sudo[ \t]+|time[ \t]+|exec[ \t]+)?(?:/[\w./-]{1,60}/)?\Z"
)


class Reads(NamedTuple):
    """How a command is given its password; `apart` if a blank may stand between, as it also does in a sentence."""

    flag: re.Pattern[bytes]
    listed: re.Pattern[bytes]
    apart: bool = True


def _reads(flag: bytes, *, apart: bool = True) -> Reads:
    """A blank in `flag` stands for any gap."""
    spaced, listed = (flag.replace(b" ", b"(?:" + gap + b")") for gap in (_GAP, _NEXT))
    return Reads(
        re.compile(_GAP + b"(?:" + spaced + b")" + _VALUE),
        re.compile(_NEXT + b"(?:" + listed + b")" + _LISTED_VALUE),
        apart,
    )


def password(reads: Reads, page: Page, start: int, end: int) -> Iterator[Span]:
    """The value of the first such flag behind the command."""
    data = page.data
    if not guards.opens(data, start) or data[start - 1 : start] in (b"-", b"."):
        return
    name = _NAME.match(data, end)
    at = name.end() if name else end
    page.walks[reads.flag.pattern] += 1
    if page.walks[reads.flag.pattern] > _MOST_WALKS and at < page.walked.get(reads.flag.pattern, 0):
        return  # a text of nothing but this command: the same words were read for it before
    in_list = _LISTED.match(data, at) is not None
    flag, words = (reads.listed, _LISTED) if in_list else (reads.flag, _WORD)
    for _ in range(_MOST_WORDS):
        given = flag.match(data, at)
        if given:
            group = "inside" if given["inside"] is not None else "bare"
            if _worth_hiding(given[group], plain=in_list or _plain(data, start, reads, group)):
                yield Span(*given.span(group), "password", sure=False)
            return
        word = words.match(data, at)
        if word is None:
            return
        page.walked[reads.flag.pattern] = at = word.end()


def piped(page: Page, start: int, end: int) -> Iterator[Span]:
    """What is typed for somebody: `echo … | sudo -S`, `sudo -S … <<< …`. What is written to a file is rather a text."""
    data = page.data
    asked = _ASKED.match(data, end)
    if asked is None:
        return
    begin = data.rfind(b"|", max(0, start - 20), start) + 1 or start
    for given in (_TYPED.search(data, max(0, begin - 300), begin), _HANDED.match(data, asked.end())):
        if given:
            group = "inside" if given["inside"] is not None else "bare"
            typed = _WRITES.match(data, asked.end()) is None
            if _is_typed(given[group]) if typed else _worth_hiding(given[group], plain=False):
                yield Span(*given.span(group), "password", sure=False)


def _is_typed(value: bytes) -> bool:
    """Of what is typed for `sudo`, however short and simple, only a reference or a filler is none."""
    value = value.strip(b"\\\"'")
    return bool(value) and not (guards.reference(value) or guards.stand_in(value) or _FILLER.fullmatch(value))


def connection(page: Page, _start: int, end: int) -> Iterator[Span]:
    """The password in `psql "host=… password=…"`."""
    given = _CONNECTION.match(page.data, end)
    if given and _worth_hiding(given[1], plain=True):
        yield Span(*given.span(1), "password", sure=False)


def identified(page: Page, start: int, end: int) -> Iterator[Span]:
    """The password of a database's user: `IDENTIFIED BY '…'`."""
    given = _IDENTIFIED.match(page.data, end)
    if (
        given
        and _USER.search(page.data, max(0, start - 200), start)
        and _worth_hiding(given["inside"] or b"", plain=True)
    ):
        yield Span(*given.span("inside"), "password", sure=False)


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


_FILLER = re.compile(rb"(?i)x+|[*.#?_-]+")
_USER = re.compile(rb"(?i)\b(?:user|role|grant)\b")
_IDENTIFIED = re.compile(
    rb"(?i:(?:[ \t]{1,4}with[ \t]{1,4}\\{0,8}[\"'`]?\w{1,60}\\{0,8}[\"'`]?)?[ \t]{1,4}by(?:[ \t]{1,4}password)?)"
    rb"[ \t]{1,4}" + _VALUE
)
_NAME = re.compile(rb"[a-z-]{0,12}")  # the rest of it: `mysqldump`, `mariadb-admin`
_CONNECTION = re.compile(rb"(?:[^\r\n;|\\]|\\{1,8}[\"']){0,300}?\bpassword=([^\s\"'`\\&;]{4,200})")
_ECHO = rb"echo(?:" + _GAP + rb"-[ne]{1,2})?|printf(?:" + _GAP + rb"\\{0,8}[\"']%s(?:\\{1,8}n)?\\{0,8}[\"'])?"
_TYPED = re.compile(
    rb"(?:(?<!\w)|(?<=\\[nrt]))(?:" + _ECHO + b")" + _GAP + rb"\$?" + _VALUE
    + rb"(?:[ \t]{0,4}2>[\w/&]{1,20})?(?:[ \t]{0,4};[^\r\n|]{0,80}\))?[ \t]{0,8}\|\Z"
)  # fmt: skip
_ASKED = re.compile(  # sudo, told to read it, after other options
    rb"(?:[ \t]{1,4}(?:-[a-zA-Z]{1,6}|--[a-z-]{1,20}|\\{0,8}[\"']{2}|root)){0,6}?[ \t]{1,4}"
    rb"(?:-[a-zA-Z]{0,4}S[a-zA-Z]{0,4}|--stdin)\b"
)
_WRITES = re.compile(rb"[ \t]{1,4}(?:tee|dd|cat|patch)\b")
_HANDED = re.compile(rb"[^\r\n;|<]{0,200}<<<[ \t]{0,4}" + _VALUE)
_MYSQL = _reads(rb"-p(?!ort\b|attern\b|ager\b|rotocol\b)|--password=", apart=False)
_LONG = rb"--pass(?:word)?(?:=| )"
_LOGIN = _reads(rb"-p |" + _LONG)
_ENDS = rb"(?: |\\{0,8}[\"'],)"
_COMMANDS: dict[Needle, Reads] = {
    Needle(b"mysql", rb"(?:dump|admin|import|check|show|slap|pump)?" + _ENDS, fold=True): _MYSQL,
    Needle(b"mariadb", rb"(?:-(?:dump|admin|import|check|show|slap))?" + _ENDS, fold=True): _MYSQL,
    Needle(b"sshpass", _ENDS, fold=True): _reads(rb"-p ?"),
    Needle(b"redis-cli", _ENDS, fold=True): _reads(rb"-a |" + _LONG),
    Needle(b"redis-server", _ENDS, fold=True): _reads(rb"--requirepass(?:=| )"),
    Needle(b"docker login", b" ", fold=True): _LOGIN,
    Needle(b"podman login", b" ", fold=True): _LOGIN,
    Needle(b"az login", b" ", fold=True): _LOGIN,
    Needle(b"mongo", rb"(?:sh|dump|restore|export|import)?" + _ENDS, fold=True): _reads(rb"-p ?|" + _LONG),
    Needle(b"ldapsearch", _ENDS, fold=True): _reads(rb"-w ?"),
    Needle(b"sqlcmd", _ENDS, fold=True): _reads(rb"-P ?"),
    Needle(b"smbclient", _ENDS, fold=True): _reads(rb"-U ?[^\s%\"',]{1,80}%", apart=False),
    Needle(b"htpasswd", _ENDS, fold=True): _reads(
        rb"-(?=\w{0,5}b)(?:(?=\w{0,5}n)\w{2,6}|(?!\w{0,5}n)\w{1,6} [\w./@-]{1,200}) [\w.@-]{1,80} "
    ),
    Needle(b"keytool", _ENDS, fold=True): _reads(rb"-(?:store|key)pass "),
    Needle(b"jarsigner", _ENDS, fold=True): _reads(rb"-(?:store|key)pass "),
    Needle(b"ssh-keygen", _ENDS, fold=True): _reads(rb"-N "),
    Needle(b"gpg", _ENDS, fold=True): _reads(rb"--passphrase(?:=| )"),
    Needle(b"convertto-securestring", b" ", fold=True): _reads(rb"(?:-String )?"),
    Needle(b"gh secret set", b" ", fold=True): _reads(rb"-b |--body(?:=| )"),
}
DETECTORS: dict[Needle, Callable[[Page, int, int], Iterator[Span]]] = {
    **{needle: partial(password, reads) for needle, reads in _COMMANDS.items()},
    Needle(b"psql ", fold=True): connection,
    Needle(b"identified", rb"[ \t]", fold=True): identified,
    Needle(b"sudo", rb"[ \t]", fold=True): piped,
    Needle(b"-pass", rb"(?:in|out)?[ \t]{1,4}\\{0,8}[\"']?pass:", fold=True): partial(
        password, _reads(rb"[\"']?pass:", apart=False)
    ),
}
