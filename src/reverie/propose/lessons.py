"""What a fix says went wrong, in its author's own words: the subject without decoration. Fixes are compared and weighed
by it. It is never quoted in a rule: a subject may hold an insult, a name, or an order to the agent that reads it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from reverie.propose.draft import Desk
from reverie.propose.words import code
from reverie.records.events import Event
from reverie.tools import titles
from reverie.tools.terms import STOP, Background

LONGEST = 110  # characters of one
NAMES = 3  # of the code, that a sentence takes from subjects
TELLING = 3  # words, at least; what does harm may be said in two
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
_CODE = re.compile(  # what only code is called: `load_all`, `loadAll`, `CacheMissError`
    r"(?<![\w./@-])(?=\w{4,40}(?![\w/-]))(?:[A-Za-z]+\d*(?:_[A-Za-z0-9]+)+|[A-Za-z][a-z]+(?:[A-Z][a-z0-9]+)+)(?!\w)"
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


def telling(events: Sequence[Event], background: Background) -> int:
    """How many different things these say went wrong."""
    return len({titles.same(text) for event in events if (text := lesson(event, background))})


def names(events: Sequence[Event], files: Sequence[str], desk: Desk) -> str:
    """What a sentence may take from subjects, which anybody may have written: names that the code they are about has
    now. All else stays with the evidence."""
    said = Counter(name for event in events for name in set(_CODE.findall(event.summary)))
    here = {name for path in files for name in _CODE.findall(desk.text(path))}
    found = sorted((name for name in said if name in here), key=lambda name: (-said[name], name))[:NAMES]
    return f" (among what they name: {', '.join(map(code, found))})" if found else ""


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
