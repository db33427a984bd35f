"""What a newer note does to an older one: nothing, or it says the opposite, another value, more or less of the same
thing. This is asked only of two notes that may speak of one thing (`subjects.py`)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from reverie.remember.judge import judge
from reverie.remember.statements.frames import parsed
from reverie.remember.statements.opposites import opposite
from reverie.remember.statements.rivals import rivals
from reverie.remember.subjects import Subjects, labelled, sentences, subject

Kind = Literal["opposite", "another value", "narrower", "wider", "told anew"]


@dataclass(frozen=True, slots=True)
class Change:
    """What changed, with the words that were and that are now."""

    kind: Kind
    was: tuple[str, ...] = ()
    now: tuple[str, ...] = ()


def change(old: str, new: str) -> Change | None:
    """How the newer note changes the older; None if it does not, or speaks of something else."""
    first, second = (sentences(text)[0] if sentences(text) else "" for text in (old, new))
    found = judge(first, second)
    if found.verdict == "contradicts":
        return Change("opposite", found.left, found.right)
    (topic, item), (new_topic, new_item) = labelled(first), labelled(second)
    if bool(topic) != bool(new_topic) or not _shares_topic(topic, new_topic):
        return None
    if topic and _turned(topic, new_topic) and _telling(item, topic) & _telling(new_item, new_topic):
        return Change("opposite", (first,), (second,))
    was, now = _telling(item, topic), _telling(new_item, new_topic)
    left, right = tuple(sorted(was - now)), tuple(sorted(now - was))
    if not was & now:
        changed = _named_again(was, new) or (topic.casefold() == new_topic.casefold() and _replaces(was, now))
        return Change("another value", left, right) if changed else None
    if not left and not right:
        return None if _rest(old) == _rest(new) else Change("told anew", (_rest(old),), (_rest(new),))
    if left and right:
        return Change("another value", left, right)
    return Change("wider", left, ()) if left else Change("narrower", (), right)


def superseded(new: str, shelf: Subjects, texts: dict[str, str], most: int = 5) -> tuple[str, Change] | None:
    """The older note that this one takes the place of, if there is one."""
    for name, _ in shelf.near(new, most):
        if (found := change(texts[name], new)) is not None:
            return name, found
    return None


def _shares_topic(one: str, other: str) -> bool:
    if not one:
        return True
    return bool(set(subject(one)) & set(subject(other)))


def _turned(one: str, other: str) -> bool:
    """`Things I like` and `Things I dislike`."""
    return any(opposite(a.key, b.key) for a in parsed(one).words for b in parsed(other).words)


def _telling(item: str, topic: str) -> frozenset[str]:
    keys = frozenset(word.key for word in parsed(item).words if word.kind != "place")
    return keys - frozenset(subject(topic) if topic else ()) or keys


def _replaces(was: frozenset[str], now: frozenset[str]) -> bool:
    """Under the same label, another number, or one of two things that take each other's place."""
    if len(was) != 1 or len(now) != 1:
        return False
    (before,), (after,) = was, now
    return rivals(before, after) or (before[0].isdigit() and after[0].isdigit())


def _named_again(was: frozenset[str], new: str) -> bool:
    """The newer note speaks of the older value while it gives another."""
    said = set(subject(new))
    return bool(was) and was <= said


def _rest(text: str) -> str:
    return " ".join(sentences(text)[1:])
