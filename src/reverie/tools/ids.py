"""Content ids: minted from what a thing is about, so that they are the same on every machine, in every clone and in any
order of input."""

from __future__ import annotations

import hashlib

LENGTH = 12  # 48 bits: among a million ids of one kind, one chance in five hundred that any two are equal


def content_id(*parts: str) -> str:
    """The id of a thing made of these parts, in this order.

    Algorithm 1: sha256 over every part as UTF-8 with its length in bytes and a colon before it, as hex, cut to twelve.
    The lengths keep ("ab", "c") and ("a", "bc") apart. Never change it: ids are written into committed files.
    """
    joined = "".join([f"{len(part)}:{part}" for part in parts])
    if joined.isascii():  # as nearly always, and then every character is a byte
        return hashlib.sha256(joined.encode()).hexdigest()[:LENGTH]
    told = [part.encode("utf-8", "surrogatepass") for part in parts]
    return hashlib.sha256(b"".join([b"%d:%b" % (len(part), part) for part in told])).hexdigest()[:LENGTH]
