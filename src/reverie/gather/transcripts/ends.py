"""How a session ended: blocked, unresolved, or just over; and which files it edited."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import islice
from pathlib import PurePosixPath
from typing import NamedTuple

from reverie.gather.transcripts.commands import head
from reverie.gather.transcripts.failures import failure_of
from reverie.gather.transcripts.moments import is_edit
from reverie.gather.transcripts.phrases import quote, sentences
from reverie.records.transcripts import Said, Turn

TAIL = 40  # records that are looked at from the end
FILES = 40
_BACK = "\\"  # some people work on Windows

_BLOCKED = re.compile(
    r"\b(?:i(?:'m| am)?(?: currently| still)? (?:blocked|stuck|unable to|not able to|can(?:not|'t) (?:proceed"
    r"|continue|access|complete|run|reach|find a way))"
    r"|(?:this|it|that|which) (?:is|remains) (?:blocked|unresolved)|blocked (?:by|on|until)"
    r"|could not (?:be )?(?:complete|resolve|reproduce|finish|verify)d?"
    r"|(?:still|remains?) (?:fail(?:s|ing)|broken|unresolved|not working)|i (?:was )?(?:un|not )able to"
    r"|couldn't (?:get|find|fix|resolve|complete|verify|figure))\b",
    re.IGNORECASE,
)
_NEEDS = re.compile(
    r"\b(?:you(?:'ll| will)? need to|please (?:run|provide|grant|log ?in|set|install)|requires your|waiting (?:for"
    r"|on) (?:you|your))\b",
    re.I,
)
_IF = re.compile(r"^\W*(?:if|should|in case|when|unless)\b|\bif (?:it|that|this|you|anything|something)\b", re.I)
_API = re.compile(
    r"^\W*(?:API Error|Claude AI usage limit|You've hit your|Credit balance|5-hour limit|Prompt is too long"
    r"|Request timed out|.{0,20}rate.?limit)",
    re.I,
)
_SOLVED = re.compile(
    r"\b(?:all (?:tests|checks)?\s*(?:pass|green|clean|done)|fixed|done|completed|committed|pushed|resolved"
    r"|merged)\b",
    re.I,
)


class End(NamedTuple):
    """Why it did not end well, in the words that say so, and where that stands."""

    reason: str
    words: str
    said: Said


def closing(session: Sequence[Said]) -> list[Said]:
    """The last that was said and done between the person and the agent."""
    spoken = (
        s for s in reversed(session) if not s.sidechain and s.turn is not Turn.MACHINE and s.turn is not Turn.COMMAND
    )
    return list(islice(spoken, TAIL))[::-1]


def end_of(session: Sequence[Said]) -> End | None:
    """None if the session ended well, or simply stopped."""
    talk = closing(session)
    if not talk:
        return None
    last = talk[-1]
    if last.turn is Turn.AGENT:
        return _said_so(last)
    if last.turn is Turn.INTERRUPT or (last.turn is Turn.REJECTION and not last.text):
        if _planned(talk):
            return None  # a plan that is carried out in a new session ends this one so
        return End("stopped by the person, nothing followed", _doing(talk), last)
    if last.turn is Turn.TOOL_RESULT and last.failed:
        return _on_an_error(last)
    return None


def _said_so(last: Said) -> End | None:
    text = last.text[-4000:].replace("’", "'")
    if _API.search(text):
        return End("the service stopped it", quote(text), last)
    closing = sentences(text)[-6:]
    for sentence in closing:
        if _BLOCKED.search(sentence) and not (_SOLVED.search(sentence) or _IF.search(sentence)):
            reason = "needs the person" if any(_NEEDS.search(s) for s in closing) else "unresolved"
            return End(reason, quote(sentence), last)
    return None


def _on_an_error(last: Said) -> End | None:
    found = failure_of(last)
    return End("ended on an error", f"{found.name}: {found.command}", last) if found else None


def _planned(talk: Sequence[Said]) -> bool:
    return any(said.tool == "ExitPlanMode" for said in talk[-4:])


def _doing(talk: Sequence[Said]) -> str:
    """What the agent was at when it was stopped."""
    use = next((said for said in reversed(talk) if said.turn is Turn.TOOL_USE), None)
    if use is None:
        return quote(next((said.text for said in reversed(talk) if said.turn is Turn.AGENT), ""))
    names = ", ".join(PurePosixPath(path.replace(_BACK, "/")).name for path in use.files)
    return f"{use.tool}: {head(use.command) or names}".rstrip(": ")


def edits(session: Sequence[Said]) -> tuple[Said | None, list[Said]]:
    """The first edit, and all that neither failed nor were refused."""
    done = [said for said in session if said.files and said.turn is Turn.TOOL_USE and is_edit(said)]
    failed = {
        said.call
        for said in (session if done else ())
        if said.turn is Turn.REJECTION or (said.failed and said.turn is Turn.TOOL_RESULT)
    }
    return done[0] if done else None, [said for said in done if said.call not in failed]


def edited(done: Iterable[Said]) -> tuple[str, ...]:
    """The files that were changed, those most often changed first, as seen from the working directory."""
    counts: Counter[str] = Counter()
    for said in done:
        counts.update(inside(path, said.cwd) for path in said.files)
    return tuple(path for path, _ in sorted(counts.items(), key=lambda it: (-it[1], it[0])) if path)[:FILES]


def inside(path: str, cwd: str) -> str:
    """Relative to the working directory; empty if it lies elsewhere."""
    clean = path.replace("\\", "/")
    if not cwd or (not clean.startswith(("/", "~")) and ":" not in clean[:3]):
        return clean.removeprefix("./")
    base = cwd.replace("\\", "/").rstrip("/") + "/"
    return clean.removeprefix(base) if clean.startswith(base) else ""
