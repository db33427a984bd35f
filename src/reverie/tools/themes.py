"""What people hold against the ways of agents, whatever the project: that they commit unasked, guess, or write again
what is there. No two people put it alike, so a theme is told by what is said and not by the words two sentences share.
Only what was judged to be a correction or a request is asked about here."""

from __future__ import annotations

import re
from typing import NamedTuple

_NOT = r"(?:don'?t|do not|never|stop|not|no)"
_UNASKED = (
    r"(?:don'?t|do not|never|stop|no need to|(?:didn'?t|did not|never) (?:say|ask|tell|want)\b[\w ']{0,20}?"
    r"|without (?:my|me|asking)\b[\w ']{0,20}?|why (?:did|are|would|do) you|(?:you )?should(?:n'?t| not)(?: have)?"
    r"|who (?:told|asked) you to|did i (?:tell|ask) you to) (?:just |already |ever |to |you |go ahead and )*"
)
_HERE = r"(?:main|master|trunk|develop|origin)"
_PIECE = (
    r"(?:function|functionality|helper|code|component|util\w*|method|hook|class|type|logic|module|script|constant)s?"
)


PLAIN, BROAD = 2, 3  # sessions that must have said it


class Theme(NamedTuple):
    """A way of working: what an agent should do, how it is told, and in how many sessions it must have been. What may
    be said of many things takes more of them."""

    name: str
    rule: str
    form: re.Pattern[str]
    sessions: int = PLAIN
    unless: re.Pattern[str] | None = None  # who wants the opposite says so

    def is_opposed_by(self, text: str) -> bool:
        return bool(self.unless and self.unless.search(text) and not self.form.search(text))


def _theme(name: str, rule: str, *forms: str, sessions: int = PLAIN, unless: str = "") -> Theme:
    opposite = re.compile(unless, re.IGNORECASE) if unless else None
    return Theme(name, rule, re.compile("|".join(forms), re.IGNORECASE), sessions, opposite)


