"""What a name in front of a value says: whether it may introduce a secret, of what kind, and how it was written."""

from __future__ import annotations

import re
from typing import NamedTuple

# Keys that open nothing, keys that do, and tokens that are only a place in a list.
_OPEN_KEYS = re.compile(
    rb"(?:public|pub|cache|primary|foreign|sort|partition|query|idempotency|dedupe?|lookup|object|row|hash|hashed|map"
    rb"|group|index|unique|config|hot|arrow|event|translation|i18n|storage|react|item|field|column|label|search|order"
    rb"|job|routing|shard|range|composite|natural|message|error|legend|model|prompt|context|known|host|session|s3"
    rb"|sequence|schema|bucket|idx|site|expected|mon|tur|don|hoc|joc)key\Z"
)
SECRET_KEYS = re.compile(
    rb"(?:api|secret|access|private|auth|encrypt|encryption|decryption|signing|sign|signature|account|master|license"
    rb"|subscription|service|role|anon|app|application|client|deploy|webhook|hmac|jwt|cookie|crypto|ssh|gpg|admin"
    rb"|server|ingest|write|shared)key\Z"
)
_OPEN_TOKENS = re.compile(
    rb"(?:next|page|continuation|cursor|sync|resume|skip|start|stop|end|eos|bos|pad|unk|mask|sep|max|min|first|last"
    rb"|prev|previous|current|special|input|output|per|cancel|cancellation|change|idempotency|public|csrf|xsrf"
    rb"|authenticity|verification|hash|hashed|publickey)(?:page)?token\Z"
)
PASSWORDS = (
    b"password",
    b"pasword",
    b"passwd",
    b"pwd",
    b"passphrase",
    b"passcode",
    b"passwort",
    b"kennwort",
    b"senha",
    b"psk",
)
_PASS = re.compile(
    rb"(?:\A|[_.-])(?:pass|Pass|pw)\Z|(?:\A|_)PW\Z|[a-z]Pass\Z|(?<!BY)(?<!COM)(?<!SUR)(?<!TRES)PASS\Z"
    rb"|(?:\A|-)(?:db|user|smtp|mail|ftp|root|admin|pg|ssh|sudo|require)pass\Z"
)
_FLAG = re.compile(rb"-{1,2}[A-Za-z]")
_SUFFIX = re.compile(rb"(?:base|base64|b64|data|value|prod|dev|live|v)\Z")
_ENV = re.compile(rb"[A-Z][A-Z0-9_]*\Z")


class Name(NamedTuple):
    """A name that may introduce a secret: of what kind, how it was written, and how long the value has to be."""

    kind: str
    plain: bytes
    env: bool
    flag: bool
    least: int
    whole: bytes = b""

    @classmethod
    def read(cls, name: bytes, before: bytes) -> Name | None:
        plain = _SUFFIX.sub(b"", name.lower().translate(None, b"_.-").rstrip(b"0123456789"))
        env = _ENV.match(name.lstrip(b"-.")) is not None
        kind, least = _kind(plain, name, before[: len(before) - len(name)].lower())
        return cls(kind, plain, env, _FLAG.match(name) is not None, least, name) if kind else None


def _kind(plain: bytes, name: bytes, before: bytes) -> tuple[str, int]:
    if name == b"1Password":
        return "", 0  # a program
    if plain.endswith(PASSWORDS) or _PASS.search(name):
        return "password", 5
    if plain.endswith(b"token") and not _OPEN_TOKENS.search(plain):
        return "token", 12
    if plain.endswith(b"key"):
        return _key_kind(plain, name, before)
    if plain.endswith((b"secret", b"credential", b"credentials", b"creds")):
        return "secret", 12
    # `auth` is most often what is asked for (`auth: required`), so its value has to be long.
    return ("secret", 16) if plain.endswith(b"auth") and not plain.endswith(b"oauth") else ("", 0)


def _key_kind(plain: bytes, name: bytes, before: bytes) -> tuple[str, int]:
    if plain == b"key":  # in prose the word before belongs to it: "the API key"
        plain = before.rstrip(b" ").rpartition(b" ")[2].strip(b"`'\"(*") + plain
    if plain in (b"accountkey", b"sharedaccesskey"):
        return "azure", 12
    if SECRET_KEYS.search(plain):
        return "api-key", 12
    compound = name.upper() != b"KEY" and (b"_" in name or b"-" in name or not name.islower())
    return ("api-key", 8 if _ENV.match(name) else 20) if compound and not _OPEN_KEYS.search(plain) else ("", 0)
