"""Secrets that a provider's own shape gives away, wherever they stand: the table of patterns, put to use."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache

from . import guards
from .patterns import FORMS, Form
from .sieve import Needle
from .spans import Page, Span

_AWS_SECRET = re.compile(rb"(?:(?<![A-Za-z0-9/+=])|(?<=\\[nrt]))[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=])")
_BESIDE, _NEAR = 200, 500


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
        head = _compiled(form.head).search(data, max(0, at - form.reach), at)
        start = head.start() if head else end
    elif not shape.groups and not guards.opens(data, start):
        return None
    secret = data[start:end]
    return None if guards.masked(secret) or (form.loose and guards.spelled(secret)) else Span(start, end, form.kind)


def _other_half(data: bytes, at: int) -> Iterator[Span]:
    """The secret half of an AWS key has no mark of its own, but is seldom far from the other half."""
    for match in _AWS_SECRET.finditer(data, at, at + _BESIDE):
        if guards.random(match[0], 40) and not match[0].islower():
            yield Span(*match.span(), "aws-secret", sure=False)


def _by_needle() -> dict[Needle, list[Form]]:
    found: dict[Needle, list[Form]] = {}
    for form in FORMS:
        found.setdefault(form.needle, []).append(form)
    return found


DETECTORS = {needle: _detector(forms) for needle, forms in _by_needle().items()}
