"""How work is done here: what is run before a commit, which files are changed together, and where people step in."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import PurePosixPath

from reverie.insights.observed import Observation, Scene, grouped, listed, many, once_each, tag, voice
from reverie.records.events import Event
from reverie.records.insights import Type
from reverie.tools.wishes import telling

USUAL, SESSIONS, DAYS = 0.3, 3, 2  # of the sessions that edited, and how many at least
STEPS = 5
TOGETHER, ALWAYS = 4, 0.75  # sessions, and of those that changed either
STEPPED_IN = 3  # sessions in which people corrected the agent over a file
PAIRS = 5
_TICKET = re.compile(r"(?:^|[/_-])([a-z]{2,8})-\d{1,6}(?=[/_-]|$)", re.IGNORECASE)
_WORK = re.compile(r"(feat|feature|fix|bugfix|hotfix|chore|docs|refactor|release)/")
_CHECKS = re.compile(  # programs and targets that prove something; a multiplexer or a tracker does not
    r"(?:^|[\s:_./-])(?:tests?|testing|spec|rspec|pytest|jest|vitest|mocha|phpunit|tox|nox|lint\w*|eslint|ruff|clippy|flake8"
    r"|pylint|biome|golangci-lint|format\w*|fmt|prettier|black|gofmt|gofumpt|spotless\w*|typecheck|type-check|types|tsc|mypy|pyright"
    r"|vet|check\w*|verify|validate|build|compile|ci|e2e|pre-commit|precommit|coverage|audit)(?=$|[\s:_./-])",
    re.IGNORECASE,
)
_SIDE = frozenset(
    "package.json package-lock.json bun.lock bun.lockb go.mod go.sum readme.md changelog.md claude.md".split()
)


def notice(scene: Scene) -> Iterator[Observation]:
    yield from _before_a_commit(scene)
    yield from _together(scene.kind("edit"))
    yield from _stepped_in(scene)
    yield from _habits(scene)
    yield from _conflicts(scene)


def _before_a_commit(scene: Scene) -> Iterator[Observation]:
    """The checks that most sessions run, in the order in which they are run."""
    ran = {c: rows for c, rows in grouped(_single(scene), lambda e: e.summary).items() if _CHECKS.search(c)}
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


def _single(scene: Scene) -> list[Event]:
    return [event for event in scene.kind("command") if "sequence" not in event.tags]


def _order(usual: dict[str, list[Event]], sequences: Sequence[Sequence[str]]) -> list[str]:
    """By where they mostly stand; of those that never stand together, the more usual first."""
    before: Counter[tuple[str, str]] = Counter()
    for steps in sequences:
        before.update((a, b) for a, b in combinations([s for s in steps if s in usual], 2))
    score = {c: sum(before[c, other] - before[other, c] for other in usual) for c in usual}
    return sorted(usual, key=lambda c: (-score[c], -len(usual[c]), c))


def _together(edits: Sequence[Event]) -> Iterator[Observation]:
    """Two files, neither the other's test, that are hardly ever changed alone."""
    touched: defaultdict[str, list[Event]] = defaultdict(list)
    for event in edits:
        for path in event.files:
            if PurePosixPath(path).name.lower() not in _SIDE:
                touched[path].append(event)
    often = {path: {voice(e): e for e in rows} for path, rows in touched.items() if len(rows) >= TOGETHER}
    found = []
    for a, b in combinations(sorted(often), 2):
        both = often[a].keys() & often[b].keys()
        either = often[a].keys() | often[b].keys()
        if len(both) >= TOGETHER and len(both) >= ALWAYS * len(either) and not _obvious(a, b):
            found.append((len(both) / len(either), len(both), len(either), a, b))
    for _, both_, either_, a, b in sorted(found, key=lambda it: (-it[0], -it[1], it[3], it[4]))[:PAIRS]:
        events = [e for v, e in often[a].items() if v in often[b]]
        yield Observation(
            Type.PATTERN,
            f"together:{a}:{b}",
            f"`{a}` and `{b}` are changed together: in {both_} of the {either_} sessions that changed either.",
            tuple(events),
            f"When you change `{a}`, look at `{b}` too.",
            "",
            1.5 + 0.1 * both_,
            files=(a, b),
        )


def _obvious(a: str, b: str) -> bool:
    """A file and its test, or two in one small folder that are named alike."""
    one, other = PurePosixPath(a), PurePosixPath(b)
    short, long = sorted((one.name.split(".")[0].lower(), other.name.split(".")[0].lower()), key=len)
    return short.strip("_") in long


