"""A name that can be a file's: what a note is called, in small letters, joined by dashes."""

from __future__ import annotations

import re
import unicodedata

_PARTS = re.compile(r"[^\w]+")
LONGEST = 60
_TAKEN = frozenset({"memory", "con", "nul", "aux", "prn"})  # the index's own name, and what Windows keeps for itself


def slug_of(text: str) -> str:
    plain = unicodedata.normalize("NFC", text).casefold()
    slug = _PARTS.sub("-", plain).strip("-_")
    while len(slug.encode()) > LONGEST * 2 or len(slug) > LONGEST:
        slug = slug[:-1]
    slug = slug.strip("-_") or "note"
    return f"{slug}-note" if slug in _TAKEN or re.fullmatch(r"\d{4}-\d{2}-\d{2}", slug) else slug
