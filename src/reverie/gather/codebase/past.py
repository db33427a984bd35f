"""What was there before: every version of every file that HEAD's history knows, read in one go from `git log`. Renames
are not asked of git, which would read contents and die half-way in a partial clone; they are found here, for the few
files that somebody asks about."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from itertools import islice, takewhile

from reverie.gather.codebase.snapshot import Snapshot
from reverie.gather.git.text import path as as_text
from reverie.gather.git.text import text
from reverie.tools.git import GitFailed

MOST_COMMITS = 100_000
MOST_FIELDS = 4_000_000  # two for each change of a file
AGES = (14, 45, 90, 180, 365, 550, 730, 1095, 1825, 2920)  # days back: which versions of a file are read first
_LOG = (
    "log", f"--max-count={MOST_COMMITS}", "--diff-merges=first-parent", "--no-renames", "--raw", "-z", "--no-abbrev",
    "--no-color", "--no-show-signature", "--format=%x01%H %ct %P",
)  # fmt: skip
_DAY = 86_400
_CHAIN = 12  # renames that are followed
_LIKE = 0.5  # of its lines: as much as git asks for a rename
_RENAMED = 0.75  # if its name is another: a licence is half of many a small file
_CANDIDATES = 100  # files that are compared with one that went
_COPIED = 30 * _DAY  # how long before it went a file may have been copied


@dataclass(frozen=True, slots=True)
class Event:
    """What a commit did to one file. No `old`: it was added; no `new`: it was deleted."""

    path: str
    commit: str
    at: int
    old: str
    new: str

    @property
    def blob(self) -> str:
        """What it was then, or until then."""
        return self.new or self.old


@dataclass(frozen=True, slots=True)
class Version:
    """A file as it once was, at a commit that had it or took it away."""

    path: str
    blob: str
    commit: str


class Past:
    """Everything before one commit. It is read when the first question comes, and only once."""

    def __init__(self, now: Snapshot, ref: str) -> None:
        self._now, self._git, self._ref = now, now.git, ref
        self._cut = False
        self._renames: dict[tuple[Event, datetime | None], str] = {}

    @cached_property
    def is_whole(self) -> bool:
        """A shallow clone, or a history that git could not read to its end, cannot tell what was there before."""
        _ = self.events
        return not self._cut and not self._git.places["shallow"].exists()

    @cached_property
    def events(self) -> Mapping[str, Sequence[Event]]:
        """What happened to each file, the newest first: along the first parents, where alone one state follows the
        other. Of a file that only ever was on a side branch, what happened there."""
        found: defaultdict[str, list[Event]] = defaultdict(list)
        told = islice(self._git.fields(*_LOG, self._ref, "--", stdin=b"", end=b"\0"), MOST_FIELDS)
        parents: dict[str, str] = {}
        commit, at, header, left = "", 0, b"", MOST_FIELDS
        try:
            for field in told:
                left -= 1
                if header:  # `:100644 000000 <old> <new> D`, then the path
                    old, new = header.decode("ascii", "replace").split(" ")[2:4]
                    path = as_text(field)
                    found[path].append(Event(path, commit, at, _blob(old), _blob(new)))
                    header = b""
                elif (line := field.lstrip(b"\n")).startswith(b":"):
                    header = line
                elif line.startswith(b"\x01"):
                    commit, when, parent, *_ = [*line[1:].decode("ascii", "replace").split(" "), "", ""]
                    parents[commit], at = parent, int(when) if when.isdigit() else 0
        except GitFailed:
            self._cut = True
        self._cut |= len(parents) >= MOST_COMMITS or not left
        line_of = _first_parents(parents)
        return {path: [e for e in events if e.commit in line_of] or events for path, events in found.items()}

    @cached_property
    def deleted(self) -> Mapping[str, Event]:
        """Every file that is not there any more, with what took it away."""
        gone = ((path, events) for path, events in self.events.items() if path not in self._now.files)
        last = ((path, next((e for e in events if not e.new), events[0])) for path, events in gone)
        return {path: event for path, event in last if self._now.ref or not event.new}

    @cached_property
    def _by_commit(self) -> Mapping[str, Sequence[Event]]:
        found: defaultdict[str, list[Event]] = defaultdict(list)
        for events in self.events.values():
            for event in events:
                found[event.commit].append(event)
        return found

    @cached_property
    def deleted_by_name(self) -> Mapping[str, Sequence[str]]:
        """By the last part of their path: files and the folders they were in."""
        found: defaultdict[str, list[str]] = defaultdict(list)
        folders: set[str] = set()
        for name in self.deleted:
            found[name.rpartition("/")[2]].append(name)
            parent = name.rpartition("/")[0]
            while parent and parent not in folders:
                folders.add(parent)
                found[parent.rpartition("/")[2]].append(parent)
                parent = parent.rpartition("/")[0]
        return found

    def once_ending_in(self, path: str) -> list[str]:
        """Files and folders that were there and are not, whose path is this one or ends in it."""
        found = self.deleted_by_name.get(path.rpartition("/")[2], ())
        ends = (one for one in found if one == path or one.endswith("/" + path))
        return sorted((one for one in ends if one not in self._now.folders), key=lambda one: (len(one), one))

    def under(self, folder: str) -> list[str]:
        return [name for name in self.deleted if name.startswith(folder + "/")]

    def was_there_before(self, path: str, moment: int) -> bool:
        """Whether a file was there already at that time."""
        return any(event.at < moment for event in self.events.get(path, ()))

    def at(self, path: str, moment: datetime) -> str:
        """The blob a file was at that moment; empty if it was not there."""
        stamp = moment.timestamp()
        return next((event.new for event in self.events.get(path, ()) if event.at <= stamp), "")

    # earlier versions

    def versions(self, paths: Iterable[str], noted: Iterable[datetime]) -> Iterator[Version]:
        """Earlier versions of these files, each content once: first what was there last, then what notes knew on their
        days, then further and further back, then all the rest."""
        paths = list(paths)
        seen = set(self._now.files.values())
        newest = max((self.events[path][0].at for path in paths), default=0)
        stamps = [int(moment.timestamp()) for moment in noted] + [newest - days * _DAY for days in AGES]
        for pick in (_last, *(_at(stamp) for stamp in stamps)):
            for path in paths:
                if (event := pick(self.events[path])) and (found := _version(event)).blob not in seen:
                    seen.add(found.blob)
                    yield found
        for event in sorted((event for path in paths for event in self.events[path]), key=lambda event: -event.at):
            for blob in (event.new, event.old):
                if blob and blob not in seen:
                    seen.add(blob)
                    yield Version(event.path, blob, event.commit)

    # renames

    def called_now(self, path: str, noted: datetime | None = None) -> str:
        """Where a file that went is now; empty if it is nowhere."""
        for _ in range(_CHAIN):
            death = self.deleted.get(path)
            if death is None:
                return ""
            if (death, noted) not in self._renames:
                self._renames[death, noted] = self._renamed(death) or self._copied(death, noted)
            path = self._renames[death, noted]
            if path in self._now.files:
                return path
        return ""

    def _renamed(self, death: Event) -> str:
        """The file that came in the same commit, with the same content or most of its lines, unless it is rather
        another one's that went with it: small files with one licence are all alike."""
        came = [event for event in self._by_commit[death.commit] if event.new and not event.old]
        same = [event.path for event in came if event.new == death.blob]
        if same:
            return min(same, key=lambda path: _distance(death.path, path))
        went = [event for event in self._by_commit[death.commit] if not event.new and event.path != death.path]
        names, blobs = {_name(event.path) for event in went} - {_name(death.path)}, {event.old for event in went}
        return self._most_like(death, [e for e in came if e.new not in blobs and _name(e.path) not in names])

    def _copied(self, death: Event, noted: datetime | None) -> str:
        """The file it was copied to before it was deleted: one that is there now, and came since the note."""
        since = noted.timestamp() if noted else death.at - _COPIED
        came = [
            event
            for path in self._now.by_name.get(death.path.rpartition("/")[2], ())
            for event in self.events.get(path, ())[-1:]
            if event.new and since <= event.at <= death.at
        ]
        return self._most_like(death, came)

    def _most_like(self, death: Event, came: Sequence[Event]) -> str:
        ending = death.path.rpartition(".")[2]
        likely = sorted(
            (event for event in came if event.path.rpartition(".")[2] == ending),
            key=lambda event: _distance(death.path, event.path),
        )[:_CANDIDATES]
        if not likely:
            return ""
        data = dict(self._now.blobs.read([death.blob, *(event.new for event in likely)]))
        if death.blob not in data:
            return ""
        scored = [(_likeness(data[death.blob], data[event.new]), event.path) for event in likely if event.new in data]
        best, path = max(scored, key=lambda one: one[0], default=(0.0, ""))
        return path if best >= (_LIKE if _name(path) == _name(death.path) else _RENAMED) else ""

    def read(self, versions: Iterable[Version]) -> Iterator[tuple[Version, str]]:
        """Each with what was in it; those that cannot be read are left out."""
        by_blob = {version.blob: version for version in versions}
        for blob, data in self._now.blobs.read(by_blob):
            yield by_blob[blob], text(data)


