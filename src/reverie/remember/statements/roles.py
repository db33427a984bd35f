"""Who does what to whom: whether the same words stand in the same places, however the sentence is turned."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping

from reverie.remember.statements.frames import Statement
from reverie.remember.statements.leftovers import telling, verbs
from reverie.remember.statements.opposites import opposite
from reverie.remember.statements.predicates import one_way
from reverie.remember.statements.times import times
from reverie.remember.statements.words import key

_MEANS = ("in", "on", "at", "with", "via", "through")  # where or with what it is done is often said to do it
_ORDER = frozenset("before after over under above below behind inside than".split())

_JOINT = re.compile(r"\s*(?:\b(?:and|but|while|whereas)\b|[,;](?=\s))\s*")
_BEHIND = frozenset("in on at by with via through for from to of as under over after before into".split())
_ARTICLES = frozenset(("a", "an", "the"))

Roles = dict[str, list[str]]


def _roles(statement: Statement) -> Roles:
    """What stands before the verb, behind it, and behind each preposition. When it is may be said anywhere."""
    found: Roles = {}
    words = telling(statement)
    moments = times(words)
    for n, word in enumerate(words):
        role = word.behind or ("subject" if word.part == "subject" else "object")
        if n in moments and word.behind not in _ORDER and not statement.scene:
            role = "time"
        elif statement.undergoes and word.part != "verb":
            role = {"subject": "object", "by": "subject"}.get(role, role)
        found.setdefault(role, []).append(word.key)
    return found


def same_roles(one: Statement, other: Statement) -> bool:
    """In the same order too, unless it is a list or one is told from the other end."""
    here, there = _roles(one), _roles(other)
    if one.listed or other.listed or one.undergoes != other.undergoes:
        here, there = ({role: sorted(keys) for role, keys in side.items()} for side in (here, there))
    if here == there:
        return True
    if one.scene or other.scene or one.undergoes == other.undergoes:
        return False
    active, passive = (there, here) if one.undergoes else (here, there)
    return any(_led(passive, means) == active for means in _MEANS)


def together(one: Statement, other: Statement) -> bool:
    """Whether the same words stand together: `tabs in Go and spaces in Python` is not `tabs in Python and spaces in
    Go`. A mere list, `black and ruff`, may come in any order."""
    here, there = ([_keys(part) for part in _JOINT.split(side.text.lower())] for side in (one, other))
    return Counter(here) == Counter(there) or not (_says_each(here) and _says_each(there))


def _keys(part: str) -> frozenset[str]:
    return frozenset(key(word) for word in re.findall(r"[\w.-]*\w", part)) - _ARTICLES


def _says_each(parts: list[frozenset[str]]) -> bool:
    """Whether two parts each say something of their own: they share a word, or both have a preposition."""
    return any(a & b or (a & _BEHIND and b & _BEHIND) for n, a in enumerate(parts) for b in parts[n + 1 :])


def _led(passive: Mapping[str, list[str]], means: str) -> Roles | None:
    """`Logs are kept in Loki` told as `Loki keeps logs`."""
    if "subject" in passive or means not in passive:
        return None
    return {("subject" if role == means else role): keys for role, keys in passive.items()}


def _moves(one: Statement, other: Statement) -> set[tuple[str, str]]:
    """From which place to which the words went."""
    here, there = ({key: role for role, keys in _roles(side).items() for key in keys} for side in (one, other))
    return {(here[key], there.get(key, "")) for key in here if here[key] != there.get(key)}


def exchanged(one: Statement, other: Statement) -> bool:
    """Whether what differs is that two parts have changed places."""
    moves = _moves(one, other)
    return len(moves) == 2 and all((there, here) in moves for here, there in moves)


def excludes_its_turn(one: Statement, other: Statement) -> bool:
    """Whether it cannot be so the other way round too: who owns, and what comes first. Two may call each other."""
    places = {place for move in _moves(one, other) for place in move}
    compares = " than " in f"{one.text} {other.text}".lower()
    return compares or bool(places & _ORDER) or one_way(verbs(one) & verbs(other), places == {"subject", "object"})


def opposite_places(one: Statement, other: Statement) -> tuple[str, str] | None:
    """`before` here and `after` there, of the same subject or not."""
    here, there = places(one), places(other)
    pairs = ((key(left[1:]), key(right[1:])) for left in sorted(here - there) for right in sorted(there - here))
    return next((pair for pair in pairs if opposite(*pair)), None)


def places(statement: Statement, of_subject: bool = False) -> set[str]:
    words = [word for word in statement.words if word.kind == "place"]
    return {word.key for word in words if not of_subject or word.part == "subject"}


def contains(longer: Statement, shorter: Statement) -> bool:
    """Whether the longer one says the shorter one too: its words in the same order, what it denies denied as well."""
    if longer.hedges != shorter.hedges or longer.past != shorter.past or not (longer.whole and shorter.whole):
        return False
    if not all(any(claim.keys <= wide.keys for wide in longer.denied) for claim in shorter.denied):
        return False
    order = iter(word.key for word in telling(longer))
    return all(word.key in order for word in telling(shorter))
