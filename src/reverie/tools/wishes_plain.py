"""What a wish is without the way it was put: `sure bro, from now on you commit daily yo` → `commit daily`."""

from __future__ import annotations

import re
from functools import lru_cache

from reverie.tools import wish_forms as forms
from reverie.tools.tongue import LANGUAGES

FEWEST = 2  # words that are less than an order
# What a person tells an agent to do, again and again; what only changes a thing once is not among it.
_DEED = (
    r"(?:use|run|commit|push|make|test|touch|ask|keep|check|confirm|verify|review|read|search|look|respond|reply"
    r"|answer|speak|talk|tell|report|format|lint|build|start|stick|wait|save|log|track|name|follow|include|mention"
    r"|try|double[- ]check|summari[sz]e|explain|show|send|sign|tag|mark|label|write|add|put|update|apply|organi[sz]e"
    r"|rebase|squash|leave|stay|be|let|treat|refer|consult|ensure|prefer|notify|warn|prefix|document|cite|limit)"
)
_NOW_ON = r"(?:from (?:now|here|today|this (?:point|moment)) (?:on(?:wards?)?|forwards?)|going forwards?|henceforth)"
_HERE = r"(?:in|for|within) (?:this|our) (?:repo(?:sitory)?|project|codebase)"
_OPENERS = re.compile(
    r"^(?:(?:sure|bro|bruh|dude|thanks|thx|thank you|yo|yep|yup|alright|meanwhile|plus|oh man|ok so|(?:great|perfect"
    r"|cool|nice|good)(?=[,.!])"
    rf"|{_NOW_ON}|(?:let'?s )?(?:make|be) (?:really |very )?sure (?:that )?(?:you|we|to)"
    r"(?! (?:don't |do not )?(?:can|could|get|know|have|see)\b)"
    rf"|ensure (?:that )?(?:you|we)(?= {_DEED}\b)|it is important (?:that you|to))(?![\w'])"
    r"[\s,:;.!–—-]*)+",
    re.IGNORECASE,
)
_YOU = re.compile(rf"^you (?={_DEED}\b)", re.IGNORECASE)
_TOLD = re.compile(  # `we don't get far` is told, not asked for
    rf"^(?:you (?=(?:don't|do not|never|always) {_DEED}\b)"
    r"|we (?=(?:don't|do not|never) (?:use|commit|push|write|add|put|mock)\b))",
    re.IGNORECASE,
)
_TRAILERS = re.compile(
    rf"[\s,]*\b(?:yo|bro|dude|thx|any ?mor?e?|or (?:something|whatever)(?: like that)?|{_NOW_ON}|, always)[\s.!,]*$"
    r"|,? (?:and )?always$",
    re.IGNORECASE,
)
_MIDST = re.compile(rf"(?<=\w) {_NOW_ON}(?= \w)", re.IGNORECASE)
_SO_THAT = re.compile(
    rf"^.{{8,140}}?\b(?:so that|so|and|but)(?: please)? (?={_NOW_ON}\b,? (?:you|we|use|{_DEED}|do not|don't)\b)",
    re.IGNORECASE | re.DOTALL,
)
_AT_ONCE = (  # how it is put → how that is put elsewhere
    (
        re.compile(
            r"^\W*(?:(?:fyi|please|ok|so|and|also)[,:]? )*(?:(?:mental )?note(?= to| for)|remember)(?: to "
            r"(?:your)?self)?(?: for (?:the future|later|next time|future reference))? ?(?::|[—–-] )\s*",
            re.IGNORECASE,
        ),
        "remember: ",
    ),
    (re.compile(r"^fyi[,:]? ", re.IGNORECASE), ""),
    (re.compile(r"(?:^|(?<=[.!?;,] ))i (?:also |just )?want(?:ed)? to mention(?: that)? ", re.IGNORECASE), ""),
    (
        re.compile(
            r"(?:^|(?<=[.!?;,] )|(?<=remember )|(?<=remember that ))i(?:'d| would)? (?:also |really |much )?(?:want"
            r"|like|prefer) to avoid (?!you\b|us\b|me\b)",
            re.IGNORECASE,
        ),
        "avoid ",
    ),
    (  # `a rule that keeps the agent from ever running two commands in a line`
        re.compile(
            r"(?:^|(?<=[.!?;] ))(?:(?:please|can you|could you|also|and|let'?s|i (?:want|need)(?: you to)?) )*(?:add"
            r"|create|write|make|set up|i (?:want|need))(?: me)?(?: an?| some| the)? (?:[\w-]+ ){0,3}?(?:rule|hook"
            r"|instruction|guard)s? (?:that |which |to )(?:prevent|stop|forbid|keep)s? (?:the |an? |any )?(?:agents?"
            r"|you|claude(?: code)?|cursor|codex|ai) from (?:ever )?(?=\w+ing\b)(?![^.!?;]*\b(?:is|should"
            r"|and from)\b)",
            re.IGNORECASE,
        ),
        "avoid ",
    ),
    (re.compile(r"(?<=, )i(?:'d| would)? (?:like|want|need) to see (?=your\b)", re.IGNORECASE), "show the user "),
    (re.compile(r"\brem(?:eb|em|mb|emeb|embe|ebmb)er (?=to|that)\b", re.IGNORECASE), "remember "),
    (
        re.compile(r"\brem+e?m+[be]{1,3}r[,:!]? no (\w{2,20})[,;] only (\w{2,20})(?=\s*(?:[.!;]|$))", re.IGNORECASE),
        r"always use \2, not \1",
    ),
    (  # `no` before a thing is no objection
        re.compile(
            r"\b(from now on|going forward|in future|henceforth|remember|rule)([,:]?) no (?![^.!;]{0,40}\bonly\b)"
            r"(?!more\b|need\b|one\b|matter\b|longer\b|we\b|you\b|i\b|the\b|use\b|do\b|don't\b|never\b|always\b)(?=\w)",
            re.IGNORECASE,
        ),
        r"\1\2 avoid ",
    ),
    (re.compile(r"\b(from now on|going forward|henceforth)([,:]?) no more (?=\w)", re.IGNORECASE), r"\1\2 avoid "),
    (re.compile(r"\b(from now on|going forward|henceforth)([,:]?) no need to (?=\w)", re.I), r"\1\2 do not "),
    (re.compile(r"\bfrom this (?:point|moment) (?:on(?:wards?)?|forwards?)\b", re.IGNORECASE), "from now on"),
    (re.compile(rf"\b(?:as a (?:general )?rule|{_HERE}),? we (?:want|like|try) to\b", re.IGNORECASE), "as a rule"),
)
_SURE_USING = re.compile(
    r"\b(?:let'?s )?make sure (?:that )?(?:we|you)(?:'re| are)(?: all)?( always)? using\b", re.IGNORECASE
)
_ASIDE = re.compile(r"\(always us(?:e|ing) ([^()\n]{3,60}?)!+\)", re.IGNORECASE)  # said with force, beside a task
_HELD_AGAINST = re.compile(
    r"\b(?:no|not|never|stop|wrong|hate|why|remove|fix|bug|slow|dangerous|bad|keeps?|instead of|old|pattern)\b|n't\b",
    re.I,
)
_NO_LONGER = re.compile(
    r"(?:^|(?<=[.!?;,] ))i (?:really )?(?:do not|don't|never|no longer) want (?:us )?to (?=(?:use|add|run|commit"
    r"|push|sign(?= (?:my |the |our |your )?(?:commits?|off)\b)|squash|rebase|write|make|create|keep|store|put|rely"
    r"|ship|support|import|mock|deploy|depend|target|publish|release|touch)\b)",
    re.IGNORECASE,
)
_NO_NEED = re.compile(
    r"^(?:there(?:'s| is) )?no need (?:for you )?to (?=.*\b(?:every|each|ever|always)\b)", re.IGNORECASE
)
_NONE_OF = re.compile(r"^no (?:more|need) ", re.IGNORECASE)
_NO_NO = re.compile(
    r"^(?P<what>(?!(?:it|this|that|these|those|there|which|what|he|she)\b)[^,;:]{4,80}?) (?:is|are) (?:an? )?"
    r"(?:(?!(?:not|never|hardly|no)\b)\w+ ){0,2}no[- ]?no'?s?\b[^,;]{0,30}$",
    re.IGNORECASE,
)
_PAST = {
    "made": "make", "changed": "change", "added": "add", "wrote": "write", "created": "create", "finished": "finish",
    "pushed": "push", "committed": "commit", "edited": "edit", "fixed": "fix", "updated": "update", "ran": "run",
    "did": "do", "touched": "touch", "completed": "complete", "got": "get", "found": "find",
}  # fmt: skip
_WHEN_PAST = re.compile(
    rf"(?P<when>\b(?:when(?:ever)?|once|if|after|before|(?:next|every|each) time) you )(?P<did>{'|'.join(_PAST)})\b"
    r"(?![^.]*, (?:you|it|i|we|they|the|there)\b)",
    re.IGNORECASE,
)
_THEN = re.compile(
    r"(?<=, )(?:then )?(?:please |i(?:'d like| would like| need| want| expect) you to |you (?:should|must|need to"
    r"|have to) |(?:do not|don't) forget to |remember to |make sure (?:to|you) )+(?!not\b)(?=\w)",
    re.IGNORECASE,
)
_UNCLOSED = re.compile(r"\s+\([^()]*$")
_HALVES = re.compile(
    r"(?:,|,? and| but|,? so)(?: also| then)? (?=(?:please |just )?(?:do not|don't|never|always|keep|confirm"
    r"|make sure|ask|run|continue|proceed|i (?:want|need|expect) you to)\b)",
    re.IGNORECASE,
)
_STEP = re.compile(r"\b(?:phase|step|stage|milestone) \d", re.IGNORECASE)
_GENERAL = re.compile(
    r"\b(?:everything you|everywhere|every \w+|each time|always|when(?:ever)? (?:you|i)|if you(?! ha)|unless|"
    r"(?:before|after) (?!(?:you )?(?:proceed|continu|start|finish|mov|go|do)(?:e|ing)?\b)(?:you|each|every|any"
    r"|\w+ing))\b"
    rf"|\bin (?:\w+ )?{LANGUAGES}\b",
    re.IGNORECASE,
)
_ORDER = re.compile(rf"^(?:(?:do not|don't|never|always|avoid) )?{_DEED} \S", re.IGNORECASE)
_HABIT = re.compile(
    r"^(?:(?:do not|don't) \w+|keep|ask|confirm|check|verify|mark|label|commit|push|run|tag|sign|name|respond|reply"
    r"|answer|speak|talk|stick|follow|notify|warn|prefix|cite|treat) \S",
    re.IGNORECASE,
)
_TASK = re.compile(
    rf"^(?:{_DEED}|remove|fix|clean|create|implement|refactor|delete|move|rename|change|continue|finish|do|go|merge"
    r"|deploy|replace|generate|install) ",
    re.IGNORECASE,
)
_CONVENTION = re.compile(
    r"^(?:the|our) (?:[\w-]+ ){1,3}(?:convention|format|standard|scheme|style|policy)(?: (?:of"
    r"|for) [\w -]{2,40}?)? is (?!(?:wrong|off|broken|fine|ok|good|bad|not|missing|unclear|better|used|confusing"
    r"|weird|ugly)\b)\S",
    re.IGNORECASE,
)
_REASON = re.compile(r",? (?:because|since|as) (?:it|they|that|this|these|those|its|it's)\b.*$", re.IGNORECASE)
_PURPOSE = re.compile(
    r"(?: or (?:something|whatever))?,? so (?:that )?(?:you|we|i|it|they|nothing) (?:do not|don't|does not|doesn't"
    r"|won't|can't|cannot|can|never|know|gets?)\b.*$",
    re.IGNORECASE,
)
_EXCEPTION = re.compile(r"\b(?:unless|except|but|only|until|and (?:do not|don't|never|always))\b", re.IGNORECASE)
_HALF = re.compile(
    r"^(?:for|before|after|while|since|instead of|due to|given|by) (?!.*\b(?:must|should|ha(?:s|ve) to|needs?|is"
    r"|are)\b)[^,]*$|^as you (?:can )?(?:see|know)\b|^(?:every|each) \w+ you have\b|^use of\b|\b(?:like|as) I "
    r"(?:asked|said|told)\b",
    re.IGNORECASE,
)
_DANGLING = re.compile(
    r"\b(?:to|and|or|but|the|an?|of|for|with|that|so|because|your|our|already|whichever)$", re.IGNORECASE
)
_NOTHING = re.compile(
    r"^(?:do not|don't|never) (?:ask|bother|tell|add|do|make|change|touch|update)(?: (?:me|us|the user|anything"
    r"|any))?(?:,? (?:again|next time|just|anymore)\b.*)?$",
    re.IGNORECASE,
)
# What a `that` or an `it` speaks of may stand before it: `comments that repeat the code`, `a file before you edit it`.
_EXPLAINED = re.compile(
    r"(?<=[a-rt-z]s)(?<!\bthis)(?<!\bis)(?<!\bas)(?<!\bhas)(?<!\bdoes) that (?!(?:because|so|again|any ?more|now"
    r"|here|please|up|out|off|in|on|for|either|much|way|often|too|and|or|but|then|this|if|when)\b)(?=\w)"
    r"|(?<!\bdo)(?<!\blike)(?<!\buse)(?<!\bmake)(?<!\bthan)(?<!\bwith)(?<!\bfor)(?<!\bof) that (?=(?:is|are|has|have"
    r"|does|do|can|you|we|only|just|merely|simply)\b)|(?<=\buse )the same (?=(?!\w+ here\b)[\w -]{2,40}? (?:that"
    r"|as(?! well)|for (?:each|every|all))\b)|\bits own\b|\b(?:in|on|at|within|into) the same (?=(?:line|command"
    r"|commit|message|file|folder|directory|branch|pr)\b)|(?<=\bplans and )(?:confirm|approve|review|discuss) them\b"
    r"|\bthe current (?=(?:date|time|day|year|branch|directory)\b)|(?P<one>\b(?:an?|any|every|each) "
    r"(?:[\w-]+ ){1,3}?(?:before|until|unless|after|without|when|once|if) [^,.;]{0,40}?)\b(?:it|them)\b"
    r"|(?P<sure>\b(?:check|verify|confirm|ensure) [^,.;]{2,40}? )that (?=\w+ \w)",
    re.IGNORECASE,
)


