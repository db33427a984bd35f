"""What is never promoted, whatever its score: secrets, what machines print, what has nothing to say, what came from a
tool, and what a dream wrote itself."""

from __future__ import annotations

import re
from collections.abc import Callable

from reverie.remember.printed import is_printed
from reverie.tools.tokens import tokens

_FROM_OTHERS = {"tool": "it came from a tool", "system": "it came from the system, not from a person or an agent"}

_REDACTED = re.compile(r"\[REDACTED(?::[^\]]*)?\]")

_TRACE = re.compile(
    r"Traceback \(most recent call last\)|^\s*File \"[^\"]+\", line \d+|^\s*at [\w$.<>\[\] ]+\([^)]*:\d+(?::\d+)?\)"
    r"|^\s*at (?:/|file:|node:|async )\S+|^goroutine \d+ \[|^panic: |thread '[^']*' panicked at"
    r"|^\s*Caused by: [\w.$]+(?:Exception|Error)\b|^Exception in thread \"|^\s+from \S+\.rb:\d+:in "
    r"|^\s*#\d+ +(?:0x[0-9a-f]+ in )?\S+ \(|^\s*\d+: +0x[0-9a-f]{6,}",
    re.MULTILINE,
)

_TOOL = re.compile(
    r"\A\W*(?:</?tool_(?:result|use)\b|tool[_ ]?(?:result|output|response)s?\b|toolResult\b|function_results?\b"
    r"|Web(?:Fetch|Search)\b|\[tool\b)|^\s*</?tool_result\b",
    re.MULTILINE | re.IGNORECASE,
)

_DREAMT = re.compile(
    r"<!--\s*(?:reverie:|openclaw[:-])|\bPromoted From Short-Term Memory\b|^#*\s*(?:Light|Deep|REM) Sleep\b"
    r"|\[score=[\d.]+ recalls=\d+|^Promoted \d{4}-\d\d-\d\dT\S+ from |^\s*-?\s*Candidate: .*\bconfidence: [\d.]+"
    r"|\bconfidence: [\d.]+;? *-? *evidence: |\bkept surfacing across \d+ memories\b|\[OpenClaw heartbeat poll\]"
    r"|^#*\s*(?:Dream (?:diary|report)|Diary of the night|Possible Lasting Truths)\b|^Last dream\s{2,}"
    r"|\.agent/local/|\bmemory/\.dreams/|^#*\s*Reverie(?:'s)? (?:diary|report|night)\b",
    re.MULTILINE | re.IGNORECASE,
)

_STAMP = re.compile(
    r"\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?|\b\d{1,2}:\d\d(?::\d\d)?\b"
    r"|\b(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\b"
    r"|\b(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*\.? \d{1,2}(?:,? \d{4})?"
    r"|\b(?:am|pm|utc|gmt|[ce]e?s?t|timestamp|date|time|at|on|last|updated|created|memory|file)\b",
    re.IGNORECASE,
)


def reason(text: str, origin: str, clean: Callable[[str], str]) -> str:
    """Why this may not become long-term memory; empty if it may. `clean` takes secrets out of a text."""
    if origin in _FROM_OTHERS:
        return _FROM_OTHERS[origin]
    if _TOOL.search(text):
        return _FROM_OTHERS["tool"]
    if _REDACTED.search(text) or clean(text) != text:
        return "it holds a secret"
    if _TRACE.search(text):
        return "it is a stack trace"
    if _DREAMT.search(text):
        return "a dream wrote it: own output is no evidence"
    if _says_nothing(text):
        return "it holds times and numbers, and says nothing about them"
    if is_printed(text):
        return "it is the output of a command"
    return ""


def _says_nothing(text: str) -> bool:
    """Nothing is left when times, numbers and marks are taken away."""
    return not any(_is_word(token) for token in tokens(_STAMP.sub(" ", text)))


def _is_word(token: str) -> bool:
    """Scripts that write a word in one sign begin beyond the Latin ones."""
    return (len(token) > 1 or ord(token) > 0x2E7F) and any(char.isalpha() for char in token)
