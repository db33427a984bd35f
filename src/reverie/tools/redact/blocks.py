"""Secrets that are no single word after a name: key blocks, what the user marked private, logins inside addresses."""

from __future__ import annotations

import re
from collections.abc import Iterator

from . import guards
from .sieve import Needle
from .spans import Page, Span

# Between the lines of a key: line ends, escaped or not, and what quoting, numbering and diffs put before and after.
_ARROW = rb"(?:\xe2\x86\x92|\\+u2192|\\+t|[\t:])"
_COLOUR = rb"(?:\x1b|\\{1,8}u001[bB])\[[0-9;]{0,12}m"
_BETWEEN = rb"(?:" + _COLOUR + rb"|[\s\"'`,+>|]|\\+[nrt\"'`]?|-(?!-)|(?:[0-9]{1,6})?" + _ARROW + rb"){0,80}+"
_KEY_BLOCK = re.compile(
    rb"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----"
    rb"(?:%(between)b[A-Z][A-Za-z-]{2,20}: [^\r\n\"'`\\]{0,100}+){0,6}"
    rb"(?:%(between)b[A-Za-z0-9+/]{32,8000}+={0,2}){1,400}"
    rb"(?:%(between)b=?[A-Za-z0-9+/]{1,31}={0,2}){0,2}"
    rb"(?:%(between)b-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----)?" % {b"between": _BETWEEN}
)
# A line of a key and what is between it and the next; the last line may be short, and of PGP a checksum follows.
_KEY_LINE = re.compile(rb"(?<![A-Za-z0-9+/=])[A-Za-z0-9+/]{16,80}={0,2}" + _BETWEEN + rb"\Z")
_LAST_LINE = re.compile(rb"(?<![A-Za-z0-9+/=])=?[A-Za-z0-9+/]{1,80}={0,2}" + _BETWEEN + rb"\Z")
_KEY_RUN = re.compile(rb"[A-Za-z0-9+/]{16,80}")
_LONGEST_LINE, _MOST_LINES = 170, 400

_PUTTY = re.compile(rb"Private-Lines: \d{1,4}((?:" + _BETWEEN + rb"[A-Za-z0-9+/]{20,80}={0,2}){1,400})")

_END = rb"(?:\r?\n|\\{1,4}n)"
_DATA = re.compile(
    rb"(?:(?<![A-Za-z])|(?<=\\n))(?:string)?data\\{0,4}[\"']?:(?=[ \t]{0,4}(?:\{|" + _END + b"))", re.IGNORECASE
)
_DATUM = re.compile(
    rb"(?:[\s{,]|\\{1,4}n){1,40}\\{0,4}[\"']?[\w.-]{1,80}\\{0,4}[\"']?:[ \t]{1,4}\\{0,4}[\"']?"
    rb"([A-Za-z0-9+/]{4,8000}={0,2})(?=\\{0,4}[\"']|\s|\\{1,4}n|\Z)\\{0,4}[\"']?"
)
_OBJECT = 4000  # bytes before and after the word that says what an object is
_PGPASS = re.compile(
    rb"(?:\A|[\s\"'`]|\\[nrt]|(?<=[\n ][+ -])|\x1b\[[0-9;]{0,12}m)"
    rb"[A-Za-z0-9*][\w.-]{0,100}:(?:\d{2,5}|\*):[\w*-]{1,64}:[\w*.@-]{1,64}:"
    rb"([^\s:\\\"'`\x1b]{5,128})(?=\s|\x1b|\\{1,4}[nr]|[\"'`]|\Z)"
)

_USER_AND_PASSWORD = re.compile(rb"[^\s/?#\"'`<>\\@:]{0,128}:([^\s/?#\"'`<>\\]{4,256})\Z")
_USER_ALONE = re.compile(rb"([A-Za-z0-9_-]{16,256})\Z")
_SENTRY = re.compile(rb"@[a-z0-9.-]{0,60}sentry[a-z0-9.-]{0,60}(?::\d+)?/\d")
_GO_MYSQL = re.compile(rb"[\w.-]{1,64}:([^\s/?#\"'`<>\\@:]{4,128})\Z")
_FILLER = re.compile(rb"(.)\1*\Z|[*.xX]+\Z")
_LONGEST_LOGIN = 400


