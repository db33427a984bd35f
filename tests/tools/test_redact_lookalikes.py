"""Given what only looks like a secret, when it is redacted, then nothing changes."""

from __future__ import annotations

import json

import pytest
from bench import secrets_corpus

from reverie.tools.redact import Redactor

from .secrets_made import B62, HEX, body

REDACTOR = Redactor(b"a key that only this test knows.")
PEM_LINE = "-----{} RSA PRIVATE" + " KEY-----"
SHA, UUID = body(HEX, 40), "3f0c1f6e-9d5b-4c7a-8e21-0a1b2c3d4e5f"
LOOK_ALIKES = (
    f"commit {SHA}",
    f'"sha": "{SHA}"',
    f"sha256:{body(HEX, 64)}",
    f'"integrity": "sha512-{body(B62, 86)}=="',
    f'"uuid":"{UUID}","parentUuid":"{UUID}","sessionId":"{UUID}"',
    f'"token": "{UUID}"',
    f"data:image/png;base64,iVBORw0KGgo{body(B62 + '+/', 2000)}=",
    f'"id":"toolu_01{body(B62, 22)}","requestId":"req_011{body(B62, 21)}"',
    f'"signature":"{body(B62 + "+/", 300)}=="',
    f"ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI{body(B62, 43)} me@host",
    f'"nextPageToken": "{body(B62, 40)}"',
    f'"cacheKey": "{SHA}"',
    '"usage":{"input_tokens":18234,"cache_read_input_tokens":4096}',
    "API_KEY=xxx",
    "API_KEY=<your key>",
    "API_KEY=\\u003cyour-key\\u003e",
    "SECRET_KEY=example",
    "DB_PASSWORD=changeme",
    "DB_PASSWORD=${DB_PASSWORD}",
    "TOKEN=$TOKEN make",
    "TOKEN=$(cat token.txt)",
    'api_key: "YOUR_API_KEY"',
    'api_key="your-e2b-api-key-here"',
    'password: "********"',
    'token: "..."',
    "sk-ant-...",
    "sk-ant-api03-xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
    "sk-ant-api03-put-your-own-key-in-here-please",
    "gh" + "p_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
    "Authorization: Bearer $TOKEN",
    "Authorization: Bearer <token>",
    "Authorization: `Bearer ${token}`",
    "authorization: AWS4-HMAC-SHA256",
    "postgres://user:password@localhost:5432/db",
    "postgres://postgres:postgres@localhost/db",
    "https://user:${PASSWORD}@example.org",
    "git@github.com:acme/app.git",
    "curl -u user:$PASSWORD https://example.org",
    "docker run -u 1000:1000 app",
    "apiKey: process.env.OPENAI_API_KEY,",
    'token = os.environ["GITHUB_TOKEN"]',
    "token: ${{ secrets.GITHUB_TOKEN }}",
    "password: {{ vault_password }}",
    "password = get_password()",
    "secret = secrets.token_hex(32)",
    "const token = await getToken(user);",
    "token: selectedKeyIdInfoView,",
    'if (field.type === "password") return',
    '"password"===e.type?"text":e.type',
    "token: string;",
    "api_key: str | None = None",
    "password: Optional[str]",
    "login(password: string, token?: string): Promise<User1>",
    "the password is incorrect and the token is required",
    "- Pass `initialSelectedPath` to it",
    "--- PASS: TestResume_LocalLog2 (3.9s)",
    "--password prompts for one",
    "Set-Cookie: theme=dark; Path=/; SameSite=Lax",
    "model: claude-3-5-sonnet-20241022",
    'const RESET_PASSWORD = "RESET_PASSWORD"',
    f"{PEM_LINE.format('BEGIN')} is how such a file begins, and it ends with {PEM_LINE.format('END')}",
    f"see docs/how/to/make/one/and/where/it/goes {PEM_LINE.format('END')}",
    "re_render_everything_again_in_one_go re_compile_2024_expressions_now1",
    "fw_someVeryLongFirmwareNameInOnePiece rnd_anotherVeryLongNameInOnePiece",
    "pa-very-long-slug-of-a-page-that-has-2-numbers-1 spa-" + body(B62, 43),
    f"cache_key-{body(HEX, 32)} abc-{body(HEX, 32)} fc-{SHA} task_{body(HEX, 48)}",
    f"napi_get_value_string_utf8_and_something_longer desk_{body(HEX, 48)}",
    f"base64,/EAA{body(B62, 120)}ZD+ /cio{body(B62, 32)}+ conscio{body(B62, 32)}",
    f"path/{body(B62, 14)}.{body(HEX, 64)} v1/1201234567890123:{body(HEX, 32)}",
    f"sl.{body(B62, 40)} csl.{body(B62, 140)}",
    "PWD=/home/me/project1",
    "OLDPWD=/tmp/x2",
    "[REDACTED:github:0a1b2c3d]",
    "TOKEN=[REDACTED:github:0a1b2c3d]",
    '"password": "[REDACTED:password:deadbeef]"',
)


@pytest.mark.parametrize("text", LOOK_ALIKES)
def test_a_look_alike_is_left_alone(text: str) -> None:
    assert REDACTOR.text(text) is text
    assert REDACTOR.text(json.dumps({"content": text})) == json.dumps({"content": text})


def test_the_corpus_of_look_alikes_is_left_alone() -> None:
    touched = [case.text for case in secrets_corpus.look_alikes(seed=7, rounds=2) if REDACTOR.find(case.text)]
    assert touched == []
