"""Given a text in a pipe, when a secret spans lines, then nothing of it goes on, and little is held back."""

from __future__ import annotations

import time
import tracemalloc

import pytest

from reverie.tools.redact import Redactor
from reverie.tools.redact.spans import MARKER
from reverie.tools.redact.stream import Stream

from .secrets_made import SHAPED, pem

REDACTOR = Redactor(b"a key that only this test knows.")


def _through(text: str) -> str:
    stream = Stream(REDACTOR)
    return b"".join([*map(stream.feed, text.encode().splitlines(keepends=True)), stream.end()]).decode()


def _starred(text: str) -> str:
    return MARKER.sub(b"*", _through(text).encode()).decode()


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("a <private>\nmy diary\nmore</private> b\n", "a * b\n"),
        ("a <private>x</private> b <Private>\ny\n</PRIVATE>\nc\n", "a * b *\nc\n"),
        ("<private>\n<private>\none\n</private>\ntwo\n</private>three\n", "*three\n"),
        ("a\n<private>\nmy diary\nnever closed\n", "a\n*"),
        ("<private>\n1</private> 2 <private>\n3</private> 4\n", "* 2 * 4\n"),
        ('<private>\n{"a": "<private>"}\n</private></private>b\n', "*b\n"),
        ("a </private>\nb\n", "a </private>\nb\n"),
        ('{"text": "see the <private> tag"}\nb\n', '{"text": "see the <private> tag"}\nb\n'),
    ],
)
def test_a_private_passage_over_several_lines_does_not_go_on(text: str, clean: str) -> None:
    assert _starred(text) == clean


def test_the_mark_of_a_passage_is_that_of_the_whole_text() -> None:
    text = "a <private>\nmy diary\nmore</private> b\n"
    assert _through(text) == REDACTOR.text(text)


def test_what_is_around_a_private_passage_is_redacted_too() -> None:
    key = SHAPED["github"]
    assert _starred(f"{key} <private>\n{key}\n</private> {key}\n") == "* * *\n"


@pytest.mark.parametrize("skipped", range(8))
def test_a_key_is_taken_out_even_if_its_first_lines_are_missing(skipped: int) -> None:
    lines = pem().splitlines()[skipped:]
    clean = _starred("\n".join(["$ tail id_rsa", *lines, "bye\n"]))
    assert clean == f"$ tail id_rsa\n*{lines[-1] if skipped else ''}\nbye\n"


def test_a_line_goes_on_at_once_unless_something_is_open() -> None:
    stream = Stream(REDACTOR)
    assert stream.feed(b"one\n") == b"one\n"
    assert stream.feed(b"two <private>\n") == b"two "
    assert stream.feed(b"three\n") == b""


def test_many_lines_that_could_be_of_a_key_are_soon_let_go() -> None:
    line = b"a1B2" * 19 + b"\n"
    stream = Stream(REDACTOR)
    began = time.process_time()
    out = b"".join([*(stream.feed(line) for _ in range(20_000)), stream.end()])
    assert out == line * 20_000
    assert time.process_time() - began < 5


def test_an_endless_private_passage_takes_little_memory() -> None:
    stream = Stream(REDACTOR)
    stream.feed(b"<private>\n")
    tracemalloc.start()
    assert not any(stream.feed(b"dear diary " * 1000) for _ in range(5_000))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 8 << 20
    assert MARKER.fullmatch(stream.end())
