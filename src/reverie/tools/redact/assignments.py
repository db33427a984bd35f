"""Values known by the name in front of them: `API_KEY=…`, `"password": "…"`, `--token …`, "the password is …".

The same grammar is read at any depth of escaping, because transcripts hold JSON inside JSON inside JSON. A name alone
proves nothing (`token: string`), so the guards have the last word, stricter the less the notation says.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from . import guards
from .sieve import Needle
from .spans import Page, Span

# What may end a name, and what has to follow it, for it to introduce a value.
_ENDING = rb"(?:[_-]?(?:[0-9]{1,2}|base(?:64)?|b64|data|value|prod|dev|live|v[0-9]))?"
_CLOSES = rb"[\\\"'`\]]{0,8}"
_ASSIGNS = _CLOSES + rb"[ \t]{0,6}[:=?>|!]"
_SAYS = rb"[ \t]{1,4}(?:(?:is|was)[ \t:]|\\*[\"'`]|[^\s\"'`]{0,60}[0-9])"
_LISTS = _CLOSES + rb"(?:\\+[nrt]|[\s,]){1,40}\\*[\"']?value"
_INTRODUCES = _ENDING + b"(?=" + _ASSIGNS + b"|" + _SAYS + b"|" + _LISTS + b")"
NEEDLES = (
    *(Needle(name, _INTRODUCES, fold=True) for name in (b"key", b"token", b"secret", b"pwd")),
    Needle(
        b"pass", rb"(?:(?:w(?:or)?d|phrase|code)" + _INTRODUCES + b"|(?=" + _CLOSES + rb"[ \t]{0,6}[:=]))", fold=True
    ),
)
_REST = re.compile(rb"(?:(?<=pass)(?:w(?:or)?d|phrase|code))?" + _ENDING)
_NAME_CHARS = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-"
_LONGEST_NAME = 64

_OPERATOR = re.compile(
    rb"""(?x)
    (?:\\*["'`])? \]?
    (?: [ \t]{0,6} (?P<typed>: [ \t]{0,2} (?!\d)[\w.\[\]|<>?, ]{1,40}? [ \t]{0,2} =(?![=>]))
      | [ \t]{0,6} (?P<compare>[=!]={1,2}) [ \t]{0,2} (?=\\*["'`])
      | [ \t]{0,6} (?P<assign> :=|=>|=(?!=)|[?+|]=|:|\|\|=?|\?\?=? ) [ \t]{0,8}
      | [ \t]{1,3} (?P<prose>is|was) [ \t:]{1,4}
      | ,? (?:\\+[nrt]|\s){0,40} (?P<pair>(?:\\*["'])?value(?:\\*["'])?[ \t]{0,2}[:=]) [ \t]{0,4}
      | (?P<space>[ \t]{1,4})
      | (?P<tag>>)
    ) [ \t]{0,2}
    (?:[bru]{0,2}(?P<slashes>\\*)(?P<quote>["'`]))?
    """
)
_NOTATIONS = ("typed", "compare", "assign", "prose", "pair", "space", "tag")
_ESCAPES = rb"\\{1,8}(?:/|u00[0-9a-fA-F]{2})"
_NARROW = re.compile(rb"(?:[^\s\"'`\\,;&|<>(){}\[\]\x80-\xff]|" + _ESCAPES + rb"){4,400}+")
_WIDE = re.compile(rb"(?:[^\s\"'`\\\x80-\xff]|" + _ESCAPES + rb"){4,400}+")
_ENV = re.compile(rb"[A-Z][A-Z0-9_]*\Z")
_IDENTIFIER = re.compile(rb"[A-Za-z_][A-Za-z_.]*\Z")
_LINE_END = re.compile(rb"[ \t]*(?:\r|\n|\\+[rn]|\\*\"|\Z)")

# Keys that open nothing, keys that do, and tokens that are only a place in a list.
_OPEN_KEYS = re.compile(
    rb"(?:public|pub|cache|primary|foreign|sort|partition|query|idempotency|dedupe?|lookup|object|row|hash|map|group|index"
    rb"|unique|config|hot|arrow|event|translation|i18n|storage|react|item|field|column|label|search|order|job|routing"
    rb"|shard|range|composite|natural|message|error|legend|model|prompt|context|known|host|session|s3|sequence|schema"
    rb"|bucket|idx|site|hash|hashed|expected|mon|tur|don|hoc|joc)key\Z"
)
_SECRET_KEYS = re.compile(
    rb"(?:api|secret|access|private|auth|encrypt|encryption|decryption|signing|sign|signature|account|master|license"
    rb"|subscription|service|role|anon|app|application|client|deploy|webhook|hmac|jwt|cookie|crypto|ssh|gpg|admin"
    rb"|server|ingest|write|shared)key\Z"
)
_OPEN_TOKENS = re.compile(
    rb"(?:next|page|continuation|cursor|sync|resume|skip|start|stop|end|eos|bos|pad|unk|mask|sep|max|min|first|last|prev"
    rb"|previous|current|special|input|output|per|cancel|cancellation|change|idempotency|public|csrf|xsrf|authenticity"
    rb"|verification|hash|hashed)(?:page)?token\Z"
)
_SUFFIX = re.compile(rb"(?:base|base64|b64|data|value|prod|dev|live|v)\Z")


class Named(NamedTuple):
    """A name that may introduce a secret: what kind of secret, and how the name was written."""

    kind: str
    name: bytes
    env: bool
    flag: bool
    least: int


class How(NamedTuple):
    """How the value was written: after what, in quotes or not, after `=`, that without spaces, that after a variable."""

    notation: str
    quoted: bool
    equals: bool
    tight: bool
    env: bool


def find(page: Page, needle: Needle, at: int) -> Iterator[Span]:
    """The value after the name that ends with this needle, if name and value agree that it is a secret."""
    rest = _REST.match(page.low, at + len(needle.literal))
    end = rest.end() if rest else at + len(needle.literal)
    named = _named(page, end)
    if named and (span := _value(page.data, end, named)):
        yield span


def _named(page: Page, end: int) -> Named | None:
    head = page.data[max(0, end - _LONGEST_NAME) : end]
    name = head[len(head.rstrip(_NAME_CHARS)) :]
    plain = _SUFFIX.sub(b"", name.lower().translate(None, b"_.-").rstrip(b"0123456789"))
    env = _ENV.match(name.lstrip(b"-.")) is not None
    kind, least = _kind(plain, name, head[: len(head) - len(name)].lower())
    return Named(kind, plain, env, name.startswith(b"--"), least) if kind else None


def _kind(plain: bytes, name: bytes, before: bytes) -> tuple[str, int]:
    """What such a name promises, and how long the value must be to be believed."""
    if plain.endswith((b"password", b"passwd", b"pwd", b"passphrase", b"passcode")):
        return "password", 5
    if plain.endswith(b"pass"):
        return ("password", 5) if name != b"PASS" else ("", 0)
    if plain.endswith(b"token"):
        return ("token", 12) if not _OPEN_TOKENS.search(plain) else ("", 0)
    if plain.endswith(b"key"):
        return _key_kind(plain, name, before)
    return ("secret", 12) if plain.endswith(b"secret") else ("", 0)


def _key_kind(plain: bytes, name: bytes, before: bytes) -> tuple[str, int]:
    if plain == b"key":
        plain = before.rstrip(b" ").rpartition(b" ")[2].strip(b"`'\"(*") + plain
    if plain in (b"accountkey", b"sharedaccesskey"):
        return "azure", 12
    if _SECRET_KEYS.search(plain):
        return "api-key", 12
    compound = name.upper() != b"KEY" and (b"_" in name or b"-" in name or not name.islower())
    return ("api-key", 8 if _ENV.match(name) else 20) if compound and not _OPEN_KEYS.search(plain) else ("", 0)


def _value(data: bytes, at: int, named: Named) -> Span | None:
    operator = _OPERATOR.match(data, at)
    if operator is None:
        return None
    how = _how(operator, at, named)
    shape = _quoted(len(operator["slashes"]), operator["quote"]) if how.quoted else _WIDE if how.env else _NARROW
    match = shape.match(data, operator.end())
    if match is None:
        return None
    start, end = match.span(how.quoted and 1)
    value = data[start:end] if how.quoted or how.env else data[start:end].rstrip(b".,:")
    end = start + len(value)
    if _plain_lie(value, how, data[end : end + 1]) or not _convinces(value, named, how, data, at, end):
        return None
    return Span(start, end, _final_kind(named, value), sure=False)


def _how(operator: re.Match[bytes], at: int, named: Named) -> How:
    notation = next(name for name in _NOTATIONS if operator[name] is not None)
    sign = operator[0].strip(b"\\\"'`")
    return How(notation, operator["quote"] is not None, sign.strip() == b"=", sign == b"=", sign == b"=" and named.env)


def _plain_lie(value: bytes, how: How, after: bytes) -> bool:
    """Is it clear from the value alone that it is none?"""
    if len(value) < 5 or guards.masked(value) or guards.reference(value) or guards.stand_in(value):
        return True
    if how.quoted or how.env:
        return False
    return (
        guards.expression(value)
        or after in (b"(", b"[", b"{")
        or (not how.tight and _IDENTIFIER.match(value) is not None)
    )


def _convinces(value: bytes, named: Named, how: How, data: bytes, at: int, end: int) -> bool:
    if named.kind == "password":
        return _password(value, named, how, data, at, end)
    if guards.uuid(value):
        return named.env or named.kind == "secret" or _SECRET_KEYS.search(named.name) is not None
    if named.least > 12 and (b":" in value or b"/" in value):
        return False
    least = max(named.least, 8 if how.env else 12 if how.quoted else 16)
    return guards.random(value, least) or (guards.turns(value)[0] > 3 and guards.random(value, least - 6))


def _password(value: bytes, named: Named, how: How, data: bytes, at: int, end: int) -> bool:
    if how.notation == "space" and not (named.flag or how.quoted or b"login " in data[max(0, at - 80) : at]):
        return False
    if value.isalpha():
        return how.env or (how.quoted and how.equals and len(value) > 5) or guards.chosen(value)
    clear = how.quoted or how.tight or how.notation in ("prose", "pair", "tag", "space")
    return guards.chosen(value) and (clear or _LINE_END.match(data, end) is not None or guards.random(value, 8))


def _final_kind(named: Named, value: bytes) -> str:
    return "aws-secret" if named.name.endswith(b"secretaccesskey") and len(value) == 40 else named.kind


@lru_cache(maxsize=32)
def _quoted(level: int, quote: bytes) -> re.Pattern[bytes]:
    """The inside of a string whose quotes are escaped with so many backslashes, and its closing quote."""
    closing = b"\\\\" * level + quote
    deeper = b"\\\\" * (level + 1)
    plain = rb"[^\"'`\\\r\n]" if quote != b'"' else rb"[^\"\\\r\n]"
    inner = deeper + b"(?:" + b"\\\\" * level + rb"[\"'`]|[^\"'`\\\r\n]|" + deeper + b")"
    return re.compile(rb"((?:" + plain + b"|" + inner + b"|" + _ESCAPES + rb"){4,2000}+)" + closing)
