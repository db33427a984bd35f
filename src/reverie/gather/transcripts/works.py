"""What a session was for, how it ended, and what it left to do, each in the words of who said it: the person's request,
the agent's closing words. Whoever comes next morning wants to know that first."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from reverie.gather.transcripts.phrases import LONGEST, cut, own_words, sentences
from reverie.records.transcripts import Said, Turn
from reverie.tools.tokens import tokens

FIRST = 6  # records in which a plan may be handed over
OPENING = 4  # things a person says before the matter must be clear
LEFT = 4  # things left to do that are told
TELLING = 5  # words that make a request
TOP = 200  # characters in which a document that was handed over says what it is
LARGE = 600  # characters: so much is a document
SHORT = 60  # characters: so little says more with the sentence after it
HUMAN = Turn.HUMAN
_AT_WORK = (Turn.AGENT, Turn.HUMAN, Turn.TOOL_USE)
_PLAN = re.compile(r"\s*(?:Implement|Execute|Carry out) (?:the following|this) plan", re.I)
_HEADING = re.compile(r"^\s*#{1,4}\s+(?:plan(?:ning)?\s*:\s*)?(.{6,120})$", re.I | re.M)
_GREETING = re.compile(
    r"^\W*(?:hi|hello|hey|ok(?:ay)?|yes|no|thanks|please|great|perfect|cool|sure|go ahead|continue"
    r"|let'?s (?:discuss|go|do it))\W*$",
    re.I,
)
_OBJECTS = re.compile(r"^\W*(?:no|nope|wrong|stop|wait|not)\b", re.I)
_SMALL = re.compile(r"^\W*(?:commit|push|merge|rebase|open|create)\b[^.]{0,60}$", re.I)
_ABOUT_TO = re.compile(
    r"^\W*(?:(?:now|next|first|good|great|perfect|ok(?:ay)?|excellent)[,.!:]?\s+)*(?:let me|let's|i'll|i will|i need to"
    r"|i'm going to|i should|now\b|we need to|checking|looking|running|writing)",
    re.I,
)
_ASKS = re.compile(r"\?\s*$|^\W*(?:would you like|want me to|should i|shall i|do you want|let me know)", re.I)
_EMPTY = re.compile(
    r"^\W*(?:done|perfect|great|excellent|pushed|committed(?: and pushed)?|all (?:done|set|clean)|summary(?: of .*)?"
    r"|here(?:'s| is) (?:a|the|your)? ?(?:summary|what|overview)[^.]*|you're (?:absolutely )?right)\W*$",
    re.I,
)
_TALK = re.compile(
    r"^\W*(?:yes|no|and yes|absolutely|exactly|good (?:point|catch|question|idea)|you(?:'re| are)|that(?:'s| is|makes)"
    r"|i(?:'m| am) )\b|^No response requested",
    re.I,
)
_WELL = re.compile(
    r"\b(?:pass(?:es|ed|ing)?|fixed|clean|committed|pushed|merged|published|fail(?:s|ed|ing)?|works)\b", re.I
)
_ROUTINE = re.compile(
    r"\b(?:tests? (?:all )?(?:pass|passed|passing)|lint|type-?check|pre-commit|insertions|zero failures|working tree)\b"
    r"|^committed (?:as|in|successfully)|^(?:the )?commit (?:is|succeeded|was|`)|\bremaining\b|pre-existing",
    re.I,
)
# Above a list of what is left; and in a sentence, of something that is not so yet. `pending` alone is said of anything.
_LISTED = re.compile(
    r"^(?:what(?:'s| is)? |things? |the |some )?(?:still |left )?(?:remaining|left to do|(?:still )?(?:open|to do"
    r"|missing|failing)|not (?:yet )?(?:done|tested|covered|implemented|fixed|verified)(?: yet)?|follow-?ups?"
    r"|outstanding|deferred|to-?dos?|out of scope|open (?:items|issues|questions|points)"
    r"|known (?:issues|gaps|limitations)|left)"
    r"(?: (?:work|items?|tasks?|issues?|steps?|points?|questions?|gaps?|problems?|failures?|open|to do"
    r"|for (?:later|now)))*(?: \([^)]{0,60}\))?:?$",
    re.I,
)
_UN = r"un-?(?:verified|tested|resolved|fixed|audited|implemented|finished|clear|covered|checked|done)"
_LEFT = re.compile(
    rf"\bstill (?:open|to do|missing|fail(?:s|ing)?|broken|blocked|needs (?:to|a|an|work|review|testing)|{_UN})\b"
    rf"|\bremains? (?:open|blocked|deferred|to be|{_UN})\b|\bleft to do\b|\bdidn't get to\b"
    r"|\b(?:haven't|have not|hasn't|has not|wasn't able to|couldn't|could not|was not able to)(?: yet)? (?:done?|run"
    r"|tested?|fix(?:ed)?|verif(?:y|ied)|checked?|been (?:done|run|tested|fixed|verified|implemented))\b"
    r"|\b(?:is|are|was|were|it's|they're) not (?:yet )?(?:done|tested|covered|implemented|fixed|verified|wired)\b",
    re.I,
)
_DONE = re.compile(
    r"\b(?:no (?:remaining|outstanding|pending|follow-?ups?)|nothing (?:left|remaining|else)|0 remaining|pre-?existing"
    r"|unrelated|not related|won't be|no longer|cleaned|already (?:fixed|done)|(?:now|are|is|was|been) resolved"
    r"|(?:does|do|did)(?:n't| not) need|no need|not needed|but now|now (?:pass|work)\w*"
    r"|(?:is|are) (?:just|only|intentional|expected)|(?:safely |be )ignored?|claims?|acceptable|by design)\b"
    r"|^(?:i can|i could|let me|if you|want me|would you|or |fill|get |edit |restart|decide|you can|feel free)\b"
    r"|^(?:added|updated|removed|fixed|introduces?d?|marked|notified|calls?|emits?|moved|renamed|created|wrote|uses?)\b"
    r"|[\"“][^\"”]*\b(?:not yet|still)\b[^\"”]*[\"”]",
    re.I,
)
_MARKS = re.compile(
    r"\*\*|__|~~|`{3}\w*|^\s*(?:[-*•]|\d{1,2}[.)]|\[[ x]\]|>)\s+|^\s*#{1,6}\s*|[✅✓✔☑🎉⏺]\ufe0f?\s*", re.M
)
_ITEM = re.compile(r"^\s*(?:[-*•]|\d{1,2}[.)]|\[ \])\s+(?P<what>.+)$")
_CHAT = re.compile(r"^(?:and|but|so|also|yes|sure|ok(?:ay)?|well)(?:,? yes)?,\s+|^and yes,\s+", re.I)
_CODE = re.compile(r"```.*?(?:```|\Z)|^\s*\|[^\n]*$", re.DOTALL | re.MULTILINE)


def task(session: Sequence[Said]) -> Said | None:
    """Where a person said what they wanted: a plan they let be carried out, or the first thing they said that is more
    than a word or a small errand; if there is none, the first errand."""
    talk = (said for said in session if said.text and not said.sidechain)
    plan = next((said for said in islice(talk, FIRST) if _is_plan(said) and _HEADING.search(said.text)), None)
    if plan:
        return plan
    spoken = (said for said in session if said.turn is HUMAN and said.text and not said.sidechain)
    errand = None
    for said in islice(spoken, OPENING):
        words = wanted(said)
        length = len(tokens(words))
        if length < 2 or _GREETING.match(words) or _OBJECTS.match(words):
            continue
        if length >= TELLING and not _SMALL.match(words):
            return said
        errand = errand or said
    return errand


def wanted(said: Said) -> str:
    """The request in short. A plan or a document that was handed over is known by its heading."""
    text, words = said.text, own_words(said.text)
    heading = _HEADING.search(text if _is_plan(said) else text[:TOP])
    if heading and (_is_plan(said) or len(text) > LARGE or not words):
        return cut(plain(heading[1]))
    return "" if said.turn is not Turn.HUMAN else cut(" ".join(" ".join(sentences(words)[:2]).split()))


def _is_plan(said: Said) -> bool:
    return said.turn is Turn.MACHINE and _PLAN.match(said.text) is not None


def last_words(session: Sequence[Said]) -> Said | None:
    """What the agent said last, if nobody was at it any more."""
    last = next((said for said in reversed(session) if said.turn in _AT_WORK and not said.sidechain), None)
    return last if last and last.turn is Turn.AGENT and last.text else None


def outcome(text: str) -> str:
    """How a session ended, from the agent's last words: the first of them that say something is so. Nothing, if it was
    still about to do something."""
    parts = sentences(_without_code(text))
    last = next((line for line in map(plain, reversed(parts)) if line), "")
    if not last or _ABOUT_TO.match(last):
        return ""
    told = _first_two(line for line in map(plain, parts) if line and _states(line))
    if not told:
        return ""
    both = f"{told[0].rstrip('.')}. {told[1]}" if len(told) > 1 and len(told[0]) < SHORT else told[0]
    return cut(both if len(both) <= LONGEST else told[0])


def _first_two(lines: Iterable[str]) -> list[str]:
    """Those that say most; what is said of every session, and what goes on from something else, for want of them."""
    told, routine = list[str](), list[str]()
    for line in lines:
        (routine if line[0].islower() or _ROUTINE.search(line) else told).append(line)
        if len(told) == 2:
            break
    return [*told, *routine][:2]


def left(text: str) -> list[str]:
    """What the agent's last words say is still to do: the items below such a heading, or the sentence that says so.
    Few, and sure: it is handed to whoever works on."""
    return list(dict.fromkeys(_CHAT.sub("", line) for line in _left(text)))[:LEFT]


def _left(text: str) -> Iterator[str]:
    listing = False
    for line in _without_code(text).splitlines():
        words = plain(line)
        if not words:
            continue
        if listing and _ITEM.match(line):
            if not (_DONE.search(words) or _ASKS.search(words)):
                yield cut(words)
            continue
        listing = _LISTED.match(words) is not None
        if not listing:
            yield from (cut(one) for one in sentences(words) if _says_left(one) and not _ASKS.search(one))


def _says_left(words: str) -> bool:
    return bool(_LEFT.search(words)) and not _DONE.search(words)


def plain(line: str) -> str:
    """Without the marks of Markdown."""
    return " ".join(_MARKS.sub("", line.replace("’", "'")).split()).strip(" |")


def _states(line: str) -> bool:
    words = len(line.split())
    if words < 2 or (words < 4 and not _WELL.search(line)) or line.endswith(":") or "|" in line:
        return False
    return not any(form.search(line) for form in (_ABOUT_TO, _ASKS, _EMPTY, _TALK))


def _without_code(text: str) -> str:
    return _CODE.sub(" ", text)