def _stepped_in(scene: Scene) -> Iterator[Observation]:
    """A file over which people corrected the agent in several sessions."""
    edited = grouped_by_file(scene.kind("edit"))
    for path, rows in sorted(grouped_by_file(scene.kind("correction")).items()):
        met = once_each(rows)
        if len(met) >= STEPPED_IN:
            out_of = len({voice(e) for e in edited.get(path, ())} | {voice(e) for e in met})
            about = _about(met)
            yield Observation(
                Type.PATTERN,
                f"stepped in:{path}",
                f"People stepped in when agents worked on `{path}`: in {len(met)} of {many(out_of)}"
                + (f", mostly about {about}." if about else "."),
                tuple(met),
                "",
                "",
                1.5 + 0.3 * len(met),
                files=(path,),
            )


def grouped_by_file(events: Sequence[Event]) -> dict[str, list[Event]]:
    found: defaultdict[str, list[Event]] = defaultdict(list)
    for event in events:
        for path in event.files:
            found[path].append(event)
    return dict(found)


def _about(events: Sequence[Event]) -> str:
    counted = Counter(word for event in events for word in telling(event.summary))
    said = sorted((word for word, times in counted.items() if times * 2 > len(events)), key=lambda w: (-counted[w], w))
    return listed(said[:2])


def _habits(scene: Scene) -> Iterator[Observation]:
    """With what and where people let agents work."""
    rows = scene.kind("habit")
    sessions = [*rows, *(event for event in scene.events if event.session)]  # a day of commits is none
    out_of = len({voice(event) for event in sessions})
    yield from _named(rows, "server", out_of, "Sessions here use the tools of `{}`: {}.")
    yield from _named(rows, "slash", out_of, "`/{}` is part of the work here: it was run in {}.")
    yield from _named(rows, "worktree", out_of, "Work is done in git worktrees, in `{}/`: {}.")
    yield from _branches([event for event in rows if tag(event, "branch")])
    yield from _tests_first(rows)


def _tests_first(rows: Sequence[Event]) -> Iterator[Observation]:
    """What was really done, beside what was said: who speaks of TDD has not yet written the test first."""
    first = once_each(event for event in rows if "test first:" in event.tags)
    last = once_each(event for event in rows if "code first:" in event.tags)
    spoken = once_each(event for event in rows if tag(event, "way") == "test-driven")
    both = len(first) + len(last)
    if both < SESSIONS or len(first) + len(spoken) < SESSIONS:
        return
    done = f"in {len(first)} of {many(both)} that changed both, the first edit was a test"
    said = f"TDD or a failing test first was spoken of in {many(len(spoken))}; " if spoken else ""
    text = f"{said}{done}."
    yield _habit("test first", text[0].upper() + text[1:], [*spoken, *first], 1.6)


def _named(rows: Sequence[Event], what: str, out_of: int, words: str) -> Iterator[Observation]:
    for name, met in sorted(grouped(rows, lambda e: tag(e, what)).items()):
        if len(met) >= SESSIONS:
            yield _habit(
                f"{what}:{name}", words.format(name, f"{len(met)} of {many(out_of)}"), met, 1.5 + len(met) / out_of
            )


def _branches(rows: Sequence[Event]) -> Iterator[Observation]:
    """Branches that are named after tickets, or after what kind of work it is."""
    for shape, met in grouped(rows, lambda e: _shape(tag(e, "branch"))).items():
        names = {tag(event, "branch") for event in met}
        if len(met) >= SESSIONS and len(names) >= SESSIONS:
            shown = min(names, key=lambda name: (len(name), name))
            yield _habit(
                f"branch:{shape}", f"Branches are named {shape}, such as `{shown}`: {many(len(met))}.", met, 1.8
            )


def _shape(branch: str) -> str:
    found = _TICKET.search(branch)
    if found:
        return f"after their ticket (`{found[1].upper()}-…`)"
    kind = _WORK.match(branch)
    return f"`{kind[1]}/…`" if kind else ""


def _habit(about: str, text: str, events: Sequence[Event], strength: float) -> Observation:
    return Observation(Type.WORKFLOW, about, text, tuple(once_each(events)), "", "", strength)


def _conflicts(scene: Scene) -> Iterator[Observation]:
    """Merging is where time goes."""
    rows = [e for e in scene.kind("error") if "error:merge conflict" in e.tags]
    met = once_each(rows)
    commands = listed([f"`{name}`" for name in sorted({tag(event, "command") for event in met})])
    if len(met) >= SESSIONS:
        yield Observation(
            Type.PATTERN,
            "merge conflicts",
            f"Bringing branches together meets conflicts here ({commands}): {many(len(met))}.",
            tuple(met),
            "",
            "",
            1.5 + 0.2 * len(met),
        )
