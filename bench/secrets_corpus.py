"""A seeded corpus of made-up secrets in the places where transcripts hold them, and of things that only look so.

Made from the tables in `secrets_formats` and on purpose without a look at the redactor's own patterns. Every secret is
drawn at random; none was ever issued.
"""

from __future__ import annotations

import base64
import json
import random
import re
import string
import textwrap
import uuid
from collections.abc import Iterator
from typing import NamedTuple

from . import secrets_formats as formats

Rng = random.Random

_B62 = string.ascii_letters + string.digits
_ALPHABETS = {
    "b62": _B62,
    "b64": _B62 + "+/",
    "url": _B62 + "_-",
    "sym": _B62 + "!@#%^*-_+",
    "tilde": _B62 + "_-.~",
    "abc": string.ascii_letters,
    "hex": "0123456789abcdef",
    "HEX": "0123456789ABCDEF",
    "b32": string.ascii_uppercase + "234567",
    "bech": "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L",
    "low": string.ascii_lowercase + string.digits,
    "up": string.ascii_uppercase + string.digits,
    "dig": string.digits,
}
_WORDS = ("winter", "tiger", "coffee", "orbit", "maple", "rocket", "sunset", "copper", "violin", "harbor")
_LEET = str.maketrans("eoita", "30174")
_HIDDEN = str.maketrans({"⏎": "\n", "⇥": "\t", "␍": "\r", "␛": "\x1b"})
_DEPTHS = ("plain", "json", "json-in-json")
_WRAPPED = (("", ""), ('{"type":"user","message":{"content":"', '"}}'), ('{"result":"{\\"stdout\\":\\"', '\\"}"}'))


class Case(NamedTuple):
    """A text, the secrets in it by position (none for a look-alike), and how it was made."""

    kind: str
    embedding: str
    text: str
    spans: tuple[tuple[int, int], ...]


def secrets(seed: int, rounds: int) -> Iterator[Case]:
    """Every kind in every place at every depth of JSON, so many times."""
    rng = random.Random(seed)
    for _ in range(rounds):
        for depth in range(3):
            yield from (_case(kind, place, text, depth) for kind, place, text in _texts(rng))


def look_alikes(seed: int, rounds: int) -> Iterator[Case]:
    """What must be left alone, at every depth of JSON, so many times."""
    rng = random.Random(seed)
    for _ in range(rounds):
        for kind, form in _rows(formats.LOOK_ALIKES):
            yield from (_case(kind, kind, _drawn(rng, form), depth) for depth in range(3))


def _rows(table: str) -> list[tuple[str, str]]:
    lines = (line.translate(_HIDDEN) for line in table.strip("\n").split("\n"))
    return [(line[:18].strip(), line[18:]) for line in lines]


def _grouped(table: str) -> dict[str, list[str]]:
    groups: dict[str, list[str]] = {}
    for kind, form in _rows(table):
        groups.setdefault(kind, []).append(form)
    return groups


def _texts(rng: Rng) -> Iterator[tuple[str, str, str]]:
    named, bare = _grouped(formats.NAMED_PLACES), _grouped(formats.BARE_PLACES)
    for table, groups in ((formats.SHAPED, (named, bare)), (formats.NAMED, (named,))):
        for kind, rows in _grouped(table).items():
            for place, forms in ((place, forms) for group in groups for place, forms in group.items()):
                name, *specs = rng.choice(rows).split()
                yield kind, place, _filled(rng.choice(forms), name, _drawn(rng, rng.choice(specs)))
    for kind, form in _rows(formats.PLACES):
        yield kind, kind, _drawn(rng, form)


def _filled(place: str, name: str, secret: str) -> str:
    words = name.lower().split("_")
    camel = words[0] + "".join(word.title() for word in words[1:])
    forms = {"%n": name, "%c": camel, "%l": name.lower(), "%f": "-".join(words), "%p": " ".join(words)}
    for mark, form in forms.items():
        place = place.replace(mark, form)
    return place.replace("%s", f"«{secret}»")


def _drawn(rng: Rng, spec: str) -> str:
    return re.sub(r"\{(\w+):([\w ]+)\}", lambda match: _piece(rng, match[1], match[2]), spec)


def _piece(rng: Rng, name: str, what: str) -> str:
    if name in _ALPHABETS:
        return "".join(rng.choices(_ALPHABETS[name], k=int(what)))
    if name == "pem":
        lines = textwrap.wrap(base64.b64encode(rng.randbytes(rng.choice((120, 600, 1200)))).decode(), 64)
        return "\n".join((f"«-----BEGIN {what}-----", *lines, f"-----END {what}-----»"))
    word = rng.choice(_WORDS)
    made = {"word": word, "Word": word.title(), "leet": word.translate(_LEET)}
    return made[name] if name in made else _structured(rng, name)


def _structured(rng: Rng, name: str) -> str:
    if name == "uuid":
        return str(uuid.UUID(int=rng.getrandbits(128), version=4))
    if name == "basic":
        return _base64(f"{rng.choice(_WORDS)}:{_drawn(rng, '{b62:14}')}".encode())
    if name == "discord":
        user = _base64(str(rng.randrange(10**17, 10**19)).encode()).rstrip("=")
        return _drawn(rng, f"{user}.{{url:6}}.{{url:{rng.choice((27, 38))}}}")
    head = {"alg": rng.choice(("HS256", "RS256", "ES256")), "typ": "JWT", "kid": _drawn(rng, "{b62:6}")}
    claims = {"sub": _drawn(rng, "{dig:9}"), "iat": rng.randrange(1_600_000_000, 1_800_000_000)}
    parts = (json.dumps(head).encode(), json.dumps(claims).encode(), rng.randbytes(rng.choice((32, 64, 256))))
    return ".".join(_base64(part).translate(str.maketrans("+/", "-_")).rstrip("=") for part in parts)


def _base64(raw: bytes) -> str:
    return base64.b64encode(raw).decode()


def _case(kind: str, place: str, text: str, depth: int) -> Case:
    """Lays a text, its secrets between « and », into so many layers of JSON."""
    before, after = _WRAPPED[depth]
    whole, spans = before, []
    for number, piece in enumerate(re.split("[«»]", text)):
        start = len(whole)
        whole += _escaped(piece, depth)
        if number % 2:
            spans.append((start, len(whole)))
    return Case(kind, f"{place}/{_DEPTHS[depth]}", whole + after, tuple(spans))


def _escaped(piece: str, depth: int) -> str:
    return piece if depth == 0 else _escaped(json.dumps(piece)[1:-1], depth - 1)
