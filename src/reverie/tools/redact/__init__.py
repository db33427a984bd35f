"""Secrets never enter: each one found in a text is replaced by a marker that names its kind and confirms no guess.

A text or the raw bytes of a JSON line come in, the same comes out with `[REDACTED:<kind>:<8 hex>]` in place of secrets
and nothing else changed. The hex is keyed by a local key: the same secret is recognised, without being known.
"""

from __future__ import annotations

import hmac
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from . import assignments, blocks, guards, headers
from .patterns import FORMS, Form
from .sieve import Needle, Sieve
from .spans import Page, Span, merge, settle

__all__ = ["Hit", "Redactor"]

Detector = Callable[[Page, Needle, int], Iterator[Span]]

_SHORTEST_KEY = 16
_FINGERPRINT = 8
_KIND = re.compile(r"[A-Za-z0-9_.-]{1,40}\Z")
_AWS_SECRET = re.compile(rb"(?:(?<![A-Za-z0-9/+=])|(?<=\\[nrt]))[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=])")


class Hit(NamedTuple):
    """A secret in a text: its kind, and where it begins and ends."""

    kind: str
    start: int
    end: int


class Redactor:
    """Takes the secrets out of texts. `extra` adds patterns of one's own: a kind and a regular expression each,
    whose first group, if it has one, is the secret."""

    def __init__(self, key: bytes, extra: Sequence[tuple[str, str]] = ()) -> None:
        if len(key) < _SHORTEST_KEY:
            raise ValueError(f"the key must have at least {_SHORTEST_KEY} bytes")
        self._key = key
        self._extra = [(_checked(kind), re.compile(pattern.encode())) for kind, pattern in extra]

    def text(self, text: str) -> str:
        """The text without its secrets."""
        data = text.encode("utf-8", "surrogatepass")
        clean = self.bytes(data)
        return text if clean is data else clean.decode("utf-8", "surrogatepass")

    def bytes(self, data: bytes) -> bytes:
        """The bytes without their secrets; a line of JSON stays a line of JSON."""
        # A marker can bare what stood behind a secret, so look again until there is nothing left to find.
        while spans := self._spans(data):
            data = b"".join(self._pieces(data, spans))
        return data

    def find(self, text: str | bytes) -> list[Hit]:
        """Where the secrets are, in order, counted in what was given: characters of a text, bytes of bytes."""
        if isinstance(text, bytes):
            return [Hit(span.kind, span.start, span.end) for span in self._spans(text)]
        data = text.encode("utf-8", "surrogatepass")
        return list(_in_characters(data, self._spans(data)))

    def fingerprint(self, secret: bytes) -> str:
        """The eight digits by which this secret is recognised under this key."""
        return hmac.digest(self._key, _canonical(secret), "sha256").hex()[:_FINGERPRINT]

    def _spans(self, data: bytes) -> list[Span]:
        page = Page(data)
        found = (settle(page, span) for span in self._candidates(page))
        return merge(data, [span for span in found if not page.marked(span)])

    def _candidates(self, page: Page) -> Iterator[Span]:
        for needle, at in _SIEVE.hits(page):
            for detector in _DETECTORS[needle]:
                yield from detector(page, needle, at)
        for kind, pattern in self._extra:
            yield from (Span(*m.span(pattern.groups and 1), kind) for m in pattern.finditer(page.data))

    def _pieces(self, data: bytes, spans: Iterable[Span]) -> Iterator[bytes]:
        at = 0
        for span in spans:
            yield data[at : span.start]
            yield f"[REDACTED:{span.kind}:{self.fingerprint(span.secret)}]".encode()
            at = span.end
        yield data[at:]


def _shaped(form: Form) -> Detector:
    """Secrets that a provider's own shape gives away."""

    def detect(page: Page, _needle: Needle, at: int) -> Iterator[Span]:
        span = _fits(page.data, form, at)
        if span:
            yield span
            if form.kind == "aws-key-id":
                yield from _beside(page.data, span)

    return detect


def _detectors() -> dict[Needle, list[Detector]]:
    found: dict[Needle, list[Detector]] = {}
    for needle, detector in [
        *((form.needle, _shaped(form)) for form in FORMS),
        *((needle, assignments.find) for needle in assignments.NEEDLES),
        *headers.NEEDLES.items(),
        *blocks.NEEDLES.items(),
    ]:
        found.setdefault(needle, []).append(detector)
    return found


def _fits(data: bytes, form: Form, at: int) -> Span | None:
    match = form.shape.match(data, at)
    if match is None:
        return None
    start, end = match.span(form.shape.groups and 1)
    if form.head:
        head = form.head.search(data, max(0, at - form.reach), at)
        if head is None:
            return None
        start = head.start()
    elif not form.shape.groups and not guards.opens(data, start):
        return None
    secret = data[start:end]
    return None if guards.masked(secret) or (form.loose and guards.spelled(secret)) else Span(start, end, form.kind)


def _beside(data: bytes, span: Span) -> Iterator[Span]:
    """The secret half of an AWS key has no mark of its own, but is seldom far from the other half."""
    for match in _AWS_SECRET.finditer(data, span.end, span.end + 200):
        if guards.random(match[0], 40) and not match[0].islower():
            yield Span(*match.span(), "aws-secret", sure=False)


def _canonical(secret: bytes) -> bytes:
    """The same secret reads the same at every depth of escaping."""
    return re.sub(rb"\\+[nrt]|\s+|\\+(?=[\"'/`\\])", b"", secret)


def _checked(kind: str) -> str:
    if not _KIND.match(kind):
        raise ValueError(f"'{kind}' cannot name a kind of secret: letters, digits, '_', '.' and '-' only")
    return kind


def _in_characters(data: bytes, spans: Iterable[Span]) -> Iterator[Hit]:
    at = chars = 0
    for span in spans:
        start = chars + len(data[at : span.start].decode("utf-8", "surrogatepass"))
        chars = start + len(data[span.start : span.end].decode("utf-8", "surrogatepass"))
        at = span.end
        yield Hit(span.kind, start, chars)


_DETECTORS = _detectors()
_SIEVE = Sieve(_DETECTORS)
