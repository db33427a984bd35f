"""What became of a command that failed: how it was typed, what its output names, and what was done differently when it
went well at last. Only what stands in the session is told: a command without its wrapper, an option more, another
command in between, another name or place of a program, an edit, or nothing that helped."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from reverie.gather.transcripts.commands import LONGEST, head, is_work, parts, short
from reverie.gather.transcripts.failures import failure_of
from reverie.gather.transcripts.moments import is_edit
from reverie.gather.transcripts.needles import Forms
from reverie.records.transcripts import Said, Turn
from reverie.tools.mending import mends_itself

AHEAD = 60  # records in which it may go well again
STEPS = 12  # of them that are told
NAMES = 4
_SPLIT = re.compile(r"&&|\|\||;|\n")
_PIPED = re.compile(r"\|(?!\|).*$|\d?>>? ?\S+|2>&1", re.DOTALL)
_SETTING = re.compile(r"[A-Za-z_]\w*=\S*")
_FLAG = re.compile(r"-{1,2}[A-Za-z][\w-]*(?:=\S{1,40})?")
_NOT_FOUND = "command not found: "
_RUNS = re.compile(
    r"(?:npx|bunx|uvx|bun x|yarn|(?:pnpm|npm|bundle|mise) exec|pnpm dlx|(?:uv|poetry|pipenv|pdm|rye|hatch|pixi) run"
    r"|(?:\S*/)?python[\d.]* -m)(?: (?:--|-y|--yes))?"
)
_PATH = re.compile(r"(?<![\w$])PATH=[\"']?([^\s\"';&]+)")
_HOME = re.compile(r"^(?:/home/[^/]+|/Users/[^/]+|/root|\$HOME)(?=/)")
_NAMED = (
    re.compile(r"^\S+:\d+:\d+: .*\(([a-z][a-z0-9]{3,24})\)\s*$", re.MULTILINE),  # golangci-lint: (errcheck)
    re.compile(r"\blint/\w+/(\w{4,40})"),  # biome
    re.compile(r"\b(TS\d{4,5})\b"),
    re.compile(r"^\s*\d+:\d+\s+(?:error|warning)\s.*\s(@?[a-z][\w/-]{3,40})\s*$", re.MULTILINE),  # eslint
    re.compile(r"^\S+\.py:\d+:\d+:? ([A-Z]{1,4}\d{3,4})\b", re.MULTILINE),  # ruff, flake8
    re.compile(r"^--- FAIL: (\w{4,80})", re.MULTILINE),
    re.compile(r"^FAILED \S*::(\w{4,80})", re.MULTILINE),
    re.compile(r"^\s*(?:\(fail\)|✕) (.{6,80}?)(?: \[?[\d.]+ ?ms\]?)?$", re.MULTILINE),
)
_FORMAT = re.compile(
    r"Formatter would have printed|Code style issues|would reformat|File is not properly formatted", re.I
)
_MAY_NAME = Forms(*_NAMED, _FORMAT)


@dataclass(frozen=True, slots=True)
class Remedy:
    """`instead`: how the same command was typed when it went well; `after`: what was run in between; `found`: by which
    name or path a program was there that had not been found."""

    typed: str = ""
    instead: str = ""
    after: tuple[str, ...] = ()
    edited: bool = False
    mended: bool = False
    found: str = ""

    def tags(self) -> Iterator[str]:
        if self.typed:
            yield f"typed:{self.typed}"
        if self.instead:
            yield f"instead:{self.instead}"
        yield from (f"after:{command}" for command in self.after)
        if self.found:
            yield f"found:{self.found}"
        if self.edited:
            yield "edited"
        yield "mended" if self.mended else "unmended"


def road(session: Sequence[Said], failed: Said) -> list[Said]:
    """The way from a failure to the next time the same command went well, or the program that was not found: edits, and
    what ran well in between. Empty if it did not."""
    command, program = head(failed.command), _missing(failed)
    at = next((i for i, said in enumerate(session) if said is failed), len(session)) if command else len(session)
    found: list[Said] = []
    for said in session[at + 1 : at + 1 + AHEAD]:
        if said.turn is Turn.TOOL_USE and is_edit(said):
            found = [*(one for one in found if one.turn is not Turn.TOOL_USE), said]
        elif said.turn is Turn.TOOL_RESULT and said.command and not said.failed:
            found.append(said)
            if command in parts(said.command) or stand_in(said.command, program):
                return found[-STEPS:]
    return []


def remedy_of(failed: Said, way: Sequence[Said]) -> Remedy:
    """What helped, as far as one can see it."""
    command = head(failed.command)
    typed = as_typed(failed.command, command)
    there = stand_in(way[-1].command, _missing(failed)) if way else ""
    if not way or command not in parts(way[-1].command):
        return Remedy(typed, mended=bool(there), found=there)
    edited = any(said.turn is Turn.TOOL_USE for said in way)
    instead = as_typed(way[-1].command, command)
    if there or mends_itself(typed, instead):  # that what formats mends what checks the format goes without saying
        return Remedy(typed, edited=edited, mended=True, found=there)
    changed = instead if instead and not edited and _differs(typed, instead) else ""
    ran = [part for said in way[:-1] if said.command for part in parts(said.command) if is_work(part)]
    ran += _before(way[-1].command, command)
    helped = () if edited or changed else tuple(dict.fromkeys(part for part in ran if part != command))[-2:]
    return Remedy(typed, changed, helped, edited, True)


def _missing(failed: Said) -> str:
    """The program that was not found."""
    found = failure_of(failed) if failed.failed and failed.command else None
    return found.name.removeprefix(_NOT_FOUND) if found and found.name.startswith(_NOT_FOUND) else ""


@lru_cache(maxsize=2048)
def stand_in(line: str, program: str) -> str:
    """By which path, other name or runner a line runs a program: `/usr/local/go/bin/go`, `python3`, `npx tsc`."""
    if not program:
        return ""
    bare = line[:LONGEST].split("<<", 1)[0]
    folder = _on_path(bare)
    for part in _SPLIT.split(bare):
        words = [word for word in _PIPED.sub("", part).split() if not _SETTING.fullmatch(word)]
        told = _other(words, program) if words else ""
        if not told and folder and words[:1] == [program]:
            told = f"{folder}/{program}"
        if told and not _PASSING.search(told):
            return _HOME.sub("~", told)
    return ""


_PASSING = re.compile(r"\$(?!HOME\b)|^/(?:tmp|var/folders|private|mnt)/")  # of one session, or of one machine


def _other(words: Sequence[str], program: str) -> str:
    first, two = words[0].strip("\"'"), words[:2]
    twin = program[:-1] if program.endswith("3") else f"{program}3"
    if first == twin or (first != program and first.rpartition("/")[2] == program):
        return first
    if len(two) > 1 and "-".join(two) == program:  # `docker compose`, once `docker-compose`
        return " ".join(two)
    at = words.index(program) if program in words[:4] else 0
    return " ".join(words[: at + 1]) if at and _RUNS.fullmatch(" ".join(words[:at])) else ""


def _on_path(line: str) -> str:
    """The folder that a line puts on the PATH, if it is one."""
    found = _PATH.search(line)
    folders = [one for one in found[1].split(":") if one.startswith(("/", "~", "$HOME/"))] if found else []
    return folders[0].rstrip("/") if len(folders) == 1 else ""


def _before(line: str, command: str) -> Iterator[str]:
    """What was run in the same line, in front of it."""
    for part in parts(line):
        if part == command:
            return
        if is_work(part):
            yield part


@lru_cache(maxsize=2048)
def as_typed(line: str, command: str) -> str:
    """The part of a line that runs this command, with its wrapper and its options, without what it was run on."""
    for part in _SPLIT.split(line[:LONGEST].split("<<", 1)[0]):
        if command and short(part) == command:
            words = [word for word in _PIPED.sub("", part).split() if not _SETTING.fullmatch(word)]
            first = command.partition(" ")[0]
            at = next((i for i, word in enumerate(words) if word.rpartition("/")[2] == first.rpartition("/")[2]), 0)
            flags = [word for word in words[at + 1 :] if _FLAG.fullmatch(word)]
            return " ".join([*words[:at], command, *flags[:4]])[:120]
    return ""


def _differs(failed: str, went_well: str) -> bool:
    """Another wrapper, or an option more or less; the same words in another order are the same."""
    return bool(failed) and set(failed.split()) != set(went_well.split())


def names_in(outputs: Iterable[str]) -> list[str]:
    """The checks, rules and tests that a failing output names, those named first."""
    return list(dict.fromkeys(name for text in outputs for name in _names(text)))[:NAMES]


@lru_cache(maxsize=1024)  # the same few errors come again and again
def _names(text: str) -> tuple[str, ...]:
    may = _MAY_NAME.that_may_match(text)
    found = ["formatting"] if _FORMAT.pattern in may and _FORMAT.search(text) else []
    for form in _NAMED:
        if form.pattern in may:
            found += [name.strip() for name in form.findall(text)]
    return tuple(found)
