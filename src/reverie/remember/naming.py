"""What a piece of evidence names for a vague place: the token that stands in the very slot, and whether the evidence
says it of just that thing or of something narrower."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from reverie.remember.amounts import amount, measure, time
from reverie.remember.kinds import of_kind, told
from reverie.remember.phrases import CHANGES, Token, clauses, keys, span, tokens
from reverie.remember.reldates import absolute
from reverie.remember.statements.cues import COPULAS, DENIALS
from reverie.remember.statements.rivals import RIVALS
from reverie.remember.statements.words import key
from reverie.remember.things import FILES, REPLACE, is_trait, thing
from reverie.remember.vague import ADVERBS, HEDGES, Slot

_ASSUMED = re.compile(
    r"\?|\b(?:previously|formerly|originally|initially|until|used to|no longer|instead of|rumou?r|rejected|tried|draft"
    r"|example|option was|almost|nearly|should|instead|was going"
    r"|before|earlier|once|failed to|rolled back|reverted|not yet|yet)\b",
    re.I,
)
_DENIED = re.compile(r"\b\w+n['’]t\b", re.I)
_NEUTRAL = frozenset(
    key(word)
    for word in """choose adopt use decide pick run be team now take need last schedule happen start hold place finish
    create name call cost weigh measure set stand lie about around total currently finally mean meant refer
    suite whole full entire plan""".split()
) | CHANGES  # fmt: skip
_PEOPLE_DO = frozenset(
    key(word)
    for word in """own lead maintain review approve write rewrite rewriting know ask volunteer call investigate promise
    present work fix look""".split()
)
_PROGRAMS = frozenset(
    """terraform renovate dependabot ansible kubernetes helm celery airflow django flask rails laravel sentry grafana
    prometheus claude codex copilot cursor gemini chatgpt vault consul kafka nginx sphinx webpack prettier spring maven
    gradle cargo reverie""".split()
)
_LIGHT = frozenset(key(word) for word in "use run need".split())
_KEEPING = frozenset(key(word) for word in "store keep host live".split())
_TAIL = frozenset("with since because after so due thanks via when where".split())
SAYS_SO = re.compile(r"\b(?:means|meant)\b", re.I)  # what other words were to tell
_RELATIVE = re.compile(r' \("[^"]*"\)')


@dataclass(frozen=True)
class Named:
    """A value as it is written. `exact`: nothing narrows what it is the value of."""

    value: str
    exact: bool


def is_assumed(text: str, kind: str = "") -> bool:
    """A plan, a guess, a question, a denial, or what was once. A time to come may be planned."""
    low = {token.low for token in tokens(text)} - ({"will", "planned"} if kind == "time" else set())
    return bool(low & (HEDGES | DENIALS)) or bool(_ASSUMED.search(text)) or bool(_DENIED.search(text))


def named(slot: Slot, statement: frozenset[str], text: str, day: date) -> list[Named]:
    """What a text of this day names for the slot; `statement`: the telling words of the vague one."""
    found = []
    if SAYS_SO.search(text):
        text = re.sub('["“”]', "", text)
    if slot.kind == "time":
        text = _RELATIVE.sub("", absolute(text, day))
    for clause in clauses(text):
        row = tokens(clause)
        for first, end in _spans(slot, row):
            value = told(clause[row[first].start : row[end - 1].end])
            found.append(Named(value, _is_exact(slot, statement, row, first, end)))
            break
    return found


def _is_exact(slot: Slot, statement: frozenset[str], row: Sequence[Token], first: int, end: int) -> bool:
    """Whether the clause says nothing else that could make it another thing's value."""
    if slot.noun in FILES and row[first].kind == "code":
        return True  # a path is one thing, whatever else is said of it
    cuts = _TAIL if slot.kind != "measure" else frozenset[str]()
    tail = next((at for at in range(end, len(row)) if row[at].low in cuts), len(row))
    aside = {first + n for n in range(end - first)} | set(range(tail, len(row))) | _exchanged(row)
    said = keys([t for at, t in enumerate(row) if at not in aside and t.kind not in ("date", "number")]) - ADVERBS
    allowed = statement if slot.kind == "thing" else slot.rest  # `slow tests` are not all tests
    return said <= allowed | _NEUTRAL | slot.mods | {slot.noun} and slot.scope <= keys(row)


def _exchanged(row: Sequence[Token]) -> set[int]:
    """The names that give place to each other: `from MySQL to PostgreSQL`, `replaced the webpack bundler`."""
    found: set[int] = set()
    if any(token.key in CHANGES for token in row):
        for at, token in enumerate(row[:-1]):
            if token.low in ("from", "to"):
                found.update(range(at + 1, span(row, at + 1)))
            elif token.key == REPLACE:
                start = at + 1 + (row[at + 1].low in ("the", "our", "a"))
                found.update(range(start, span(row, start)))
    return found


def _spans(slot: Slot, row: Sequence[Token]) -> Iterator[tuple[int, int]]:
    """Where in a clause the value stands: from, up to and without."""
    if slot.kind == "thing":
        yield from thing(slot, row)
        yield from of_kind(slot, row)
        return
    listed = slot.kind == "amount" and any(token.text == ":" for token in row)
    light = _NEUTRAL if slot.kind == "measure" else _LIGHT if listed else frozenset[str]()
    if not slot.rest - light or not slot.rest - {slot.noun} <= keys(row) | light:
        return
    if slot.kind == "amount":
        yield from amount(slot, row)
    elif slot.kind == "measure" and slot.rest & keys(row):
        yield from measure(slot, row)
    elif slot.kind == "time":
        yield from time(row)
    elif slot.kind == "person":
        yield from _person(slot, row)
    elif slot.kind == "place":
        yield from _placed(row)


def _person(slot: Slot, row: Sequence[Token]) -> Iterator[tuple[int, int]]:
    """Who does what only people do, in the words of the statement: a name alone may be a program's."""
    end = span(row, 0, opening=True)
    if not end or end == len(row) or not any(token.key in _PEOPLE_DO for token in row):
        return
    says_so = row[end].key in slot.rest or row[end].low in COPULAS
    if says_so and all(token.text.isalpha() and token.text.istitle() and not _is_program(token) for token in row[:end]):
        yield 0, end


def _is_program(token: Token) -> bool:
    return token.low in _PROGRAMS or any(token.key in row for row in RIVALS)


def _placed(row: Sequence[Token]) -> Iterator[tuple[int, int]]:
    """A path or an address; a name only where something is kept: what moved to Markdown is still where it was."""
    kept = any(token.key in _KEEPING for token in row)
    for at, token in enumerate(row[:-1]):
        end, value = span(row, at + 1), row[at + 1]
        reached = value.kind == "code" or re.search(r"\w\.\w", value.text)
        named = kept and end > at + 1 and not is_trait(row[at + 1 : end])
        if token.low in ("to", "in", "at", "under", "on") and end > at + 1 and (reached or named):
            yield at + 1, end