THEMES = (
    _theme(
        "commit",
        "Do not commit until the user asks for it.",
        rf"\b{_UNASKED}(?:commit(?:ting|ted)?\b(?! messages?)|check(?:ing)? (?:this|it|that|them|anything) in\b)",
        unless=r"\b(?:always|you should|you must|you can|remember to|forg[eo]t to|make sure (?:to|you)) commit\b"
        r"|\bcommit (?:after|often|early|as you go|every|each|when(?:ever)? you)\b",
    ),
    _theme(
        "push",
        "Do not push until the user asks for it.",
        rf"\b{_UNASKED}push(?:ing|ed)?\b(?! (?:notif|back))",
        unless=r"\b(?:always|you should|you must|you can|remember to|forg[eo]t to|make sure (?:to|you))"
        r" (?:commit and )?push\b",
    ),
    _theme(
        "branch",
        "Before changing code, make a branch for the work; do not work on the main branch.",
        r"\bcut a (?:new )?branch\b|\bbranch first\b",
        r"\b(?:create|make|start|use|switch to|check ?out) (?:an? )?(?:(?:new|separate|own|feature|fresh) )+branch\b"
        r"[^.?!\n]{0,20}\b(?:first|before)\b",
        r"\b(?:before|first)\b[^.?!\n]{0,80}\b(?:switch to|create|make|cut|check ?out) an? (?:new |feature )?branch\b",
        rf"\b{_NOT}\b[^.?!\n]{{0,20}}\b(?:directly )?(?:on|to|in|into) (?:main|master)(?: branch)?(?=[\s,.!?]|$)",
    ),
    _theme(
        "fresh",
        "Before starting, bring the branch up to date with its base: fetch, then rebase or merge.",
        r"\b(?:pull|rebase|sync)(?: (?:rebase|in|from|onto|on|the|latest|branch|with|to|your|this|it|and|down"
        rf"|origin/\w+|{_HERE}))* first\b",
        rf"\brebase (?:from|on|onto|against) (?:the )?(?:latest )?{_HERE}\b[^.?!\n]{{0,20}}\b(?:first|before)\b",
        r"\b(?:before|first|forget)\b[^.?!\n]{0,60}\b(?:pull|get|fetch|merge)(?: in)? (?:the )?latest\b",
    ),
    _theme(
        "talk",
        "Agree on a plan with the user before changing code; a question asks for an answer, not for a change.",
        r"\b(?:wait|hold on|hang on|stop|pause)\b[^.?!\n]{0,24}\b(?:discuss|talk (?:about|this|it)|talk)\b",
        r"\b(?:let'?s|can we|we should) (?:first )?(?:discuss|talk (?:about|through|this|it))\b[^.?!\n]{0,20}\b"
        r"(?:first|before)\b",
        r"\b(?:don'?t|do not) (?:start )?(?:cod(?:e|ing)|implement(?:ing)?|writ(?:e|ing)|chang(?:e|ing)|edit(?:ing)?"
        r"|start(?:ing)?|touch(?:ing)?|do|make|fix)\b(?: (?:anything|any code|any changes|code|changes|it|this|that))?"
        r" (?:just )?(?:yet|until|before)\b",
        r"\b(?:don'?t|do not) (?:write|change|edit|touch) (?:any )?code\b|\b(?:don'?t|do not) (?:code"
        r"|implement) anything\b",
        r"\bi(?:'m| am| was|'ve)? ?(?:just|only) (?:asked|asking)(?: you)?(?: an?)?(?: question| about| if| whether"
        r"| how| why|[.,!]|$)",
        r"\b(?:just|only) (?:a question|wanted to (?:know|discuss|ask))\b",
        r"\b(?:see|show me|confirm|approve|review) (?:your|the|a) plans?\b[^.?!\n]{0,40}\b(?:first|before|each time"
        r"|every time)\b",
        r"\bbefore (?:you |we )?(?:start(?:ing)? )?(?:writ(?:e|ing) (?:any )?code|coding|implement"
        r"(?:ing)?)\b[^.?!\n]{0,40}"
        r"\b(?:plans?|discuss|ask|confirm)\b",
        unless=r"\b(?:don'?t|do not|stop|no need to) (?:always |keep |constantly )?ask(?:ing)?\b|\bwithout asking\b"
        r"|\bjust do it\b",
    ),
    _theme(
        "scope",
        "Change only what was asked for; what else comes to mind goes into a change of its own, after asking.",
        r"\b(?:in|as|into|for) (?:an? )?(?:separate|different|another|its own) (?:pr|pull request|commit|ticket"
        r"|issue)\b",
        r"\bnot? (?:make (?:this|that|these) changes? )?(?:in|part of) this (?:pr|branch|commit)\b",
        r"\b(?:didn'?t|did not|never) (?:asked|ask|told|tell)(?: (?:you|for|that|this))*(?: to)?\b[^.?!\n]{0,30}"
        r"\b(?:chang|touch|remov|delet|modif|renam|refactor|rewrit|add)(?:e|ed|ing|y|ied)?\b",
        r"\bwhy (?:on earth |the \w+ )?(?:did|are) you\b[^.?!\n]{0,40}\b(?:touch|modify|rename|refactor|rewrite"
        r"|so many)(?:ing)?\b",
        r"\b(?:don'?t|do not) (?:touch|change|modify|edit) (?:anything else|other|unrelated|the rest)\b",
        r"\bout of scope\b|\bunrelated (?:changes?|files?|code)\b|\b(?:only|just) (?:do |change )?what i (?:asked"
        r"|said|told)\b",
        r"\bi (?:only |just )?(?:asked|told) you (?:to )?(?:just|only)\b|\bi asked you just to\b",
    ),
    _theme(
        "simple",
        "Take the simplest way that does what was asked, without layers and options that nobody needs yet.",
        r"\bover-?(?:engineer|complicat)\w*|\boverkill\b|\btoo (?:complex|complicated|clever|fancy)\b",
        r"\bkeep (?:it|this|things) simple\b|\b(?:the|a) simple(?:st|r) (?:\w+ )?(?:way|approach|solution"
        r"|implementation|fix|version)\b",
        r"\byagni\b|\bunnecessar(?:y|ily) (?:complex\w*|abstractions?|complicated)\b|\bmake (?:it|this) simpler\b",
        sessions=BROAD,
    ),
    _theme(
        "reuse",
        "Before writing something, look for what the code base already has for it, and use that.",
        rf"\bavoid (?:code |any )?duplicat\w+|\b(?:{_PIECE}|it|this)\b[^.?!\n]{{0,30}}\bduplicated?\b"
        rf"|\bduplicat\w+ (?:of )?{_PIECE}\b",
        rf"\b(?:logic|{_PIECE}) (?:also )?be shared\b|\b(?:re-?use|use) (?:the |our |an )?existing\b",
        r"\bonly _?one_? (?:way|place)\b|\bsingle source of truth\b|\bcan(?:'?t|not)? we (?:re-?use|share)\b",
        rf"\b(?:there(?:'s| is)|we(?:'ve got)?|you) already (?:have |is |a |an |had )*[\w `-]{{0,30}}?\b{_PIECE}\b",
        sessions=BROAD,
    ),
    _theme(
        "claims",
        "Check what you say against the code, the docs or the output before you say it; do not guess.",
        r"\b(?:ma(?:de|ke|king)) (?:it|that|this|things|stuff) up\b|\bhallucinat\w+",
        r"\b(?:don'?t|do not|stop|quit) (?:guess|assum|mak(?:e|ing) (?:things|stuff|it) up)\w*",
        r"\bare you (?:really |absolutely )?(?:sure|certain)(?=[?.! ]*$|[?.!]| (?:it|that|this|there|about)\b)",
        r"\bwhere (?:do|did) you get\b|\byou(?:'re| are) (?:just )?(?:guessing|assuming|wrong|not correct|mistaken)\b",
        r"\b(?:that|this|it|part|which)(?:'s| is)? (?:is )?(?:just |simply )?(?:not (?:correct|true|right)|wrong"
        r"|incorrect|false)\b",
        sessions=BROAD,
    ),
    _theme(
        "proof",
        "See it work before you say that it is done: run it, and look at what comes out.",
        r"\b(?:did|have) you (?:even |actually |really )?(?:test|run|verif|tri)(?:ed|y|ied)?\b",
        r"\byou (?:haven'?t|didn'?t|did not|never) (?:even |actually )?(?:test|run|verif|tr)\w*",
        r"\b(?:test|verify|run|check) (?:it|this|that|them|your (?:work|changes|code))\b[^.?!\n]{0,20}\bbefore\b",
        r"\byou (?:said|claimed|told me) (?:it|that|this|you|everything)\b[^.?!\n]{0,30}\b(?:works?|worked|fixed"
        r"|done|pass\w*|ready)\b",
        r"\byou made no changes?\b",
    ),
    _theme(
        "causes",
        "Mend the cause, not the symptom: no workaround unless the user agrees to it.",
        r"\broot causes?\b|\bband-?aids?\b|\bhacky\b|\bjanky\b|\bpaper(?:ing)? over\b|\b(?:proper|real) fix\b",
        rf"\b{_NOT}\b[^.?!\n]{{0,20}}\b(?:work-?arounds?|hacks?|quick fix\w*)\b",
    ),
    _theme(
        "tests",
        "Do not skip, delete or weaken a test to make it pass.",
        r"\b(?:don'?t|do not|never|stop|why (?:did|are|would) you)\b[^.?!\n]{0,15}\b(?:skip|disabl|delet|remov|weaken"
        r"|comment\w* out)\w*\b[^.?!\n]{0,20}\btests?\b",
        r"\byou(?:'ve| have|'re| are)? (?:just )?(?:skipp|disabl|delet|remov|weaken|comment)(?:ed|ing)\b[^.?!\n]{0,20}"
        r"\btests?\b",
        r"\btests? (?:just )?(?:so|to make) (?:it|they|them) pass\b",
    ),
    _theme(
        "mocks",
        "Work with the real thing: no mocks, stubs, placeholders or made-up data unless the user asks for them.",
        r"\b(?:no|not|don'?t|never|stop|without|avoid|instead of|rather than|why|nor)\b(?! matter)[^.?!\n]{0,40}"
        r"\b(?:mock(?:s|ed|ing)?|fake|dummy|placeholders?|hard-?cod\w+|stub(?:s|bed|bing)?|simulated?)\b",
    ),
    _theme(
        "fallbacks",
        "Do not add fallbacks or code for old versions unless asked: change the code that is there.",
        r"\b(?:no|not|don'?t|do not|never|remove|without|why|stop)\b[^.?!\n]{0,30}\b(?:fall-?backs?"
        r"|backwards?[- ]compat\w*"
        r"|legacy (?:code|support)|shims?)\b",
    ),
    _theme(
        "comments",
        "Write a comment only where the code cannot say it itself.",
        r"\b(?:no|don'?t|do not|remove|too many|stop|unnecessary|useless|without|obvious)\b[^.?!\n]{0,20}\b(?:code "
        r"|inline )?"
        r"comments?\b(?! (?:on|from|to|in (?:the )?(?:pr|issue)|for (?:the )?(?:plan"
        r"|pr)))(?<!pr comments)(?<!linear comment)",
    ),
    _theme(
        "documents",
        "Do not write documents, summaries or reports that nobody asked for.",
        r"\b(?:no|don'?t|do not|stop|why did you|(?:didn'?t|did not) ask\b[\w ]{0,10})\b[^.?!\n]{0,15}\b(?:creat"
        r"|writ|add|mak|generat)"
        r"\w*\b[^.?!\n]{0,20}\b(?:\.?md|markdown|docs?|documents?|documentation|readmes?|summary|summaries"
        r"|reports?)\b",
    ),
    _theme(
        "keep",
        "Do not remove what is there without asking: say first what would go, and why.",
        r"\bwhy (?:on earth |the \w+ )?did you (?:delete|remove|drop|wipe|overwrite)\b",
        r"(?<!if )\byou(?:'ve| have)? (?:just |also |accidentally )?(?:deleted|removed|dropped|wiped|overwrote"
        r"|overwritten)\b",
        r"\byou are (?:deleting|removing|dropping)\b|\b(?:they|it|those|that|these) must (?:stay|remain)\b",
        r"\b(?:put|bring) (?:it|that|them|that part|those|the \w+) back\b",
    ),
    _theme(
        "pace",
        "Go step by step: do one thing, show it, and wait for an answer.",
        r"\bone (?:step|thing|question|file|change) at a time\b|\bslow down\b|\btoo (?:much|many things) at once\b",
    ),
    _theme(
        "neighbours",
        "Do it the way the rest of the code does: look at a neighbour first.",
        r"\bconsisten\w+\b[^.?!\n]{0,30}\b(?:other|others|existing|rest|everywhere|codebase|convention|pattern"
        r"|normal)\b",
        r"\b(?:same way|just like|the way) (?:as )?(?:the )?(?:others?|rest|existing)\b|\bfollow (?:the )?"
        r"(?:existing|same) (?:\w+ )?"
        r"(?:pattern|convention|style|structure)s?\b",
        sessions=BROAD,
    ),
    _theme(
        "checks",
        "Run only the quick checks by yourself; ask before long ones (integration, end to end, whole suites).",
        r"\b(?:don'?t|do not|no need to|stop|why are you) run(?:ning)? (?:the |any )?(?:full|all|whole|entire|ci|e2e"
        r"|integration)\b",
        r"^\W*(?:\w+\W+){0,3}(?:too slow|takes? too long)[.!]*$",
    ),
    _theme(
        "server",
        "Do not start or restart the development server: the user runs it.",
        r"\b(?:don'?t|do not|no need to|stop|why are you) (?:run|start|restart)(?:ning|ing)? (?:the |a |my "
        r"|your )?(?:\w+ )?server\b",
        r"\b(?:i'?m|i am|i have|i've got) (?:already )?(?:got )?(?:running )?(?:the |a |my )?(?:dev |development "
        r"|local )?server\b"
        r"(?=[^.?!\n]{0,30}\b(?:already|running|manage|myself)\b)",
        r"\balready running the (?:dev |development |local )?server\b|\bserver is already running\b",
    ),
    _theme(
        "libraries",
        "Do not bring in a new library without asking.",
        r"\b(?:no|without|avoid|don'?t|do not|why)\b[^.?!\n]{0,25}\b(?:external |new |extra |another "
        r"|third[- ]party |additional )"
        r"(?:dependenc\w+|librar\w+|packages?)\b",
        r"\bdo we (?:really )?need (?:to use )?(?:this|that|a|another|the) (?:\w+ )?(?:library|dependency|package)\b",
    ),
)


def themes_of(text: str) -> list[Theme]:
    """What these words hold against the way an agent works; mostly nothing."""
    plain = text.replace("’", "'")
    return [theme for theme in THEMES if theme.form.search(plain)]
