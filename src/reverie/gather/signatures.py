"""Who signs for a decision written into a file: the one whose commit holds its very lines. A file may be touched later
by anybody; that changes neither who decided nor when."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from reverie.gather.git.people import person
from reverie.gather.git.program import Git, GitFailed

KEYS = ("decision", "rationale")
_KEY = re.compile(r"[\"']?([A-Za-z_]+)[\"']?[ \t]*:")
_COMMIT = re.compile(r"([0-9a-f]{40,64}) \d+ (\d+)")


class Committed(NamedTuple):
    name: str
    email: str
    at: datetime
    machine: bool = False  # a bot or an agent: it may write, but it cannot decide


class Unsigned(NamedTuple):
    """Nobody can be named for a decision, and why."""

    reason: str


@dataclass(frozen=True, slots=True)
class _Line:
    commit: str
    path: str  # the file's name in that commit
    text: str


def signatures(repo: Path, paths: Iterable[str]) -> dict[str, Committed | Unsigned]:
    """For each path that is in the newest commit: who wrote the decision in its header, or why that is not known. A
    path that is not there is not committed."""
    found: dict[str, Committed | Unsigned] = {}
    for path in paths:
        try:
            git = Git.at(repo)
            # What counts is the very content in the newest commit: `status` is silent about ignored files.
            committed = git.ask("rev-parse", f"HEAD:./{path}").strip()
        except GitFailed:
            continue  # not in the newest commit
        try:
            same = committed == git.ask("hash-object", "--", path).strip()
            found[path] = _signed(git, path) if same else Unsigned("its file has changes that are not committed")
        except GitFailed as problem:
            found[path] = Unsigned(f"git cannot say who wrote its decision: {problem}")
    return found


def _signed(git: Git, path: str) -> Committed | Unsigned:
    lines = _blamed(git, path)
    marked = _header_lines(lines)
    if "decision" not in marked:
        return Unsigned("its header has no decision")
    wrote = {line.commit for key in KEYS for line in marked.get(key, ())}
    if wrote & _cut_off(git):
        return Unsigned(
            "history is cut here, so who wrote its decision is not known; fetch the rest: git fetch --unshallow"
        )
    first = marked["decision"][0]
    signers = {commit: _author(git, commit) for commit in sorted(wrote)}
    machine = next((who for who in signers.values() if who.machine), None)
    if machine:
        return machine
    return _meddled(git, path, lines, first) or signers[first.commit]


def _blamed(git: Git, path: str) -> list[_Line]:
    """Every line with the commit it comes from, through merges and renames; white space is nobody's."""
    told = git.ask("blame", "--porcelain", "-w", "--ignore-revs-file=", "HEAD", "--", path)
    names: dict[str, str] = {}
    found: list[_Line] = []
    commit = ""
    for line in told.decode("utf-8", "replace").split("\n"):
        start = _COMMIT.match(line)
        if line.startswith("\t"):
            found.append(_Line(commit, names.get(commit, path), line[1:].rstrip("\r")))
        elif start:
            commit = start[1]
        elif line.startswith("filename "):
            names[commit] = line.removeprefix("filename ")
    return found


def _header_lines(lines: Sequence[_Line]) -> dict[str, list[_Line]]:
    """The header's lines by key; a value may go on over several."""
    found: dict[str, list[_Line]] = {}
    key = ""
    for line in lines[1:]:
        if line.text.rstrip() in ("---", "..."):
            break
        start = _KEY.match(line.text)
        key = start[1] if start else key
        found.setdefault(key, []).append(line)
    return found


def _meddled(git: Git, path: str, lines: Sequence[_Line], decision: _Line) -> Unsigned | None:
    """A person decided on the sentence and scope that stood there. If they are others now and a machine has been at the
    file since, nobody decided on these."""
    try:
        then = git.ask("cat-file", "blob", f"{decision.commit}:{decision.path}").decode("utf-8", "replace")
        if _matter(then.splitlines()) == _matter([line.text for line in lines]):
            return None
        since = git.ask("log", "--follow", "--format=%H", f"{decision.commit}..HEAD", "--", path).decode().split()
    except GitFailed as problem:
        return Unsigned(f"git cannot say what was decided on: {problem}")
    for commit in since:
        who = _author(git, commit)
        if who.machine:
            return Unsigned(f"{who.name}, a machine, changed what it says after the decision; decide again")
    return None


def _matter(lines: Sequence[str]) -> str:
    """What a decision is about: the scope, the title and the sentence, spaces aside."""
    end = next((i for i, line in enumerate(lines) if i and line.rstrip() in ("---", "...")), 0)
    body = next((i for i, line in enumerate(lines) if i > end and line.startswith("## ")), len(lines))
    scope = [line for line in lines[:end] if line.startswith("scope:")]
    return " ".join(" ".join([*scope, *lines[end + 1 : body]]).split())


def _author(git: Git, commit: str) -> Committed:
    told = git.ask("log", "-1", "--format=%aN%x00%aE%x00%aI", commit).decode("utf-8", "replace").strip("\n").split("\0")
    if len(told) != 3:
        raise GitFailed(f"commit {commit[:10]} cannot be read")
    who = person(told[0], told[1])
    return Committed(told[0], told[1], datetime.fromisoformat(told[2]), who.bot or who.agent)


def _cut_off(git: Git) -> set[str]:
    """The commits at which a shallow clone ends: all older lines seem to come from them."""
    place = git.ask("rev-parse", "--git-path", "shallow").decode("utf-8", "replace").strip()
    try:
        return set((git.repo / place).read_text(encoding="ascii").split())
    except (OSError, ValueError):
        return set()
