"""What `sync` would write: targets as they are and rules as they stand → Puts, and for everything not written the
reason in words. The same rules give the same bytes; no clock is read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from reverie.records.changes import Put
from reverie.records.documents import Address, Skipped, digest
from reverie.records.learning import Health, Rule
from reverie.render import block, edit, lines, targets
from reverie.render.lines import Body
from reverie.render.targets import Route, TargetState

ROOT = "project"


@dataclass(frozen=True, slots=True)
class SyncConfig:
    """`sync.targets` (None: not set), `sync.budget` in lines, and where an agent finds the rules that did not fit."""

    targets: tuple[str, ...] | None = None
    budget: int = 60
    folder: str = ".agent/memory/semantic/rules/auto-dream/"


@dataclass(frozen=True, slots=True)
class TargetPlan:
    """One target that was asked for: the file its readers find the rules in, and which rules."""

    path: str
    home: str
    shown: tuple[str, ...]
    pointed: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SyncPlan:
    """`out_of_date` names every file that is not as it should be, also those that may not be written; `skipped` targets
    and `left_out` rules say why."""

    puts: tuple[Put, ...]
    skipped: tuple[Skipped, ...]
    left_out: tuple[Skipped, ...]
    out_of_date: tuple[str, ...]
    targets: tuple[TargetPlan, ...] = ()


def plan(
    states: Iterable[TargetState],
    rules: Iterable[Rule],
    health: Mapping[str, Health],
    *,
    config: SyncConfig,
    force: bool = False,
) -> SyncPlan:
    known = {state.path: state for state in states}
    body = lines.compose(rules, health, budget=config.budget, folder=config.folder)
    paths, skipped = targets.wanted(known, config.targets)
    routes = targets.routes(paths, known)
    skipped += [Skipped(route.path, route.why) for route in routes if route.why and route.home]
    homes = {route.home for route in routes if route.home}
    # A link that leads away is a note while other files show the rules; if none does, it is why they are not shown.
    unread = not homes and bool(body.shown or body.pointed)
    edits = [_Edit(route.path, reason=route.why, differs=unread) for route in routes if not route.home]
    for path in targets.TARGETS:
        state = known.get(path, TargetState(path))
        if path in homes:
            edits.append(_serve(state, body, force))
        elif state.link is None and state.content is not None:
            edits.append(_clear(state, force, path in paths))
    return _gathered(edits, skipped, body, routes)


def uninstall(states: Iterable[TargetState], *, force: bool = False) -> SyncPlan:
    """Take the blocks out of every target. A file that held nothing else becomes empty, for the caller to remove."""
    there = [state for state in states if state.link is None and state.content is not None]
    return _gathered([_clear(state, force, False) for state in there], [], Body(""), [])


@dataclass(frozen=True, slots=True)
class _Edit:
    """What becomes of one file: other bytes, or a reason why not, or neither."""

    path: str
    put: Put | None = None
    reason: str = ""
    differs: bool = False


def _gathered(edits: list[_Edit], skipped: list[Skipped], body: Body, routes: list[Route]) -> SyncPlan:
    return SyncPlan(
        tuple(edit.put for edit in edits if edit.put),
        (*skipped, *(Skipped(edit.path, edit.reason) for edit in edits if edit.reason)),
        body.left_out,
        tuple(edit.path for edit in edits if edit.differs),
        tuple(TargetPlan(route.path, route.home, body.shown, body.pointed) for route in routes if route.home),
    )


def _serve(state: TargetState, body: Body, force: bool) -> _Edit:
    if state.trouble:
        return _Edit(state.path, reason=state.trouble, differs=bool(body.shown or body.pointed))
    now = state.content or targets.fresh(state.path)
    if not (body.shown or body.pointed or block.find(now).blocks):
        return _Edit(state.path, reason="there is no rule to show yet")
    return _edit(state, edit.put(now, body.text), edit.obstacle(now, body.text, force=force))


def _clear(state: TargetState, force: bool, asked: bool) -> _Edit:
    """A file whose readers find the rules elsewhere, or that is switched off, must not keep rules that grow old."""
    now = state.content or b""
    if not block.find(now).blocks:
        return _Edit(state.path)
    rest = edit.remove(now)
    why = "its block would show the rules twice" if asked else "its block is no longer wanted"
    reason = edit.obstacle(now, None, force=force)
    return _edit(state, b"" if rest == targets.fresh(state.path) else rest, f"{why}, but {reason}" if reason else "")


def _edit(state: TargetState, content: bytes, reason: str) -> _Edit:
    if content == state.content:
        return _Edit(state.path)
    if reason:
        return _Edit(state.path, reason=reason, differs=True)
    expect = None if state.content is None else digest(state.content)
    return _Edit(state.path, Put(Address(ROOT, state.path), expect, content), differs=True)
