"""Secrets that a provider's own form gives away, wherever they stand: the rows of `secrets.toml`, put to use."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache

from . import guards
from .sieve import Needle
from .spans import Page, Span
from .table import Form, read_forms

_AWS_SECRET = re.compile(rb"(?:(?<![A-Za-z0-9/+=])|(?<=\\[nrt]))[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=])")
_IN_BASE64 = re.compile(rb"[A-Za-z0-9+/]{2}[+/]\Z")  # not the sign of a diff, nor `\\n+`
_BESIDE, _NEAR = 200, 500


def make_detectors() -> dict[Needle, Callable[[Page, int, int], Iterator[Span]]]:
    """One detector for each key of the table."""
    found: dict[Needle, list[Form]] = {}
    for form in read_forms():
        found.setdefault(form.needle, []).append(form)
    return {needle: _detector(forms) for needle, forms in found.items()}


def _detector(forms: list[Form]) -> Callable[[Page, int, int], Iterator[Span]]:
    def detect(page: Page, start: int, _end: int) -> Iterator[Span]:
        for form in forms:
            span = _fits(page.data, form, start)
            if span:
                yield span
                if form.kind == "aws-key-id":
                    yield from _other_half(page.data, span.end)

    return detect


@cache
def _compiled(pattern: bytes) -> re.Pattern[bytes]:
    return re.compile(pattern)


def _fits(data: bytes, form: Form, at: int) -> Span | None:
    shape = _compiled(form.shape)
    match = shape.match(data, at)
    if match is None or form.near not in data[max(0, at - _NEAR) : at + _NEAR]:
        return None
    start, end = match.span(shape.groups and 1)
    if form.head:
        head = _compiled(form.head).search(data, max(0, at - form.reach - 5), at)
        start = head.start() if head else end
    elif not shape.groups and not form.anywhere and not guards.opens(data, start):
        return None
    if form.alone and (_IN_BASE64.match(data, max(0, start - 3), start) or data[end : end + 1] in (b"+", b"/")):
        return None
    return Span(start, end, form.kind) if _believed(data[start:end], form) else None


def _believed(secret: bytes, form: Form) -> bool:
    if guards.masked(secret) and not form.filler:
        return False
    if form.check == "random":
        body = secret.removeprefix(form.needle.literal)
        return not guards.wordy(body) and guards.turns(body)[0] > 1
    return not (form.check == "spelled" and guards.spelled(secret))


def _other_half(data: bytes, at: int) -> Iterator[Span]:
    """The secret half of an AWS key has no mark of its own, but is seldom far from the other half."""
    for match in _AWS_SECRET.finditer(data, at, at + _BESIDE):
        if guards.random(match[0], 40) and not match[0].islower():
            yield Span(*match.span(), "aws-secret", sure=False)
