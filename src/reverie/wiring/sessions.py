"""What sessions leave on this machine."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from reverie.tools import nofollow
from reverie.wiring.memory import open_store
from reverie.wiring.project import Project, secret, who

if TYPE_CHECKING:
    from reverie.gather.transcripts.sources import Found
    from reverie.records.events import Event
    from reverie.records.nightly import Listening, Request
    from reverie.records.tasks import Lesson


KNOWN = timedelta(days=400)  # what is read besides the window, to know what is usual here


def scratch_of(project: Project) -> Path:
    return project.local / "cache" / "dream"


AGENTS = ("CLAUDE_CONFIG_DIR", "CODEX_HOME", "COPILOT_HOME", "OPENCLAW_STATE_DIR", "PI_CODING_AGENT_DIR")


def listening(project: Project, *, all_projects: bool = False, extra: Sequence[str] = ()) -> Listening:
    """Whose sessions are read. Only a person at this machine can open those of other projects: by a flag or by the
    environment, never by a file that may have been committed."""
    from reverie.layouts.heard import LOG
    from reverie.records.nightly import Listening

    chosen = project.settings
    if chosen.transcripts_off:
        return Listening()
    named = [*extra, *filter(None, os.environ.get("REVERIE_SOURCES", "").split(os.pathsep))]
    places = [str(Path(place).expanduser().absolute()) for place in named]
    places += [str(project.root / place) for place in chosen.transcripts]
    every = all_projects or os.environ.get("REVERIE_ALL_PROJECTS", "").lower() in ("1", "true", "yes", "on")
    return Listening(
        home=str(Path.home()),
        environ={name: os.environ[name] for name in AGENTS if os.environ.get(name)},
        all_projects=every,
        extra=tuple(dict.fromkeys(places)),
        actor=who(project),
        heard=str(project.local / "logs" / LOG),
        min_sessions=chosen.min_sessions,
    )


def looking(project: Project, at: datetime, listen: Listening) -> Request:
    """What is asked when sessions are only looked for. Nothing is made, where there is no memory yet."""
    from reverie.records.nightly import Request

    key = secret(project) if (project.local / "secret").exists() else ""
    since = at - timedelta(days=project.settings.window_days)
    return Request(
        str(project.root), at, since, at - KNOWN, redact_key=key, redact_extra=project.settings.redact, listen=listen
    )


def sources(project: Project, ask: Request, progress: Callable[[str], None] = lambda _: None) -> tuple[Found, bool]:
    """What there is to read, and whether any of it is new since the last time."""
    from reverie.gather.transcripts.ears import look
    from reverie.gather.transcripts.sources import Found

    return look(ask, scratch_of(project), progress) if ask.listen.home else (Found(), False)


def settler(project: Project, listen: Listening) -> Callable[[], None]:
    """Lets the new checkpoints count. Called when what was heard is safe, and not before."""
    from reverie.gather.transcripts.ears import MARKS, NEXT, place

    def settle() -> None:
        if not listen.home:
            return  # what lies there was left by a night that did not come to its end
        scratch = scratch_of(project).relative_to(project.root).as_posix()
        new, now = (f"{scratch}/{place(listen, name)}" for name in (NEXT, MARKS))
        with suppress(FileNotFoundError, NotADirectoryError):
            nofollow.move_all(str(project.root), new, now)

    return settle


def spans(project: Project, ids: Collection[str]) -> dict[str, str]:
    """Where these events are written down on this machine: the transcript and the line."""
    return {id: str(event.span) for id, event in heard(project, ids).items()}


def heard(project: Project, ids: Collection[str]) -> dict[str, Event]:
    """What was said in these events, from the log of this machine; where there is none, nothing."""
    return {event.id: event for event in all_heard(project, ids)}


def all_heard(project: Project, ids: Collection[str] | None = None) -> Iterator[Event]:
    """All that was heard, each once, or these events."""
    from reverie.layouts.heard import LOG, from_record
    from reverie.records.logs import LogRecord

    met: set[str] = set()
    for record in open_store(project).records(LOG):
        if isinstance(record, LogRecord) and record.id not in met and (ids is None or record.id in ids):
            met.add(record.id)
            if event := from_record(record):
                yield event
    yield from (event for event in _cited(project) if event.id not in met and (ids is None or event.id in ids))


def _cited(project: Project) -> Iterator[Event]:
    """What lessons rest on, each piece once."""
    from reverie.learning.lessons import Group
    from reverie.learning.outcomes import by_event

    yield from by_event([Group((lesson,)) for lesson in lessons(project)], who(project)).values()


def lessons(project: Project) -> list[Lesson]:
    """What sessions taught, by the log of this machine: all that was accepted, also where another answer speaks for the
    session by now."""
    from reverie.learning.lessons import KEYLESS_LESSONS, LESSONS, read_lessons
    from reverie.tasks.log import AnswerLog

    answers = AnswerLog(open_store(project)).accepted()
    told = [answer for answer in answers if answer.kind in (LESSONS, KEYLESS_LESSONS)]
    return [replace(one, by=answer.by) for answer in told for one in read_lessons(answer.accepted or {})]
