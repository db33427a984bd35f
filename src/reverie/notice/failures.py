"""The same error, again and again: named in fixes and reverts, or observed by a tool. An error everybody has
(`TypeError`, a timeout) counts only within one part of the project."""

from __future__ import annotations

import re
from collections import Counter, defaultdict

from reverie.notice.view import WIDE, Noticed, View, is_evidence, telling_files
from reverie.records.events import Event
from reverie.records.learning import Cluster
from reverie.tools import paths

_NAMED = re.compile(
    r"\b([A-Z][A-Za-z0-9]{2,60}(?:Error|Exception|Fault|Timeout|Panic)|SIG(?:SEGV|ABRT|BUS|KILL|PIPE))\b"
)
_ERRNO = re.compile(
    r"\b(E(?:NOENT|ACCES|PERM|EXIST|AGAIN|CONN\w+|PIPE|TIMEDOUT|ADDRINUSE|MFILE|NOSPC|BUSY|INVAL)|ERR_[A-Z_]{4,40})\b"
)
_WORDS = {
    "deadlock": re.compile(r"\bdead-?locks?\b", re.I),
    "race condition": re.compile(r"\b(?:data )?race(?: condition)?s?\b(?! result)", re.I),
    "memory leak": re.compile(r"\b(?:memory|resource|goroutine|fd|connection)[- ]leaks?\b|\bleak\w* memory\b", re.I),
    "panic": re.compile(r"\bpanics?\b(?!ked by)", re.I),
    "segfault": re.compile(r"\bseg(?:mentation )?faults?\b", re.I),
    "stack overflow": re.compile(r"\bstack overflows?\b", re.I),
    "out of memory": re.compile(r"\bout[- ]of[- ]memory\b|\bOOM(?:ed|s)?\b"),
    "flaky test": re.compile(r"\bflak(?:y|iness|es)\b", re.I),
    "infinite loop": re.compile(r"\binfinite (?:loop|recursion)s?\b", re.I),
    "off-by-one": re.compile(r"\boff[- ]by[- ]one\b", re.I),
    "null pointer": re.compile(r"\b(?:null|nil)[- ](?:pointer|dereference)\b|\bNPE\b", re.I),
}  # fmt: skip
# An error that a change brings in is not one that came up.
_ON_PURPOSE = re.compile(
    r"\b(?:rais(?:e|es|ing)|throw(?:s|ing)?|return(?:s|ing)?|emit(?:s|ting)?|add|use|introduce|define|convert\w* to|"
    r"wrap\w* (?:in|as|into)|turn\w* into|instead of|rather than|with|subclass)"
    r" +(?:(?:an?|the|proper|clear|custom|new|better|specific|more|only) +)*`?(\w+)",
    re.I,
)
_COMMON = (
    frozenset(
        "TypeError ValueError KeyError AttributeError IndexError RuntimeError ImportError ModuleNotFoundError NameError"
        " AssertionError Exception BaseException OSError IOError NotImplementedError SyntaxError UnicodeDecodeError"
        " FileNotFoundError PermissionError ReferenceError RangeError TimeoutError ConnectionError"
        " RuntimeException IOException"
        " NoMethodError ArgumentError NullPointerException NullReferenceException IllegalStateException"
        " IllegalArgumentException ClassCastException"
        " IndexOutOfBoundsException InvalidOperationException FunctionClauseError UndefinedFunctionError".split()
    )
    | _WORDS.keys()
)
_SEPARATE = frozenset({"flaky test"})


def notice(view: View) -> Noticed:
    left_out: Counter[str] = Counter()
    by_error: defaultdict[tuple[str, str], list[Event]] = defaultdict(list)
    for event in view.events:
        if is_evidence(event) and event.kind in ("fix", "revert", "error"):
            for name in error_names(event):
                for area in _areas(event) if name in _COMMON else ("",):
                    if not (view.has_days and _is_told_again(event, by_error[name, area])):
                        by_error[name, area].append(event)
    found = []
    for (name, area), events in sorted(by_error.items()):
        if name not in _SEPARATE and all("test" in event.tags for event in events):
            left_out["errors named by fixes of tests only"] += 1
        elif len(events) < view.thresholds.min_cluster_size:
            left_out["errors named less often"] += 1
        elif view.has_days and _said_once(events):
            left_out["errors named by one person on one day"] += 1
        else:
            found.append(_cluster(name, area, events))
    return Noticed(tuple(found), left_out)


def error_names(event: Event) -> list[str]:
    """The errors an event is about. A commit's subject says; its body may quote any log, so only a body's first lines
    count, and only for names that are unmistakable."""
    if event.kind == "error":
        return [tag.removeprefix("error:") for tag in event.tags if tag.startswith("error:")] or _find(event.summary)
    subject = _find(event.summary)
    return subject or [name for name in _find(event.body[:400]) if name not in _COMMON]


def _is_told_again(event: Event, told: list[Event]) -> bool:
    """A fault and its test, or its fix in two steps, by one person on one day: it came up once."""
    return event.kind != "error" and any(
        (other.actor, other.at.date()) == (event.actor, event.at.date()) for other in told if other.kind != "error"
    )


def _find(text: str) -> list[str]:
    names = [
        *_NAMED.findall(text),
        *_ERRNO.findall(text),
        *(name for name, form in _WORDS.items() if form.search(text)),
    ]
    meant = {found[1].lower() for found in _ON_PURPOSE.finditer(text)}
    return [name for name in dict.fromkeys(names) if name.lower() not in meant]


def _areas(event: Event) -> list[str]:
    files = telling_files(event) or [path for path in event.files if not paths.noise(path)]
    if not files or len(event.files) > WIDE:
        return []
    return sorted({paths.area(path) for path in files})


def _said_once(events: list[Event]) -> bool:
    return len({(event.actor, event.at.date()) for event in events}) < 2


def _cluster(name: str, area: str, events: list[Event]) -> Cluster:
    counts = Counter(path for event in events if len(event.files) <= WIDE for path in telling_files(event))
    if name in _SEPARATE:
        counts = Counter(path for event in events for path in event.files if paths.is_test(path))
    files = tuple(
        path for path, _ in sorted(counts.items(), key=lambda it: (-it[1], it[0])) if not area or path.startswith(area)
    )
    days, people = len({e.at.date() for e in events}), len({e.actor for e in events})
    return Cluster(
        "frequent_failure",
        f"error:{name}" + (f" in {area}" if area else ""),
        tuple(events),
        files[:5],
        {"error": name, "area": area},
        strength=days * (1 + 0.2 * min(people, 5)) * (0.7 if name in _COMMON else 1.0),
    )
