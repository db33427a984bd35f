"""Errors of tools, named the same way every time: without paths, numbers and hashes, with the command that met them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from reverie.gather.transcripts import failure_forms as forms
from reverie.gather.transcripts.commands import head, wrapper_of
from reverie.gather.transcripts.needles import Forms
from reverie.gather.transcripts.phrases import cut
from reverie.records.transcripts import Said, Turn

SHOWN = 160  # characters of the error's own words
MOST = 4000  # characters that are looked at

_FIRST = Forms(
    *(form for _, form in forms.HARNESS),
    *forms.MISSING,
    *forms.MODULE,
    forms.DENIED,
    forms.NOT_LET,
    forms.REFUSED,
    forms.CANCELLED,
)
_THEN = Forms(*(form for _, form in (*forms.SHAPES, *forms.COMMIT)), forms.NAMED, forms.CODES, forms.EXIT)
_KNOWN = (*forms.SHAPES, *forms.COMMIT)
# Where one of these is not found, the PATH was broken for a moment.
_EVERYWHERE = frozenset(
    "awk basename cat cp cut dirname env grep head ls mkdir mv rm sed sort tail tr uname wc".split()
)
May = set[str]


class Failure(NamedTuple):
    """An error as it is counted. `telling`: its name alone says what went wrong; `exit code 1` does not."""

    name: str
    command: str
    telling: bool


def failures(session: Sequence[Said]) -> Iterator[tuple[Said, Failure]]:
    for said in session:
        if said.failed and said.turn is Turn.TOOL_RESULT:
            found = failure_of(said)
            if found:
                yield said, found


def failure_of(said: Said) -> Failure | None:
    """None for what a person refused or stopped: that is a correction, not an error."""
    found = _failure(said.text[:MOST], said.command)
    return found._replace(command=found.command or said.tool) if found else None


@lru_cache(maxsize=1024)  # the same few errors come again and again
def _failure(text: str, command: str) -> Failure | None:
    text = _close(text)
    may = _FIRST.that_may_match(text)
    if _refused(text[:300], may):
        return None
    name, telling = _name(text, command, may)
    return Failure(name, _failed(text, command, name), telling)


def _failed(text: str, command: str, name: str) -> str:
    """What failed: the command, or what it was run by, if that is not there, knows no such program or says so."""
    wrapper, whole = wrapper_of(command)
    if not wrapper:
        return head(command)
    unknown = f"unknown command: {head(command).partition(' ')[0]}"
    first = next((row for row in forms.HEADER.sub("", text).splitlines() if row.strip()), "")
    own = first.lstrip("[ ").startswith((f"{wrapper}: ", f"{wrapper}] "))
    return whole if own or name in (unknown, f"command not found: {wrapper}") else head(command)


@lru_cache(maxsize=256)  # once for the name of an error, and once for its words
def _close(text: str) -> str:
    """Without the holes in it."""
    return forms.BLANK.sub("\n", text) if forms.HOLES.search(text) or _has_blanks(text) else text


def _has_blanks(text: str) -> bool:
    """Mostly they are spaces, and then there is no need to look at every sign."""
    if text.isascii() and not any(blank in text for blank in forms.ODD_BLANKS):
        return forms.SPACES in text
    return forms.BLANKS.search(text) is not None


def _refused(text: str, may: May) -> bool:
    return any(form.pattern in may and form.search(text) for form in (forms.REFUSED, forms.CANCELLED))


def _name(text: str, command: str, may: May) -> tuple[str, bool]:
    for name, form in forms.HARNESS:
        if form.pattern in may and form.search(text[:600]):
            return name, True
    for rows, label in ((forms.MISSING, "command not found"), (forms.MODULE, "module not found")):
        for form in rows:
            found = form.search(text) if command and form.pattern in may else None
            if found and found[1] not in _EVERYWHERE:
                return f"{label}: {found[1]}", True
    denied = forms.NOT_LET if command else forms.DENIED
    if denied.pattern in may and denied.search(text[:400]):
        return "tool not permitted", True
    return _named(text, command)


def _named(text: str, command: str) -> tuple[str, bool]:
    usage = forms.USAGE.match(text) if command else None
    if usage:  # whatever was to be run did not even begin
        return f"unknown {'command' if usage[1] else 'option'}: {usage[1] or usage[2]}", True
    ran = command and next((name for name, form in forms.KIND if form.search(head(command))), "")
    if ran:  # what a failing test prints may hold any error's name; it is the test that failed
        return ran, False
    may = _THEN.that_may_match(text)
    for name, form in (*forms.COMMIT, *forms.SHAPES) if head(command) == "git commit" else forms.SHAPES:
        if form.pattern in may and form.search(text):
            return name, True
    names = (forms.NAMED.pattern in may and forms.NAMED.findall(text)) or (
        forms.CODES.pattern in may and forms.CODES.findall(text)
    )
    if names:
        return str(names[-1]), True  # a traceback ends on the error that was not caught
    code = forms.EXIT.search(text) if forms.EXIT.pattern in may else None
    return (f"exit code {code[1]}" if code else "tool error"), False


def words_of(said: Said) -> str:
    """The line that says it, made comparable."""
    found = failure_of(said)
    return _words(said.text[:MOST], found.name if found and found.telling else "")


@lru_cache(maxsize=1024)
def _words(text: str, name: str) -> str:
    plain = forms.COLOUR.sub("", forms.HEADER.sub("", forms.TAG.sub("", _close(text))))
    return cut(normal(_line(_rows(plain), name).strip()[: 4 * SHOWN]), SHOWN)


def _rows(text: str) -> list[str]:
    """Its lines, but not the two halves of those that were cut when the middle was taken out."""
    rows = [row for row in text.splitlines() if row.strip()]
    if forms.SEAM in rows:
        at = rows.index(forms.SEAM)
        whole = [*rows[: max(at - 1, 0)], *rows[at + 2 :]]
        return whole or [row for row in rows if row != forms.SEAM]
    return rows


def _line(rows: Sequence[str], name: str) -> str:
    """The one that holds the error's name or is what it was named by; else one that is marked as the error, that speaks
    of one, the first."""
    if named := _naming(rows, name):
        return named
    own = [(form, rows) for one, form in _KNOWN if one == name]
    marked = [(forms.CAUSE, rows), (forms.TELLS, [row for row in rows if not forms.CODE.search(row)])]
    hook = name == "commit hook failed"  # that it failed is known: the line before says why
    for form, among in (*(marked + own if hook else own + marked), (forms.TELLS, rows)):
        if found := next((row for row in among if form.search(row)), ""):
            return found
    return rows[0] if rows else ""


def _naming(rows: Sequence[str], name: str) -> str:
    """The last line with what was missing or unknown, `go`, or with the error's own name, `ValueError`, `TS2304`."""
    key = name.rpartition(": ")[2]
    if not name or (key == name and (" " in name or name.islower())):
        return ""
    form = re.compile(rf"(?<![\w-]){re.escape(key)}(?![\w-])")
    found = [row for row in rows if form.search(row)]
    return next((row for row in reversed(found) if forms.TELLS.search(row)), found[-1] if found else "")


def normal(text: str) -> str:
    for form, instead in forms.NOISE:
        text = form.sub(instead, text)
    return " ".join(text.split())
