"""A git repository's history as events: commits, fixes, reverts and re-applied reverts, each once. What was left out is
counted by reason; a repository that cannot be read gives a sentence, not a traceback."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from reverie.gather.git.cache import EVERYTHING, Cache, cache_key
from reverie.gather.git.commit import FILES_KEPT, Commit
from reverie.gather.git.log import Place, locate
from reverie.gather.git.people import Contact, Person, Redact, people
from reverie.gather.git.read import Reading, read_history
from reverie.gather.git.relate import relate
from reverie.gather.git.text import happened, is_odd, moment, within
from reverie.records.events import Event, History, Origin, Span
from reverie.tools.git import Git, GitFailed


@dataclass(frozen=True, slots=True)
class Ask:
    """What to gather: the window, the refs, and how texts are redacted, many at a time, before anything is kept.

    `redact_key` must change whenever `redact` would answer differently, because the cache holds its answers.
    """

    since: datetime | None = None
    until: datetime | None = None
    refs: tuple[str, ...] = ("HEAD",)
    redact: Redact = list
    redact_key: str = ""

    @property
    def floor(self) -> int:
        return max(int(self.since.timestamp()), EVERYTHING) if self.since else EVERYTHING


def gather(
    repo: Path, ask: Ask | None = None, *, cache: Path | None = None, environ: Mapping[str, str] | None = None
) -> History:
    """The events of a window, oldest first. With a cache directory, only commits never seen before are read."""
    ask = ask or Ask()
    try:
        git = Git.at(repo, environ)
        place = locate(git, ask.refs)
        if not place.tips:
            return History(trouble=f"there are no commits on {' or '.join(ask.refs)} yet")
        store = Cache(cache, cache_key(ask.redact_key, place.ends)) if cache else None
        found = read_history(git, place, ask.floor, ask.redact, store)
    except GitFailed as problem:
        return History(trouble=ask.redact([str(problem)])[0])  # git quotes what it was given
    return _history(git, place, ask, found)


def _history(git: Git, place: Place, ask: Ask, found: Reading) -> History:
    floor = ask.floor
    commits = [commit for commit in found.known.commits.values() if within(commit.committed, floor)]
    related = relate(commits)
    related.skipped["merge"] = sum(within(at, floor) for at in found.known.merges.values())
    everyone, note = people(git, _contacts(related.commits), ask.redact)
    events = [_event(commit, related.reverts.get(commit.sha, ()), everyone) for commit in related.commits]
    partial = "this is a partial clone; what is not here was not fetched" if place.partial else ""
    notes = [*found.notes, note, partial, _mass(related.commits)]
    return History(
        events=tuple(sorted(_inside(events, ask, related.skipped), key=lambda event: (event.at, event.id))),
        skipped={reason: count for reason, count in sorted(related.skipped.items()) if count},
        cut=_cut(place, found, commits),
        notes=tuple(filter(None, notes)),
        tips=place.tips,
        fresh=found.fresh,
    )


def _contacts(commits: Iterable[Commit]) -> set[Contact]:
    found = {(commit.name, commit.email) for commit in commits}
    found.update((name, email) for commit in commits for name, email in commit.also)
    return found


def _event(commit: Commit, reverts: tuple[str, ...], everyone: Mapping[Contact, Person]) -> Event:
    author = everyone[commit.name, commit.email]
    helpers = [everyone[name, email] for name, email in commit.also]
    ai = author.agent or any(helper.agent for helper in helpers)
    odd = is_odd(commit.authored, commit.committed)
    return Event(
        id=commit.id,
        kind=commit.kind,
        actor=author.actor,
        at=moment(happened(commit.authored, commit.committed) if odd else commit.authored),
        origin=_origin(author),
        span=Span("git", commit.sha),
        summary=commit.subject,
        body=commit.body,
        files=tuple(commit.files),
        tags=(*commit.tags, *(("ai",) if ai else ()), *(("odd-date",) if odd else ())),
        also=tuple(dict.fromkeys([helper.actor for helper in helpers if helper.actor != author.actor])),
        reverts=reverts,
        bot=author.bot,
        who=author.name,
    )


def _origin(author: Person) -> Origin:
    if author.agent:
        return Origin.AGENT
    return Origin.TOOL if author.bot else Origin.USER


def _inside(events: Iterable[Event], ask: Ask, skipped: Counter[str]) -> Iterable[Event]:
    """Events by the day they were written. A rebase makes old work look new to git; it is still old work."""
    for event in events:
        if ask.since and event.at < ask.since:
            skipped["written before the window"] += 1
        elif ask.until and event.at > ask.until:
            skipped["dated in the future"] += 1
        else:
            yield event


def _mass(commits: Sequence[Commit]) -> str:
    count = sum("mass" in commit.tags for commit in commits)
    what = "1 commit touches" if count == 1 else f"{count} commits touch"
    return f"{what} more than {FILES_KEPT} files; only the first {FILES_KEPT} are kept" if count else ""


def _cut(place: Place, found: Reading, commits: Sequence[Commit]) -> str:
    """What is missing from the window, in words; nothing if a clone's end lies before it."""
    told = []
    ends = [commit.committed for commit in commits if commit.sha in place.ends]
    ends += [at for sha, at in found.known.merges.items() if sha in place.ends]
    if ends:
        told.append(f"this is a shallow clone: history before {moment(max(ends)):%Y-%m-%d} is incomplete")
    if found.fileless:
        kind = "partial clone without all its trees" if place.partial else "clone with objects missing"
        told.append(f"this is a {kind}: which files {found.fileless} commits touched is not known")
    return "; ".join(told)
