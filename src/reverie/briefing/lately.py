"""What was done lately, what was left open, and where in the project that was."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from reverie.records.briefing import WIDTH, Material, Part, Point
from reverie.records.events import Event
from reverie.records.insights import Type

SESSIONS = 6  # the last ones, that are told
OLDEST = timedelta(days=60)  # before the newest: what lies further back is no longer recent work
FILES = 3
ASKED, CAME = 110, 90  # characters of a request, and of what came of it
WINDOW = 60  # sessions whose edits are counted
PLACES = 150  # files that are named, as far as there is room
FOLDERS = 14  # lines for them
HALF_LIFE = 15  # sessions after which an edit counts half


@dataclass(frozen=True, slots=True)
class Session:
    """One session as its events tell it."""

    id: str
    events: tuple[Event, ...]

    @property
    def at(self) -> datetime:
        return max(event.at for event in self.events)

    def kind(self, name: str) -> list[Event]:
        return [event for event in self.events if event.kind == name]

    @property
    def task(self) -> Event | None:
        return next(iter(self.kind("task")), None)

    @property
    def outcome(self) -> Event | None:
        return next(reversed(self.kind("outcome")), None)

    @property
    def files(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(path for event in self.kind("edit") for path in event.files))

    @property
    def branch(self) -> str:
        named = (
            tag.partition(":")[2] for event in self.kind("task") for tag in event.tags if tag.startswith("branch:")
        )
        return next((name for name in named if name not in ("main", "master", "HEAD")), "")

    @property
    def committed(self) -> bool:
        return any(event.summary.startswith(("git commit", "git push")) for event in self.kind("command"))

    def left(self) -> list[Event]:
        """What its last words left to do: what was said before them is over."""
        found = self.kind("left")
        return [event for event in found if event.at == found[-1].at]


def sessions(heard: Iterable[Event]) -> list[Session]:
    """The newest first."""
    grouped: defaultdict[str, list[Event]] = defaultdict(list)
    for event in heard:
        if event.session:
            grouped[event.session].append(event)
    found = [Session(id, tuple(sorted(events, key=lambda e: (e.at, e.id)))) for id, events in grouped.items()]
    return sorted(found, key=lambda session: (session.at, session.id), reverse=True)


def recent(known: Material) -> list[Session]:
    """Sessions in which something was wanted or done."""
    found = [session for session in sessions(known.heard) if session.task or session.files]
    return [session for session in found if found[0].at - session.at <= OLDEST]


def work(known: Material) -> Part:
    last = recent(known)[:SESSIONS]
    points = [_told(session) for session in last]
    return Part("Where work stands, the newest first:", (*_news(known, last), *points), 4, 7)


def _told(session: Session) -> Point:
    """The request, what came of it, and the files if there is room: they are named below, too."""
    task, outcome = session.task, session.outcome
    asked = f"“{shortened(task.summary.rstrip('.'), ASKED)}”" if task else "no request on record"
    came = f" → {shortened(outcome.summary.rstrip('.'), CAME)}" if outcome else ""
    branch = f" on {session.branch}" if session.branch else ""
    told = f"{session.at:%Y-%m-%d}{branch}: {asked}{came}"
    files = f"; edited {listed(session.files)}" if session.files else ""
    where = cite(outcome or task or session.events[-1])
    return Point(told + files if len(told + files + where) < WIDTH - 5 else told, where)


def _news(known: Material, last: Sequence[Session]) -> Iterator[Point]:
    """Commits that came after the last session: somebody else was at work."""
    since = last[0].at if last else known.now - timedelta(days=7)
    news = [event for event in known.commits if event.at > since + timedelta(minutes=5) and not event.bot]
    for event in sorted(news, key=lambda e: e.at, reverse=True)[:3]:
        by = event.who or event.actor
        yield Point(f"{event.at:%Y-%m-%d}, after the last session: {event.summary} — {by}", cite(event))


def left_open(known: Material) -> Part:
    last = recent(known)[:SESSIONS]
    points: list[Point] = []
    for number, session in enumerate(last):
        points += [Point(event.summary, cite(event)) for event in session.left()]
        if number < 3:
            points += [Point(event.summary, cite(event)) for event in session.kind("blocked")[-1:]]
    points += [Point(one.keyless, f"insight {one.id[:6]}") for one in known.insights if one.type is Type.GAP]
    return Part("Left open:", (*_uncommitted(known, last), *points), 3, 6)


def _uncommitted(known: Material, last: Sequence[Session]) -> Iterator[Point]:
    """What the last session changed and no commit holds yet, as far as history says."""
    if not last or not known.commits or last[0].committed:
        return
    session = last[0]
    began = min(event.at for event in session.events)
    since = {path for event in known.commits if event.at >= began for path in event.files}
    open_files = [path for path in session.files if path not in since]
    if open_files:
        told = f"changed in the last session and in no commit yet: {listed(open_files, 5)}"
        yield Point(told, cite(session.kind("edit")[-1]))


def places(known: Material) -> Part:
    """Files that sessions changed, weighted by how lately and how often."""
    weight: Counter[str] = Counter()
    for age, session in enumerate(recent(known)[:WINDOW]):
        for path in session.files:
            weight[path] += round(1000 * 0.5 ** (age / HALF_LIFE))
    ranked = [path for path, _ in sorted(weight.items(), key=lambda it: (-it[1], it[0]))]
    folders = _by_folder(ranked[:PLACES])
    points = [Point(f"{folder}: {', '.join(names)}" if folder else ", ".join(names)) for folder, names in folders]
    return Part("Changed of late, the most often first:", tuple(points), 2, FOLDERS)


def _by_folder(paths: Iterable[str]) -> list[tuple[str, list[str]]]:
    folders: dict[str, list[str]] = {}
    for path in paths:
        folder, _, name = path.rpartition("/")
        folders.setdefault(folder, []).append(name)
    return list(folders.items())


def listed(paths: Sequence[str], most: int = FILES) -> str:
    """`src/auth/{jwt.py, keys.py}, README.md and 3 more`."""
    parts = []
    for folder, names in _by_folder(paths[:most]):
        inner = names[0] if len(names) == 1 else "{" + ", ".join(names) + "}"
        parts.append(f"{folder}/{inner}" if folder else inner)
    return ", ".join(parts) + (f" and {len(paths) - most} more" if len(paths) > most else "")


def shortened(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1].rsplit(" ", 1)[0].rstrip(" ,;:") + "…"


def cite(event: Event) -> str:
    """Where it is written down: a commit, or a session and its line."""
    if event.span.commit:
        return f"commit {event.span.commit[:8]}"
    return f"session {event.session[:8]}:{event.span.line}"