def key_block(page: Page, start: int, _end: int) -> Iterator[Span]:
    """A private key from its first line to its last, or as much of it as is there."""
    begin = page.data.rfind(b"-----BEGIN ", max(0, start - 60), start)
    match = _KEY_BLOCK.match(page.data, begin) if begin >= 0 else None
    if match:
        page.keys_until = match.end()
        yield Span(*match.span(), "private-key")
    elif start >= page.keys_until:
        yield from _key_end(page.data, page.data.rfind(b"-----END ", max(0, start - 60), start), page.keys_until)


def _key_end(data: bytes, end: int, after: int) -> Iterator[Span]:
    """The last lines of a key whose first ones are not there (`tail -5 id_rsa`)."""
    at = end
    for number in range(_MOST_LINES if end >= 0 else 0):
        form = _KEY_LINE if number else _LAST_LINE
        line = form.search(data, max(after, at - _LONGEST_LINE), at)
        if line is None:
            break
        at = line.start()
    if any(guards.random(run, 16) for run in _KEY_RUN.findall(data, max(at, 0), max(end, 0))):
        yield Span(at, end, "private-key")


def putty_key(page: Page, start: int, _end: int) -> Iterator[Span]:
    """The private half of a key as PuTTY keeps it."""
    if match := _PUTTY.match(page.data, start):
        yield Span(*match.span(1), "private-key")


def kubernetes(page: Page, start: int, _end: int) -> Iterator[Span]:
    """Every value of a Secret of Kubernetes; they are in base64, whatever their names are."""
    data, begin = page.data, max(page.objects_until, start - _OBJECT)
    page.objects_until = start + _OBJECT
    for opened in _DATA.finditer(data, begin, page.objects_until):
        at = opened.end()
        while pair := _DATUM.match(data, at):
            at = pair.end()
            if len(pair[1]) >= 8 and not guards.masked(pair[1]):
                yield Span(*pair.span(1), "kubernetes-secret", sure=False)


def pgpass(page: Page, start: int, _end: int) -> Iterator[Span]:
    """The password in a line of `.pgpass`: host:port:database:user:password."""
    line = _PGPASS.search(page.data, max(0, start - 120), start + 400)
    if line and line.start() < start and _worth_hiding(line[1], b"") and guards.chosen(line[1]):
        yield Span(*line.span(1), "password", sure=False)


def private(page: Page, start: int, _end: int) -> Iterator[Span]:
    """What the user put between <private> and </private>."""
    if start in page.private:
        yield Span(start, page.private[start], "private")


def login(page: Page, start: int, _end: int) -> Iterator[Span]:
    """The password in `scheme://user:password@host`."""
    data = page.data
    scheme = data.rfind(b"://", max(0, start - _LONGEST_LOGIN), start)
    if scheme >= 0:
        yield from _url_login(data, scheme + 3, start)
    elif data.startswith((b"@tcp(", b"@unix("), start):
        match = _GO_MYSQL.search(data, max(0, start - 200), start)
        if match and _worth_hiding(match[1], b""):
            yield Span(*match.span(1), "url-login", sure=False)


def _url_login(data: bytes, start: int, end: int) -> Iterator[Span]:
    both, alone = _USER_AND_PASSWORD.match(data, start, end), _USER_ALONE.match(data, start, end)
    if both and _worth_hiding(both[1], data[start : both.start(1) - 1]):
        yield Span(*both.span(1), "url-login", sure=False)
    elif alone and _SENTRY.match(data, end):
        yield Span(*alone.span(1), "sentry-dsn")
    elif alone and guards.random(alone[1], 20):
        yield Span(*alone.span(1), "url-login", sure=False)


def _worth_hiding(password: bytes, user: bytes) -> bool:
    """A login such as `user:password@` or `postgres:postgres@` shows the notation and hides nothing."""
    filler = password == user or _FILLER.match(password) is not None
    return not (filler or guards.reference(password) or guards.stand_in(password))


DETECTORS = {
    Needle(b"private key", rb"(?: block)?-----", fold=True): key_block,
    Needle(b"Private-Lines: "): putty_key,
    Needle(b"kind", rb"\\{0,4}[\"']?:[ \t]{0,4}\\{0,4}[\"']?secret(?![\w])", fold=True): kubernetes,
    **{Needle(port, rb"[\w*-]{1,64}:[\w*.@-]{1,64}:"): pgpass for port in (b":5432:", b":5433:", b":6432:", b":*:")},
    Needle(b"<private>", fold=True): private,
    Needle(b"@", rb"[A-Za-z0-9_\[(]"): login,
}
