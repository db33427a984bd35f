"""Where work happens: files changed together, files that are kept up with the work, and where people step in."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import PurePosixPath

from reverie.insights.observed import Observation, Scene, listed, many, once_each, voice
from reverie.records.events import Event
from reverie.records.insights import Type
from reverie.tools.wishes import telling

TOGETHER, ALWAYS = 4, 0.75  # sessions, and of those that changed either
STEPPED_IN = 3  # sessions in which people corrected the agent over a file
PAIRS = 5
KEPT, SHARE, PAGES = 4, 0.2, 3  # sessions that brought a page up to date, of all that edited; how many are told
MUCH = 0.25  # of all that edited: then it need not look like a list of what is done
_PAGES = frozenset(".md .mdx .rst .txt .arb .po .ftl".split())
_LISTS = re.compile(
    r"status|state|progress|todo|task|backlog|roadmap|changelog|changes|deferred|limitation|decision|locale|i18n|messages"
    r"|openapi|schema",
    re.IGNORECASE,
)
_SIDE = frozenset(
    "package.json package-lock.json bun.lock bun.lockb go.mod go.sum readme.md changelog.md claude.md".split()
)

_OWN = frozenset("claude.md agents.md memory.md tsconfig.json settings.json todo.md plan.md".split())

_TEST = re.compile(r"(?:^|[._/-])(?:tests?|spec|__tests__)(?:[._/-]|$)|_test\.\w+$", re.IGNORECASE)


def notice(scene: Scene) -> Iterator[Observation]:
    yield from _together(scene.kind("edit"))
    yield from _kept_up(scene.kind("edit"))
    yield from _stepped_in(scene)


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


def _kept_up(edits: Sequence[Event]) -> Iterator[Observation]:
    """A page that is no code, and that much of the work brings up to date: a changelog, a list of what is done."""
    out_of = len({voice(event) for event in edits})
    rows = {path: once_each(met) for path, met in grouped_by_file(edits).items() if _is_page(path)}
    least = {path: max(KEPT, (SHARE if _LISTS.search(path) else MUCH) * out_of) for path in rows}
    often = {path: met for path, met in rows.items() if len(met) >= least[path]}
    for path in sorted(often, key=lambda path: (-len(often[path]), path))[:PAGES]:
        yield Observation(
            Type.WORKFLOW,
            f"kept up:{path}",
            f"`{path}` is kept up with the work: {len(often[path])} of {many(out_of)} that edited changed it.",
            tuple(often[path]),
            f"When a change is done, see whether `{path}` has to say so.",
            "",
            1.8 + len(often[path]) / out_of,
            files=(path,),
        )


def _is_page(path: str) -> bool:
    page = PurePosixPath(path)
    known = page.name.lower() in _SIDE - {"changelog.md"} or page.name.lower() in _OWN
    told = page.suffix.lower() in _PAGES or (page.suffix in (".yaml", ".yml", ".json") and _LISTS.search(path))
    return bool(told) and not known and not path.startswith((".github", ".git/")) and "REDACTED" not in path


def _obvious(a: str, b: str) -> bool:
    """A file and its test, or two that are named alike."""
    if _TEST.search(a) or _TEST.search(b):
        return True
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
            if not about:
                continue
            yield Observation(
                Type.PATTERN,
                f"stepped in:{path}",
                f"People stepped in when agents worked on `{path}`: in {len(met)} of {many(out_of)}"
                f", mostly about {about}.",
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
    return listed(said[:2]) if len(said) > 1 else ""  # one word alone says nothing
