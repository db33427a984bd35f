"""What a fix says went wrong, in its author's own words: the subject without decoration, short enough to quote."""

from __future__ import annotations

import re
from collections.abc import Sequence

from reverie.records.events import Event
from reverie.tools import titles
from reverie.tools.terms import STOP, Background

LONGEST = 110  # characters of one
TELLING = 3  # words, at least; what does harm may be said in two
ROOM = 240  # of all that a sentence quotes
_FIX = re.compile(
    r"^(?:(?:potential|possible|another|quick|small|attempt(?:ed)? to|try to) )*(?:bug ?)?fix(?:e[sd]|ing)?\b"
    r"(?:[: ]+|$)"
    r"(?:(?:(?:an?|the|some) +)?(?:issue|bug|regression|problem|case|error)s?"
    r"(?: +(?:where|when|that|with|in which)\b|[:,]) *)?",
    re.I,
)
_TAIL = re.compile(
    r"\s*[(\[](?:fix(?:es|ed)?|close[sd]?|resolve[sd]?|salvage of|refs?|see|part of|wip|backport|#|GH-)"
    r"[^)\]]*[)\]]?\s*$"
    r"|\s*,? *(?:(?:fix(?:es|ed)?|close[sd]?|refs?) )?#\d+\s*$|\s*\[WIP\]\s*$",
    re.I,
)
_NUMBER = re.compile(  # of what was fixed, before what it was
    r"^(?:bug ?)?fix(?:es|ed)? *(?:for )?(?:#\d+ *(?:\([^)]*\))?[: -]*|\d{3,} by )"
    r"|^(?:fix(?:es|ed)?:? )?#?\d{3,} -+ |^[\w-]+:[\d.,]+: ",
    re.I,
)
_CUT = re.compile(r"(?:…|\.\.\.)$")  # the rest stands at the beginning of the body, and may begin inside a word
_LOOSE_END = re.compile(r" (?:(?:caused )?by|due to|in|of|to|on|at|with|from|and|or|the|an?|when|if)$")
_VAGUE = re.compile(
    r"^(?:(?:minor|various|small|misc\w*|several|some|more|bug) )*"
    r"(?:fix(?:es)?|improvements?|changes?|clean-?ups?|tweaks?|corrections?)"
    r"(?: and (?:fix(?:es)?|improvements?|changes?|clean-?ups?))?$"
    r"|^(?:try|attempt)(?:ing)? (?:to )?fix|^comments?\b|^(?:remove|clean up) (?:obsolete|dead|unused)"
    r"|^(?:master|main) merge|^sonar|^cs check|^compil\w+|^make (?:\w+ )*tests? pass|\baudit(?: \w+)?$"
    r"|^(?:address|apply|incorporate)\b.*\b(?:review|feedback|comments?|round)\b|^potential fix for\b"
    r"|^review(?:s|ed|er)?(?: \w+)?$|\b(?:docs?|docstrings?|documentation|changelog|readme|typos?|comments?)$"
    r"|\b(?:ruff|eslint|prettier|clippy|flake8|pylint|black) ?(?:format\w*|errors?|warnings?|issues?|lints?|checks?|$)"
    r"|^(?:ruff|lint|formatting)\b"
    r"|\b(?:compil\w+|build|linter?|clippy|mypy|type[- ]?check\w*|const[- ]correct\w*)"
    r" (?:\w+ )?(?:warnings?|errors?|failures?|issues?|problems?)\b"
    r"|\bwarnings? (?:with|on|under|from|by|in) \w+[ \d.]*$"
    r"|^(?:more|again|stuff|it|bug|issue|this|tests?|ci|build|lint|typos?|regression|nits?|\W*|pull request finding)$"
    r"|^(?:in|on|of|at|with|as|from) |^chang(?:e|es|ing) (?:how|the way)\b|^revert\b"
    r"|\b(?=[a-f]*\d)[0-9a-f]{10,40}\b|^for pull request"
    r"|[\"“](?:fix|feat|chore|revert)\b|^(?:add|update|improve) (?:\w+ )?tests?\b",
    re.I,
)
_HARM = re.compile(
    r"\b(?:crash\w*|leak\w*|deadlock\w*|rac(?:es?|y)|panic\w*|hang\w*|corrupt\w*|los(?:e|es|t|ing|s)|secur\w+|bypass\w*"
    r"|exception|overflow\w*|infinite|freez\w+|stale|wrong\w*|duplicat\w+|drop(?:s|ped)?|\w+(?:Error|Exception)|null|nil"
    r"|None|undefined|fails?|broken?|breaks?|unauthori[sz]ed|escap\w+|inject\w+|timeouts?)\b",
    re.I,
)
_NEW = re.compile(r"(?:implement|introduce|add|support|allow|enable|improve|bump|update|upgrade|migrate)\b", re.I)
_LOOKS = re.compile(
    r"\b(?:align\w*|colou?rs?|icons?|margins?|padding|spacing|sentence case|wording|styl\w+|obsolete|cosmetic)\b",
    re.I,
)
_CLAUSE = re.compile(r", | — | - |: | (?:so|when|if|because|instead|which|where|while|and|by|to) ")
_LEADS = frozenset("skip prevent wrap guard raise throw drop omit emit don't can't doesn't close cancel reset".split())


