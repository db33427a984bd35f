"""Secrets inside an encoding: base64, hex, `%3D` and `\\u003d`.

Nothing is decoded on suspicion. The needles of all other detectors are looked for as they read once encoded (in base64
at each of the three places where a group of four can begin); only around such a hit is the run decoded and looked at.
A run of base64 or hex with a secret in it goes as a whole; where only signs are escaped, the secret alone goes.
"""

from __future__ import annotations

import re
from base64 import b64decode
from binascii import b2a_base64
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TypeAlias

from .sieve import Needle
from .spans import Page, Span

Look: TypeAlias = Callable[[Page], list[Span]]
Detector: TypeAlias = Callable[[Page, int, int], Iterator[Span]]

DEEPEST = 2  # encodings inside of each other
_SHORTEST_RUN, _SHORTEST_PIECE = 24, 4
_BACK, _AHEAD = 16_384, 65_536  # bytes of a run that are decoded before and after a hit
_NEAR = 32  # characters behind a hit that must decode to text before more is decoded
_BASE64 = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/_-"
_HEX = b"0123456789abcdefABCDEF"
_SAFE = bytes.maketrans(b"-_", b"+/")
_PRINTED = bytes(range(32, 127)) + b"\t\r\n"
_LINES = re.compile(rb"[A-Za-z0-9+/_-]{1,65536}(?:(?:\r?\n|\\{1,4}n)[ \t]{0,16}[A-Za-z0-9+/]{1,100}){0,400}={0,2}")
_BREAKS = re.compile(rb"\\{1,4}n|[^A-Za-z0-9+/_-]+")
_HEX_RUN = re.compile(rb"[0-9a-fA-F]{1,65536}")
# Names that end in a needle too short to be told once it is encoded.
_NAMES = (
    b"api_key",
    b"apikey",
    b"apiKey",
    b"API_KEY",
    b"_key=",
    b"_KEY=",
    b"Key=",
    b'key":',
    b'Key":',
    b"pwd=",
    b"PWD=",
    # Addresses with a login in them; `@` alone is too short.
    *(b"postgres://", b"postgresql://", b"mysql://", b"mongodb://", b"mongodb+srv://", b"redis://", b"rediss://"),
    *(b"amqp://", b"amqps://", b"https://", b"ftp://", b"smtp://"),
)

_ESCAPE = re.compile(rb"%([0-9A-Fa-f]{2})|\\{1,4}u00([0-9A-Fa-f]{2})")
_ESCAPES = (
    b"%3d",
    b"%3a",
    b"%22",
    b"%2d",
    b"%5f",
    b"%40",
    b"%24",
    b"%2b",
    b"%2f",
    b"%0a",
    rb"\u003d",
    rb"\u0026",
    rb"\u0022",
)
_OF_URL = re.compile(rb"[^\s\"'`<>]{1,4096}")
_IN_URL = bytes(set(range(33, 127)) - set(b"\"'`<>"))
_URL_BACK = 2048


def make_detectors(needles: Iterable[Needle], look: Look) -> dict[Needle, Detector]:
    """Detectors for everything that the needles find, once it is encoded. `look` finds the secrets of a page."""
    found: dict[Needle, Detector] = {}
    literals = {case for needle in needles for case in _cases(needle)} | set(_NAMES)
    for literal in sorted(literals):
        if len(literal) >= _SHORTEST_PIECE:
            for digits in (literal.hex(), literal.hex().upper()):
                found[Needle(digits.encode())] = partial(_in_hex, look)
        for phase, skipped, piece in _in_three_places(literal):
            # So short a key is believed only where the run begins with it.
            whole = len(literal) >= _SHORTEST_PIECE
            if len(piece) >= _SHORTEST_PIECE and (whole or phase == 0):
                found.setdefault(Needle(piece), partial(_in_base64, look, skipped, whole))
    return found | {Needle(sign, fold=True): partial(_escaped, look) for sign in _ESCAPES}


def _cases(needle: Needle) -> set[bytes]:
    text = needle.literal
    return {text, text.upper(), text.title(), text.capitalize()} if needle.fold else {text}


