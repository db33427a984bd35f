"""Where a fix did its work. A commit may brush a file on its way elsewhere, change it without changing what it does, be
undone by the next one, or have left nothing in it; none of these teaches anything about that file."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import timedelta

from reverie.propose.draft import Desk
from reverie.records.events import Event
from reverie.tools import paths
from reverie.tools.substance import is_idle, left_of

HERE, MAINLY = 0.25, 0.4  # of all that a fix changed in the product: less, and it was made, or is told, elsewhere
SLIGHT = 6  # lines of a file
SWEEP = 0.15  # and less than this is the same small change in many places
SOON, SEVERAL = timedelta(days=45), 3  # and lines: one or two may well be touched again
GONE, NAMES = 0.4, 10  # names that the fixes brought: fewer are left, and their place is another now
_OTHER_FILE = re.compile(r"(?<![\w/.])[\w-]+\.(?:json|ya?ml|toml|lock|md|cfg|ini|txt|gradle|xml)\b")


def counted(path: str, events: Sequence[Event], desk: Desk) -> tuple[Event, ...]:
    """Those of the fixes that were made in this file and were not taken back. A small history has few, and what
    is small in it need not be slight: there only what brushed the file in passing is left out."""
    events = _once(path, [event for event in events if path in event.files], desk)  # others: of a file that is gone
    if not desk.is_large:
        return tuple(event for event in events if not _in_passing(path, event, desk))
    here = [event for event in events if share(path, event, desk) >= HERE]
    return tuple(event for event in here if not any(_undoes(path, event, later, desk) for later in here))


def _once(path: str, events: Sequence[Event], desk: Desk) -> list[Event]:
    """The same patch under another title, as when it is picked to a branch or made anew, is one fix."""
    first: dict[tuple[str, ...], Event] = {}
    for event in events:
        first.setdefault(tuple(desk.changed(event.span.commit, path)) or (event.id,), event)
    return list(first.values())


def _in_passing(path: str, event: Event, desk: Desk) -> bool:
    sizes = desk.sizes.get(event.span.commit, {})
    return path in sizes and sizes[path] < min(SLIGHT, sum(sizes.values()) * HERE)


def telling(path: str, events: Sequence[Event], desk: Desk) -> list[Event]:
    """Those whose subjects speak of this file: most of the work was here, and no other file is named."""
    if not desk.is_large:
        return list(events)
    return [e for e in events if share(path, e, desk) >= MAINLY and not _names_another(path, e)]


def share(path: str, event: Event, desk: Desk) -> float:
    """How much of a fix was made in a file, 0 to 1. Where most was done it counts, unless the same was done everywhere;
    of what was not looked into nothing is known against it."""
    sizes = desk.sizes.get(event.span.commit, {})
    if path not in sizes:
        return 1.0
    product = {file: size for file, size in sizes.items() if file == path or paths.is_code(file)}
    part = sizes[path] / max(sum(product.values()), 1)
    return max(part, HERE) if sizes[path] == max(product.values()) and part >= SWEEP else part


def is_gone(path: str, events: Sequence[Event], desk: Desk) -> bool:
    """Whether little is left of what these fixes brought into the file: it was moved or written anew since."""
    now = desk.text(path) if desk.is_large else ""
    if not now:
        return False
    found = [left_of(desk.changed(event.span.commit, path), now) for event in events]
    left, brought = sum(count for count, _ in found), sum(count for _, count in found)
    return brought >= NAMES and left < GONE * brought


def _undoes(path: str, event: Event, later: Event, desk: Desk) -> bool:
    """Whether the later one takes most of this one away again: both are one story, told by its end."""
    if later is event or not timedelta() <= later.at - event.at <= SOON:
        return False
    added = _lines("+", path, event, desk)
    removed = set(_lines("-", path, later, desk))
    return len(added) >= SEVERAL and sum(line in removed for line in added) * 2 > len(added)


def _lines(sign: str, path: str, event: Event, desk: Desk) -> list[str]:
    changed = desk.changed(event.span.commit, path)
    return [line[1:].strip() for line in changed if line.startswith(sign) and not is_idle(line[1:])]


def _names_another(path: str, event: Event) -> bool:
    return any(name not in path for name in _OTHER_FILE.findall(event.summary))
