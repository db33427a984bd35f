"""Instructions without a model: `focus on …` brings what is about something to the front, `ignore …` leaves it out,
`only …` leaves out the rest. What else is said is named as not understood: it is never passed over in silence."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from reverie.tools.tokens import tokens

LONGEST = 4096  # characters
SAME = "the same as without instructions"
SHOWN = 120  # characters of what was not understood

_NOT = r"(?:don't|don’t|do not|never|not)\s+(?:to\s+)?"
_VERBS = {
    "wrong": rf"{_NOT}(?:focus(?:ing)? on|concentrate on|prioriti[sz]e)",
    "only": r"(?:^|(?:look|focus|concentrate|please) )only(?: (?:look at|consider|propose|about|at|on|for))?"
    r"|nothing (?:but|except)|(?:limit|restrict|confine) (?:it|yourself|this|everything)?\s*to"
    r"|(?:ignore|skip|leave out) (?:everything|all|anything)(?: else)? (?:except|but|besides|apart from|other than)",
    "focus": rf"{_NOT}(?:ignore|skip|leave out|forget(?: about)?|exclude|overlook)"
    r"|focus(?:ing|ed)? (?:mainly |mostly |especially )?on|concentrate on|prioriti[sz]e|start with|pay attention to"
    r"|look (?:closely )?(?:at|into|for)|emphasi[sz]e|care about|attend to",
    "ignore": rf"ignore|skip|leave out|leave alone|exclude|{_NOT}(?:touch|propose|look at|mention|care about)"
    r"|nothing about|except(?: for)?|but not|(?<=, )not(?: on| about| in)?|other than|disregard|omit",
}
_VERB = re.compile(r"\b(?:" + "|".join(f"(?P<{name}>{form})" for name, form in _VERBS.items()) + r")\b", re.I)
_END = re.compile(r"[.;!?](?=\s|$)|\n|\s[—–]\s")
_PARTS = re.compile(r",\s*(?:and |or |but )?|\s+(?:and|or)\s+|\s+but\s+")
_EDGES = " \t:,`'\"“”‘’()"
_ORDER = re.compile(  # something else that is wanted, and no name of anything
    r"(?:please |also )?(?:be|write|keep|make|use(?! of)|add|do|give|show|tell|try|answer|speak|never|always)\b",
    re.I,
)
_PATH = re.compile(r"(?:\*\.\w+|[\w.*-]*/[\w./*-]*|[\w-]+\.[a-z]{1,5})$")
_EMPTY = frozenset(
    tokens(
        "the a an my our your all any anything everything notes note about on of with that this memory those for to in"
        " please thanks thank you kindly tonight today now just also mainly rather then and but or else things stuff"
        " matters related it is i want would like can could me us we reverie so be sure rest from these"
    )
)


@dataclass(frozen=True, slots=True)
class Phrase:
    """What is to be looked for: a place by its path, anything else by its words, all of which must be said."""

    said: str
    words: frozenset[str]
    path: str = ""

    def meets(self, text: str, stems: frozenset[str]) -> bool:
        if not self.path:
            return self.words <= stems
        start = "" if self.path.startswith(".") else r"(?<!\w)"
        return re.search(rf"{start}{re.escape(self.path)}(?!\w)", text.casefold()) is not None


@dataclass(frozen=True, slots=True)
class Steering:
    """`only`: what is not in focus is left out, too. `unclear`: what says neither what to focus on nor to ignore."""

    focus: tuple[Phrase, ...] = ()
    ignore: tuple[Phrase, ...] = ()
    only: bool = False
    unclear: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.focus or self.ignore)

    def focused(self, text: str) -> str:
        """The phrase by which this is in focus, or nothing."""
        return _meets(self.focus, text)

    def named(self, text: str) -> str:
        """The phrase by which this is to be ignored, or nothing."""
        return _meets(self.ignore, text)

    def ignored(self, text: str) -> str:
        """Why this is left out, or nothing."""
        return self.named(text) or ("what is not in focus" if self.only and not self.focused(text) else "")

    def unmet(self, texts: Iterable[str]) -> tuple[str, ...]:
        """The phrases that none of these texts is about."""
        known = [(text, frozenset(tokens(text))) for text in texts]
        phrases = (*self.focus, *self.ignore)
        return tuple(p.said for p in phrases if not any(p.meets(text, stems) for text, stems in known))

    def told(self) -> tuple[str, ...]:
        """How the instructions were understood, a line for each part."""
        focus, ignore = (_listed(phrases) for phrases in (self.focus, self.ignore))
        parts = [f"{'only' if self.only else 'focus on'} {focus}"] if focus else []
        parts += [f"ignore {ignore}"] if ignore else []
        lines = [f"understood: {', '.join(parts)}"] if parts else []
        return (*lines, *(f"not understood: “{said}”" for said in self.unclear))


def wish(instructions: str | None) -> str:
    """As it is kept: stripped, and cut where it may end."""
    return (instructions or "").strip()[:LONGEST].strip()


def was_cut(instructions: str | None) -> str:
    """Says so, if there was more than is kept."""
    more = len((instructions or "").strip()) > LONGEST
    return f"only the first {LONGEST:,} characters of the instructions were used" if more else ""


def steering(instructions: str) -> Steering:
    found: dict[str, list[Phrase]] = {"focus": [], "ignore": []}
    unclear: list[str] = []
    only = False
    for sentence in filter(None, map(str.strip, _END.split(instructions))):
        for kind, what, whole in _clauses(sentence):
            parts = [part for piece in _PARTS.split(what) if (part := " ".join(piece.split()).strip(_EDGES))]
            orders = [part for part in parts if _ORDER.match(part)]
            phrases = list(_phrases(part for part in parts if part not in orders))
            unclear += map(_brief, orders)
            only = only or (kind == "only" and bool(phrases))
            found["ignore" if kind == "ignore" else "focus"] += phrases
            if not phrases and not orders:
                unclear.append(_brief(whole))
    return Steering(tuple(found["focus"]), tuple(found["ignore"]), only, tuple(dict.fromkeys(unclear)))


def compared(plain: Sequence[tuple[str, str]], steered: Sequence[tuple[str, str]]) -> tuple[str, ...]:
    """What steering changed, in words; nothing if it is the same. Both are lists of things, best first: each by its key
    and how it is told."""
    before, after = ({key: n for n, (key, _) in enumerate(made, 1)} for made in (plain, steered))
    lines = [f"left out: {told}" for key, told in plain if key not in after]
    lines += [f"comes in: {told}" for key, told in steered if key not in before]
    stay = [key for key, _ in plain if key in after]
    come = [(key, told) for key, told in steered if key in before]
    moved = [(key, told) for n, (key, told) in enumerate(come) if n < stay.index(key)]
    lines += [f"from {before[key]} to {after[key]}: {told}" for key, told in moved]
    return tuple(lines)


def _clauses(sentence: str) -> Iterator[tuple[str, str, str]]:
    """Each verb, what it is said of, and both as they were written. What no verb is said of is said of nothing, and
    neither is what should not be focused on: that is not yet to be ignored."""
    verbs = list(_VERB.finditer(sentence))
    before = sentence[: verbs[0].start()] if verbs else sentence
    if _says_something(before):
        yield "", "", before
    ends = [verb.start() for verb in verbs[1:]] + [len(sentence)]
    for verb, end in zip(verbs, ends, strict=False):
        what = "" if verb.lastgroup == "wrong" else sentence[verb.end() : end]
        yield verb.lastgroup or "", what, sentence[verb.start() : end]


def _phrases(parts: Iterable[str]) -> Iterator[Phrase]:
    for said in parts:
        place = next((word for word in reversed(said.split()) if _PATH.match(word.strip("`'\""))), "")
        if path := place.casefold().strip("`'\"").replace("*", "").rstrip("/"):
            yield Phrase(said, frozenset(), path)
        elif words := frozenset(tokens(re.sub(r"[\W_]+", " ", said))) - _EMPTY:
            pieces = frozenset(word for word in words if "_" not in word)
            yield Phrase(_without_filler(said), pieces or words)


def _without_filler(said: str) -> str:
    words = said.split()
    while len(words) > 1 and set(tokens(words[0])) <= _EMPTY:
        words = words[1:]
    while len(words) > 1 and set(tokens(words[-1])) <= _EMPTY:
        words = words[:-1]
    return " ".join(words)


def _says_something(text: str) -> bool:
    found = frozenset(tokens(text))
    return bool(found - _EMPTY) if found else any(map(str.isalnum, text))


def _brief(text: str) -> str:
    plain = " ".join(text.split()).strip(" ,:")
    return plain if len(plain) <= SHOWN else plain[: SHOWN - 1] + "…"


def _meets(phrases: Iterable[Phrase], text: str) -> str:
    if not phrases:
        return ""
    stems = frozenset(tokens(text))
    return next((phrase.said for phrase in phrases if phrase.meets(text, stems)), "")


def _listed(phrases: Iterable[Phrase]) -> str:
    return " and ".join(f"“{said}”" for said in dict.fromkeys(phrase.said for phrase in phrases))
