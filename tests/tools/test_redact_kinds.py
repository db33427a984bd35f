"""Given a secret of some kind, when a text holds it in any of the usual ways, then only its marker is left."""

from __future__ import annotations

import json
import re

import pytest
from bench import secrets_corpus

from reverie.tools.redact import Redactor

from .secrets_made import B62, HEX, SHAPED, URL, body, jwt, pem

REDACTOR = Redactor(b"a key that only this test knows.")
MARKER = re.compile(r"\[REDACTED:[a-z0-9-]+:[0-9a-f]{8}\]")
AROUND = (
    "{}",
    "use {} for now.",
    "see `{}`",
    "\x1b[32m{}\x1b[0m",
    "TOKEN={}\n",
    'client = Client("{}")',
    "+  value: '{}',",
    "https://example.org/?t={}&page=2",
    "Authorization: Bearer {}",
)


@pytest.mark.parametrize("kind", SHAPED)
@pytest.mark.parametrize("around", AROUND)
def test_a_shaped_secret_is_found_wherever_it_stands(kind: str, around: str) -> None:
    clean = REDACTOR.text(around.format(SHAPED[kind]))
    before, after = around.split("{}")
    assert re.fullmatch(re.escape(before) + MARKER.pattern + re.escape(after), clean)
    assert f"[REDACTED:{kind.split(maxsplit=1)[0]}:" in clean


@pytest.mark.parametrize("kind", SHAPED)
@pytest.mark.parametrize("depth", [1, 2, 3])
def test_a_shaped_secret_is_found_in_json_in_json(kind: str, depth: int) -> None:
    line = f"first\n{SHAPED[kind]}\nlast"
    for _ in range(depth):
        line = json.dumps({"content": line})
    clean = REDACTOR.text(line)
    for _ in range(depth):
        clean = json.loads(clean)["content"]
    assert MARKER.sub("*", clean) == "first\n*\nlast"


PASSWORD, TOKEN, LONG = "hunt" + "er2", body(URL, 32, "t"), body(HEX, 40, "l")
NAMED = (
    ("api-key", "ACME_API_KEY={}", LONG),
    ("api-key", 'export ACME_API_KEY="{}"', TOKEN),
    ("api-key", "curl -H 'x-api-key: {}' https://example.org", TOKEN),
    ("token", "deploy --token {} --fast", TOKEN),
    ("token", "deploy --token={}", TOKEN),
    ("token", '{{"deploy_token": "{}"}}', TOKEN),
    ("token", '{{\\"deployToken\\": \\"{}\\"}}', TOKEN),
    ("token", '{{\\\\\\"deploy_token\\\\\\": \\\\\\"{}\\\\\\"}}', TOKEN),
    ("secret", "client_secret: {}\n", LONG),
    ("secret", "- name: JWT_SECRET\n  value: {}\n", LONG),
    ("secret", '[{{"name":"JWT_SECRET","value":"{}"}}]', LONG),
    ("password", "DB_PASSWORD={}", PASSWORD),
    ("password", "DB_PASSWORD={}", "swordfish"),
    ("password", 'password = "{}"', PASSWORD),
    ("password", "  password: {}\n", PASSWORD),
    ("password", '{{"password": "{}"}}', PASSWORD),
    ("password", '{{\\"password\\": \\"{}\\"}}', PASSWORD),
    ("password", "[db]\npasswd = {}\n", PASSWORD),
    ("password", "mysql --password {} shop", PASSWORD),
    ("password", "Server=db;User Id=sa;Pwd={};Encrypt=yes", PASSWORD),
    ("password", "the password is {}, by the way", PASSWORD),
    ("password", "<password>{}</password>", PASSWORD),
    ("password", "machine example.org login me password {}", PASSWORD),
    ("password", "ALTER ROLE app PASSWORD '{}';", PASSWORD),
    ("password", 'password: str = "{}"', PASSWORD),
    ("aws-secret", "aws_secret_access_key = {}", body(B62 + "+/", 40, "aws")),
    ("azure", "AccountName=acme;AccountKey={};EndpointSuffix=x", body(B62 + "+/", 86, "az") + "=="),
    ("azure", "https://acme.example/f?sv=2022-11-02&sp=r&sig={}", body(B62, 40, "sas") + "%3D"),
    ("authorization", "Authorization: Basic {}", body(B62, 24, "basic") + "=="),
    ("authorization", '"Authorization": "Bearer {}"', TOKEN),
    ("cookie", "Cookie: theme=dark; session={}", LONG),
    ("cookie", "Set-Cookie: sid={}; Path=/; HttpOnly", LONG),
    ("login", "curl -u admin:{} https://example.org", PASSWORD),
    ("login", "curl --user 'admin:{}' https://example.org", PASSWORD),
    ("url-login", "postgres://app:{}@db/shop", PASSWORD),
    ("url-login", "postgres://app:{}@db/shop", "p@ss" + "w0rd!"),
    ("url-login", "redis://:{}@cache:6379/0", TOKEN.replace("_", "a")),
    ("url-login", "mongodb+srv://app:{}@cluster0.example.net/db", PASSWORD),
    ("url-login", "amqp://app:{}@mq:5672/", PASSWORD),
    ("url-login", "git clone https://me:{}@example.org/app.git", PASSWORD),
    ("slack-webhook", "https://hooks." + "slack.com/services/{}", f"T{LONG[:8]}/B{LONG[:8]}/{TOKEN[:24]}"),
    ("discord-webhook", "https://discord.com/api/" + "webhooks/{}", f"123456789012345678/{body(URL, 68)}"),
    ("sentry-dsn", "https://{}@o1.ingest.sentry.io/42", body(HEX, 32, "dsn")),
)


