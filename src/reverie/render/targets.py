"""The files agents read, and how they hang together: which are wanted, which are links to one another, which import one
another. One text is written once, where all that lead to it find it."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from reverie.records.documents import Skipped
from reverie.render import block, marks

CURSOR = ".cursor/rules/reverie.mdc"
TARGETS = ("CLAUDE.md", "AGENTS.md", "GEMINI.md", CURSOR, ".github/copilot-instructions.md")
USUAL = ("CLAUDE.md", "AGENTS.md")
# Cursor takes a rule file into every chat only with this header; with alwaysApply, globs stay empty
CURSOR_HEADER = b"---\ndescription: What this project has learned, kept by Reverie\nglobs:\nalwaysApply: true\n---\n"
_IMPORTS_INLINE = ("CLAUDE.md", "GEMINI.md", CURSOR)  # their readers follow @path anywhere in the text
_INLINE = re.compile(r"(?:^|(?<=\s))@((?:[^\s\\]|\\ )+)", re.MULTILINE)
_ALONE = re.compile(r"^ {0,3}@(\S+)[ \t]*\r?$", re.MULTILINE)
_COMMENT = r"<!--.*?(?:-->|\Z)"
_CODE_SPAN = r"(?<!`)(`+)(?!`)(?:(?!\n\s*\n).)+?(?<!`)\1(?!`)"  # within one paragraph
_INDENTED = r"^(?: {4}|\t)[^\n]*"
_OTHERWISE = "make it a file, or name other files in sync.targets"
_NOT_READ = re.compile(f"{_COMMENT}|{_CODE_SPAN}|{_INDENTED}", re.DOTALL | re.MULTILINE)


@dataclass(frozen=True, slots=True)
class TargetState:
    """A target as it is now. `content` None: there is no file. `link`: the words of the symbolic link that stands there
    (an absolute path if a folder on the way is one); its content is not looked at. `trouble`: something stands there
    that cannot be written, and why."""

    path: str
    content: bytes | None = None
    link: str | None = None
    trouble: str = ""

    @property
    def present(self) -> bool:
        return self.content is not None or self.link is not None or bool(self.trouble)


@dataclass(frozen=True, slots=True)
class Route:
    """Where the text for a target goes: `home` is the file that is written (empty: none), `why` says so in words if it
    is another file."""

    path: str
    home: str
    why: str = ""


def fresh(path: str) -> bytes:
    """What a target begins with when Reverie makes it."""
    return CURSOR_HEADER if path == CURSOR else b""


def wanted(states: Mapping[str, TargetState], chosen: Sequence[str] | None) -> tuple[list[str], list[Skipped]]:
    """The targets to serve, in the order of TARGETS: those chosen, or by default those of the usual two that are there,
    or else the others that are, or else the first."""
    if chosen is None:
        present = [path for path in TARGETS if path in states and states[path].present]
        return [path for path in present if path in USUAL] or present or [USUAL[0]], []
    unknown = [Skipped(path, f"not a file Reverie writes; it knows {', '.join(TARGETS)}") for path in chosen]
    return [path for path in TARGETS if path in chosen], [skip for skip in unknown if skip.what not in TARGETS]


def routes(paths: Iterable[str], states: Mapping[str, TargetState]) -> list[Route]:
    served = list(paths)
    homes: set[str] = set()
    found: list[Route] = []
    for path in served:
        route = _route(path, states, served, homes, ())
        homes.add(route.home)
        found.append(route)
    return found


def _route(
    path: str, states: Mapping[str, TargetState], served: Collection[str], homes: Collection[str], seen: tuple[str, ...]
) -> Route:
    """Follow links and imports to the file that holds the text. One that already holds it for another goes no further,
    so a circle of imports ends."""
    state = states.get(path, TargetState(path))
    if state.link is not None:
        return _linked(state, states, served, homes, seen)
    if path in homes:
        return Route(path, path)
    for other in imported(state):
        if other in served and other != path and other not in seen:
            home = _route(other, states, served, homes, (*seen, path)).home
            if home and home != path:
                return Route(path, home, f"it imports {other}: the rules are written {_there(other, home)}, once")
    return Route(path, path)


def _linked(
    state: TargetState,
    states: Mapping[str, TargetState],
    served: Collection[str],
    homes: Collection[str],
    seen: tuple[str, ...],
) -> Route:
    other = posixpath.normpath(posixpath.join(posixpath.dirname(state.path), state.link or ""))
    if other in (*seen, state.path):
        return Route(state.path, "", f"it is a link that leads back to itself: {_OTHERWISE}")
    if other not in TARGETS:
        why = f"it is a link to {state.link}, which is not a file Reverie writes: {_OTHERWISE}"
        return Route(state.path, "", why)
    home = _route(other, states, served, homes, (*seen, state.path)).home
    if not home:
        return Route(state.path, "", f"it is a link to {other}, which cannot be written: {_OTHERWISE}")
    return Route(state.path, home, f"it is a link to {other}: the rules are written {_there(other, home)}, once")


def _there(other: str, home: str) -> str:
    return "there" if other == home else f"in {home}"


def imported(state: TargetState) -> list[str]:
    """The targets a file takes in by `@path`, as Claude Code and Gemini read it: not from code, not from comments. In a
    file whose readers follow no imports, a line with nothing else still says that the text is elsewhere."""
    text = _prose(state.content or b"")
    pattern = _INLINE if state.path in _IMPORTS_INLINE else _ALONE
    folders = {posixpath.dirname(state.path), ""}  # Cursor reads such a path from the project's folder
    found = []
    for match in pattern.finditer(text):
        name = match[1].partition("#")[0]
        found += [posixpath.normpath(posixpath.join(folder, name)) for folder in sorted(folders)]
    return list(dict.fromkeys(path for path in found if path in TARGETS and path != state.path))


def _prose(content: bytes) -> str:
    """What of a file is neither block, nor code, nor comment."""
    found = block.find(content)
    ours = {at for one in found.blocks for at in range(one.start, one.stop)}
    fences = marks.Fences(found.lines)
    kept: list[bytes] = []
    at = 0
    while at < len(found.lines):
        past = 0 if at in ours else fences.past(at)
        if not past and at not in ours:
            kept.append(found.lines[at])
        at = past or at + 1
    return _NOT_READ.sub("x", b"".join(kept).decode("utf-8", "replace"))