def plainly(flat: str) -> str:
    """The same in plain words: `I don't want to ship x anymore` → `do not ship x anymore`."""
    aside = _ASIDE.search(flat)
    if aside and not _HELD_AGAINST.search(flat[: aside.start()] + flat[aside.end() :]):
        return f"always use {aside[1]}"
    text = _SURE_USING.sub(lambda using: f"{using[1] or ''} use".strip(), flat)
    text = _WHEN_PAST.sub(lambda past: past["when"] + _PAST[past["did"].lower()], text)
    for form, instead in _AT_ONCE:
        text = form.sub(instead, text)
    return forms.NOT_WANTED.sub("do not ", _NO_LONGER.sub("do not ", forms.USING.sub("use", text)))


def for_good(part: str) -> str:
    """From where it says `from now on`, and without saying so in the midst of it."""
    return _MIDST.sub("", _SO_THAT.sub("", part))


@lru_cache(maxsize=256)
def bare(sentence: str) -> str:
    """Without what is said around it."""
    text = _unwrapped(sentence.strip(" \"'*->•#"))
    before = ""
    while text != before:
        text = _NO_NEED.sub("do not ", text)
        before, text = text, text if _NONE_OF.match(text) else _OPENERS.sub("", forms.OPENERS.sub("", text)).strip()
    before = ""
    while text != before:
        before, text = text, _TRAILERS.sub("", forms.TRAILERS.sub("", text)).strip()
    text = _NO_NO.sub(r"avoid \g<what>", text)
    return _THEN.sub("", text) if forms.BEFORE.match(text.partition(",")[0]) else text


