"""What people hold against the ways of agents, whatever the project: that they commit unasked, or weaken a test. No two
people put it alike, so a theme is told by what is said and not by the words two sentences share. What says against
something must say it in one breath: `no, use a mock` is for mocks, `don't remove the comments` for comments.

Only what was judged to be a correction or a request is asked about here."""

from __future__ import annotations

import re
from typing import NamedTuple

from reverie.tools import theme_forms as forms
from reverie.tools.theme_forms import against, unasked

_BREATH = re.compile(r"[.,;:!?\n()]+|\s[–—-]+\s|\b(?:but|because|since|so that)\b")
_LEAD = re.compile(  # `no` before a thing is no mere opener
    r"^(?:(?:no+(?= (?:wait|don'?t|do|not|use|we|i|you|it|that|this|please|just|stop|ok)\b)|nope|ok(?:ay)?|wait"
    r"|please|pls|hey|hi|oh|and|so|also|again|actually|just|well|then|yes|yeah|um+|hmm+|from now on|going forward"
    r"|in future|next time|remember(?: that| to)?)\b\s*)+"
)
_TAIL = re.compile(r"\s+(?:please|pls|thanks|ok(?:ay)?|again)$")
_NEGATED = re.compile(
    r"\b(?:not|never|no|stop|without|dont|cannot|nobody|hardly|instead of|why|if|when|unless|once|after|until|sure"
    r"|have|did)\b|n't\b"
)
_NEVER = "(?!)"


class Theme(NamedTuple):
    """A way of working: what an agent should do, and how it is told. What is `wanted` counts only where nothing is said
    against it in the same breath; `otherwise` is how somebody asks for the opposite."""

    name: str
    rule: str
    wanted: re.Pattern[str]
    unwanted: re.Pattern[str]
    otherwise: re.Pattern[str]

    def is_told_by(self, breath: str) -> bool:
        if self.unwanted.search(breath):
            return True
        found = self.wanted.search(breath)
        return found is not None and not _NEGATED.search(breath[: found.start()])


def themes_of(text: str) -> list[Theme]:
    """What these words hold against the way an agent works; mostly nothing."""
    breaths = _breaths(text)
    return [theme for theme in THEMES if any(map(theme.is_told_by, breaths))]


def is_opposed(theme: Theme, text: str) -> bool:
    """Whether these words ask for the opposite."""
    return any(map(theme.otherwise.search, _breaths(text)))


def _breaths(text: str) -> list[str]:
    parts = (_TAIL.sub("", _LEAD.sub("", part.strip())) for part in _BREATH.split(text.lower().replace("’", "'")))
    return [" ".join(part.split()) for part in parts if part]


def _theme(
    name: str, rule: str, unwanted: tuple[str, ...], wanted: tuple[str, ...] = (), otherwise: tuple[str, ...] = ()
) -> Theme:
    rows = (re.compile("|".join(row) or _NEVER) for row in (wanted, unwanted, otherwise))
    return Theme(name, rule, *rows)


# The plainer of two comes first: a message counts for one.
THEMES = (
    _theme("commit", "Do not commit until the user asks for it.", unasked("commit", "committing", "committed"), (), (
        r"\bforg[eo]t to commit\b", r"\balways commit\b", r"\byou never commit\b",
        r"\bcommit (?:after|every|each|often|early|as you go)\b",
    )),
    _theme("push", "Do not push until the user asks for it.", unasked("push", "pushing", "pushed"), (), (
        r"\bforg[eo]t to (?:commit and )?push\b", r"\balways (?:commit and )?push\b", r"\byou never push\b",
        r"\bpush (?:after|every|each|often)\b",
    )),
    _theme("branch", "Before changing code, make a branch for the work; do not work on the main branch.",
           forms.ON_MAIN, forms.OWN_BRANCH),
    _theme("fresh", "Bring the branch up to date with its base before you go on: fetch, then rebase or merge.",
           (), forms.FRESH),
    _theme("tests", "Do not skip, delete or weaken a test to make it pass.", forms.WEAKENED_TESTS, forms.CODE_NOT_TEST),
    _theme("mocks", "No mocks, stubs or made-up data unless the user asks for them.", (
        against(forms.PUT, forms.MADE_UP), *forms.WHY_MADE_UP), forms.NOT_REAL),
    _theme("fallbacks", "Do not add fallbacks or code for old versions unless asked.", forms.FALLBACKS),
    _theme("comments", "Write a comment only where the code cannot say it itself.",
           forms.COMMENTS, forms.IDLE_COMMENTS),
    _theme("documents", "Do not write documents or summaries that nobody asked for.", forms.DOCUMENTS),
    _theme("libraries", "Do not bring in a new library without asking.", forms.LIBRARIES, forms.NEEDLESS_LIBRARY),
    _theme("server", "Do not start or restart the development server: the user runs it.",
           forms.SERVER, forms.SERVER_RUNS),
    _theme("checks", "Run only the quick checks by yourself; ask before long ones.", forms.LONG_CHECKS),
    _theme("talk", "Agree on a plan with the user before changing code.", forms.NO_CODE_YET, forms.TALK_FIRST, (
        r"\b(?:don'?t|do not|stop|no need to) (?:always |keep |constantly )?ask(?:ing)?\b", r"\bwithout asking\b",
        r"\bjust do it\b",
    )),
    _theme("scope", "Change only what was asked for.", forms.NOT_ASKED_FOR, forms.ONLY_WHAT_WAS_ASKED),
    _theme("proof", "See it work before you say that it is done.", forms.UNTRIED, forms.TRY_FIRST),
    _theme("causes", "Mend the cause, not the symptom.", (
        against(forms.JUST, forms.WORKAROUNDS), *forms.SYMPTOMS), forms.ROOT_CAUSE),
    _theme("keep", "Do not remove what is there without asking.", forms.WHY_GONE, forms.GONE),
)  # fmt: skip
