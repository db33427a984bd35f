"""Turns of phrase: every way to deny said with `not`, and what says two things at once taken apart: `switched from X to
Y` affirms Y and denies X."""

from __future__ import annotations

import re

from reverie.remember.statements.rivals import rivals
from reverie.remember.statements.words import key

_CONTRACTED = (
    (
        re.compile(r"\b(could|do|does|did|is|are|was|were|has|have|had|would|should|must|need)n[’']?t\b", re.I),
        r"\1 not",
    ),
    (re.compile(r"\bwon[’']?t\b", re.I), "will not"),
    (re.compile(r"\bcan[’']?t\b", re.I), "can not"),
    (re.compile(r"\bcannot\b", re.I), "can not"),
    (re.compile(r"\bain[’']t\b", re.I), "is not"),
    (re.compile(r"[’']re\b", re.I), " are"),
    (re.compile(r"[’']m\b", re.I), " am"),
    (re.compile(r"[’']ve\b", re.I), " have"),
    (re.compile(r"\b(it|that|there|he|she)[’']s\b", re.I), r"\1 is"),
    (re.compile(r"(?<=\w)[’']s(?= (?:not|no longer|due|now|\w{3,}ed) )", re.I), " is"),
)
_TURNED = (
    (re.compile(r"\bno matter\b|\bwhether or not\b|\bno (?:problem|doubt|wonder)\b", re.I), " "),
    (re.compile(r"\bnot (?:only|just|merely)\b", re.I), " "),
    (re.compile(r"\b(?:do|does|has|have)?\s*no longer\b|\bnot\b(?=.*\bany ?more\b)", re.I), " not "),
    (re.compile(r"\btim(?:e|es|ed) out\b", re.I), " timeouts "),
    (re.compile(r"\bby hand\b", re.I), " manually "),
    (
        re.compile(
            r"\b(?:was|were|is|are|has been|have been|got) (?:now )?"
            r"(?:raised|lowered|increased|decreased|reduced|changed|bumped|upgraded|downgraded|set) to\b",
            re.I,
        ),
        " is ",
    ),
    (re.compile(r"\bany ?more\b|\bmake sure (?:that |to )?|\bensure (?:that )?", re.I), " "),
    (re.compile(r"\b(?:no[ -]?one|nobody)\b", re.I), "not someone"),
    (re.compile(r"\bnone of\b", re.I), "not"),
    (re.compile(r"\bnothing\b", re.I), "not anything"),
    (re.compile(r"(?<!is )(?<!are )(?<!was )(?<!were )(?<!be )(?<!being )\bused to\b(?= \w)", re.I), " not "),
    (
        re.compile(
            r"\b(?:stop(?:ped|s)? using|quit using|do not use|(?:moved|moving|migrated|migrating) (?:away from|off)"
            r"|got rid of|gave up(?: on)?|abandoned|phased out|ditched"
            r"|(?<!being )(?<!are )(?<!is )dropped(?: support for)?(?! (?:in|into|on|off|by|from)\b))\b",
            re.I,
        ),
        " not use ",
    ),
    (re.compile(r"\bstop(?:ped|s)? (?=\w+ing\b)", re.I), " not "),
    (re.compile(r"\b(?:with no|without(?: any| a| an)?)\s+(?=\w)", re.I), " ¬"),
    (re.compile(r"\bwith(?: any| a| an)?\s+(?=\w)", re.I), " with "),
    (re.compile(r"\bfar (?:away )?(?:from|to)\b", re.I), "far"),
    (re.compile(r"\bclose to\b", re.I), "near"),
    (re.compile(r"\bout of\b", re.I), "out"),
)
_PHRASE = r"(?:[`\"]?[\w@./+#-]+[`\"]?)"
_END = r"(?=\s+(?:for|in|on|at|when|because|since|as|with|and|but|so|after|before|during)\b|\s*[.,;:()!?]|\s*$)"
_SEVERAL = rf"{_PHRASE}(?:\s+{_PHRASE}){{0,3}}?"
_FROM_TO = re.compile(
    r"\b(?:switched|moved|migrated|changed|transitioned|upgraded|downgraded|converted|shifted|ported|went|bumped|raised"
    r"|lowered|increased|reduced|(?<=^)(?:switch|change|upgrade|bump|raise|lower|increase|reduce))\b"
    rf"(?P<what>(?:\s+\w+){{0,5}}?)\s+from\s+(?P<old>{_SEVERAL})\s+to\s+(?P<new>{_SEVERAL}){_END}",
    re.I,
)
_REPLACED = re.compile(
    rf"\breplac(?:e|es|ed|ing)\s+(?P<old>{_SEVERAL})\s+(?:with|by)\s+(?P<new>{_SEVERAL}){_END}", re.I
)
_REPLACES = re.compile(
    rf"(?P<new>{_PHRASE})\s+(?:(?:has|have)\s+)?(?:replaced|replaces|supersedes|superseded)\s+(?P<old>{_SEVERAL}){_END}",
    re.I,
)
_REPLACED_BY = re.compile(
    rf"(?P<old>{_PHRASE})\s+(?:was|is|were|are|has been|got)\s+(?:replaced|superseded)\s+(?:by|with)\s+"
    rf"(?P<new>{_SEVERAL}){_END}",
    re.I,
)
_INSTEAD = re.compile(
    r"\s*(?:,?\s+instead of|,?\s+rather than|,?\s+in place of|,\s*(?:and |but )?not|\s+(?:and|but) not|\s+\(not)\s+"
    rf"(?:using\s+)?(?P<old>{_SEVERAL})\)?{_END}",
    re.I,
)
_OVER = re.compile(rf"\s+over\s+(?P<old>{_SEVERAL}){_END}", re.I)
_CHOOSING = re.compile(
    r"\b(?:prefer|prefers|preferred|choose|chose|favou?rs?|favou?red|use|pick|picked|likes?)\b", re.I
)


def expanded(text: str) -> str:
    """Contractions written out, and every way to deny said with `not`."""
    for pattern, instead in (*_CONTRACTED, *_TURNED):
        text = pattern.sub(instead, text)
    return text


def turned(text: str) -> tuple[str, str]:
    """What is affirmed, and what is denied along with it: `use uv instead of pip` is (`use uv`, `use pip`)."""
    for pattern in (_FROM_TO, _REPLACED, _REPLACED_BY, _REPLACES):
        if match := pattern.search(text):
            before, after = text[: match.start()], text[match.end() :]
            what = match.groupdict().get("what") or ""
            return (f"{before} use {what} {match['new']} {after}", f"{before} use {what} {match['old']} {after}")
    match = _INSTEAD.search(text) or (_OVER.search(text) if _CHOOSING.search(text) else None)
    if match is None:
        return text, ""
    before, after = text[: match.start()], text[match.end() :]
    return f"{before} {after}", f"{_exchanged(before.split(), match['old'].split())} {after}"


def _exchanged(words: list[str], old: list[str]) -> str:
    """The same with the old value in the place of the new: of its rival, or of what was said last."""
    for n, word in enumerate(words):
        if any(rivals(key(word.strip("`,.")), key(one.strip("`,."))) for one in old):
            return " ".join([*words[:n], *old, *words[n + 1 :]])
    size = min(len(old), max(len(words) - 1, 0))
    return " ".join([*words[: len(words) - size], *old])
