"""A name says that a value is a secret: is it? Judged from what kind of name it is, how the value was written, and
from the value's own looks. The less the notation says, the more the value must."""

from __future__ import annotations

import re
from typing import NamedTuple

from . import guards

# Keys that open nothing, keys that do, and tokens that are only a place in a list.
_OPEN_KEYS = re.compile(
    rb"(?:public|pub|cache|primary|foreign|sort|partition|query|idempotency|dedupe?|lookup|object|row|hash|hashed|map"
    rb"|group|index|unique|config|hot|arrow|event|translation|i18n|storage|react|item|field|column|label|search|order"
    rb"|job|routing|shard|range|composite|natural|message|error|legend|model|prompt|context|known|host|session|s3"
    rb"|sequence|schema|bucket|idx|site|expected|mon|tur|don|hoc|joc)key\Z"
)
_SECRET_KEYS = re.compile(
    rb"(?:api|secret|access|private|auth|encrypt|encryption|decryption|signing|sign|signature|account|master|license"
    rb"|subscription|service|role|anon|app|application|client|deploy|webhook|hmac|jwt|cookie|crypto|ssh|gpg|admin"
    rb"|server|ingest|write|shared)key\Z"
)
_OPEN_TOKENS = re.compile(
    rb"(?:next|page|continuation|cursor|sync|resume|skip|start|stop|end|eos|bos|pad|unk|mask|sep|max|min|first|last"
    rb"|prev|previous|current|special|input|output|per|cancel|cancellation|change|idempotency|public|csrf|xsrf"
    rb"|authenticity|verification|hash|hashed)(?:page)?token\Z"
)
_PASSWORDS = (b"password", b"passwd", b"pwd", b"passphrase", b"passcode")
_PASS = re.compile(
    rb"(?:\A|[_.-])(?:pass|Pass)\Z|_PASS\Z|[a-z]Pass\Z|\A(?:db|user|smtp|mail|ftp|root|admin|pg|ssh|sudo)pass\Z"
)
_SUFFIX = re.compile(rb"(?:base|base64|b64|data|value|prod|dev|live|v)\Z")
_ENV = re.compile(rb"[A-Z][A-Z0-9_]*\Z")

_LINE_END = re.compile(rb"[ \t]*(?:\r|\n|\\+[rn]|\\*\"|\Z)")
_IDENTIFIER = re.compile(rb"[A-Za-z_][A-Za-z_.]*\Z")
_CALLS = (b"(", b"[", b"{")


class Name(NamedTuple):
    """A name that may introduce a secret: of what kind, how it was written, and how long the value has to be."""

    kind: str
    plain: bytes
    env: bool
    flag: bool
    least: int

    @classmethod
    def read(cls, name: bytes, before: bytes) -> Name | None:
        plain = _SUFFIX.sub(b"", name.lower().translate(None, b"_.-").rstrip(b"0123456789"))
        env = _ENV.match(name.lstrip(b"-.")) is not None
        kind, least = _kind(plain, name, before[: len(before) - len(name)].lower())
        return cls(kind, plain, env, name.startswith(b"--"), least) if kind else None


def _kind(plain: bytes, name: bytes, before: bytes) -> tuple[str, int]:
    if plain.endswith(_PASSWORDS) or _PASS.search(name):
        return "password", 5
    if plain.endswith(b"token") and not _OPEN_TOKENS.search(plain):
        return "token", 12
    if plain.endswith(b"key"):
        return _key_kind(plain, name, before)
    return ("secret", 12) if plain.endswith(b"secret") else ("", 0)


def _key_kind(plain: bytes, name: bytes, before: bytes) -> tuple[str, int]:
    if plain == b"key":  # in prose the word before belongs to it: "the API key"
        plain = before.rstrip(b" ").rpartition(b" ")[2].strip(b"`'\"(*") + plain
    if plain in (b"accountkey", b"sharedaccesskey"):
        return "azure", 12
    if _SECRET_KEYS.search(plain):
        return "api-key", 12
    compound = name.upper() != b"KEY" and (b"_" in name or b"-" in name or not name.islower())
    return ("api-key", 8 if _ENV.match(name) else 20) if compound and not _OPEN_KEYS.search(plain) else ("", 0)


class Claim(NamedTuple):
    """A value, the name that introduced it, and how: after which sign, in quotes or not, between what."""

    value: bytes
    name: Name
    notation: str
    sign: bytes
    quoted: bool
    before: bytes
    after: bytes

    @property
    def kind(self) -> str:
        aws = self.name.plain.endswith(b"secretaccesskey") and len(self.value) == 40
        return "aws-secret" if aws else self.name.kind

    @property
    def env(self) -> bool:
        """Was it `NAME=value`, as in a shell or an env file?"""
        return self.name.env and self.sign == b"="

    def holds(self) -> bool:
        return not self._lies() and (self._password() if self.name.kind == "password" else self._key())

    def _lies(self) -> bool:
        """Is it plain from the value that it is none?"""
        value = self.value
        if len(value) < 5 or guards.masked(value) or guards.reference(value) or guards.stand_in(value):
            return True
        if value.lower().translate(None, b"_.-") in self.name.plain:  # a constant called after itself
            return True
        if self.quoted or self.env:
            return False
        code = self.sign != b"=" and _IDENTIFIER.match(value) is not None
        return code or guards.expression(value) or self.after.startswith(_CALLS)

    def _key(self) -> bool:
        value, least = self.value, self.name.least
        if guards.uuid(value):
            return self.name.env or self.name.kind == "secret" or _SECRET_KEYS.search(self.name.plain) is not None
        if least > 12 and (b":" in value or b"/" in value):
            return False
        least = max(least, 8 if self.env else 12 if self.quoted else 16)
        return guards.random(value, least) or (guards.turns(value)[0] > 3 and guards.random(value, least - 6))

    def _password(self) -> bool:
        if self.notation == "space" and not (self.name.flag or self.quoted or b"login " in self.before):
            return False
        if self.value.isalpha() and (self.env or (self.quoted and self.sign.strip() == b"=")):
            return len(self.value) > 5
        clear = self.quoted or self.sign == b"=" or self.notation in ("prose", "pair", "tag", "space")
        alone = _LINE_END.match(self.after) is not None
        return guards.chosen(self.value) and (clear or alone or guards.random(self.value, 8))
