"""A fact among what a person asked to be remembered: `remember that the staging database is on port 5433`. It says how
something is; what says how to behave (`always run the linter`) is a rule, and not for this page to take."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from reverie.tools.wish import Form, telling
from reverie.tools.wishes import wish
from reverie.tools.wishes_plain import is_deed

NAME = 2  # words that are surely what is spoken of, if the first is no order
_TAG = re.compile(r",? (?:ok(?:ay)?|right|please|pls|thanks?|thank you|got it)\W*$", re.I)
_URL = re.compile(r"https?://[^\s<>\"'`|{}]*[^\s<>\"'`|{}.,;:!?)\]]")
_MASK = "Urlmask{}"  # a word, so that an address does not count as pointing at something unknown
_CLAUSE = re.compile(
    r"\b(?:remember|note|keep in mind|bear in mind|(?:do not|don'?t|never) forget|memori[sz]e)(?: please)?,? that\b"
    r"|\b(?:remember|save|store|add|put|note|record)\b[^,.;]{0,30}\bmemor\w{1,3},? that\b",
    re.I,
)
_STATES = (
    "is|are|isn't|aren't|has|have|lives?|runs? (?:on|in|at|as|under|behind|every|with)|uses|needs?|requires?|lies|sits?"
    "|stands?|listens?|points?|belongs?|holds?|contains?|means|stores?|expires?|serves|owns|depends?|supports?|speaks?"
    "|comes? (?:from|with)|goes (?:through|to)|takes|costs|talks? to|connects?|(?:start|end)s? (?:on|at|in)"
)
_STATED = re.compile(rf"^(?P<subject>[^,;:]{{2,80}}?) (?:(?:only|also|both|all|still) )?(?:{_STATES})\b \S", re.I)
_NAMED = re.compile(r"^(?:the|our|all|both|an?|there) ", re.I)
_LINKED = re.compile(
    r"\b(?:that|which|where|when|if|because|so|until|after|before|while|who|how|why|to|and|or)\b", re.I
)
# Who or what is to behave, or is told to.
_BEHAVIOUR = re.compile(
    r"\b(?:always|never|ever|every ?time|from (?:now|here)|going forwards?|henceforth|next time|in (?:the )?future"
    r"|as a (?:general )?rule|standing|must|mustn't|should|shouldn't|shall|ought|ha(?:s|ve) to|needs? to|supposed to"
    r"|allowed|forbidden|please|make sure|ensure|don't|do not|avoid|prefer\w*|stop|let'?s|instead|rather than|whenever"
    r"|you|your|when (?:we|working|writing|running)|before (?:we|any|each|every|committing|pushing|merging))\b",
    re.I,
)
_FOR_GOOD = re.compile(
    r"\b(?:always|never(?! forget)|from (?:now|here) on|going forwards?|henceforth|(?<!for )next time|in (?:the )?"
    r"future|every ?time|as a (?:general )?rule|standing (?:order|rule|instruction)s?)\b",
    re.I,
)
# What an agent makes: to say how it is means to say how it is to be made.
_MADE = re.compile(
    r"\b(?:commits?|messages?|prs?|pull requests?|branch(?:es)?|comments?|answers?|repl(?:y|ies)|responses?|changelogs?"
    r"|code|tests?|names?|naming|style|formatting|docstrings?|imports?|conventions?|rules?|polic(?:y|ies))\b",
    re.I,
)
_PERSON = re.compile(r"\b(?:I|[Tt]he user|[Mm]e|[Mm]y|[Mm]ine|[Hh]e|[Ss]he|[Hh]is|[Hh]er)\b")
_PASSING = re.compile(
    r"\b(?:yesterday|tomorrow|tonight|(?:this|next|last) (?:week|month|year|quarter|sprint|morning|evening|night)"
    r"|on (?:mon|tues|wednes|thurs|fri|satur|sun)day|currently|temporarily|at the moment|for now|right now|soon|broken"
    r"|down|failing|done|ready|running|busy|ago)\b",
    re.I,
)
_WHERE = re.compile(
    r"\b(?:docs?|documentation|dashboards?|wiki|runbooks?|boards?|channels?|tickets?|tracker|specs?|guides?|manuals?"
    r"|designs?|logs|metrics|issues?|reports?|mirror|registry)\b.* (?:is|are|lives?|lies|sits?|stands?|goes) "
    r"(?:in|at|on|under|below|to|kept|found|tracked)\b",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Fact:
    """`sentence` stands by itself; `type`: project, or reference if it says where something is to be found."""

    sentence: str
    type: str


def fact(text: str) -> Fact | None:
    """The fact these words ask to remember; None if there is none, or if anything in them asks for behaviour."""
    if _FOR_GOOD.search(text):
        return None
    links = list(dict.fromkeys(_URL.findall(text)))
    masked = _TAG.sub("", text)
    for number, link in enumerate(links):
        masked = masked.replace(link, _MASK.format(number))
    found = wish(masked, lasting=True)
    if found is None or found.form is not Form.SAID or not _states(found.sentence, clause=bool(_CLAUSE.search(text))):
        return None
    sentence = found.sentence
    for number, link in reversed(list(enumerate(links))):
        sentence = sentence.replace(_MASK.format(number), link)
    sentence = sentence[:-1] if links and sentence.endswith(f"{links[-1]}.") else sentence  # it would be part of it
    first = sentence.split()[0]
    if re.search(r"[./_-]", first) and first not in text:
        sentence = sentence[0].lower() + sentence[1:]  # a name, as it is written
    return Fact(sentence, "reference" if links or _WHERE.search(sentence) else "project")


def _states(sentence: str, *, clause: bool) -> bool:
    """Whether a sentence says how something is. Without a `that` before it, a verb in front might be an order."""
    found = _STATED.match(sentence)
    if found is None:
        return False
    subject = found["subject"]
    first = subject.split()[0].lower()
    named = _NAMED.match(sentence) or (len(subject.split()) <= NAME and not is_deed(first))
    if not (clause or named):
        return False
    if first in ("we", "it", "they", "there") and not re.match(r"^(?:we|there) (?:have|are|is)\b", sentence, re.I):
        return False
    if _LINKED.search(subject) or _MADE.search(subject):
        return False
    return not (_BEHAVIOUR.search(sentence) or _PERSON.search(sentence) or _PASSING.search(sentence))


# Whether it is known already

_WORD = re.compile(r"[\w./@:-]+")
_LIKE_CODE = re.compile(r"\d|\w[./@:_-]\w")
_DENIED = re.compile(r"\b(?:not|no|never|cannot|without|no longer)\b|n't\b", re.I)
_ENDS = re.compile(r"(?<=[.!?;])\s+|\n\s*\n")
LONGEST = 300  # characters of a sentence
SHARED = 0.8  # of the telling words, where all that is specific agrees


def is_told(sentence: str, text: str, title: str = "") -> bool:
    """Whether a note says this already: one of its lines holds every number, name and path of it and nearly all of its
    words. Rather told twice than lost: two notes can be merged later."""
    mine, specific, denied = _known(sentence)
    lowered = f"{title} {text}".casefold()
    if not all(name in lowered for name in specific or {word[:3] for word in mine}):
        return False  # nearly always, and soon known
    return any(
        bool(_DENIED.search(line)) == denied
        and specific <= _specific(f"{title} {line}")
        and len(mine & telling(f"{title} {line}")) >= (SHARED if specific else 1.0) * len(mine)
        for line in _lines(text)
    )


def _lines(text: str) -> Iterator[str]:
    """Its sentences, however they are wrapped; of what goes on and on, its lines."""
    for sentence in _ENDS.split(text):
        yield from (sentence,) if len(sentence) <= LONGEST else sentence.splitlines()


@lru_cache(maxsize=64)
def _known(sentence: str) -> tuple[frozenset[str], frozenset[str], bool]:
    return telling(sentence), frozenset(_specific(sentence)), bool(_DENIED.search(sentence))


def _specific(text: str) -> set[str]:
    """Numbers, paths, addresses, and names within a sentence."""
    found = set()
    for match in _WORD.finditer(text):
        name = match[0].strip("./:-")
        inside = match.start() > 1 and text[match.start() - 1] == " " and text[match.start() - 2].isalnum()
        if name and (_LIKE_CODE.search(name) or (inside and name[0].isupper())):
            found.add(name.casefold())
    return found
