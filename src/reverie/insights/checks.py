"""Checks: which are run and in which order, what they keep failing on, and how often they fail at first."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

from reverie.insights.failures import MENDABLE, name_of
from reverie.insights.observed import LEAST, Observation, Scene, grouped, listed, many, once_each, tag, tags, voice
from reverie.records.events import Event
from reverie.records.insights import Type

USUAL, SESSIONS, DAYS = 0.3, 3, 2  # of the sessions that edited, and how many at least
STEPS = 5
NUMBERED, NEVER = 6, 1 << 30
OFTEN, SHARE = 4, 0.5  # sessions, and of all that ran it: so often it is worth saying that a command fails at first
PROVES = re.compile(  # programs and targets that prove something; a multiplexer or a tracker does not
    r"(?:^|[\s:_./-])(?:tests?|testing|spec|rspec|pytest|jest|vitest|mocha|phpunit|tox|nox|lint\w*|eslint|ruff|clippy|flake8"
    r"|pylint|biome|golangci-lint|format\w*|fmt|prettier|black|gofmt|gofumpt|spotless\w*|typecheck|type-check|types|tsc|mypy|pyright"
    r"|vet|check(?!out|-ignore|-attr|-ref|-mailmap|-pre)\w*|verify|validate|build|compile|ci|e2e|pre-commit|precommit|coverage|audit)(?=$|[\s:_./-])",
    re.IGNORECASE,
)


def notice(scene: Scene) -> Iterator[Observation]:
    yield from _before_a_commit(scene)
    errors = [event for event in scene.kind("error") if tag(event, "command") != event.tool]
    yield from _keeps_failing(errors)
    yield from _after_conflicts(scene)


def _before_a_commit(scene: Scene) -> Iterator[Observation]:
    """The checks that most sessions run, in the order in which they are run."""
    ran = {c: rows for c, rows in grouped(single(scene), lambda e: e.summary).items() if PROVES.search(c)}
    worked = {voice(event) for event in scene.kind("edit")} | {voice(e) for e in scene.kind("command")}
    usual = {c: rows for c, rows in ran.items() if len(rows) >= max(SESSIONS, USUAL * len(worked))}
    if not usual or len({e.at.date() for rows in usual.values() for e in rows}) < DAYS:
        return
    order = _order(usual, [e.summary.split(" → ") for e in scene.kind("command") if "sequence" in e.tags])[:STEPS]
    events = sorted({e.id: e for c in order for e in usual[c]}.values(), key=lambda e: (e.at, e.id))
    counts = listed([str(len(usual[c])) for c in order])
    rest = sorted((c for c in ran if c not in order and len(ran[c]) >= SESSIONS and is_kin(c, order)), key=str)
    more = f" Less often: {listed([f'`{c}` ({len(ran[c])})' for c in rest[:3]])}." if rest else ""
    shown = " → ".join(f"`{c}`" for c in order)
    yield Observation(
        Type.WORKFLOW,
        "before a commit",
        f"The checks that sessions run here are {shown}: {counts} of {len(worked)} sessions.{more}"
        if len(order) > 1
        else f"The check that sessions run here is {shown}: {counts} of {len(worked)} sessions.{more}",
        tuple(once_each(events)),
        f"Before a commit, run {listed([f'`{c}`' for c in order])}.",
        "",
        2.5,
    )


def is_kin(command: str, others: Sequence[str]) -> bool:
    """Of the same program: `mise run test:ci` beside `mise run test`."""
    return any(command.partition(" ")[0] == other.partition(" ")[0] for other in others)


def single(scene: Scene) -> list[Event]:
    return [event for event in scene.kind("command") if "sequence" not in event.tags]


def _order(usual: dict[str, list[Event]], sequences: Sequence[Sequence[str]]) -> list[str]:
    """By where they mostly stand; of those that never stand together, the more usual first."""
    before: Counter[tuple[str, str]] = Counter()
    for steps in sequences:
        before.update((a, b) for a, b in combinations([s for s in steps if s in usual], 2))
    score = {c: sum(before[c, other] - before[other, c] for other in usual) for c in usual}
    return sorted(usual, key=lambda c: (-score[c], -len(usual[c]), c))


def _keeps_failing(errors: Sequence[Event]) -> Iterator[Observation]:
    """The same check, rule or test fails in several sessions."""
    shown_before: set[str] = set()
    for command, rows in sorted(
        grouped(errors, lambda e: tag(e, "command")).items(), key=lambda it: (-len(it[1]), it[0])
    ):
        same = [event for event in errors if tag(event, "command") == command]
        by_name = {
            name: once_each(event for event in same if name in tags(event, "named"))
            for name in sorted({name for event in same for name in tags(event, "named")})
        }
        often = sorted(
            ((name, met) for name, met in by_name.items() if len(met) >= _enough(name) and name not in shown_before),
            key=lambda it: (-len(it[1]), it[0]),
        )
        if not often:
            continue
        shown_before.update(name for name, _ in often)
        shown = listed([f"`{name}` ({len(met)})" for name, met in often[:4]])
        events = tuple(sorted({e.id: e for _, met in often for e in met}.values(), key=lambda e: (e.at, e.id)))
        yield Observation(
            Type.ERROR,
            f"named:{command}",
            f"`{command}` keeps failing on the same things: {shown}, in {len(events)} of"
            f" {many(len(rows))} it failed in.",
            events,
            "",
            "",
            2.5 + 0.3 * min(len(events), 10),
        )


def _enough(name: str) -> int:
    """A number instead of a name tells little; that formatting is checked, nothing. A test may be mended since."""
    if name == "formatting":
        return NEVER
    if re.fullmatch(r"[A-Z]{1,4}\d{3,4}", name):
        return NUMBERED
    return SESSIONS if re.match(r"[Tt]est|.* ", name) else LEAST


def at_first(rest: Sequence[Event], scene: Scene) -> Iterator[Observation]:
    """How often a check fails at first, where nothing better can be said."""
    ran = grouped(scene.kind("command"), lambda e: e.summary)
    for command, rows in grouped(rest, lambda e: tag(e, "command")).items():
        met = once_each(rows)
        mended = [event for event in rows if "edited" in event.tags]
        out_of = len({e.session for e in ran.get(command, ())} | {e.session for e in met})
        if len(mended) < OFTEN or len(met) < SHARE * out_of or name_of(rows[0]) not in MENDABLE:
            continue
        yield Observation(
            Type.ERROR,
            f"at first:{command}",
            f"`{command}` seldom passes at first: it failed in {len(met)} of the {out_of} sessions that ran it,"
            f" and took another edit in {len(mended)}.",
            tuple(met),
            "",
            "",
            1.5 + len(met) / max(out_of, 1),
        )


def _after_conflicts(scene: Scene) -> Iterator[Observation]:
    """Merging is where time goes; and what is run when it is done."""
    met = once_each(event for event in scene.kind("error") if "error:merge conflict" in event.tags)
    if len(met) < SESSIONS:
        return
    there = {voice(event) for event in met}
    later = [e for e in single(scene) if voice(e) in there and PROVES.search(e.summary)]
    ran = {c: rows for c, rows in grouped(later, lambda e: e.summary).items() if len(rows) >= max(LEAST, len(met) / 3)}
    order = sorted(ran, key=lambda c: (-len(ran[c]), c))[:STEPS]
    if not order:
        return
    commands = listed([f"`{name}`" for name in sorted({tag(event, "command") for event in met})])
    then = listed([f"`{c}` ({len(ran[c])})" for c in order])
    yield Observation(
        Type.PATTERN,
        "merge conflicts",
        f"Bringing branches together meets conflicts here ({commands}), in {many(len(met))};"
        f" to see that all is well, these ran {then}.",
        tuple(met),
        f"When conflicts are resolved, run {listed([f'`{c}`' for c in order])} before you commit.",
        "",
        1.5 + 0.2 * len(met),
    )
