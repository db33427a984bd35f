"""Things that are known by name: PostgreSQL is a database, whoever says so. Only where a sentence tells of a change or
does with the name what the vague one does with the thing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from reverie.remember.phrases import Token, has_version, keys, span
from reverie.remember.statements.words import key
from reverie.remember.vague import Slot

_MEMBERS = {
    "database": "postgres postgresql mysql mariadb sqlite mongodb cockroachdb oracle dynamodb cassandra clickhouse",
    "framework": "django flask fastapi rails laravel spring express nestjs next.js react vue angular svelte symfony",
    "bundler": "webpack vite rollup esbuild parcel turbopack",
    "linter": "ruff flake8 pylint eslint biome rubocop golangci-lint",
    "formatter": "ruff prettier biome yapf autopep8",
    "broker": "kafka rabbitmq nats activemq pulsar",
    "cache": "redis memcached valkey",
    "provider": "aws gcp azure heroku vercel netlify stripe adyen sendgrid postmark twilio auth0 okta",
    "platform": "aws gcp azure heroku vercel netlify kubernetes fly.io",
    "manager": "npm pnpm yarn bun pip uv poetry pipenv pdm conda",
    "runner": "pytest unittest jest vitest mocha",
    "compiler": "gcc clang rustc msvc",
}
MEMBERS = {key(kind): frozenset(map(key, names.split())) for kind, names in _MEMBERS.items()}
_MANAGES = {key("manager"): key("package"), key("runner"): key("test")}  # what must stand before it
_PACKAGES = frozenset(
    key(word) for word in "library package dependency plugin framework module driver tool sdk client".split()
)
_LANGUAGES = frozenset("python node java ruby go php rust kotlin swift scala".split())
RAISES = frozenset(key(word) for word in "upgrade update bump".split())
_MOVES = frozenset(key(word) for word in "move migrate switch replace".split())


def members(slot: Slot) -> frozenset[str]:
    """The names, by key, of things of the kind a slot asks for."""
    needs = _MANAGES.get(slot.noun)
    if slot.kind != "thing" or (slot.mods - {needs} if needs else slot.mods) or (needs and needs not in slot.mods):
        return frozenset()
    return MEMBERS.get(slot.noun, frozenset())


def kinds_of(words: Iterable[str]) -> frozenset[str]:
    """The nouns, by key, that these words name things of."""
    given = frozenset(words)
    return frozenset(kind for kind, names in MEMBERS.items() if names & given)


def of_kind(slot: Slot, row: Sequence[Token]) -> Iterator[tuple[int, int]]:
    """`migrated from MySQL to PostgreSQL 16`; `upgraded Django from 4.2 to 5.1`; `httpx 0.27 has a bug`."""
    known, acts = members(slot), {token.key for token in row}
    if slot.sort in ("new", "other", "old") and acts & _MOVES and known:
        yield from _moved(slot, row, known)
    if slot.sort == "that" and acts & RAISES and slot.rest <= keys(row) | RAISES and slot.rest & RAISES:
        yield from _raised(row, known)
    elif slot.sort == "that" and slot.noun in _PACKAGES and not slot.mods and slot.rest and slot.rest <= keys(row):
        yield from [(0, 2)] if has_version(row, 0) and row[0].low not in _LANGUAGES else []


def _moved(slot: Slot, row: Sequence[Token], known: frozenset[str]) -> Iterator[tuple[int, int]]:
    words = ("from", "replaced") if slot.sort == "old" else ("to", "with")
    for at, token in enumerate(row[:-1]):
        if token.low in words and row[at + 1].key in known:
            yield at + 1, max(span(row, at + 1), at + 2)


def _raised(row: Sequence[Token], known: frozenset[str]) -> Iterator[tuple[int, int]]:
    for at, token in enumerate(row):
        if token.key not in known or (at and row[at - 1].key not in RAISES):
            continue
        to = at + 3 if at + 1 < len(row) and row[at + 1].low == "from" else at + 1
        if to + 1 < len(row) and row[to].low == "to" and re.match(r"v?\d", row[to + 1].text):
            yield at, to + 2


def told(value: str) -> str:
    """`Django from 4.2 to 5.1` as what it is now."""
    return re.sub(r"^(\S+)(?: from \S+)? to (v?\d\S*)$", r"\1 \2", value)
