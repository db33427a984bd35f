"""What an answer must be before it is more than an attempt: citing what it was given, naming nothing that the evidence
does not name, giving no orders that were only found somewhere, and saying what it was to say."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence

from reverie.remember.judge import judge
from reverie.remember.specifics import lost, specifics
from reverie.remember.statements.cues import DENIALS
from reverie.tools import sentence
from reverie.tools.ordinary import ORDINARY
from reverie.tools.terms import stem, terms
from reverie.wording.prompt import Invalid, Quoted

GROUNDED = 0.5  # of the telling words of an answer, as many must stand in the evidence
TWICE = 2  # pieces of evidence in which something must stand to be more than one voice
RUN = 4  # words in a row that nobody says twice in one sentence
_OPENING = re.compile(r"(^|[.!?:;]\s+)([A-Z][a-z]+)(?=[\s,])")
_NUMBERS = re.compile(
    r"\b(?:three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen"
    r"|(?:twen|thir|for|fif|six|seven|eigh|nine)ty|hundreds?|thousands?|millions?|dozens?)\b",
    re.IGNORECASE,
)
_FORBIDS = re.compile(r"\W*(?:\w+,? ){0,2}(?:never|not|don't|don’t|avoid|stop|no)\b", re.IGNORECASE)
_LACKS = re.compile(r"\b(?:without|no) [a-z]+", re.IGNORECASE)
_TURNED = frozenset(
    stem(word) for word in (*DENIALS, *"don't don’t avoid stop skip refuse ignore bypass disable forbid omit".split())
)
_TALK = frozenset("evidence draft task json schema prompt cite cites cited sentence".split())
_QUOTE = re.compile(r"“([^”]+)”")
_CODE = re.compile(r"`([^`\n]+)`")
_PLACE = re.compile(r"[/\s]|\w\.\w")  # a path or a command
_SHELL = re.compile(r"[\s|&;<>$={}\\]")
_ORDER = re.compile(
    r"\b[a-z][a-z0-9+.-]*://\S+|\bwww\.\S+|(?<!\w)--?[A-Za-z][\w-]*(?:=\S+)?|(?<![\w.])(?:~|\.\.)?/[\w.~-]+[\w/.~-]*"
    r"|\$\{?\w+|[\w.+-]+@[\w-]+\.\w+|\w+\([^)]+\)|[|&;]{1,2}\s*\w+\s*$"
)


def cited(ids: Sequence[str], given: Collection[str]) -> tuple[str, ...]:
    """The ids, each once, if all of them were given."""
    if foreign := [id for id in ids if id not in given]:
        raise Invalid(f"it cites `{foreign[0][:40]}`, which is no evidence it was given")
    return tuple(dict.fromkeys(ids))


def names_nothing_new(text: str, seen: Sequence[Quoted], trusted: Collection[str] = ()) -> None:
    """Every path, number, name and command must stand in evidence that may be named. With `trusted` ids: in one of
    these, or in two others, for what stands in one place only may have been put there to be repeated."""
    given = _given(seen, trusted)
    plain = _OPENING.sub(lambda found: found[1] + found[2].lower(), text)  # a capital only because a sentence begins
    for token in [*_parts(lost([plain], given), given), *_numbers(text, given)]:
        holders = [piece for piece in seen if _stands(token, piece.text)]
        if not trusted or sum(not piece.private for piece in holders) < TWICE:
            raise Invalid(f"it names `{token[:60]}`, which stands {_where(holders)}")


def _parts(tokens: Sequence[str], given: str) -> list[str]:
    """`UUID-based` is no name of its own if `UUID` is known."""
    found = []
    for token in tokens:
        words = token.split("-")
        plain = len(words) > 1 and all(word.isalpha() for word in words)
        found += [word for word in words if not word.islower() and lost([word], given)] if plain else [token]
    return found


def _given(seen: Sequence[Quoted], trusted: Collection[str]) -> str:
    return "\n".join(p.text for p in seen if (p.id in trusted if trusted else not p.private))


def _stands(token: str, text: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(token)}(?!\w)", text, re.IGNORECASE) is not None


def _where(holders: Sequence[Quoted]) -> str:
    if not holders:
        return "nowhere in the evidence"
    return "only in what was said in private" if all(piece.private for piece in holders) else "in one piece only"


def brings_no_orders(text: str, trusted: str) -> None:
    """A command, a flag, an address or a place outside the project may only come from what rules have worded: what was
    found somewhere may be there just to be repeated."""
    commands = [code for code in _CODE.findall(text) if _SHELL.search(code)]
    for order in [*commands, *_ORDER.findall(_CODE.sub(_opened, text))]:
        if order.strip() not in trusted:
            raise Invalid(f"it repeats `{order[:60]}` from the evidence, and only the draft's commands may be given")


def _opened(code: re.Match[str]) -> str:
    """What stands in quotes, without them; a command there was looked at whole."""
    return " " if _SHELL.search(code[1]) else f" {code[1]} "


def quotes_truly(text: str, own: str) -> None:
    """What stands between quotation marks was said so: it stands in the draft, letter for letter."""
    for quote in _QUOTE.findall(text):
        if quote.strip(" .,…") not in own:
            raise Invalid(f"it quotes `{quote[:60]}`, which the draft does not")


def says_what_is_there(text: str, seen: Sequence[Quoted], trusted: Collection[str] = ()) -> None:
    """Its telling words must be the evidence's own, at least half of them. With `trusted` ids: all of them, from one of
    these or from two others, but for the words that any advice is made of."""
    keys = [(piece.id, _keys(piece.text)) for piece in seen]
    sure = {key for id, found in keys if id in trusted for key in found}
    told = [term for term in terms(text) if term.key not in ORDINARY or term.key in sure]
    counts = {term.key: sum(term.key in found for _, found in keys) for term in told}
    strange = [term.shown for term in told if not counts[term.key]]
    alone = {term.key: term.shown for term in told if term.key not in sure and counts[term.key] < TWICE}
    if not told or len(strange) > (1 - GROUNDED) * len(told):  # what says nothing telling says nothing
        raise Invalid("it says what the evidence does not say" + (f": `{strange[0][:40]}`" if strange else ""))
    if trusted and alone:
        words = "`, `".join(list(alone.values())[:3])
        raise Invalid(f"it adds `{words[:100]}`, which the draft does not say, nor two pieces of evidence")


def _keys(text: str) -> set[str]:
    """The telling words of a text, and what its names are made of: `ANY_GIT_ERROR` speaks of git."""
    found = {term.key for term in terms(text)}
    return found | {part for key in found for part in key.split("_")}


def keeps_meaning(text: str, own: str, seen: Sequence[Quoted] = ()) -> None:
    """It must not turn round what it rewords: forbid what that asks for, allow what that forbids, say another value."""
    if judge(own, text).verdict == "contradicts":
        raise Invalid("it contradicts the draft")
    mine, theirs = _denials(_unnamed(text, seen)), _denials(own)
    if new := [word for key, word in mine.items() if key not in theirs]:
        raise Invalid(f"it says `{new[0]}`, which the draft does not: it must not turn the draft round")
    if _FORBIDS.match(own) and not _denials(text):
        raise Invalid("the draft forbids something, and it does not: it must not turn the draft round")


def _unnamed(text: str, seen: Sequence[Quoted]) -> str:
    """Without what is only the name of a thing: `tokens without expiry`, where the evidence speaks of those."""
    known = " ".join(piece.text for piece in seen).lower()
    return _LACKS.sub(lambda found: "" if found[0].lower() in known else found[0], text)


def is_well_made(text: str, seen: Sequence[Quoted], most: int) -> None:
    """Whole, said once, and about the matter: small models go round in circles, stop in mid-sentence, or speak of what
    they were asked."""
    words = _words(text)
    runs, known = _runs(text), [_runs(piece.text) for piece in seen]
    if any(count > max([1, *(piece[run] for piece in known)]) for run, count in runs.items()):
        raise Invalid("it repeats itself")
    if text.count("`") % 2 or text.count('"') % 2:
        raise Invalid("it opens a quotation that it does not close")
    if len(text) >= most - 1 and text[-1] not in ".!?`)":
        raise Invalid("it ends before it is finished")
    spoken = " ".join(piece.text for piece in seen).lower()
    if talk := [word for word in words if word in _TALK and word not in spoken]:
        raise Invalid(f"it speaks of the task itself: `{talk[0]}`")


def _words(text: str) -> list[str]:
    return re.findall(r"[\w/.-]+", text.lower())


def _runs(text: str) -> Counter[tuple[str, ...]]:
    words = _words(text)
    return Counter(tuple(words[at : at + RUN]) for at in range(len(words) - RUN + 1))


def begins_like(text: str, own: str) -> None:
    if text[:1].islower() and not own[:1].islower():
        raise Invalid("it does not begin like a sentence")


def keeps_named(own: str, text: str) -> None:
    """Every path and command of the draft must be in what is made of it; counts and plain words may go."""
    named = [token for token in _CODE.findall(own) if _PLACE.search(token)]
    if gone := lost([f"`{token}`" for token in named], text):
        raise Invalid(f"it no longer names `{gone[0][:60]}`")
    if specifics(own) and len(lost([own], text)) >= len(specifics(own)):
        raise Invalid("it no longer names what the draft is about")


def keeps_all(originals: Iterable[str], text: str) -> None:
    if gone := lost(originals, text):
        raise Invalid(f"it lost `{gone[0][:60]}`")


def is_one_line(text: str) -> None:
    """One plain sentence or a few on one line: nothing that breaks a page, hides, or opens a block."""
    if sentence.proposed(text) != text:
        raise Invalid("it is not plain text on one line")


def _numbers(text: str, known: str) -> list[str]:
    said = {found.lower() for found in _NUMBERS.findall(known)}
    return [found for found in _NUMBERS.findall(text) if found.lower() not in said and lost([_digits(found)], known)]


def _digits(word: str) -> str:
    small = "three four five six seven eight nine ten eleven twelve".split()
    return str(small.index(word.lower()) + 3) if word.lower() in small else word.title()


def _denials(text: str) -> dict[str, str]:
    """Words that turn a sentence round, by their stems."""
    words = re.findall(r"[\w’']+", text.lower())
    return {stem(word): word for word in words if stem(word) in _TURNED or word.endswith(("n't", "n’t"))}