def lesson(event: Event, background: Background) -> str:
    """The subject as a half-sentence; empty if it says nothing ("address review", "fix it")."""
    text = _whole(titles.without_request(titles.split(event.summary).rest).strip(), event.body)
    text = _NUMBER.sub("", text)
    text = re.split(r"(?<=\w{3})\. (?=[A-Z])|\\r?\\n|\\n", text)[0]
    for _ in range(3):
        text = _LOOSE_END.sub("", _TAIL.sub("", text).strip().rstrip(".;:,!…–- "))
    text = re.sub(r"^(?:for|and|or) (?=\w+ )", "", _FIX.sub("", text).strip()).replace("; ", ", ")
    text = re.sub(r"^(?:[-/–•*]\s+|\(\w{1,12}\)\s+)+", "", text)
    if _VAGUE.search(text) or len(text.split()) < (2 if _HARM.search(text) else TELLING):
        return ""
    return _shortened(_lowered(text, background))


def _whole(text: str, body: str) -> str:
    """A title that was cut for its length, together with its rest; if that is not there, without the word it was cut
    in."""
    if not _CUT.search(text):
        return text
    rest = re.match(r"(?:…|\.\.\.)([^\n]*)", body)
    return _CUT.sub("", text) + rest[1] if rest else text.rpartition(" ")[0]


def lessons(events: Sequence[Event], background: Background, most: int = 3) -> list[str]:
    """The few that say most, each said once, the newest first; two are enough where they are long."""
    found: dict[str, str] = {}
    for event in sorted(events, key=lambda e: (e.at, e.id), reverse=True):
        text = lesson(event, background)
        if text:
            found.setdefault(titles.same(text), text)
    best = sorted(found.values(), key=lambda text: -_weight(text))[:most]
    best = best if sum(map(len, best)) <= ROOM else best[:2]
    return [text for text in found.values() if text in best]


def _weight(text: str) -> int:
    """Harm weighs more than looks, and a few words more than two."""
    words = len(text.split())
    if text.endswith("…"):  # half a thought
        words = 0
    slight = bool(_LOOKS.search(text)) + bool(_NEW.match(text))
    return 3 * bool(_HARM.search(text)) - 3 * slight + (words > 3) + (words > 5)


def _lowered(text: str, background: Background) -> str:
    """A half-sentence begins small, unless with a name: a word that people here write large wherever it stands."""
    first = text.split(" ", 1)[0]
    small = first.lower()
    is_name = first in background.said and not (small in background.said or small in STOP or small in _LEADS)
    return text[0].lower() + text[1:] if first[1:].replace("'", "").islower() and not is_name else text


def _shortened(text: str) -> str:
    """Cut at the end of a clause if there is one late enough, else at a word."""
    if len(text) <= LONGEST:
        return text
    head = text[: LONGEST - 1]
    clause = max((found.start() for found in _CLAUSE.finditer(head)), default=0)
    cut = (head[:clause] if clause > LONGEST // 2 else head.rsplit(" ", 1)[0]).rstrip(",;:–- ")
    for opening, closing in (("(", ")"), ("`", "`")):
        if cut.count(opening) % 2 if opening == closing else cut.count(opening) > cut.count(closing):
            cut = cut[: cut.rfind(opening)].rstrip(",;:–- ")
    return f"{cut}…"
