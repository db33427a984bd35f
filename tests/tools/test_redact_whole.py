"""Whatever the text, redaction changes nothing but secrets, breaks no JSON, ends, and the second time does nothing."""

from __future__ import annotations

import json
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reverie.tools.redact import Redactor
from reverie.tools.redact.spans import MARKER

from .secrets_made import HEX, SHAPED, body

PEM_LINE = "-----BEGIN RSA PRIVATE" + " KEY-----\n"
REDACTOR = Redactor(b"a key that only this test knows.", extra=[("odd", r"q.{1,6}z"), ("quote", r"Q[^z]{0,9}z")])
FRAGMENTS = (
    *SHAPED.values(),
    *"password token api_key secret DB_PASSWORD --token Authorization: Cookie: Bearer curl value is".split(),
    *(
        '"',
        "'",
        "`",
        "\\",
        "\\n",
        "\\u00e9",
        '\\"',
        '\\\\"',
        "=",
        ":",
        " ",
        "\n",
        ",",
        "&",
        "@",
        "://",
        "{",
        "}",
        "[",
        "]",
    ),
    *(
        "hunter2",
        "qé€z",
        'q"z',
        "Q\\z",
        "<private>",
        "</private>",
        "[REDACTED:jwt:01234567]",
        "[REDACTED:",
        "nt",
        "tn_",
        "é",
        "\ud800",
    ),
    *(
        "-----BEGIN RSA PRIVATE" + " KEY-----",
        "-----END RSA PRIVATE" + " KEY-----",
        body(HEX, 64),
        "\x1b[0m",
        "%3D",
        "...",
        "$X",
    ),
)
texts = st.lists(st.sampled_from(FRAGMENTS) | st.text(max_size=6), max_size=24).map("".join)


@settings(deadline=None)
@given(texts)
def test_the_second_time_nothing_changes(text: str) -> None:
    once = REDACTOR.text(text)
    assert REDACTOR.text(once) == once


@settings(deadline=None)
@given(texts)
def test_text_and_bytes_agree(text: str) -> None:
    data = text.encode("utf-8", "surrogatepass")
    assert REDACTOR.text(text).encode("utf-8", "surrogatepass") == REDACTOR.bytes(data)
    assert [text[hit.start : hit.end].encode("utf-8", "surrogatepass") for hit in REDACTOR.find(text)] == [
        data[hit.start : hit.end] for hit in REDACTOR.find(data)
    ]


@settings(deadline=None)
@given(texts)
def test_what_is_left_was_there_before_in_the_same_order(text: str) -> None:
    data, at = text.encode("utf-8", "surrogatepass"), 0
    for piece in MARKER.split(REDACTOR.bytes(data)):
        found = data.find(piece, at)
        assert found >= 0
        at = found + len(piece)


def _shape(value: object) -> object:
    if isinstance(value, dict):
        return {key: _shape(inner) for key, inner in value.items()}
    return [_shape(inner) for inner in value] if isinstance(value, list) else type(value)


values = st.recursive(
    texts | st.integers() | st.none(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abc"), inner, max_size=3),
)


@settings(deadline=None)
@given(st.dictionaries(st.sampled_from(("text", "content", "n")), values, min_size=1), st.booleans(), st.integers(0, 2))
def test_a_line_of_json_stays_one_of_the_same_shape(record: dict[str, object], ascii_only: bool, depth: int) -> None:
    line = json.dumps(record, ensure_ascii=ascii_only)
    for _ in range(depth):
        line = json.dumps({"inner": line}, ensure_ascii=ascii_only)
    clean = json.loads(REDACTOR.text(line))
    before = json.loads(line)
    assert _shape(clean) == _shape(before)


@settings(deadline=None)
@given(st.binary(max_size=200), st.sampled_from(sorted(SHAPED)))
def test_any_bytes_are_taken(noise: bytes, kind: str) -> None:
    secret = SHAPED[kind].encode()
    assert secret not in REDACTOR.bytes(noise + b" " + secret + b" " + noise)


HOSTILE = (
    *("a", "A", "-", "_", ".", "@", '"', "\\", "{", "://a:b@", "\\u0041", "[REDACTED:", "<private>", "</private>"),
    *(
        "password=",
        'password="',
        "password='\\",
        '\\"password\\": \\"',
        "password value",
        "token ",
        'token="ab1-',
        "api_key: ",
    ),
    *("cookie=", "cookie: a=b;", "authorization: bearer ", "curl -u a:b", "sig=%2B", PEM_LINE),
    *(
        "mysql -",
        'mysql "',
        "sshpass 'a",
        "docker login \\\n",
        "redis-cli -a '",
        "psql a",
        "-----END PRIVATE" + " KEY-----\n",
    ),
    "a" * 64 + "\n-----END PRIVATE" + " KEY-----\n",
    *(
        "password\x1b[33m",
        "| password | ",
        "psk=",
        "pin is ",
        "echo a:",
        "net use /user:a ",
        "/ pass ",
        "https%3A%2F%2F",
    ),
    *("sk-", "sk-" + "ant-api03-", ".eyJ", "-eyJ", "AK" + "IA", "gh" + "s_a."),
)


@pytest.mark.parametrize("piece", HOSTILE)
def test_sixteen_times_the_text_takes_about_sixteen_times_the_time(piece: str) -> None:
    def seconds(size: int) -> float:
        data = (piece * (size // len(piece) + 1)).encode()[:size]
        began = time.process_time()
        REDACTOR.find(data)
        return time.process_time() - began

    seconds(2_000)
    small, large = (min(seconds(size) for _ in range(3)) for size in (6_000, 96_000))
    assert large < 96 * small + 0.02  # quadratic would be 256


def test_a_very_long_line_is_read_through() -> None:
    line = ("x" * 1000 + " ") * 5_000 + SHAPED["github"]
    assert REDACTOR.text(line).endswith("]")
