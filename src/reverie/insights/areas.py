"""In a project of several parts, each has checks of its own: what is run when one of them is changed, and hardly ever
otherwise."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping

from reverie.insights.checks import PROVES, single
from reverie.insights.observed import Observation, Scene, grouped, listed, many, voice
from reverie.records.events import Event
from reverie.records.insights import Type

SESSIONS = 3  # that changed the part and ran the check
USUAL, RARE = 0.6, 0.2  # of the sessions that changed it; of the others
WHOLE = 0.8  # of the sessions: a part that nearly all of them change is the project itself
PARTS, CHECKS = 4, 3
_HOLDS = frozenset("apps packages services crates libs modules plugins projects components extensions".split())
_WHOLE = frozenset("src lib app tests test spec docs cmd internal pkg scripts bin tools public assets config".split())


def notice(scene: Scene) -> Iterator[Observation]:
    """The parts that are changed most, the outer before the inner."""
    parts = _parts(scene.kind("edit"))
    worked = set().union(*parts.values()) if parts else set()
    ran = {c: rows for c, rows in grouped(single(scene), lambda e: e.summary).items() if PROVES.search(c)}
    told: set[str] = set()
    for part in sorted(parts, key=lambda part: (part.count("/"), -len(parts[part]), part)):
        mine = parts[part]
        if not SESSIONS <= len(mine) <= WHOLE * len(worked):
            continue
        own = {c: rows for c, rows in ran.items() if c not in told and _is_own({voice(e) for e in rows}, mine, worked)}
        if own and len(told) < PARTS * CHECKS:
            told.update(own)
            yield _observation(part, own, mine)


def _is_own(ran: set[str], mine: set[str], worked: set[str]) -> bool:
    others = worked - mine
    rarely = len(ran & others) <= RARE * len(others)
    return len(ran & mine) >= max(SESSIONS, USUAL * len(mine)) and rarely


def _parts(edits: list[Event]) -> dict[str, set[str]]:
    """The sessions that changed each folder, down to the second level."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for event in edits:
        for path in event.files:
            folders = path.split("/")[:-1]
            for depth in (1, 2):
                part = "/".join(folders[:depth])
                if len(folders) >= depth and _is_part(part):
                    found[part].add(voice(event))
    return dict(found)


def _is_part(folder: str) -> bool:
    """A part of its own: what lies in `src` or `tests` belongs to the whole."""
    first, _, second = folder.partition("/")
    return not first.startswith(".") and (first in _HOLDS if second else first not in _HOLDS | _WHOLE)


def _observation(part: str, own: Mapping[str, list[Event]], mine: set[str]) -> Observation:
    rows = {c: [e for e in met if voice(e) in mine] for c, met in own.items()}
    checks = sorted(rows, key=lambda c: (-len(rows[c]), c))[:CHECKS]
    shown = listed([f"`{c}` ({len(rows[c])})" for c in checks])
    events = {voice(e): e for c in checks for e in rows[c]}
    return Observation(
        Type.WORKFLOW,
        f"part:{part}",
        f"`{part}/` has checks of its own: of the {many(len(mine))} that changed it, these ran {shown}.",
        tuple(sorted(events.values(), key=lambda e: (e.at, e.id))),
        f"When you change `{part}/`, run {listed([f'`{c}`' for c in checks])}.",
        "",
        2.2 + 0.1 * min(len(events), 10),
    )
