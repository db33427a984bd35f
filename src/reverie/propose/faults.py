"""The kind of fault that several fixes share when neither a word nor a function does, and what experience says to do
about it. A kind is named only if most of the fixes say so themselves."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from reverie.records.events import Event
from reverie.tools import titles

ENOUGH, MOST = 3, 0.6


@dataclass(frozen=True, slots=True)
class Fault:
    """A kind of fault: how fixes speak of it, and what to test."""

    what: str
    do: str
    said: re.Pattern[str]


def _fault(what: str, do: str, *said: str) -> Fault:
    return Fault(what, do, re.compile(r"\b(?:" + "|".join(said) + r")\b", re.I))


FAULTS = (
    _fault(
        "what outsiders can send",
        "test it with input meant to do harm",
        r"path traversal", r"injections?", r"xss", r"ssrf", r"csrf", r"redos", r"prototype pollution", r"sanitiz\w+",
        r"vulnerab\w+", r"cve", r"untrusted", r"malicious",
    ),
    _fault(
        "things happening at the same time",
        "test it with callers that overlap",
        r"rac(?:es?|ing|y)", r"deadlock\w*", r"concurren\w+", r"thread[- ]?safe\w*", r"simultaneous\w*",
        r"in[- ]flight", r"overlapping", r"mutex\w*", r"data race",
    ),
    _fault(
        "Windows and other systems",
        "try it on Windows, or in a test that pretends to be there",
        r"(?:on|for|under|in) windows", r"windows (?:paths?|builds?|ci|only|drives?|line endings?|services?)", r"win32",
        r"macos", r"darwin", r"ntfs", r"cygwin", r"freebsd",
    ),
    _fault(
        "things left open or running",
        "test that it lets go of what it took, also when it fails",
        r"leak\w*", r"not dispos\w+", r"dangling", r"orphan\w*", r"(?:not|never) clean(?:ed|ing)? ?up", r"unclosed",
        r"(?:not|never) (?:clos|releas|stopp)(?:ed|ing)", r"clos(?:e|es|ing) \w+ (?:on|when|after)",
        r"left (?:open|running)",
    ),
    _fault(
        "the other side being slow or gone",
        "test what it does when the other side is slow, gone or back again",
        r"timed? out", r"retr(?:y|ies|ied|ying)", r"reconnect\w*", r"disconnect\w*", r"hang(?:s|ing)?",
        r"block(?:s|ing)? (?:forever|indefinitely)", r"indefinite\w*", r"back-?off", r"hung", r"unreachable",
    ),
    _fault(
        "stale copies",
        "test that a change is seen where something was kept from before",
        r"stale", r"cache invalidation", r"invalidat(?:e|es|ed|ing)(?: \w+){0,2} caches?",
        r"outdated (?:cache|copy|copies|values?|data|state)",
    ),
    _fault(
        "unusual text",
        "test it with other scripts, quotes, line ends and escapes",
        r"unicode", r"utf-?(?:8|16)", r"escap(?:e|es|ed|ing)", r"surrogates?", r"crlf",
        r"non-?ascii", r"quot(?:ed|ing)", r"whitespace",
    ),
    _fault(
        "dates and time zones",
        "test it at other times of the year and in other time zones",
        r"time ?zones?", r"tz", r"utc", r"dst", r"leap (?:years?|days?|seconds?)", r"daylight",
    ),
    _fault(
        "errors that get lost",
        "test how it fails, not only that it works",
        r"swallow\w*", r"silent(?:ly)?", r"propagat\w+", r"unhandled", r"uncaught", r"error handling",
        r"errors? (?:is|are|was|were|gets?) (?:lost|dropped|ignored|hidden)", r"lose\w* \w* ?errors?",
        r"mask(?:s|ed|ing) (?:the )?\w* ?(?:errors?|exceptions?)",
    ),
    _fault(
        "what may be missing or empty",
        "test it with what is missing, empty or zero",
        r"none(?:type)?", r"null(?:s|able|ish)?", r"nil", r"undefined", r"absent", r"empty", r"unset",
        r"falsy", r"blank", r"nonexistent", r"non-existent", r"not (?:set|defined|present)",
        r"(?:is|are|when|if|with|without|on|for) missing",
    ),
    _fault(
        "order and repeats",
        "test it with the same thing twice and in another order",
        r"duplicat\w+", r"twice", r"dedup\w*", r"re-?order\w*", r"out of order", r"wrong order", r"ordering",
        r"nondetermin\w+", r"determinis\w+", r"double[- ]\w+ing",
    ),
    _fault(
        "other versions",
        "run its tests with the oldest and the newest version that is supported",
        r"python 3\.\d+\+?", r"node(?:\.?js)? v?\d+\+?", r"go 1\.\d+",
        r"(?:older|newer) (?:\w+ )?(?:versions?|releases?)", r"pre-?v?\d+\.\d+", r"backwards?[- ]compat\w*",
    ),
)  # fmt: skip


def shared_fault(events: Sequence[Event]) -> tuple[Fault, tuple[Event, ...]] | None:
    """The kind that most of these speak of, with those that do."""
    told = [(event, titles.split(event.summary).rest) for event in events]
    found = [(fault, tuple(event for event, text in told if fault.said.search(text))) for fault in FAULTS]
    fault, members = max(found, key=lambda it: len(it[1]))
    return (fault, members) if len(members) >= max(ENOUGH, MOST * len(events)) else None
