"""Secrets never enter: each one found in a text is replaced by a marker that names its kind and confirms no guess.

A text or the raw bytes of a JSON line come in, the same comes out with `[REDACTED:<kind>:<8 hex>]` in place of secrets
and nothing else changed. The hex is keyed by a local key: the same secret is recognised, without being known.
"""

from __future__ import annotations

import hmac
import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import accumulate
from typing import NamedTuple, TypeAlias

from . import assignments, blocks, flags, headers, logins, own, shapes, wrapped
from .sieve import Needle, Sieve
from .spans import Page, Span, merge, settle

__all__ = ["Hit", "Redactor"]

Raw: TypeAlias = bytes  # inside the class, `bytes` is a method
Detector: TypeAlias = Callable[[Page, int, int], Iterator[Span]]

_SHORTEST_KEY = 16
_FINGERPRINT = 8
_BETWEEN = b"\n\0\n"  # no needle, nor what has to stand around one, reaches from one text into another
_SAME_AT_ANY_DEPTH = re.compile(rb"\\+[nrt]|\s+|\\+(?=[\"'/`\\])")


class Hit(NamedTuple):
    """A secret in a text: its kind, and where it begins and ends."""

    kind: str
    start: int
    end: int


class Redactor:
    """Takes the secrets out of texts. `extra` adds patterns of one's own, a kind and a regular expression each; the
    first group of an expression, if it has one, is the secret. One that could take for ever is a `ValueError`."""

    def __init__(self, key: Raw, extra: Sequence[tuple[str, str]] = ()) -> None:
        if len(key) < _SHORTEST_KEY:
            raise ValueError(f"the key must have at least {_SHORTEST_KEY} bytes")
        self._key = key
        self._extra = [(kind, own.compiled(kind, pattern)) for kind, pattern in extra]

    def text(self, text: str) -> str:
        """The text without its secrets."""
        data = text.encode("utf-8", "surrogatepass")
        clean = self.bytes(data)
        return text if clean is data else clean.decode("utf-8", "surrogatepass")

    def texts(self, texts: Sequence[str]) -> list[str]:
        """Every text without its secrets, as `text` gives it, only sooner: most hold nothing that a secret begins with,
        and for that they are searched all together."""
        clean = list(texts)
        for suspect in self._suspects([text.encode("utf-8", "surrogatepass") for text in texts]):
            clean[suspect] = self.text(clean[suspect])
        return clean

    def bytes(self, data: Raw) -> Raw:
        """The bytes without their secrets; a line of JSON stays a line of JSON."""
        # A marker can bare what stood behind a secret, so look again until there is nothing left to find.
        while spans := self._spans(data):
            data = b"".join(self._pieces(data, spans))
        return data

    def find(self, text: str | Raw) -> list[Hit]:
        """Where the secrets are, in order, counted in what was given: characters of a text, bytes of bytes."""
        if isinstance(text, str):
            data = text.encode("utf-8", "surrogatepass")
            return list(_in_characters(data, self._spans(data)))
        return [Hit(span.kind, span.start, span.end) for span in self._spans(text)]

    def marker(self, kind: str, secret: Raw) -> Raw:
        """What stands in the place of this secret."""
        return f"[REDACTED:{kind}:{self.fingerprint(secret)}]".encode()

    def fingerprint(self, secret: Raw) -> str:
        """The digits by which this secret is recognised under this key, however deeply it was escaped."""
        plain = _SAME_AT_ANY_DEPTH.sub(b"", secret)
        return hmac.digest(self._key, plain, "sha256").hex()[:_FINGERPRINT]

    def _suspects(self, pieces: Sequence[Raw]) -> set[int]:
        """Which pieces hold a needle, or fit a pattern of one's own, which may look at where a text begins and ends."""
        ends = list(accumulate(len(piece) + len(_BETWEEN) for piece in pieces))
        page = Page(_BETWEEN.join(pieces))
        found = {bisect_right(ends, start) for _, start in _tools()[0].hits(page)}
        found.update(i for _, pattern in self._extra for i, piece in enumerate(pieces) if pattern.fits(piece))
        return found

    def _spans(self, data: Raw) -> list[Span]:
        page = Page(data)
        found = (piece for span in self._candidates(page) for piece in settle(page, span))
        return merge(data, [span for span in found if not page.marked(span)])

    def _candidates(self, page: Page) -> Iterator[Span]:
        yield from _known(page)
        for kind, pattern in self._extra:
            yield from (Span(*span, kind) for span in pattern.spans(page.data))

    def _pieces(self, data: Raw, spans: Iterable[Span]) -> Iterator[Raw]:
        at = 0
        for span in spans:
            yield data[at : span.start]
            yield self.marker(span.kind, span.secret)
            at = span.end
        yield data[at:]


def _in_characters(data: bytes, spans: Iterable[Span]) -> Iterator[Hit]:
    at = chars = 0
    for span in spans:
        start = chars + len(data[at : span.start].decode("utf-8", "surrogatepass"))
        chars = start + len(data[span.start : span.end].decode("utf-8", "surrogatepass"))
        at = span.end
        yield Hit(span.kind, start, chars)


def _known(page: Page) -> Iterator[Span]:
    """What the detectors say, each about the places of its needle."""
    sieve, detectors = _tools()
    for needle, start in sieve.hits(page):
        for detector in detectors[needle]:
            yield from detector(page, start, start + len(needle.literal))


def _look(page: Page) -> list[Span]:
    """The secrets of a text that was inside of another."""
    return merge(page.data, (piece for span in _known(page) for piece in settle(page, span)))


@cache
def _tools() -> tuple[Sieve, dict[Needle, list[Detector]]]:
    """Every detector under the needle it waits for, and the sieve of all needles; made when first needed."""
    found: dict[Needle, list[Detector]] = {}
    rooms: list[Mapping[Needle, Detector]] = [shapes.make_detectors()]
    rooms += [room.DETECTORS for room in (assignments, headers, logins, flags, blocks)]
    rooms.append(wrapped.make_detectors([needle for room in rooms for needle in room], _look))
    for detectors in rooms:
        for needle, detector in detectors.items():
            found.setdefault(needle, []).append(detector)
    return Sieve(found), found
