"""Who signs for a decision written into a file: the one whose commit holds its very lines. A file may be touched later
by anybody; that changes neither who decided nor when. What a bot or an agent wrote, or had a hand in, nobody signs,
even after it was amended or squashed; and nobody signs as the person at work here who did not commit it here."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from reverie.gather.git.machines import find_machine
from reverie.tools import nofollow
from reverie.tools.git import Git, GitFailed

LARGEST = 1 << 20  # bytes of a candidate's file
LOGS, LOGGED, TOUCHED = 1_000, 2_000, 200  # files of logs, commits they name, commits that touched a candidate
KEYS = ("decision", "rationale")
_KEY = re.compile(r"[\"']?([A-Za-z_]+)[\"']?[ \t]*:")
_SHA = re.compile(r"[0-9a-f]{40,64}")
_QUOTING = re.compile(r"[\"'>|]")
_FORMAT = ("%an", "%ae", "%aI", "%cn", "%ce", "%B")
# How a branch moved when somebody committed here, and did not fetch what others had committed
_MADE = re.compile(r"commit\b|cherry-pick\b|revert\b|am\b|[\w -]{0,40}\((?:pick|squash|fixup|reword|edit|continue)\)")
_COMMIT = re.compile(r"([0-9a-f]{40,64}) \d+ (\d+)")


class Committed(NamedTuple):
    name: str
    email: str
    at: datetime
    machine: str = ""  # the bot or agent that made it or helped: it may write, but it cannot decide


class Unsigned(NamedTuple):
    """Nobody can be named for a decision, and why."""

    reason: str


@dataclass(frozen=True, slots=True)
class _Line:
    commit: str
    path: str  # the file's name in that commit
    text: str


def signatures(repo: Path, paths: Iterable[str], me: Collection[str] = ()) -> dict[str, Committed | Unsigned]:
    """For each path that is in the newest commit: who wrote the decision in its header, or why that is not known. A
    path that is not there is not committed. `me`: the addresses of the person at work, in small letters."""
    found: dict[str, Committed | Unsigned] = {}
    try:
        git = Git.at(repo)
    except GitFailed:
        return found
    for path in paths:
        try:
            # What counts is the very content in the newest commit: `status` is silent about ignored files.
            committed = git.ask("rev-parse", f"{git.head}:./{path}").decode("ascii").strip()
        except GitFailed:
            continue  # not in the newest commit
        try:
            same = _is_blob(repo / path, committed)
            found[path] = _signed(git, path, me) if same else Unsigned("its file has changes that are not committed")
        except GitFailed as problem:
            found[path] = Unsigned(f"git cannot say who wrote its decision: {problem}")
    return found


def _is_blob(place: Path, committed: str) -> bool:
    """Whether a file is what was committed. Counted here, because git would run the repository's filters on it; of
    these only the ends of lines are told apart (`core.autocrlf`)."""
    try:
        fd = os.open(place, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        with os.fdopen(fd, "rb") as file:
            content = file.read(LARGEST)
    except OSError:
        return False
    name = "sha256" if len(committed) == 64 else "sha1"
    return any(
        hashlib.new(name, b"blob %d\0" % len(one) + one, usedforsecurity=False).hexdigest() == committed
        for one in (content, content.replace(b"\r\n", b"\n"))
    )


def _signed(git: Git, path: str, me: Collection[str]) -> Committed | Unsigned:
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
    logged = _logged(git)
    machine = next((who for who in signers.values() if who.machine), None) or _first_machine(git, path, lines, logged)
    if machine:
        return machine
    signer = signers[first.commit]
    if signer.email.casefold() in me and logged and not wrote <= {commit for commit, how in logged if _MADE.match(how)}:
        return Unsigned("its commit says that you wrote its decision, but it was not made in this clone")
    return _meddled(git, path, lines, first) or signer


def _blamed(git: Git, path: str) -> list[_Line]:
    """Every line with the commit it comes from, through merges and renames; white space is nobody's."""
    told = git.ask("blame", "--porcelain", "-w", "--no-textconv", "--ignore-revs-file=", git.head, "--", path)
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
        words = ("log", "--follow", "--no-show-signature", "--format=%H", f"{decision.commit}..{git.head}")
        since = git.ask(*words, "--", path).decode().split()
    except GitFailed as problem:
        return Unsigned(f"git cannot say what was decided on: {problem}")
    for commit in since:
        who = _author(git, commit)
        if who.machine:
            return Unsigned(f"{who.machine}, a machine, changed what it says after the decision; decide again")
    return None