def order(sentence: str) -> str:
    """Of what is to last also `you commit daily`, which might be told of the moment."""
    text = _TOLD.sub("", bare(forms.TAG.sub("", sentence).rstrip("?")))
    return _YOU.sub("", text) if begins_for_good(sentence) else text


def _unwrapped(text: str) -> str:
    """Without brackets around it; one that is not closed is left off with what is in it."""
    if text[:1] in ("(", "[") and text[-1:] in (")", "]"):
        text = text[1:-1].strip()
    if not re.search(r"[)\]]", text):
        text = text.lstrip("([")
    return text.rstrip(")]") if not re.search(r"[(\[]", text) else _UNCLOSED.sub("", text)


def halves(part: str) -> list[str]:
    """`do x and do not do y`, taken apart; empty if it is one order."""
    found = [half.strip() for half in _HALVES.split(part) if half.strip()]
    return found if len(found) > 1 and not forms.CLAUSE.match(bare(part)) else []


def weakly_told(part: str) -> bool:
    """Whether only a word such as `every`, which any task may hold, says that it lasts."""
    words = {word.lower() for word in forms.CUE.findall(part)}
    return bool(words) and words <= {"always", "never", "ever", "every"}


def is_order(text: str) -> bool:
    return _ORDER.match(text) is not None


