"""Pages that are kept up with the work: a changelog, a list of what is done, the texts of other languages."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath

from reverie.insights.observed import Observation, Scene, many, once_each, voice
from reverie.records.events import Event
from reverie.records.insights import Type

KEPT, SHARE, PAGES = 4, 0.2, 3  # sessions that brought a page up to date, of all that edited; how many are told
_LISTS = re.compile(  # by its name a page that says what is done, open or decided
    r"(?<![a-z])(?:status|state|progress|todo|tasks?|backlog|roadmap|changelog|changes|history|releases?|deferred|journal"
    r"|limitations?|decisions?|handoff|messages|openapi|schema)(?![a-z])",
    re.IGNORECASE,
)
_LANGUAGES = re.compile(r"(?:^|/)(?:locales?|i18n|l10n|translations?|messages)/", re.IGNORECASE)
_PAGES = frozenset(".md .mdx .rst .txt .arb .po .ftl .yaml .yml .json".split())
_OWN = frozenset("memory.md settings.json todo.md plan.md".split())


def notice(scene: Scene) -> Iterator[Observation]:
    yield from _kept_up(scene.kind("edit"))


def _kept_up(edits: Sequence[Event]) -> Iterator[Observation]:
    """A page that is no code, and that much of the work brings up to date: a changelog, a list of what is done."""
    out_of = len({voice(event) for event in edits})
    rows = {path: once_each(met) for path, met in grouped_by_file(edits).items() if _is_page(path)}
    often = {path: met for path, met in rows.items() if len(met) >= max(KEPT, SHARE * out_of)}
    for path in sorted(often, key=lambda path: (-len(often[path]), path))[:PAGES]:
        how = "is kept up with the work" if 2 * len(often[path]) >= out_of else "often changes with the work"
        yield Observation(
            Type.WORKFLOW,
            f"kept up:{path}",
            f"`{path}` {how}: {len(often[path])} of {many(out_of)} that edited changed it.",
            tuple(often[path]),
            f"When a change is done, see whether `{path}` has to say so.",
            "",
            1.8 + len(often[path]) / out_of,
            files=(path,),
        )


def _is_page(path: str) -> bool:
    """A page of a task, or of what the project publishes, is worked on for a while and then left alone."""
    page = PurePosixPath(path)
    told = _LISTS.search(page.stem) or _LANGUAGES.search(path)
    own = page.name.lower() in _OWN or path.startswith((".github", ".git/")) or "REDACTED" in path
    return bool(told) and page.suffix.lower() in _PAGES and not own


def grouped_by_file(events: Sequence[Event]) -> dict[str, list[Event]]:
    found: defaultdict[str, list[Event]] = defaultdict(list)
    for event in events:
        for path in event.files:
            found[path].append(event)
    return dict(found)
