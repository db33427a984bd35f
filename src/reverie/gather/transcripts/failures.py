"""Errors of tools, named the same way every time: without paths, numbers and hashes, with the command that met them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from reverie.gather.transcripts.commands import head
from reverie.gather.transcripts.needles import Forms
from reverie.gather.transcripts.phrases import cut
from reverie.records.transcripts import Said, Turn

SHOWN = 160  # characters of the error's own words

# What the agent's own harness says. A refusal by a person or a mode is not a failure of the tool.
_HARNESS = (
    (
        "file not read before writing",
        re.compile(r"File has not been read yet|must (?:first )?read the file|read it first before", re.I),
    ),
    (
        "file changed since read",
        re.compile(
            r"File has been unexpectedly modified|File has been modified since|modified since (?:it was )?read", re.I
        ),
    ),
    (
        "text to replace not found",
        re.compile(
            r"String to replace not found|old_string .{0,20}not found|Failed to find (?:expected lines|context)", re.I
        ),
    ),
    ("text to replace not unique", re.compile(r"Found \d+ matches of the string to replace", re.I)),
    (
        "old and new text are equal",
        re.compile(r"No changes to make|old_string and new_string are exactly the same", re.I),
    ),
    (
        "file does not exist",
        re.compile(r"^(?:<tool_use_error>)?\s*(?:File|Path|Directory) does not exist|ENOENT: no such file", re.I),
    ),
    (
        "file too large to read",
        re.compile(r"File content \([\d.,]+ ?\w*\) exceeds maximum|exceeds maximum allowed (?:size|tokens)", re.I),
    ),
    ("a directory was read", re.compile(r"EISDIR|illegal operation on a directory", re.I)),
    ("invalid tool input", re.compile(r"InputValidationError|invalid (?:parameters|arguments) for tool", re.I)),
    ("no such tool", re.compile(r"No such tool available|Unknown tool|tool .{0,30} not found", re.I)),
    ("no such skill", re.compile(r"Unknown skill", re.I)),
    ("sibling call failed", re.compile(r"Sibling tool call errored", re.I)),
)
_DENIED = re.compile(
    r"requires approval|permission(?:s)? (?:to use|has been denied|denied by)|was blocked|not allowed (?:in|to)"
    r"|blocked (?:by|for security)"
    r"|sandbox|dangerous.{0,40}denied|hook (?:blocked|denied|error)|Plan mode|but you haven't granted",
    re.I,
)
_REFUSED = re.compile(r"The user doesn't want to|user (?:rejected|declined|denied|cancelled)|Request interrupted", re.I)
_CANCELLED = re.compile(r"Cancelled: parallel tool call|Sibling tool call|aborted by user", re.I)
_MISSING = (
    re.compile(r"command not found:?\s*([\w.+-]+)"),
    re.compile(r"(?:^|[\s:])([\w.+-]+): (?:command )?not found(?:$|\s)", re.M),
    re.compile(r"'([\w.+-]+)' is not recognized as"),
    re.compile(r"executable file not found in \$PATH: ?\"?([\w.+-]+)"),
)
_MODULE = (
    re.compile(r"(?:ModuleNotFoundError: )?No module named ['\"]([\w.]+)['\"]"),
    re.compile(r"Cannot find (?:module|package) ['\"]([^'\"\n]{1,60})['\"]"),
)
_NAMED = re.compile(r"\b([A-Z][A-Za-z0-9]{2,50}(?:Error|Exception|Fault|Panic|Timeout))\b(?=[:\s(\]]|$)")
_CODES = re.compile(
    r"\b(TS\d{4}|E\d{4}(?=\])|ERR_[A-Z_]{4,40}|EADDRINUSE|EACCES|ECONNREFUSED|ENOSPC|ETIMEDOUT|EPERM|SIGSEGV|SIGKILL"
    r"|SIGABRT)\b"
)
_SHAPES = (
    ("merge conflict", re.compile(r"CONFLICT \(|Automatic merge failed|could not apply [0-9a-f]{6}", re.I)),
    ("push rejected", re.compile(r"\[rejected\]|failed to push some refs|non-fast-forward", re.I)),
    ("git index locked", re.compile(r"index\.lock", re.I)),
    ("not a git repository", re.compile(r"not a git repository", re.I)),
    ("commit hook failed", re.compile(r"pre-commit (?:hook|script) failed|husky - pre-commit|hook id: ", re.I)),
    ("nothing to commit", re.compile(r"nothing (?:added )?to commit|no changes added to commit", re.I)),
    (
        "unknown option",
        re.compile(r"(?:unknown|unrecognized|invalid) (?:option|flag|argument)s?\b|unexpected argument", re.I),
    ),
    (
        "missing script",
        re.compile(
            r"Missing script:|No rule to make target|Script not found|no task named|task .{1,40} not found", re.I
        ),
    ),
    ("panic", re.compile(r"^panic: |thread '.{1,60}' panicked|goroutine \d+ \[running\]", re.M)),
    ("out of memory", re.compile(r"out of memory|heap limit|Cannot allocate memory|OOMKilled", re.I)),
    ("timeout", re.compile(r"timed? ?out\b|deadline exceeded|Command timed out", re.I)),
    ("port in use", re.compile(r"address already in use|port \d+ is (?:already )?in use", re.I)),
    ("permission denied", re.compile(r"Permission denied|Operation not permitted")),
    ("no such file", re.compile(r"No such file or directory|cannot (?:access|stat|open|find)", re.I)),
    (
        "network unreachable",
        re.compile(r"Could not resolve host|Network is unreachable|Connection refused|ENOTFOUND", re.I),
    ),
    (
        "not authenticated",
        re.compile(
            r"\b(?:401|403)\b.{0,40}(?:Unauthorized|Forbidden)|authentication (?:failed|required)|not logged in"
            r"|gh auth login",
            re.I,
        ),
    ),
    ("syntax error", re.compile(r"syntax error|unexpected (?:token|end of file|EOF)|parse error", re.I)),
)
_KIND = (
    ("tests failed", re.compile(r"\b(?:pytest|jest|vitest|mocha|phpunit|rspec|ctest|tests?|e2e|spec)\b", re.I)),
    ("type check failed", re.compile(r"\b(?:tsc|mypy|pyright|type-?check|types)\b", re.I)),
    (
        "lint failed",
        re.compile(r"\b(?:eslint|ruff|biome|golangci-lint|clippy|lint|flake8|prettier|stylelint|fmt|format)\b", re.I),
    ),
    ("build failed", re.compile(r"\b(?:build|compile|make|bundle|webpack|gradle|mvn|cargo check)\b", re.I)),
)
_HEADER = re.compile(
    r"^\s*(?:Chunk ID|Wall time|Process exited|Exit code|Original token count|Output|Total output)\b.*$", re.M
)
_BLANK = re.compile(r"\s*\n\s*\n|[^\S\n]{8,}")
_HOLES, _BLANKS = re.compile(r"\n\s*\n"), re.compile(r"[^\S\n]{8}")  # without either there is nothing to close up
_EXIT = re.compile(r"(?:Exit code|exited with (?:code|status)|exit status|exit_code\"?:?)\s*(\d{1,3})", re.I)
_LINE = re.compile(  # words of their own, or the name of an error: a package may be called `thiserror`
    r"^.*(?:(?i:\b(?:errors?|failed|failures?|fatal|panic(?:ked)?|exception|not found|denied|cannot|unable)\b)"
    r"|[A-Z]\w*(?:Error|Exception)\b).*$",
    re.M,
)
_NOISE = (
    (re.compile(r"\x1b\[[\d;]*[A-Za-z]"), ""),
    (re.compile(r"(?:[A-Za-z]:)?(?:[\w.@~-]*[/\\])+([\w.@-]+)"), r"\1"),
    (re.compile(r"\b[0-9a-f]{7,64}\b"), "#"),
    (re.compile(r"\b0x[0-9a-fA-F]+\b|\b\d+(?:\.\d+)*(?:ms|s|kB|MB)?\b"), "#"),
)
_FIRST = Forms(*(form for _, form in _HARNESS), *_MISSING, *_MODULE, _DENIED, _REFUSED, _CANCELLED)
_THEN = Forms(*(form for _, form in _SHAPES), _NAMED, _CODES, _EXIT)
May = set[str]


class Failure(NamedTuple):
    """An error as it is counted. `telling`: its name alone says what went wrong; `exit code 1` does not."""

    name: str
    command: str
    words: str
    telling: bool


def failures(session: Sequence[Said]) -> Iterator[tuple[Said, Failure]]:
    for said in session:
        if said.turn is Turn.TOOL_RESULT and said.failed:
            found = failure_of(said)
            if found:
                yield said, found


def failure_of(said: Said) -> Failure | None:
    """None for what a person refused or stopped: that is a correction, not an error."""
    found = _failure(said.text[:4000], said.command)
    return found._replace(command=found.command or said.tool) if found else None


@lru_cache(maxsize=1024)  # the same few errors come again and again
def _failure(text: str, command: str) -> Failure | None:
    if _HOLES.search(text) or _BLANKS.search(text):
        text = _BLANK.sub("\n", text)
    may = _FIRST.that_may_match(text)
    if _refused(text[:300], may):
        return None
    name, telling = _name(text, command, may)
    return Failure(name, head(command), _words(text), telling)


def _refused(text: str, may: May) -> bool:
    return any(form.pattern in may and form.search(text) for form in (_REFUSED, _CANCELLED))


def _name(text: str, command: str, may: May) -> tuple[str, bool]:
    for name, form in _HARNESS:
        if form.pattern in may and form.search(text[:600]):
            return name, True
    for forms, label in ((_MISSING, "command not found"), (_MODULE, "module not found")):
        for form in forms:
            found = form.search(text) if command and form.pattern in may else None
            if found:
                return f"{label}: {found[1]}", True
    if not command and _DENIED.pattern in may and _DENIED.search(text[:400]):
        return "tool not permitted", True
    return _named(text, command)


def _named(text: str, command: str) -> tuple[str, bool]:
    ran = command and next((name for name, form in _KIND if form.search(head(command))), "")
    if ran:  # what a failing test prints may hold any error's name; it is the test that failed
        return ran, False
    may = _THEN.that_may_match(text)
    for name, form in _SHAPES:
        if form.pattern in may and form.search(text):
            return name, True
    names = (_NAMED.pattern in may and _NAMED.findall(text)) or (_CODES.pattern in may and _CODES.findall(text))
    if names:
        return str(names[-1]), True  # a traceback ends on the error that was not caught
    if head(command) == "git commit":
        return "commit hook failed", True
    code = _EXIT.search(text) if _EXIT.pattern in may else None
    return (f"exit code {code[1]}" if code else "tool error"), False


def _words(text: str) -> str:
    """The line that says it, made comparable."""
    plain = _HEADER.sub("", re.sub(r"</?tool_use_error>", "", text))
    found = _LINE.search(plain)
    line = (found[0] if found else next((row for row in plain.splitlines() if row.strip()), "")).strip()
    return cut(normal(line[: 4 * SHOWN]), SHOWN)


def normal(text: str) -> str:
    for form, instead in _NOISE:
        text = form.sub(instead, text)
    return " ".join(text.split())
