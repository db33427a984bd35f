"""Given a secret inside an encoding, when a text is redacted, then what encodes it is gone; other runs stay."""

from __future__ import annotations

import base64
import json
import random
import textwrap
from typing import Any
from urllib.parse import quote

import pytest
from bench.secrets_kinds import fill, pem

from reverie.tools.redact import Redactor, wrapped

REDACTOR = Redactor(b"a key that only this test knows.")
RNG = random.Random(24)
TOKEN = fill("ghp_{an:36}", RNG)
PASSWORD = "Copper-Maple-4821"
PLAIN = (
    TOKEN,
    f"x{TOKEN}"[1:] + "\nsecond line\n",
    f"a {TOKEN}",
    f"ab {TOKEN} cd",
    f"user=app\npassword={PASSWORD}\n",
    json.dumps({"host": "db1", "api_key": fill("{an:32}", RNG)}),
    pem("RSA PRIVATE KEY", RNG),
)
ORDINARY = (
    "The quick brown fox jumps over the lazy dog, and the password is required.",
    json.dumps({"version": 3, "sources": ["a.js"], "token": "string"}),
    "ghp_ is how a token begins, and api_key is what it is called",
    "\x00\x01\x02" * 40,
)


@pytest.mark.parametrize("text", PLAIN)
@pytest.mark.parametrize("encode", [base64.b64encode, base64.urlsafe_b64encode])
def test_base64_goes_as_a_whole(text: str, encode: Any) -> None:
    run = encode(text.encode()).decode()
    for around in ("{}", "data: {}\n", '{{"value": "{}"}}', "see {} for it"):
        clean = REDACTOR.text(around.format(run))
        assert run.rstrip("=")[-12:] not in clean
        assert "[REDACTED:" in clean


@pytest.mark.parametrize("text", PLAIN)
def test_hex_goes_as_a_whole(text: str) -> None:
    for run in (text.encode().hex(), text.encode().hex().upper()):
        assert REDACTOR.text(f"dump {run} end").startswith("dump [REDACTED:")
        assert run[-12:] not in REDACTOR.text(f"dump {run} end")


def test_base64_in_lines_goes_as_a_whole() -> None:
    lines = textwrap.wrap(base64.b64encode(pem("RSA PRIVATE KEY", RNG).encode()).decode(), 76)
    for end in ("\n", "\\n"):
        clean = REDACTOR.text(end.join(lines))
        assert not any(line[-12:] in clean for line in lines)


def test_base64_inside_of_an_escaped_text_is_found() -> None:
    run = base64.b64encode(f"it is {TOKEN} here".encode()).decode()
    clean = REDACTOR.text(quote(f"next={run}&page=2", safe=""))
    assert run[-12:] not in clean
    assert clean.endswith("%26page%3D2")


@pytest.mark.parametrize(
    ("text", "left"),
    [
        (f"https://a.example/cb?next={quote(f'/x?password={PASSWORD}&page=2', safe='')}", "%26page%3D2"),
        (f"password\\u003d{PASSWORD}\\u0026page=2", "page=2"),
        (f"q=%7B%22password%22%3A%22{PASSWORD}%22%7D", "%22%7D"),
    ],
)
def test_of_an_escaped_text_only_the_secret_goes(text: str, left: str) -> None:
    clean = REDACTOR.text(text)
    assert PASSWORD not in clean
    assert clean.endswith(left)


@pytest.mark.parametrize("text", ORDINARY)
def test_other_runs_stay(text: str) -> None:
    for run in (base64.b64encode(text.encode()).decode(), text.encode().hex(), quote(text, safe="")):
        assert REDACTOR.text(f"see {run} for it") == f"see {run} for it"


def test_a_text_full_of_hits_is_decoded_a_few_times_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[int] = []
    decode = wrapped._decode

    def counting(run: bytes) -> bytes:
        read.append(len(run))
        return decode(run)

    monkeypatch.setattr(wrapped, "_decode", counting)
    text = base64.b64encode(b"ghp_ is no token; " * 20_000).decode()
    assert REDACTOR.text(text) == text
    assert sum(read) < 8 * len(text)
