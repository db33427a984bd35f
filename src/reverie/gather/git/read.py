"""Reading a repository the cheap way: what is remembered is not read again, and a history that was rewritten is
compared, not trusted. The result is the same as reading everything, only sooner."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from reverie.gather.git.cache import EVERYTHING, Cache, Known
from reverie.gather.git.commit import Commit
from reverie.gather.git.log import Place, Walk, read, walk, walking
from reverie.gather.git.people import Redact
from reverie.tools.git import Git, GitFailed


@dataclass(slots=True)
class Reading:
    """Commits as known now, how many had to be read, and what a report should say about it."""

    known: Known
    fresh: int = 0
    fileless: int = 0  # commits of which git could not say what they touched
    notes: list[str] = field(default_factory=list)


def read_history(git: Git, place: Place, floor: int, redact: Redact, cache: Cache | None) -> Reading:
    """Everything that the place's tips reach and that is not older than `floor`. Older commits may come along."""
    before, note = cache.load() if cache else (None, "")
    notes = [note] if note else []
    if before and before.tips == place.tips and before.floor <= floor:
        return Reading(before, notes=notes)
    floor = min(floor, before.floor) if before else floor
    old = before.commits if before else {}
    if before and before.floor <= floor:
        here = reachable(git, place.tips, floor, before)
        new: Iterable[str] = [sha for sha in here.commits if sha not in old]
    else:
        here = Walk()
        new = (sha for sha in walking(git, place.tips, floor, here) if sha not in old)
    found = Reading(Known(place.tips, floor, merges=here.merges), notes=notes)
    _fill(git, place, here, new, old, redact, found)
    if cache and not found.fileless:  # files that are missing now may be here tomorrow
        note = cache.save(found.known)
        found.notes += [note] if note else []
    return found


def reachable(git: Git, tips: Sequence[str], floor: int, before: Known) -> Walk:
    """Which commits there are. Old tips say most of it, even after a rebase or a force-push: what only they reach is
    gone, what only the new ones reach is new. If git threw the old tips away, everything is walked."""
    try:
        new = walk(git, tips, floor, known=before.tips)
        gone = walk(git, before.tips, EVERYTHING, known=tips)
    except GitFailed:
        return walk(git, tips, floor)
    old = Walk({sha: commit.committed for sha, commit in before.commits.items()}, before.merges)
    return _joined(old, gone, new)


def _joined(old: Walk, gone: Walk, new: Walk) -> Walk:
    def join(kept: Mapping[str, int], lost: Mapping[str, int], added: Mapping[str, int]) -> dict[str, int]:
        return {sha: at for sha, at in kept.items() if sha not in lost} | dict(added)

    return Walk(join(old.commits, gone.commits, new.commits), join(old.merges, gone.merges, new.merges))


def _fill(
    git: Git, place: Place, here: Walk, new: Iterable[str], old: Mapping[str, Commit], redact: Redact, found: Reading
) -> None:
    """Read what is not known. Where a shallow clone ends, git would show the whole tree as touched: no files, then."""
    whole = (sha for sha in new if sha not in place.ends)
    commits = {commit.sha: commit for commit in _with_files(git, whole, redact)}
    for _ in whole:  # git may have stopped listening before the walk was over
        pass
    if here.trouble:
        raise GitFailed(here.trouble)
    new = [sha for sha in here.commits if sha not in old]
    ends = [sha for sha in new if sha in place.ends]
    bare = [sha for sha in new if sha not in commits]
    for commit in read(git, bare, redact, files=False) if bare else ():
        commits[commit.sha] = commit._replace(tags=(*commit.tags, "cut"))
    found.fresh, found.fileless = len(new), len(bare) - len(ends)
    found.known.commits = {sha: old.get(sha) or commits[sha] for sha in here.commits}


def _with_files(git: Git, shas: Iterable[str], redact: Redact) -> list[Commit]:
    """These commits, or as many as git has the trees for. One is only given out when the end of its files was seen."""
    found: list[Commit] = []
    with suppress(GitFailed):
        for commit in read(git, shas, redact):
            found.append(commit)
    return found