def _first_parents(parents: Mapping[str, str]) -> set[str]:
    """The first commit told of is the newest one's own."""
    commit, found = next(iter(parents), ""), set[str]()
    while commit in parents and commit not in found:
        found.add(commit)
        commit = parents[commit]
    return found


def _blob(id: str) -> str:
    """Zeros stand for none."""
    return id if id.strip("0") else ""


def _last(events: Sequence[Event]) -> Event | None:
    """What took it away, if it is not there."""
    return events[0] if not events[0].new else None


def _at(stamp: int) -> Callable[[Sequence[Event]], Event | None]:
    return lambda events: next((event for event in events if event.at <= stamp), None)


def _version(event: Event) -> Version:
    return Version(event.path, event.blob, event.commit)


def _name(path: str) -> str:
    return path.rpartition("/")[2]


def _distance(one: str, other: str) -> tuple[int, int, str]:
    """What keeps its name, and the folders it is in, is nearest; then what stays where it was."""
    mine, theirs = one.split("/"), other.split("/")
    return -_shared(reversed(mine), reversed(theirs)), -_shared(mine, theirs), other


def _shared(one: Iterable[str], other: Iterable[str]) -> int:
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def _likeness(one: bytes, other: bytes) -> float:
    """How much of the larger one is in both, by lines."""
    mine, theirs = Counter(one.splitlines()), Counter(other.splitlines())
    shared = sum(min(count, theirs[line]) * (len(line) + 1) for line, count in mine.items())
    return shared / max(len(one), len(other), 1)