def _matter(lines: Sequence[str]) -> str:
    """What a decision is about: the scope, the title and the sentence, spaces aside."""
    end = next((i for i, line in enumerate(lines) if i and line.rstrip() in ("---", "...")), 0)
    body = next((i for i, line in enumerate(lines) if i > end and line.startswith("## ")), len(lines))
    scope = [line for line in lines[:end] if line.startswith("scope:")]
    return " ".join(" ".join([*scope, *lines[end + 1 : body]]).split())


def _author(git: Git, commit: str) -> Committed:
    """As the commit itself says: a mailmap is a file that anybody may write."""
    words = ("log", "-1", "--no-show-signature", "--no-mailmap", "--encoding=UTF-8", "--format=" + "%x00".join(_FORMAT))
    told = git.ask(*words, commit).decode("utf-8", "replace").split("\0", len(_FORMAT) - 1)
    if len(told) != len(_FORMAT):
        raise GitFailed(f"commit {commit[:10]} cannot be read")
    name, email, at, committer, committer_email, message = told
    machine = find_machine((name, email), (committer, committer_email), message)
    return Committed(name, email, datetime.fromisoformat(at), machine)


def _first_machine(
    git: Git, path: str, lines: Sequence[_Line], logged: Collection[tuple[str, str]]
) -> Committed | None:
    """The machine that wrote this very decision in a commit which was amended or squashed since. git keeps such commits
    for a while, and its logs name them."""
    decision = _decision([line.text for line in lines])
    tips = list(dict.fromkeys([git.head, *(commit for commit, _ in logged)]))[:LOGGED]
    there = git.ask("cat-file", "--batch-check=%(objectname) %(objecttype)", stdin="\n".join(tips).encode())
    known = b"".join(line.split()[0] + b"\n" for line in there.splitlines() if line.endswith(b" commit"))
    words = ("log", "--stdin", "--full-history", "--no-show-signature", "--format=%H %P", f"--max-count={TOUCHED}")
    for line in git.ask(*words, "--", path, stdin=known).decode().splitlines():
        commit, *parents = line.split()
        if _decided_in(git, commit, path) != decision or not (who := _author(git, commit)).machine:
            continue
        if not any(_decided_in(git, parent, _former_name(git, parent, commit, path)) == decision for parent in parents):
            return who
    return None


def _former_name(git: Git, parent: str, commit: str, path: str) -> str:
    words = ("diff-tree", "-r", "-M", "--relative", "--diff-filter=R", "--name-status", "-z", "--no-ext-diff")
    told = git.ask(*words, parent, commit).decode("utf-8", "replace").split("\0")
    return next((told[at + 1] for at in range(0, len(told) - 2, 3) if told[at + 2] == path), path)


def _decided_in(git: Git, commit: str, path: str) -> str:
    try:
        return _decision(git.ask("cat-file", "blob", f"{commit}:./{path}").decode("utf-8", "replace").splitlines())
    except GitFailed:
        return ""


def _decision(lines: Sequence[str]) -> str:
    """The header's decision and rationale, however they are quoted and broken into lines."""
    marked = _header_lines([_Line("", "", line.rstrip("\r")) for line in lines])
    said = " ".join(line.text for key in KEYS for line in marked.get(key, ()))
    return " ".join(_QUOTING.sub(" ", said).split()).casefold()


def _logged(git: Git) -> list[tuple[str, str]]:
    """What the branches of this clone pointed to, and how each came about, newest first. A clone does not bring its
    logs along; a repository may keep none."""
    common = git.places["objects"].parent
    files = [file for folder in (common / "logs", *common.glob("worktrees/*/logs")) for file in folder.rglob("*")]
    found: list[tuple[str, str]] = []
    for file in sorted(files)[:LOGS]:
        for line in _tail(file).split("\n"):
            facts, _, how = line.partition("\t")
            commits = facts.split(" ", 2)
            if len(commits) == 3 and _SHA.fullmatch(commits[1]):
                found += [(commits[1], how), (commits[0], "")]
    return found[::-1]


def _tail(file: Path) -> str:
    try:
        fd = os.open(file, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        with os.fdopen(fd, "rb") as opened:
            opened.seek(max(0, os.fstat(fd).st_size - LARGEST))
            return opened.read(LARGEST).decode("utf-8", "replace")
    except OSError:
        return ""


def _cut_off(git: Git) -> set[str]:
    """The commits at which a shallow clone ends: all older lines seem to come from them."""
    try:
        path = git.places["shallow"]
        return set(nofollow.read(str(path.parent), path.name, 64 << 20).decode("ascii").split())
    except (OSError, ValueError):
        return set()
