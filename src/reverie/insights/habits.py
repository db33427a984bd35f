"""Where and how people let agents work: worktrees, branches, tests first."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from reverie.insights.observed import Observation, Scene, grouped, listed, many, once_each, tag, voice
from reverie.records.events import Event
from reverie.records.insights import Type

SESSIONS, ENOUGH = 3, 5
OFTEN, MOSTLY, SPOKEN = 0.1, 0.5, 0.05  # of the sessions: what fewer of them do is no way of working here
_TICKET = re.compile(r"(?:^|[/_-])([a-z]{2,8})-\d{1,6}(?=[/_-]|$)", re.IGNORECASE)
_COUNTED = frozenset("phase step part issue pr release sprint week day task pull gh v".split())
_WORK = re.compile(r"(feat|feature|fix|bugfix|hotfix|chore|docs|refactor|release)/")


def notice(scene: Scene) -> Iterator[Observation]:
    """With what and where people let agents work."""
    rows = scene.kind("habit")
    sessions = [*rows, *(event for event in scene.events if event.session)]  # a day of commits is none
    out_of = len({voice(event) for event in sessions})
    yield from _named(rows, "worktree", out_of, "work is done in git worktrees, in `{}/`: {}.")
    yield from _branches([event for event in rows if tag(event, "branch")])
    yield from _tests_first(rows, out_of)


def _tests_first(rows: Sequence[Event], out_of: int) -> Iterator[Observation]:
    """What was really done, beside what was said: who speaks of TDD has not yet written the test first."""
    first = once_each(event for event in rows if "test first:" in event.tags)
    last = once_each(event for event in rows if "code first:" in event.tags)
    spoken = once_each(event for event in rows if tag(event, "way") == "test-driven")
    both = len(first) + len(last)
    if both < ENOUGH or (2 * len(first) < both and len(spoken) < max(SESSIONS, SPOKEN * out_of)):
        return
    done = f"in {len(first)} of {many(both)} that changed both, the first edit was a test"
    said = f"TDD or a failing test first was spoken of in {many(len(spoken))}; " if spoken else ""
    text = f"{said}{done}."
    yield _habit("test first", text[0].upper() + text[1:], [*spoken, *first], 1.6)


def _named(rows: Sequence[Event], what: str, out_of: int, words: str) -> Iterator[Observation]:
    for name, met in sorted(grouped(rows, lambda e: tag(e, what)).items()):
        if len(met) >= max(SESSIONS, OFTEN * out_of):
            told = _quantified(words.format(name, f"{len(met)} of {many(out_of)}"), len(met), out_of)
            yield _habit(f"{what}:{name}", told, met, 1.5 + len(met) / out_of)


def _quantified(words: str, count: int, out_of: int) -> str:
    """What is not done mostly is done sometimes."""
    return words[0].upper() + words[1:] if count >= MOSTLY * out_of else f"Some {words}"


def _branches(rows: Sequence[Event]) -> Iterator[Observation]:
    """Branches that are named after tickets, or after what kind of work it is."""
    shapes = {shape: met for shape, met in grouped(rows, lambda e: _shape(tag(e, "branch"))).items() if _is_usual(met)}
    if shapes:
        order = sorted(shapes, key=lambda shape: (-len(shapes[shape]), shape))
        shown = _counted({shape: shapes[shape] for shape in order}, len(once_each(rows)))
        events = sorted((e for met in shapes.values() for e in met), key=lambda e: (e.at, e.id))
        such = _shortest(shapes[order[0]])
        yield _habit("branches", f"Branches are named {shown}, such as `{such}`.", events, 1.8)


def _counted(found: Mapping[str, Sequence[Event]], out_of: int) -> str:
    """`a` (7 of 33 sessions), `b` (4) and `c` (3)."""
    of = [f" of {many(out_of)}", *[""] * len(found)]
    return listed([f"{name} ({len(met)}{more})" for (name, met), more in zip(found.items(), of, strict=False)])


def _is_usual(met: Sequence[Event]) -> bool:
    return len(met) >= SESSIONS and len({tag(event, "branch") for event in met}) >= SESSIONS


def _shortest(met: Sequence[Event]) -> str:
    return min((tag(event, "branch") for event in met), key=lambda name: (len(name), name))


def _shape(branch: str) -> str:
    found = _TICKET.search(branch)
    if found and found[1].lower() not in _COUNTED:
        return f"after their ticket (`{found[1].upper()}-…`)"
    kind = _WORK.match(branch)
    return f"`{kind[1]}/…`" if kind else ""


def _habit(about: str, text: str, events: Sequence[Event], strength: float) -> Observation:
    return Observation(Type.WORKFLOW, about, text, tuple(once_each(events)), "", "", strength)
