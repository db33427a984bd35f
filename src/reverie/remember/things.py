"""What names a thing: `the new database is PostgreSQL 16`, `moved the database to PostgreSQL 16`, `the PostgreSQL 16
database`. A slot and a row of tokens in, the places where the name may stand out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from reverie.remember.phrases import CHANGES, Token, is_head, keys, phrase, span
from reverie.remember.statements.words import key
from reverie.remember.vague import Slot

FILES = frozenset(key(word) for word in "script file config module workflow template".split())
_ENDINGS = {
    key("script"): tuple("sh bash zsh py js mjs ts rb pl ps1 bat".split()),
    key("workflow"): ("yml", "yaml"),
    key("config"): tuple("yml yaml toml json ini cfg conf env".split()),
}
REPLACE = key("replace")
_RAISES = frozenset(key(word) for word in "upgrade update bump downgrade rename pin".split())
_EXCHANGES = frozenset({REPLACE, key("switch"), key("migrate")})
_LINKS = frozenset(", ( : = is are means meant we called named namely now".split())
_FORMS = tuple(
    (frozenset(map(key, nouns.split())), re.compile(form))
    for nouns, form in (
        ("port", r"`?\d{2,5}`?$"),
        ("timeout limit threshold version", r"`?v?\d"),
        ("endpoint url domain", r".*[/.:]|v\d"),
        ("flag option", r"[`-]"),
        ("script file config module workflow template directory folder", r"`|.*[/\\.]\w"),
    )
)
_VERSIONED = frozenset(key(word) for word in "api endpoint protocol format".split())
_TRAITS = frozenset(
    """tls ssl http https gpl lgpl agpl mit bsd apache pep rfc iso utc utf ascii sql json xml yaml toml rest soap get
    post put patch tcp udp ipv4 ipv6 oauth jwt raid wal ssd nvme ram cpu gpu arm x86 ubuntu debian centos alpine fedora
    rhel java jdk""".split()
)
_PERSONS = frozenset(key(word) for word in "owner maintainer reviewer contact".split())


def thing(slot: Slot, row: Sequence[Token]) -> Iterator[tuple[int, int]]:
    for first, end in _bound(slot, row):
        if end > first and _fits(slot, row[first:end]):
            yield first, end


def _bound(slot: Slot, row: Sequence[Token]) -> Iterator[tuple[int, int]]:
    told = slot.sort not in ("that", "certain") or (bool(slot.rest) and slot.rest <= keys(row))
    changed = any(token.key in CHANGES for token in row)
    if slot.sort == "that" and slot.mods and slot.noun in FILES and told:
        yield from _file(slot, row)
    for at, token in enumerate(row):
        if token.key != slot.noun or token.low.endswith("s") or not is_head(row, at):
            continue  # of several, one name is not all
        around = phrase(row, at)
        if not slot.mods <= around.mods | _inner_keys(row, around.inner):
            continue
        if around.mods - slot.mods:
            continue
        before = row[around.first - 1] if around.first else None
        leaves = before is not None and (before.low == "from" or before.key == REPLACE)
        narrow = around.inner is not None and not leaves and slot.sort != "that"
        if changed and told and slot.sort != "certain" and not narrow:
            yield from _changed(slot, row, at, around.inner if leaves else None)
        alike = around.sort == slot.sort or (slot.sort == "that" and not around.sort and told and not leaves)
        alike = alike or (slot.sort == "certain" and not around.sort and told)
        if alike and not (changed and leaves):
            yield from _beside(slot, row, around.first, at, around.inner)


def tells_exchange(slot: Slot, row: Sequence[Token]) -> bool:
    """Whether one thing of the slot's kind took another's place here, whatever they are called."""
    there = any(token.key == slot.noun and is_head(row, at) for at, token in enumerate(row))
    return there and any(token.key in _EXCHANGES for token in row)


def _inner_keys(row: Sequence[Token], inner: tuple[int, int] | None) -> frozenset[str]:
    return keys(row[inner[0] : inner[1]]) if inner else frozenset()


def _beside(
    slot: Slot, row: Sequence[Token], first: int, at: int, inner: tuple[int, int] | None
) -> Iterator[tuple[int, int]]:
    """The name inside the phrase, behind it, or before it."""
    if inner:
        yield inner
    after = _past_scope(row, at + 1)
    links = _LINKS | {"was", "were"} if slot.sort == "old" else _LINKS
    while after < len(row) and row[after].low in links:
        after += 1
    yield after, span(row, after, opening=True)
    before = first - 1
    if before >= 0 and row[before].low == "now":
        before -= 1
    if before > 0 and row[before].low in ("is", "as", "became", ","):
        start = before
        while start and row[start - 1].kind and before - start < 4:
            start -= 1
        yield start, before


def _past_scope(row: Sequence[Token], at: int) -> int:
    """Behind `of the shop`, where something is said about it then; here if there is no such thing."""
    if at < len(row) and row[at].low in ("of", "for", "in", "on", "at"):
        links = (n for n in range(at + 1, min(at + 6, len(row))) if row[n].low in ("is", "are", "was", "=", ":"))
        return next(links, at)
    return at


def _changed(slot: Slot, row: Sequence[Token], at: int, leaving: tuple[int, int] | None) -> Iterator[tuple[int, int]]:
    """`switched the database from MySQL to PostgreSQL 16`, `replaced the MySQL database with PostgreSQL 16`. What moved
    may only have gone to another town, and `by Bob` is no database."""
    acts = {token.key for token in row}
    if slot.sort == "that":
        if acts & _RAISES:
            yield from _behind(row, at, ("to",))
    elif slot.sort == "old" and acts & _EXCHANGES:
        if leaving:
            yield leaving
        yield from _behind(row, at, ("from",))
    elif acts & _EXCHANGES:
        pair = any(token.low == "from" for token in row[at:])
        for first, end in _behind(row, at, ("with", "by") if REPLACE in acts else ("to",)):
            if pair or REPLACE in acts or row[first].is_known:
                yield first, end


def _behind(row: Sequence[Token], at: int, words: tuple[str, ...]) -> Iterator[tuple[int, int]]:
    found = next((n for n in range(at + 1, len(row) - 1) if row[n].low in words), None)
    if found is not None:
        yield found + 1, span(row, found + 1)


def _file(slot: Slot, row: Sequence[Token]) -> Iterator[tuple[int, int]]:
    """`the deploy script` is `scripts/deploy.sh`, where the same was done to it."""
    for at, token in enumerate(row):
        name = re.split(r"[/\\]", token.text.strip('`"'))[-1]
        stem, dot, ending = name.partition(".")
        parts = {key(part) for part in re.split(r"[-_]", stem.lower())} - {slot.noun}
        done = at == 0 or row[at - 1].key in CHANGES or row[at - 1].low == "in"
        if dot and done and slot.mods == parts and ending in _ENDINGS.get(slot.noun, (ending,)):
            yield at, at + 1


def is_trait(value: Sequence[Token]) -> bool:
    """TLS 1.3, UTC: what a thing is like, not what it is."""
    first = value[0]
    short = len(value) == 1 and re.fullmatch(r"[A-Z]{2,5}", first.text) is not None and not first.is_known
    return short or re.split(r"[-/]", first.low)[0] in _TRAITS


def _fits(slot: Slot, value: Sequence[Token]) -> bool:
    """Whether a value is of the kind the noun asks for."""
    first, text = value[0], value[0].text.strip('`"')
    if value[-1].low.endswith(("'s", "’s", "-like", "-based", "-only", "-compatible")):
        return False  # whose it is, or what it is like
    for nouns, form in _FORMS:
        if slot.noun in nouns:
            return len(value) == 1 and form.match(first.text) is not None
    if slot.noun in _PERSONS:
        return all(token.text.isalpha() and token.text[0].isupper() for token in value)
    if slot.noun not in _VERSIONED and is_trait(value):
        return False
    if first.kind == "number":
        versioned = slot.sort == "that" or slot.noun in _VERSIONED
        return versioned and len(value) == 1 and bool(re.fullmatch(r"v\d+|v?\d+(\.\d+)+", text))
    return _is_named(slot, value)


def _is_named(slot: Slot, value: Sequence[Token]) -> bool:
    """Of a thing that is only pointed at, a bare word says too little."""
    if slot.sort == "that" and not any(char.isdigit() for token in value for char in token.text):
        return value[0].kind == "code" or value[0].is_known
    return any(char.isalpha() for char in value[0].text)