@pytest.mark.parametrize(("kind", "text", "secret"), NAMED)
def test_a_named_secret_is_found_and_nothing_else_is_touched(kind: str, text: str, secret: str) -> None:
    clean = REDACTOR.text(text.format(secret))
    assert clean == text.format(f"[REDACTED:{kind}:{REDACTOR.fingerprint(secret.encode())}]")


def test_what_the_user_marks_private_is_private_with_all_that_is_in_it() -> None:
    text = 'a <private>one <PRIVATE>"two"</PRIVATE> three</private> b <private>never closed'
    assert MARKER.sub("*", REDACTOR.text(text)) == "a * b <private>never closed"


def test_a_private_passage_ends_with_its_json_string() -> None:
    line = '{"a": "x <private>one", "b": "two</private> y"}'
    assert MARKER.sub("*", REDACTOR.text(line)) == '{"a": "x *", "b": "two</private> y"}'


def test_the_secret_beside_an_aws_key_goes_too() -> None:
    secret = body(B62 + "+/", 40, "beside")
    assert secret not in REDACTOR.text(f"{SHAPED['aws-key-id']}\n{secret}\n")


@pytest.mark.parametrize("glue", ["", "\n", "\\n", '\\n" +\n  "', '",\n "', "\n     7→", "\n+", "\r\n    "])
def test_a_key_block_is_found_however_its_lines_are_joined(glue: str) -> None:
    assert MARKER.sub("*", REDACTOR.text(f'k = "{pem().replace(chr(10), glue)}";')) == 'k = "*";'


def test_a_key_block_without_its_end_is_still_a_key() -> None:
    cut = pem()[:300]
    assert MARKER.fullmatch(REDACTOR.text(cut))


@pytest.mark.parametrize("glue", ["\n", "\\n", "\n     7→", "\n+", "\r\n    "])
@pytest.mark.parametrize("label", ["RSA PRIVATE" + " KEY", "OPENSSH PRIVATE" + " KEY", "PGP PRIVATE" + " KEY BLOCK"])
@pytest.mark.parametrize("first", [1, 3, 6, 7])
def test_the_end_of_a_key_is_still_a_key(glue: str, label: str, first: int) -> None:
    lines = pem(label).splitlines()
    clean = REDACTOR.text("$ tail id_rsa" + glue + glue.join(lines[first:]) + " bye")
    assert MARKER.sub("*", clean) == f"$ tail id_rsa{glue.rstrip('+')}*{lines[-1]} bye"  # in base64, + is a digit


@pytest.mark.parametrize("kind", ["github", "anthropic", "npm", "aws-key-id"])
def test_a_key_behind_two_underscores_is_found(kind: str) -> None:
    assert MARKER.sub("*", REDACTOR.text(f"mcp__{SHAPED[kind]}")) == "mcp__*"


def test_patterns_of_ones_own() -> None:
    mine = Redactor(b"k" * 16, extra=[("badge", r"BADGE-\d{6}"), ("pin", r"pin (\d{4})")])
    assert MARKER.sub("*", mine.text("BADGE-123456 and pin 0042")) == "* and pin *"
    assert [hit.kind for hit in mine.find("BADGE-123456 and pin 0042")] == ["badge", "pin"]


def test_two_secrets_in_one_value_stay_two() -> None:
    text = f'TOKENS="{SHAPED["github"]},{jwt()}"'
    assert MARKER.sub("*", REDACTOR.text(text)) == 'TOKENS="*,*"'


def test_places_are_counted_in_what_was_given() -> None:
    text = f"clé « {SHAPED['github']} »"
    (hit,) = REDACTOR.find(text)
    assert text[hit.start : hit.end] == SHAPED["github"]
    (hit,) = REDACTOR.find(text.encode())
    assert text.encode()[hit.start : hit.end] == SHAPED["github"].encode()


def test_recall_on_the_corpus_written_from_public_descriptions() -> None:
    missed = total = 0
    for case in secrets_corpus.secrets(seed=7, rounds=1):
        covered = {n for hit in REDACTOR.find(case.text) for n in range(hit.start, hit.end)}
        total += len(case.spans)
        missed += sum(not covered.issuperset(range(*span)) for span in case.spans)
    assert total > 1_000
    assert missed / total <= 0.02
