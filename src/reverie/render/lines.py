"""Rules → the lines of the block: which are shown, in what words and order, and which are only pointed to. The best are
chosen; those chosen stand by scope and age, so that a new rule or a new verdict moves no other line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from reverie.records.documents import Skipped
from reverie.records.learning import Health, Rule
from reverie.render import plain

HEADING = "## Patterns (graduated knowledge)"
HINT = (
    "Learned from this project's history, accepted by a person; still hints: check them against the code before you act"
    " on them. `reverie why RULE` says where one comes from, `reverie list --rules` is where to decide about them."
)
NONE = "No rule is in force at present; `reverie list` shows what waits for a decision."
MARKERS = 2  # lines of the block that are not its body
_RANK = {"works": 0, "too early": 1, "no effect": 2}
_EVERYWHERE = {"", ".", "./", "*", "**", "**/*", "./**", "/"}
_REF = re.compile(r"\((?:cut here, )?rule ([A-Za-z0-9_-]+)\)\s*\Z")
_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
_PLACES = 3  # named in a line; the rule's file has them all


@dataclass(frozen=True, slots=True)
class Body:
    """The block's text, the ids of the rules in it from top to bottom, those pointed to, those left out with why."""

    text: str
    shown: tuple[str, ...] = ()
    pointed: tuple[str, ...] = ()
    left_out: tuple[Skipped, ...] = ()


@dataclass(frozen=True, slots=True)
class _Entry:
    """A rule in the words it is shown with."""

    rule: Rule
    words: str
    places: tuple[str, ...]  # empty: everywhere
    names_place: bool  # the sentence says by itself where it applies


def compose(rules: Iterable[Rule], health: Mapping[str, Health], *, budget: int, folder: str) -> Body:
    """As many of the best rules as fit into `budget` lines, markers and heading included."""
    fit, left_out = _sorted_out(rules, health)
    ranked = sorted(fit, key=lambda rule: _rank(rule, health))
    entries = _entries(ranked)
    count = min(len(entries), max(budget, 0))
    while count and len(_lines(entries[:count], entries[count:], folder)) + MARKERS > budget:
        count -= 1
    text = "\n".join(_lines(entries[:count], entries[count:], folder)) + "\n"
    shown = tuple(entry.rule.id for entry in sorted(entries[:count], key=_place))
    return Body(text, shown, tuple(rule.id for rule in ranked[count:]), tuple(left_out))


def reference(line: str) -> str | None:
    """The id, or the beginning of one, that a line of the block ends with."""
    found = _REF.search(line)
    return found[1] if found else None


def _sorted_out(rules: Iterable[Rule], health: Mapping[str, Health]) -> tuple[list[Rule], list[Skipped]]:
    fit: list[Rule] = []
    left_out: list[Skipped] = []
    seen: set[str] = set()
    for rule in sorted(rules, key=lambda rule: (rule.id, rule.at)):
        reason = "it is there twice" if rule.id in seen else _unfit(rule, health.get(rule.id))
        seen.add(rule.id)
        if reason:
            left_out.append(Skipped(rule.id, reason))
        else:
            fit.append(rule)
    return fit, left_out


def _unfit(rule: Rule, health: Health | None) -> str:
    if rule.status != "active":
        return f"it is {rule.status}"
    if health and health.verdict == "hurts":
        return f"it hurts: {health.reason}"
    if not _ID.fullmatch(rule.id):
        return "its id is not one that Reverie gives"
    return "" if plain.sentence(rule.sentence)[0] else "its sentence is empty"


def _rank(rule: Rule, health: Mapping[str, Health]) -> tuple[int, int, float, str]:
    verdict = health[rule.id].verdict if rule.id in health else ""
    return _RANK.get(verdict, _RANK["too early"]), -rule.weight, rule.at.timestamp(), rule.id


def _entries(rules: Sequence[Rule]) -> list[_Entry]:
    short = _short_ids([rule.id for rule in rules])
    return [_entry(rule, short[rule.id]) for rule in rules]


def _short_ids(ids: Sequence[str]) -> dict[str, str]:
    """Eight characters, or as many as tell an id from the others."""
    short = {}
    for id in ids:
        length = 8
        while length < len(id) and any(other != id and other.startswith(id[:length]) for other in ids):
            length += 1
        short[id] = id[:length]
    return short


def _entry(rule: Rule, id: str) -> _Entry:
    text, cut = plain.sentence(rule.sentence)
    places = () if not rule.scope or _EVERYWHERE & set(rule.scope) else tuple(sorted(set(rule.scope)))
    others = [place for place in places if not _names(text, place)]
    names_place = len(others) < len(places) or not places
    also = f" Also for {_named(others)}." if others and names_place else ""
    words = f"{text} …{also} (cut here, rule {id})" if cut else f"{text}{also} (rule {id})"
    return _Entry(rule, words, places, names_place)


def _names(text: str, place: str) -> bool:
    """Whether a sentence says by itself where it applies."""
    path = re.escape(place.rstrip("*").rstrip("/"))
    return re.search(rf"(?<![\w./-]){path}(?![\w-])", text) is not None


def _place(entry: _Entry) -> tuple[tuple[str, ...], bool, float, str]:
    return entry.places, not entry.names_place, entry.rule.at.timestamp(), entry.rule.id


def _lines(shown: Sequence[_Entry], pointed: Sequence[_Entry], folder: str) -> list[str]:
    lines = [HEADING, "", HINT, ""]
    for places, group in groupby(sorted(shown, key=_place), key=lambda entry: entry.places):
        lines += _group(places, list(group))
    if pointed:
        lines.append(_pointer(len(pointed), folder))
    return lines if shown or pointed else [*lines, NONE]


def _group(places: tuple[str, ...], entries: Sequence[_Entry]) -> list[str]:
    """The scope where a rule does not name it; once above its rules, if more than one of them would have to."""
    lines = [f"- {entry.words}" for entry in entries if entry.names_place]
    others = [entry.words for entry in entries if not entry.names_place]
    if len(others) > 1:
        return [*lines, f"- In {_named(places)}:", *(f"  - {words}" for words in others)]
    return [*lines, *(f"- In {_named(places)}: {words}" for words in others)]


def _named(places: Sequence[str]) -> str:
    named = ", ".join(plain.code(place) for place in places[:_PLACES])
    return f"{named} and {len(places) - _PLACES} more" if len(places) > _PLACES else named


def _pointer(count: int, folder: str) -> str:
    words = "1 more rule is" if count == 1 else f"{count} more rules are"
    return (
        f"- {words} not shown here for want of room: look in {plain.code(folder)} for those about the files you change."
    )