def is_task(text: str) -> bool:
    """Something to be done, not told of."""
    return _TASK.match(text) is not None


def begins_for_good(part: str) -> bool:
    """Whether all of it is said to hold from now on."""
    return re.match(rf"\W*(?:\w+\W+){{0,2}}?{_NOW_ON}\b", part, re.IGNORECASE) is not None


def of_a_plan(text: str) -> bool:
    """`phase 2 - ask me first`."""
    return _STEP.search(text) is not None


def general(text: str) -> bool:
    """An order for every time, by its words."""
    return _HABIT.match(text) is not None and _GENERAL.search(text) is not None


def everywhere(text: str) -> bool:
    """No order for one place."""
    return re.search(r"\b(?:everywhere|throughout)\b", text, re.IGNORECASE) is not None


def is_negated(text: str) -> bool:
    """`tabs and do not`: another order begins at its end."""
    return re.search(r"(?:\bnot|n't|\bnever)$", text.strip(), re.IGNORECASE) is not None


def is_deed(word: str) -> bool:
    return re.fullmatch(_DEED, word, re.IGNORECASE) is not None


def convention(text: str) -> bool:
    return _CONVENTION.match(text) is not None


def without_reason(text: str) -> str:
    """Without a reason that points at something: `run the linter, since it is fast`."""
    short = _REASON.sub("", text)
    return short if len(short.split()) > FEWEST else text


def without_purpose(text: str) -> str:
    """Without what it is good for: `log the output, so you don't get stuck`."""
    short = _PURPOSE.sub("", text)
    cut = text[len(short) :]
    return short if len(short.split()) > FEWEST and not _EXCEPTION.search(cut) else text


def points(text: str) -> bool:
    """Whether something in it can only be understood by its conversation."""
    return forms.DEICTIC.search(_EXPLAINED.sub(lambda found: found["one"] or found["sure"] or " ", text)) is not None


def unfinished(text: str) -> bool:
    """Half a sentence, or an order about nothing: `do not ask me`."""
    return any(form.search(text) for form in (_HALF, _DANGLING, _NOTHING))
