"""Given a name before a secret, however the two are written, when it is redacted, then the secret goes and the rest
stays; and what only looks so is left alone."""

from __future__ import annotations

import base64
import json

import pytest

from reverie.tools.redact import Redactor

REDACTOR = Redactor(b"a key that only this test knows.")
WORD, MIXED, ODD = "hunt" + "er2xyz", "Win" + "ter2024!", "aB3(x9]" + "kQ2;"
KEY, GROUPS = "mK8vQz2Lp" + "X4w9TbN5yR7", "abcd efgh " + "ijkl mnop"
PLAIN, HYPHENS = "blue" + "bird", "opera" + "-glasses"
LOGIN = base64.b64encode(b"ada:" + PLAIN.encode()).decode()
GIVEN = (
    ("export DB_PASSWORD={};psql", MIXED),
    ("export API_KEY={}; ./run", KEY),
    ("--set-env-vars API_KEY={},REGION=eu", KEY),
    ("Variables={{API_KEY={}}}", KEY),
    ("export PASS={}", WORD),
    ("SSHPASS={} sshpass -e ssh me@example.org", WORD),
    ("wp config create --dbpass={}", MIXED),
    ("ROOT_PW={}", MIXED),
    ("pw = '{}'", MIXED),
    ("user: ada\npass: {}", WORD),
    ('"password": "{}"', ODD),
    ("EMAIL_HOST_PASSWORD='{}'", GROUPS),
    ('BORG_PASSPHRASE="{}"', "correct horse " + "battery staple"),
    ("POSTGRES_PASSWORD: ${{POSTGRES_PASSWORD:-{}}}", MIXED),
    ("I set the password to {} for now", MIXED),
    ("use the password {} to log in", MIXED),
    ("Password for ada: {}", MIXED),
    ("the password for the database is {}", MIXED),
    ("**Password:** {}", MIXED),
    ("**Password**: `{}`", MIXED),
    ("Passwort: {}", MIXED),
    ('os.getenv("DB_PASSWORD", "{}")', MIXED),
    ("define('DB_PASSWORD', '{}');", MIXED),
    ('req.Header.Set("X-Api-Key", "{}")', KEY),
    ("page.fill('#password', '{}')", MIXED),
    ("API_TOKEN={}", "s.wC8ukxR9" + "RrDZaOnct8j9wMGi"),
    ("//registry.example.org/:_authToken={}", "1b4e28ba-2fa1-" + "41d2-883f-0016d3cca427"),
    ("<password>{}\n</password>", MIXED),
    ("<password>{} </password>", MIXED),
    ("JWT_SECRET: {}", "My5up3rJwt9" + "SigningKey"),
    (
        '"sasToken": "{}"',
        "sv=2022&skoid=a&sktid=b&skt=c&ske=d&sks=b&skv=2&sr=c&sp=r&se=2025&sig=Zx9q8Lm2" + "Vt9Rk4aB3dE5",
    ),
    ("ENV DB_PASSWORD {}", MIXED),
    ('"DB_PASSWORD": "{}"', PLAIN),
    ("environment:\n  DB_PASSWORD: {}\n  DB_HOST: db", PLAIN),
    ('"password": "{}"', PLAIN),
    ("db_password: '{}'", PLAIN),
    ("- NEO4J_PASSWORD={}", HYPHENS),
    ('"NEO4J_PASSWORD": "{}"', HYPHENS),
    ('System.get_env("NEO4J_PASSWORD", "{}")', HYPHENS),
    ("server -admin-password {} -port 8765", WORD),
    ('server -smtp-password "{}" -port 8765', GROUPS),
    ("server -smtp-password {} -port 8765", GROUPS),
    ("the app password is {}", GROUPS),
    ('"auth": "{}"', LOGIN),
    ("_auth={}", LOGIN),
    ("Authorization: Basic {}", LOGIN),
    ("machine example.org login ada password {}", PLAIN),
    ("1→machine example.org\n2→  login ada\n3→  password {}\n", PLAIN),
    ("machine example.org login ada account acc password {}", PLAIN),
    ("login ada@example.org password {}", WORD),
    ("the password is {},then log in", WORD),
    ("./run.sh --password {};exit", "Hunt" + "er2x9"),
    ("the password is {}&lt;br&gt;", WORD),
    ("GPG_PASSPHRASE={}", "9F86D081" + "884C7D65"),
    ("TON_API_KEY={}", "ton_api_8fK2m" + "Q9xZ4vB7nL1"),
    ("ftp login bob password {}", "aGVsbG8x" + "MjM0NTY="),
    ('os.getenv("API_KEY", "{}")', "ACME_PROD_" + "M75WBBR4"),
    ("API_TOKEN={}", "abc/Xk29dk3" + "9dK2.go"),
    ('SMTP_PASSWORD="{}"', "mail salt " + "qwer zxcv"),
    ("password: {}", "Tr0ub4" + "dor&3"),
    ("the pasword is {} (for sudo)", "qq" + "qq"),
    ("you can sudo with password {} there", "qq" + "qq"),
    ("echo {} | sudo -S ls", "qq" + "qq"),
    ("use password {} please", "blue" + "1234"),
    ("pw is {}", "Tr0ub4" + "dor&3"),
    ("the passwd is {}", "Tr0ub4" + "dor&3"),
    ("the pasword is {}", "correct-" + "horse-9"),
    ('headers.set("X-Api-Key", "{}")', "A8F5F167F44F4964" + "E6C998DEE827110C"),
    ('add("totp_secret", "{}")', "JBSWY3DPEHPK3PXP" + "JBSWY3DPEHPK3PXP"),
    ("JWT_SIGNING_KEY={}", "0123456789ABCDEF" + "0123456789ABCDEF01234567"),
    ('signingKey: "{}"', "A94A8FE5CCB19BA61C4C" + "0873D391E987982FBBD3"),
    ('passphrase: "{}"', "blue fish swim fast, " + "correct horse"),
    ('SSH_PASSPHRASE="{}"', "blue fish swim fast-" + "Horse9!kD8s"),
    ("DB_PASSWORD={}", "senha" + "123"),
    ("MYSQL_ROOT_PASSWORD={}", "passwort" + "2023"),
    ("PASSWORD={}", "#1a2b" + "3c4d"),
    ('password = "{}"', "1.2.3-super" + "Geheim9"),
    ("API_KEY={}", "9fj2KdkP0sLq8Zx/aB3dE5f" + "G7hI9jK1.key"),
    ('"user_password": "{}"', PLAIN),
    ("      MINIO_ROOT_PASSWORD: {}\n", PLAIN),
    ("machine example.org\n  login ada\n  password {}\n", PLAIN),
    ('[{{"Key":"DB_PASSWORD","Value":"{}"}}]', MIXED),
)


