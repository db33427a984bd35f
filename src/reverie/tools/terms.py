"""The words of short technical texts: taken apart, weighed against the background, and grouped into what they share."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

_TOKEN = re.compile(r"`[^`\n]{2,60}`|[A-Za-z_][\w.]*\w|\w{2,}|[^\W\d_]", re.UNICODE)
_PIECE = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|[^\W\d_A-Za-z]+")
_ENDINGS = (
    ("ations", ""), ("ation", ""), ("izing", "iz"), ("ized", "iz"), ("izes", "iz"), ("nesses", ""), ("ness", ""),
    ("ically", "ic"), ("ies", "y"), ("ings", ""), ("ing", ""), ("edly", ""), ("ments", ""), ("ment", ""), ("ers", ""),
    ("ed", ""), ("es", ""), ("ly", ""), ("er", ""), ("s", ""),
)  # fmt: skip
_STOP = """
a about above accept actual actually add added adding address adds after again against all allow allowed allowing
allows also always an and another any apply are aren arg args as at avoid avoiding avoids back bad based be because
been before behavior behaviour being below better between both branch break breaking breaks broken bug bugfix bugs
build bump but by call called calls can cannot case cases certain change changed changes check checks chore ci class
clean cleanup code commit content correct correctly could crash crashes crashing current data default defaults dict
did different do doc docs does doesn doing don done down due during each either else empty enable ensure error
errors even every existing expected extra fail failed failing fails failure false feat feedback file files first fix
fixed fixes fixing follow for from full function further get gets getting give given go had handle handled handles
handling has have having he help here honor honour how i if ignore implement improve improved in incorrect
incorrectly input instead int into invalid is isn issue issues it item items its itself java js just keep key keys
kind know last let like line lines lint list local lost main make makes making many master may merge message
messages method might minor missing module more most move multiple must my name names need needed needs new nit no
node non none nor not now null number object of off old on once one only option options or other our out output over
own part pass passed passing path paths per possible potential pr preserve prevent previous problem proper properly
pull put python re read really reduce refactor regression release remove removed removes removing rename replace
report request require required requires resolve resolved resolves respect restore result results return returned
returning returns revert review right run running runs rust s same second see set sets setting several should show
simple simplify since single small so some something specific state still stop string such support sure take
temporary test testing tests text than that the their them then there these they thing this those through time to
too true try ts type types typo undefined under unexpected unexpectedly unless until up update updated updates
updating us usage use used useful user uses using value values version very via wait want was way we well were what
when where whether which while who why will wip with within without work working works would write wrong wrongly yet
you your
"""
STOP = frozenset(_STOP.split())


@lru_cache(maxsize=1 << 16)
def stem(word: str) -> str:
    """A word without its ending, so that `filters` and `filtering` meet. Short words stay as they are."""
    for ending, instead in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) + len(instead) >= 4:
            base = word[: -len(ending)] + instead
            return base[:-1] if len(base) > 4 and base[-1] == base[-2] and base[-1] not in "ls" else base.rstrip("e")
    return word.rstrip("e") if len(word) > 4 else word


@dataclass(frozen=True, slots=True)
class Term:
    """A word or name as it is compared, and as it was written."""

    key: str
    shown: str


def terms(text: str) -> list[Term]:
    """The telling words of a text in order, names of code both whole and in pieces."""
    found: list[Term] = []
    for match in _TOKEN.finditer(text):
        token = match[0].strip("`._")
        pieces = [piece.lower() for piece in _PIECE.findall(token)]
        is_name = len(pieces) > 1 and re.fullmatch(r"[\w.]+", token) is not None
        if is_name:
            found.append(Term("_".join(stem(piece) for piece in pieces), token))
            found.extend(
                Term(f"{stem(a)}_{stem(b)}", f"{a} {b}")
                for a, b in pairwise(pieces)
                if len(pieces) > 2 and not {a, b} & STOP
            )
        else:
            shown = token if token.isupper() else ""  # an acronym stays as it is
            found.extend(Term(stem(piece), shown or piece) for piece in pieces if piece not in STOP and len(piece) > 2)
    return [term for term in found if term.key and term.key not in STOP]


def phrases(text: str) -> dict[str, str]:
    """Keys of words and of pairs of neighbours, each with how it was written."""
    row, small = terms(text), text.lower()
    found = {term.key: term.shown for term in row}
    for a, b in pairwise(row):
        if "_" not in a.key + b.key and _said(f"{a.shown} {b.shown}".lower(), small):
            found.setdefault(f"{a.key}_{b.key}", f"{a.shown} {b.shown}")  # meets `delete_all` and `deleteAll`
    return found


def _said(pair: str, text: str) -> bool:
    """Whether two words stand side by side, neither of them one half of a longer word with a hyphen."""
    at = text.replace("-", " ").find(pair)
    return at >= 0 and text[at - 1 : at] != "-" and text[at + len(pair) : at + len(pair) + 1] != "-"


class Background:
    """How common a phrase is in all that was said, so that what is special here can be told."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._count: Counter[str] = Counter()
        self.size = 0
        self.said: set[str] = set()  # every word as it was written, but for the first of each text
        for text in texts:
            self.size += 1
            self.said.update(text.split()[1:])
            self._count.update(phrases(text).keys())

    def rarity(self, key: str, besides: int = 0, of: int = 0) -> float:
        """The natural logarithm of how rarely it is said; 0 for what everybody says. `besides`: not counting so many of
        its uses, in a group of `of` texts that are part of the background themselves."""
        return math.log((max(self.size - of, 0) + 1) / (max(self._count[key] - besides, 0) + 1))


@dataclass(frozen=True, slots=True)
class Theme:
    """What some of a group of texts have in common."""

    key: str
    shown: str
    members: tuple[int, ...]
    score: float
    rarity: float  # outside this group


def themes(texts: Sequence[str], background: Background, besides: Set[str] = frozenset()) -> list[Theme]:
    """Phrases that two or more of these texts share and that are rare elsewhere, best first. `besides`: words that say
    nothing here, such as those of the file's own name."""
    dull = {stem(word) for word in besides}
    where: defaultdict[str, dict[int, str]] = defaultdict(dict)
    for i, text in enumerate(texts):
        for key, shown in phrases(text).items():
            if not dull.issuperset(key.split("_")):
                where[key][i] = shown
    found = []
    for key, shown_in in where.items():
        if len(shown_in) > 1:
            rarity = background.rarity(key, len(shown_in), len(texts))
            score = round(len(shown_in) * rarity * (1.25 if "_" in key else 1.0), 6)
            found.append(Theme(key, _usual(shown_in.values()), tuple(sorted(shown_in)), score, rarity))
    return sorted(found, key=lambda theme: (-theme.score, -theme.key.count("_"), theme.key))


def _usual(shown: Iterable[str]) -> str:
    """The way most people wrote it; a name of code before words."""
    counted = Counter(shown)
    return min(counted, key=lambda text: (-counted[text], " " in text, text))
