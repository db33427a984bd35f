"""The reason a person gives. None at all is refused; a thin one is taken with a warning that says what a good one has.

A good rationale must not be called thin, so a text is thin only when little is left of it without filler and praise,
when it points at nothing, or when it repeats the candidate."""

from __future__ import annotations

import re
import unicodedata

from reverie.records.learning import Candidate
from reverie.review.errors import RationaleRequired

FEW_WORDS = 4  # with fewer telling words nothing can have been explained
MANY_WORDS = 5  # with as many, in whatever language, something is
MANY_SIGNS = 14  # the same for scripts that put no space between words

_FILLER = frozenset(
    "a able about absolutely accept accepted agree agreed all also always am an and any anyone approve approved are"
    " as at bad be been being best better both but by can candidate catch clearly cool could decision definitely did"
    " do does done else everybody everyone everything everywhere feel feels fine follow for from future generally"
    " get go going good graduate graduated graduating great had has have he help helpful helps here hmm i idea if im"
    " important in indeed interesting into is it its just keep know lgtm like looks lot make makes many matters may"
    " maybe me might more most much my na nah necessary need needed needs nice no noise noisy none nope not obvious"
    " obviously of off ok okay on one only or our ours out pass pattern people perhaps please plus practice pretty"
    " probably quite rationale real really reason reasonable reasons reject rejected rejecting relevant right rule"
    " rules said same say seem seems sense ship should skip so solid some something sounds still stuff sure tbd team"
    " thanks that the them then there these they thing things think this time to todo too true up us useful valid"
    " very want was way we well were what when which who why will with wont worth would yeah yep yes you your".split()
)
_LINK = re.compile(
    r"\b(?:because|since|due to|caus\w+|root|reason is|leads? to|led to|result\w*|so that|otherwise|without|missing"
    r"|forg[oe]t\w*|never|instead|whenever|unless|broke\w*|breaks?|break|regress\w*|rac(?:e|es|y)|leak\w*|fail\w*"
    r"|crash\w*|deadlock\w*|prevent\w*|avoid\w*|catch\w*|caught|stops?|require\w*|must|ensur\w*|would have|protect\w*"
    r"|guard\w*|coinciden\w*|unrelated|independent\w*|expected|generated|vendored|temporary|one-off|already|duplicat\w*"
    r"|obsolete|remov\w+|replac\w+|delet\w+|flaky|migrat\w+|outdated|covered|wrong|differ\w*|separate\w*"
    r"|nobody|no one|hit|hits|bit|bites|bitten|misse[sd]|ignor\w*|silent\w*|stale|complain\w*)\b",
    re.IGNORECASE,
)
_POINTER = re.compile(
    r"\b(?=[0-9a-f]*\d)[0-9a-f]{7,40}\b"  # a commit
    r"|#\d+|\b[A-Z]{2,}-\d+|\b\d{4}-\d{2}-\d{2}\b"  # an issue, a bug, a day
    r"|`[^`]+`|[\w-]+/[\w./*-]+|\b\w+\.(?:[a-z]{1,4})\b|\b\w+_\w+|\b\w+\(\)|\b[a-z]+[A-Z]\w*|\b[A-Z][a-z]+[A-Z]\w*"
    r"|(?i:\b(?:[2-9]|\d\d+|two|three|four|five|six|seven|eight|nine|ten|twice|both|all)\b[\w\s-]{0,24}?"
    r"\b(?:fix\w*|revert\w*|commit\w*|bug\w*|error\w*|failure\w*|incident\w*|outage\w*|times|weeks|days|people"
    r"|sessions|hotfix\w*|regressions?|crashes)\b)",
)  # fmt: skip
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_UNSPACED = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
GOOD = {
    "graduate": "Good ones name the shared cause, the evidence, and what the rule will prevent",
    "reject": "Good ones say why this is no pattern, or not one for a rule, and what shows it",
}
_RISKY_LINE = re.compile(r"^(\s*)(?=#{1,6}\s|<{7}\s|>{7}\s|={7}\s*$)", re.MULTILINE)


def required(given: str | None) -> str:
    """The rationale, fit to stand in a file. One without a letter or a digit says nothing: it counts as missing."""
    text = "".join(c for c in given or "" if c in "\n\t" or unicodedata.category(c)[0] != "C" or c in "\u200c\u200d")
    if not any(c.isalnum() for c in text):
        raise RationaleRequired()
    # A heading or a conflict marker in it would be read as part of the file's own structure.
    return _RISKY_LINE.sub(r"\1\\", text.replace("<!--", "‹!--")).strip()


def warning(rationale: str, candidate: Candidate, verdict: str = "graduate") -> str:
    """What to tell the person about a thin rationale; empty for a good one."""
    why = thin(rationale, f"{candidate.title} {candidate.rule}")
    if not why:
        return ""
    improve = f' Improve it: reverie rerationale {candidate.id} --rationale "…"' if verdict == "graduate" else ""
    return f"a thin rationale: {why}. {GOOD[verdict]}.{improve}"


def thin(rationale: str, restated: str = "") -> str:
    """Why this rationale is thin, or nothing. `restated` is what it should say more than."""
    if len(_UNSPACED.findall(rationale)) >= MANY_SIGNS:
        return ""
    words = telling(rationale)
    # A few words are enough beside a commit, an issue or a file: one can go and look.
    if len(words) < FEW_WORDS and not (len(words) >= 2 and _POINTER.search(rationale)):
        return "it says too little"
    known = {_stem(word) for word in telling(restated)}
    news = [word for word in words if _stem(word) not in known]
    if len(news) < 2 and not _explains(rationale, restated):
        return "it only repeats the candidate"
    if len(words) < MANY_WORDS and not (_LINK.search(rationale) or _POINTER.search(rationale)):
        return "it names no cause and no evidence"
    return ""


def telling(text: str) -> list[str]:
    """The different words that say something."""
    words = (word.casefold().replace("’", "'").replace("'", "") for word in _WORD.findall(text))
    return list(
        dict.fromkeys(word for word in words if word not in _FILLER and not (len(word) == 1 and word.isascii()))
    )


def _explains(text: str, restated: str) -> bool:
    """Whether a word that links cause and effect comes in. "Because" before a repetition is still a repetition."""
    links = {found.casefold() for found in _LINK.findall(text)} - {"because", "since", "must"}
    return any(link not in restated.casefold() for link in links)


def _stem(word: str) -> str:
    """The beginning of a word, so that "replays" and "replay" are one."""
    return word[:5]