@pytest.mark.parametrize(("line", "secret"), GIVEN)
@pytest.mark.parametrize("depth", [0, 1, 2])
def test_a_secret_behind_its_name_goes_and_nothing_else(line: str, secret: str, depth: int) -> None:
    text = line.format(secret)
    for _ in range(depth):
        text = json.dumps({"command": text})
    clean = REDACTOR.text(text)
    for _ in range(depth):
        clean = json.loads(clean)["command"]
    before, after = line.format("\0").split("\0")
    assert clean.startswith(before + "[REDACTED:")
    assert clean.endswith("]" + after)


STAY = (
    "System.Core, Culture=neutral, PublicKeyToken=b77a5c561934e089",
    "postgres://<user>:<password>@db.example.com:5432/app1",
    "api_token = settings.staging.token2",
    "ssh-keygen -N '' -f key9",
    "def load(private_key: Ed25519PrivateKey | None)",
    "pwd: 'D:\\Dev\\App2'",
    '["password", "confirmNewPassword"]',
    'fields = ["password", "username", "email2"]',
    '["DB_PASSWORD", "db-host"]',
    "the sudo password prompt appears, sudo with password required, sudo password for ada",
    "The sudo password must match. the sudo password does not work, sudo password is cached for 15 minutes",
    "Set a password policy for sudo users; ask for the sudo password once",
    "By default login requires password authentication; each machine has login and password fields",
    "Connect using password scram-sha-256 authentication, use password PBKDF2 hashing, the pw is base64-encoded",
    "printf(&quot;Password is correct.&quot;);",
    "The password page goes live soon. reset password link went dead soon",
    "WRONG_PASSWORD='bad-creds'",
    '"password": "mot-de-passe", "passord": "forbidden"',
    "echo $PASS | sudo -S ls; echo xxxx | sudo -S ls; echo your_password | sudo -S ls",
    "the password is required for login and is stored (hashed); pw is wrong",
    "{ renderPass: 'opaque', pass: 'optimizer' }",
    '"pass": "succeeded", "season_pass": "purchased", "pw": "playwright", "pwd": "repository"',
    "password: 'lucide-lock', passwort: 'pflichtfeld', \"password\": \"wachtwoord\"",
    'Object.defineProperty("password", "writable")',
    "define('LANG_PASSWORD', 'Kennwort')",
    "set `N8N_API_KEY`, `N8N_WEBHOOK_V2_3` and the rest",
    '"password": "string", "text": "hidden"',
    '"reset_password": "continue"',
    "RESET_PASSWORD: 'auth-page'",
    "DB_PASSWORD: dbPassword,",
    "DB_PASSWORD=load_it()",
    "SMTP_PASSWORD=votre_mot_de_passe",
    "the password is that must have been",
    "login page password field here",
    "basic authentication and basic understanding",
    '"auth": "authenticated", "auth": "dXNlcjpwYXNzd29yZA=="',
    'pass: "#F44336", fail: "#4CAF50"',
    "method=password ip=192.168.1.100 after a login of ada",
    "1Password is locked2",
    "github.com/example/go-libsecret v0.0.0-20161001094733-a6f4afe4910c // indirect",
    "user.signingkey=8E1F899571345D06",
    "twilio-api-key: logs/c7d2069e-c561-4759-8adf-b0745be78c29.jsonl",
    "the password to reset2 is sent by mail",
    "reset the password to something else",
    'case "password": return "text9"',
    "BYPASS=true1 COMPASS=north9",
    "PASS: test_draft9",
    "--- PASS: TestDraft9 (0.00s)",
    "POSTGRES_PASSWORD: ${POSTGRES_PASSWORD:-postgres}",
    "DB_PASSWORD=${DB_PASSWORD:?is not set}",
    'os.environ.get("API_KEY", "default_key")',
    'PASSWORD="Enter your new password"',
    "[sudo] password for ada:\\nInterface: wlan0x9",
    "who is identified as 'Grace9'",
    "cat ../../../etc/passwd id=2026-01-27-ab12Cd34",
)


@pytest.mark.parametrize("line", STAY)
def test_what_only_looks_so_stays(line: str) -> None:
    assert REDACTOR.text(line) == line
    assert REDACTOR.text(json.dumps({"command": line})) == json.dumps({"command": line})


def test_passages_within_passages_are_one() -> None:
    deep = "<private>" * 20_000 + "x" + "</private>" * 20_000
    assert REDACTOR.text(f"a {deep} b").count("[REDACTED:") == 1
    assert "sesame" not in REDACTOR.text("<private> <private>sesame</private>")