def _in_three_places(literal: bytes) -> Iterator[tuple[int, int, bytes]]:
    """For each place in a group of three bytes: how many characters of the group come before those that are all the
    literal's own, and these."""
    for phase in range(3):
        text = b2a_base64(bytes(phase) + literal, newline=False).rstrip(b"=")
        first, last = (phase * 8 + 5) // 6, (phase + len(literal)) * 8 // 6
        yield phase, first, text[first:last]


def _in_base64(look: Look, skipped: int, inside: bool, page: Page, start: int, end: int) -> Iterator[Span]:
    data = page.data
    if page.depth >= DEEPEST or start < page.decoded_until:
        return
    begin = start - skipped
    near = _LINES.match(data, max(0, begin), end + _NEAR)
    if begin < 0 or near is None or not _is_text(_decode(near[0])):
        return
    window = data[max(0, begin - _BACK) : max(0, begin)]
    before = len(window) - len(window.rstrip(_BASE64))
    if before and not inside:
        return
    aligned = begin - before // 4 * 4
    run = _LINES.match(data, aligned)
    if run is None or len(run[0]) < _SHORTEST_RUN:
        return
    page.decoded_until = run.end()
    yield from _whole(look, page, run.start(), run.end(), _decode(run[0][: begin - aligned + _AHEAD]))


def _in_hex(look: Look, page: Page, start: int, _end: int) -> Iterator[Span]:
    data = page.data
    if page.depth >= DEEPEST or start < page.decoded_until:
        return
    window = data[max(0, start - _BACK) : start]
    aligned = start - (len(window) - len(window.rstrip(_HEX))) // 2 * 2
    run = _HEX_RUN.match(data, aligned)
    if run is None or len(run[0]) < _SHORTEST_RUN:
        return
    text = bytes.fromhex(run[0][: len(run[0]) // 2 * 2].decode())
    if _is_text(text[(start - aligned) // 2 :][:_NEAR]):
        page.decoded_until = run.end()
        yield from _whole(look, page, *run.span(), text)


def _whole(look: Look, page: Page, start: int, end: int, text: bytes) -> Iterator[Span]:
    """The whole run, under the name of the first secret in it."""
    if secrets := look(Page(text, page.depth + 1)):
        yield Span(start, end, secrets[0].kind)


def _decode(run: bytes) -> bytes:
    plain = _BREAKS.sub(b"", run).translate(_SAFE)
    plain = plain[: len(plain) - (len(plain) % 4 == 1)]
    return b64decode(plain + b"=" * (-len(plain) % 4))


def _is_text(piece: bytes) -> bool:
    strange = len(piece.translate(None, _PRINTED))
    return bool(piece) and 8 * strange <= len(piece)


def _escaped(look: Look, page: Page, start: int, _end: int) -> Iterator[Span]:
    """What can be told only when the escapes in it are read as the signs they stand for."""
    data = page.data
    if page.depth >= DEEPEST or start < page.escaped_until:
        return
    window = data[max(0, start - _URL_BACK) : start]
    run = _OF_URL.match(data, max(len(window.rstrip(_IN_URL)) + start - len(window), page.escaped_until))
    if run is None:
        return
    page.escaped_until = run.end()
    text, places = _unescape(run[0])
    for span in look(Page(text, page.depth + 1)):
        begin, until = _place(places, span.start), _place(places, span.end)
        yield Span(run.start() + begin, run.start() + until, span.kind, span.sure)


def _unescape(run: bytes) -> tuple[bytes, list[tuple[int, int]]]:
    """The text without escapes, and for each piece of it where it begins, here and there."""
    text = bytearray()
    places, at = [(0, 0)], 0
    for escape in _ESCAPE.finditer(run):
        text += run[at : escape.start()]
        places.append((len(text), escape.start()))
        text += bytes.fromhex((escape[1] or escape[2]).decode())
        at = escape.end()
        places.append((len(text), at))
    return bytes(text + run[at:]), places


def _place(places: list[tuple[int, int]], at: int) -> int:
    here, there = places[bisect_right(places, (at, 1 << 30)) - 1]
    return there + at - here
