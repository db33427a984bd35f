"""Short words for telling a history as events."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from reverie.notice.view import Thresholds, View
from reverie.records.events import BugEntry, Event, Origin, Span
from reverie.tools.ids import content_id

TODAY = datetime(2026, 11, 15, 9, 0, tzinfo=UTC)
AREAS = ("orders", "mail", "users", "billing", "search", "export")
WORDS = (
    "list orders by customer", "plain-text version of every mail", "search people by name", "export invoices as CSV",
    "highlight matches", "partial refunds", "split the profile form", "one template loader", "cache parsed queries",
    "document rate limits", "sort results by date", "ask before leaving the page", "show totals in the footer",
)  # fmt: skip


def event(
    days: float,
    who: str,
    kind: str,
    summary: str,
    *files: str,
    body: str = "",
    reverts: tuple[str, ...] = (),
    tags: tuple[str, ...] = (),
    bot: bool = False,
) -> Event:
    """Something `who` committed `days` ago."""
    id = content_id(who, str(days), summary)
    return Event(
        id, kind, who, TODAY - timedelta(days=days), Origin.USER, Span("git", id.ljust(40, "0")), summary, body,
        tuple(files), tags=tags, reverts=reverts, bot=bot, who=who.title(),
    )  # fmt: skip


def fix(days: float, who: str, summary: str, *files: str, **more: object) -> Event:
    return event(days, who, "fix", summary, *files, **more)  # type: ignore[arg-type]


def ordinary(count: int = 200, first: float = 29.5) -> list[Event]:
    """A project's everyday, in which a pattern has to be found."""
    found = []
    for i in range(count):
        area = AREAS[i % len(AREAS)]
        subject = f"feat({area}): {WORDS[i % len(WORDS)]} for {AREAS[(i * 5) % 6]}"
        path = f"services/{area}/part{i % 9}.py"
        found.append(event(first * (1 - i / count), f"dev{i % 5}", "commit", subject, path))
    return found


def three(path: str, *subjects: str, also: str = "") -> list[Event]:
    """The same file fixed by three people on three days."""
    files = (path, also) if also else (path,)
    people = zip((9, 5, 2), ("ada", "bob", "eve"), subjects, strict=True)
    return [fix(days, who, subject, *files) for days, who, subject in people]


TEXTS = ("coerce non-string entity ids", "paginate delete_all across pages", "keep metadata from overwriting user_id")


def made_twice(one: str, other: str) -> list[Event]:
    """Three fixes of one file, each made again in the other two days later."""
    fixes = [fix(20 - i * 5, "ada", f"fix(py): {text}", one) for i, text in enumerate(TEXTS)]
    return fixes + [fix(18 - i * 5, "bob", f"fix(ts): {text}", other) for i, text in enumerate(TEXTS)]


def view(*events: Event, registry: tuple[BugEntry, ...] = (), **given: int) -> View:
    window = sorted([*events, *ordinary()], key=lambda e: (e.at, e.id))
    earlier = [e for e in ordinary(200, 360) if e.at < TODAY - timedelta(days=31)]
    return View(window, earlier, registry, Thresholds(**given))
