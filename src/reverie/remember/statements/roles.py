"""Who does what to whom: whether the same words stand in the same places."""

from __future__ import annotations

from reverie.remember.statements.frames import Statement
from reverie.remember.statements.leftovers import telling
from reverie.remember.statements.opposites import opposite
from reverie.remember.statements.words import key


def _roles(statement: Statement) -> dict[str, list[str]]:
    """What stands before the verb, behind it, and behind each preposition."""
    found: dict[str, list[str]] = {}
    for word in telling(statement):
        role = word.behind or ("subject" if word.part == "subject" else "object")
        if statement.passive and word.part != "verb":
            role = {"subject": "object", "by": "subject"}.get(role, role)
        found.setdefault(role, []).append(word.key)
    return found


def same_roles(one: Statement, other: Statement) -> bool:
    """In the same order too, unless it is a list or one is told from the other end."""
    here, there = _roles(one), _roles(other)
    if one.listed or other.listed or one.passive != other.passive:
        here, there = ({role: sorted(keys) for role, keys in side.items()} for side in (here, there))
    return here == there


def exchanged(one: Statement, other: Statement) -> bool:
    """Whether what differs is that two parts have changed places."""
    here, there = ({key: role for role, keys in _roles(side).items() for key in keys} for side in (one, other))
    moves = {(here[key], there.get(key, "")) for key in here if here[key] != there.get(key)}
    return len(moves) == 2 and all((there_, here_) in moves for here_, there_ in moves)


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
