"""Values known by the name in front of them: `API_KEY=…`, `"password": "…"`, `--token …`, "the password is …".

The same grammar is read at any depth of escaping, because transcripts hold JSON inside JSON inside JSON. A name alone
proves nothing (`token: string`); what it introduces is a claim, for `claims` to judge.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from . import guards
from .claims import Claim
from .names import Name
from .sieve import Needle
from .spans import Page, Span

# What may end a name, and what has to follow it, for it to introduce a value.
_ENDING = rb"(?:[_-]?(?:[0-9]{1,2}|base(?:64)?|b64|data|value|prod|dev|live|v[0-9]))?"
_COLOUR = re.compile(rb"(?:\x1b|\\{1,8}(?:u001[bB]|x1[bB]|033|e))\[[0-9;]{0,12}m")
_COLOURS = b"(?:" + _COLOUR.pattern + b"){0,3}"
_CLOSES = rb"[\\\"'`\]*]{0,8}" + _COLOURS
_ASSIGNS = _CLOSES + rb"[ \t]{0,6}(?:[:=?>|!]|,[ \t]{0,4}\\{0,8}[\"'`])"
_FOUR_TIMES_FOUR = rb"(?:[a-z]{4} ){3}[a-z]{4}"
_SAYS = rb"[ \t]{1,4}(?:(?:is|was|to|for)[ \t:]|\\*[\"'`]|[^\s\"'`]{0,60}[0-9]|" + _FOUR_TIMES_FOUR + rb"\b)"
_LISTS = _CLOSES + rb"(?:\\+[nrt]|[\s,]){1,40}\\*[\"']?(?:parameter)?value"
_INTRODUCES = _ENDING + b"(?=" + _ASSIGNS + b"|" + _SAYS + b"|" + _LISTS + b")"
_OF_FLAG = rb"(?<=[- ]-NAME|[a-z]-NAME)[ \t]{1,4}[^\s-]"  # `--pass …`, `--db-pass …`
_PASSWORD = rb"(?:w(?:or)?d|wort|phrase|code)"
_NEEDLES = (
    *(
        Needle(name, _INTRODUCES, fold=True)
        for name in (b"key", b"token", b"secret", b"pwd", b"psk", b"kennwort", b"senha")
    ),
    Needle(b"credential", b"s?" + _INTRODUCES, fold=True),
    Needle(b"creds", _INTRODUCES, fold=True),
    Needle(b"auth", _INTRODUCES, fold=True),
    Needle(
        b"pw", b"(?:" + _CLOSES + rb"[ \t]{0,6}[:=>]|[ \t]is[ \t]|" + _OF_FLAG.replace(b"NAME", b"pw") + b")", fold=True
    ),
    Needle(b"pasword", _INTRODUCES, fold=True),
    Needle(
        b"pass",
        b"(?:"
        + _PASSWORD
        + _INTRODUCES
        + rb"|word[ \t]{1,8}[^\s\"'`\\<>$]{4}|"
        + _CLOSES
        + rb"[ \t]{0,6}[:=>|]|[ \t]is[ \t]|"
        + _LISTS
        + b"|"
        + _OF_FLAG.replace(b"NAME", b"pass")
        + b")",
        fold=True,
    ),
)
_REST = re.compile(rb"(?:(?<=pass)" + _PASSWORD + b"|(?<=credential)s)?" + _ENDING)
_NAME = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-"
_LONGEST_NAME = 64
_OF_COLOUR = re.compile(rb"[\[;][0-9]{1,3}m")

# Between name and value, in the order in which they are tried.
_NOTATIONS = ("typed", "compare", "assign", "cell", "prose", "listed", "pair", "space", "tag")
_OPERATOR = re.compile(
    rb"""(?x)
    \*{0,2} (?:\\*["'`])? \]? \*{0,2}
    """
    + _COLOURS
    + rb"""
    (?: [ \t]{0,6} (?P<typed>: [ \t]{0,2} (?!\d)[\w.\[\]|<>?, ]{1,40}? [ \t]{0,2} =(?![=>]))
      | [ \t]{0,6} (?P<compare>[=!]={1,2}) [ \t]{0,2} (?=\\*["'`])
      | [ \t]{0,6} (?P<assign> :=|=>|=(?!=)|[?+|]=|:|\|\|=?|\?\?=? ) \*{0,2} [ \t]{0,8}
      | [ \t]{0,20} (?P<cell>\|) [ \t]{1,20}
      | [ \t]{1,3} (?P<prose>is|was|to|for[ \t][\w.@-]{1,40}(?:[ \t][\w.@-]{1,20})?(?:[ \t]is|:)) [ \t:]{1,4}
      | ,? (?:\\+[nrt]|\s){0,40} (?P<pair>(?:\\*["'])?(?i:(?:parameter)?value)(?:\\*["'])?[ \t]{0,2}[:=]) [ \t]{0,4}
      | (?P<listed>[ \t]{0,2},[ \t]{0,4}) (?=\\*["'`])
      | (?P<space>[ \t]{1,4})
      | (?P<tag>>)
    ) [ \t]{0,2}
    """
    + _COLOURS
    + rb"""
    (?:[bruN]{0,2}(?P<slashes>\\*)(?P<quote>["'`]))?
    """
)
_ESCAPES = rb"\\{1,8}(?:/|u00(?!1[bB])[0-9a-fA-F]{2})"
# Not possessive: Python before 3.11.4 loses its way in a possessive group, and secrets with it.
_NARROW = re.compile(rb"(?:[^\s\x1b\"'`\\,;&|<>(){}\[\]\x80-\xff]|" + _ESCAPES + rb"){4,400}")
_WIDE = re.compile(rb"(?:[^\s\x1b\"'`\\\x80-\xff]|" + _ESCAPES + rb"){4,400}")
_GROUPS = re.compile(_FOUR_TIMES_FOUR + rb"(?=[\"'`\\\s.,;)]|\Z)(?![.,]?[ \t]?[A-Za-z0-9_])")
_SPOKEN = re.compile(rb"(?:[^\s\x1b\"'`\\()<>\[\]{}&\x80-\xff]|&(?![a-z]{2,6};|#)|" + _ESCAPES + rb"){4,400}")
_ENDS_LIST = re.compile(rb"[,;&|<>(){}\[\]]")
_DEFAULT = re.compile(rb"\$\{\w{1,80}:?[-=]")  # what a shell takes where nothing is set
_TO_BRACE = re.compile(rb"[^\s\"'`\\{}]{4,200}(?=\})")
_LONG_TAIL = re.compile(rb"[A-Za-z0-9+/=_-]{0,16000}+")

# `variable "db_password" { … default = "…" }`, as Terraform declares what it is given.
_DECLARES = rb"[ \t]{1,4}\\*\"[\w-]{1,64}\\*\"[ \t]{0,4}\{"
_DECLARED = re.compile(
    rb"[ \t]{1,4}\\*\"(?P<name>[\w-]{1,64})\\*\"[ \t]{0,4}\{"
    rb"[^{}]{0,600}?(?:\b|(?<=\\n))default[ \t]{0,20}=[ \t]{0,20}(?P<slashes>\\*)\""
)


def declared(page: Page, _start: int, end: int) -> Iterator[Span]:
    """The value that a variable of Terraform has by default."""
    given = _DECLARED.match(page.data, end)
    name = Name.read(given["name"], before=given["name"]) if given else None
    value = _quoted(len(given["slashes"]), b'"').match(page.data, given.end()) if given and name else None
    if name and value:
        claim = Claim(value[1], name, "assign", b"=", quoted=True, before=name.whole, after=b'"')
        if claim.holds():
            yield Span(*value.span(1), claim.kind, sure=False)


def find(page: Page, _start: int, end: int) -> Iterator[Span]:
    """The value after the name that ends here, if name and value agree that it is a secret."""
    if page.value_taken[0] <= end < page.value_taken[1]:
        return
    rest = _REST.match(page.low, end)
    end = rest.end() if rest else end
    head = page.data[max(0, end - _LONGEST_NAME) : end]
    names = (Name.read(name, before=head) for name in _readings(head, len(head.rstrip(_NAME))))
    name = next(filter(None, names), None)
    operator = _OPERATOR.match(page.data, end) if name else None
    span = _value(page.data, name, operator) if name and operator else None
    if span:
        page.value_taken = (span.start, span.end)
        yield span


def _readings(head: bytes, start: int) -> Iterator[bytes]:
    """The name that begins here; perhaps without the letter of a line end before it (`\\nDB_PASSWORD`),
    or the end of a colour (`[36mDB_PASSWORD`)."""
    if head[start - 1 : start] == b"\\" and head[start : start + 1] in (b"n", b"r", b"t"):
        yield head[start + 1 :]
    if colour := _OF_COLOUR.match(head, start - 1) if start else None:
        yield head[colour.end() :]
    yield head[start:]


def _value(data: bytes, name: Name, operator: re.Match[bytes]) -> Span | None:
    quote, sign = operator["quote"], _COLOUR.sub(b"", operator[0]).strip(b"\\\"'`*")
    env = name.env and sign == b"="
    at, shapes = operator.end(), [_WIDE, _NARROW] if env else [_NARROW]
    told = name.flag or quote or not operator["space"]  # `the password page goes live soon` is a sentence
    if name.kind == "password" and told and (groups := _groups(data, at, operator)):
        return groups
    if quote:
        shapes = [_quoted(len(operator["slashes"]), quote)]
    elif name.kind == "password" and (operator["prose"] or operator["space"] or sign.strip() == b":"):
        shapes = [_SPOKEN, _NARROW]  # up to the next blank: signs belong to it, unless it goes on behind them
    if default := _DEFAULT.match(data, at):
        at, shapes = default.end(), [_TO_BRACE]
    if env and not quote and (wide := _WIDE.match(data, at)) and not _ENDS_LIST.search(wide[0]):
        shapes = shapes[:1]
    for shape in shapes:  # behind `NAME=value` may come the end of a list or of a command, which belongs to few values
        match = shape.match(data, at)
        claim = _claim(data, name, operator, sign, match) if match else None
        if match and claim and claim.holds():
            end = match.start() + len(claim.value)
            return Span(match.start(), _to_the_end(data, end, claim), claim.kind, sure=False)
    return None


def _groups(data: bytes, at: int, operator: re.Match[bytes]) -> Span | None:
    """A password of four times four letters, if nothing else belongs to it."""
    found = _GROUPS.match(data, at)
    closing = operator["slashes"] + operator["quote"] if found and operator["quote"] else b""
    if found and data.startswith(closing, found.end()) and guards.grouped(found[0]):
        return Span(*found.span(), "password", sure=False)
    return None


def _claim(data: bytes, name: Name, operator: re.Match[bytes], sign: bytes, match: re.Match[bytes]) -> Claim:
    quoted = operator["quote"] is not None and match.re.groups > 0
    value = match[1] if quoted else match[0].rstrip(b".,:;") if match.re in (_NARROW, _SPOKEN) else match[0]
    end = match.start() + len(value)
    return Claim(
        value=value,
        name=name,
        notation=next(notation for notation in _NOTATIONS if operator[notation] is not None),
        sign=sign,
        quoted=quoted or match.re is _TO_BRACE,
        before=data[max(0, operator.start() - 240) : operator.start()],
        after=data[end : end + 24],
    )


def _to_the_end(data: bytes, end: int, claim: Claim) -> int:
    """A value without quotes is read only so far; if it is believed, all of it goes."""
    tail = None if claim.quoted else _LONG_TAIL.match(data, end)
    return tail.end() if tail and len(claim.value) > 300 else end


@lru_cache(maxsize=32)
def _quoted(level: int, quote: bytes) -> re.Pattern[bytes]:
    """The inside of a string whose quotes are escaped with so many backslashes, and its closing quote."""
    here, deeper = b"\\\\" * level, b"\\\\" * (level + 1)
    plain = rb"[^\"\\\r\n]" if quote == b'"' else rb"[^\"'`\\\r\n]"
    inner = deeper + b"(?:" + here + rb"[\"'`]|[^\"'`\\\r\n]|" + deeper + b")"
    return re.compile(b"((?:" + plain + b"|" + inner + b"|" + _ESCAPES + b"){4,4000})" + here + quote)


DETECTORS = {**dict.fromkeys(_NEEDLES, find), Needle(b"variable", _DECLARES, fold=True): declared}
