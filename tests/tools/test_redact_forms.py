"""Given a secret that a form or a name gives away, when a text is redacted, then the secret alone is gone."""

from __future__ import annotations

import base64
import random

import pytest
from bench.secrets_kinds import base64_lines, fill, putty

from reverie.tools.redact import Redactor

REDACTOR = Redactor(b"a key that only this test knows.")
RNG = random.Random(7)
RANDOM, THOUGHT_OF = fill("{an:30}", RNG), "Copper-Maple4821"
HIDDEN = base64.b64encode(b"a value of no shape").decode()


@pytest.mark.parametrize("secret", [RANDOM, THOUGHT_OF])
@pytest.mark.parametrize(
    "form",
    [
        'variable "db_password" {{\n  type    = string\n  default = "{}"\n}}',
        'variable "api_token" {{\n  description = "of the service"\n  sensitive = true\n  default = "{}"\n}}',
        "credential={}",
        '"credentials": "{}"',
        "SERVICE_CREDENTIALS={}",
        "<credential>{}</credential>",
        "REDIS_AUTH={}",
        'auth = "{}"',
        "runner --auth {} --verbose",
        "runner --db-pass {} --verbose",
        "<pass>{}</pass>",
        "<root_pw>{}</root_pw>",
        "client_secret: {}",
        "JWT_SECRET={}",
        "db.internal:5432:shop:app:{}",
        "*:*:*:app:{}\n",
        "define('DB_PASSWORD', '{}');",
        "\x1b[1;36mDB_PASSWORD\x1b[0m=\x1b[33m{}\x1b[39m",
        r'{{"output": "\u001b[36mDB_PASSWORD\u001b[0m=\u001b[33m{}\u001b[0m"}}',
        "| name | value |\n|---|---|\n| db_password | `{}` |",
        "WPA_PSK={}",
        "CREATE LOGIN app WITH PASSWORD = N'{}', CHECK_POLICY = OFF;",
        "echo 'app:{}' | sudo chpasswd",
        "net use Z: \\\\files\\in /user:ACME\\app {}",
        "log in with ann / pass {}",
        "- name: DB_PASS\n  value: {}",
    ],
)
def test_the_value_goes_and_all_around_it_stays(form: str, secret: str) -> None:
    before, after = form.format("\0").split("\0")
    clean = REDACTOR.text(before + secret + after)
    assert secret not in clean
    assert clean.startswith(before) and clean.endswith(after)


@pytest.mark.parametrize(
    "text",
    [
        "auth: required",
        "auth: oauth2",
        "auth = Auth(settings)",
        "authType: basic_auth",
        '"auth": "dXNlcjpwYXNzd29yZA=="',
        "credential: none",
        "credentials: include",
        "credential = DefaultAzureCredential()",
        "credentials_file: /etc/app/credentials.json",
        'variable "password" { type = string }',
        'variable "region" { default = "eu-central-1" }',
        'variable "db_password" { default = "" }',
        'variable "token_version" { default = "3" }',
        "src/app.py:5432:8:error: Copper4821",
        "kind: SecretStore\ndata:\n  name: abcdefghijklmnop",
        "kind: ConfigMap\ndata:\n  name: YWJjZGVmZ2hpamts",
        "--pass the salt",
        "token: Release-2026-03",
        "api_key: claude-3-5-sonnet-20241022",
        "secret: projects/12345/locations",
    ],
)
def test_what_only_looks_so_stays(text: str) -> None:
    assert REDACTOR.text(text) == text


@pytest.mark.parametrize(
    "text",
    [
        f"apiVersion: v1\nkind: Secret\nmetadata:\n  name: db\ntype: Opaque\ndata:\n  any.name: {HIDDEN}\n",
        f"apiVersion: v1\ndata:\n  any: {HIDDEN}\n  other: {HIDDEN}\nkind: Secret\n",
        f'{{"kind": "Secret", "data": {{"any": "{HIDDEN}"}}}}',
        f'{{"content":"kind: Secret\\ndata:\\n  any: {HIDDEN}\\n"}}',
    ],
)
def test_every_value_of_a_kubernetes_secret_goes(text: str) -> None:
    assert HIDDEN not in REDACTOR.text(text)


def test_the_private_half_of_a_putty_key_goes_and_the_public_one_stays() -> None:
    key = putty(RNG)
    public, _, private = key.partition("Private-Lines")
    clean = REDACTOR.text(key)
    assert clean.startswith(public)
    assert not any(line in clean for line in private.splitlines()[1:-1])


def test_a_run_of_base64_without_a_secret_stays() -> None:
    text = "\n".join(base64_lines(RNG, 5))
    assert REDACTOR.text(text) == text
