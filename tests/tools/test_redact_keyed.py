"""The same secret is recognised under one key, and tells nothing without it."""

from __future__ import annotations

import hashlib
import json
import re

import pytest

from reverie.tools.redact import Redactor

from .secrets_made import SHAPED, pem

HERE, THERE = Redactor(b"one key, sixteen+"), Redactor(b"another, sixteen+")
SECRET = SHAPED["github"]


def _print(text: str) -> str:
    (found,) = re.findall(r"\[REDACTED:[a-z-]+:([0-9a-f]{8})\]", text)
    return str(found)


def test_the_same_secret_has_the_same_print_everywhere() -> None:
    texts = (
        SECRET,
        f"TOKEN={SECRET}",
        f'{{"token": "{SECRET}"}}',
        f"https://x:{SECRET}@example.org",
        f"Bearer {SECRET}",
    )
    assert {_print(HERE.text(text)) for text in texts} == {HERE.fingerprint(SECRET.encode())}


def test_escaping_does_not_change_the_print() -> None:
    block = pem()
    deep = json.dumps({"a": json.dumps({"b": block})})
    assert _print(HERE.text(block)) == _print(HERE.text(deep))


def test_another_secret_or_another_key_gives_another_print() -> None:
    assert _print(HERE.text(SECRET)) != _print(HERE.text(SHAPED["github oauth"]))
    assert _print(HERE.text(SECRET)) != _print(THERE.text(SECRET))


def test_without_the_key_a_guess_cannot_be_confirmed() -> None:
    assert not hashlib.sha256(SECRET.encode()).hexdigest().startswith(_print(HERE.text(SECRET)))


def test_a_key_too_short_to_keep_anything_is_refused() -> None:
    with pytest.raises(ValueError, match="at least 16 bytes"):
        Redactor(b"short")


@pytest.mark.parametrize("kind", ["", "two words", "a]b", "x" * 41])
def test_a_kind_that_would_break_the_marker_is_refused(kind: str) -> None:
    with pytest.raises(ValueError, match="cannot name a kind"):
        Redactor(b"k" * 16, extra=[(kind, "x")])
