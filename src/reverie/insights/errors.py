"""What fails in the same way in several sessions, and what helps: the command typed otherwise, another one run first, a
file read in parts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath

from reverie.insights.failures import RUNS_ANY, cause_of, name_of, words_of
from reverie.insights.observed import (
    LEAST,
    Observation,
    Scene,
    grouped,
    many,
    most_said,
    once_each,
    tag,
    tags,
    witnessed,
)
from reverie.records.events import Event
from reverie.records.insights import Type
from reverie.tools.mending import mends_itself

_LOOKS = re.compile(r"(?:^| )(?:--help|-h|--version|--abort|--quit|help)(?: |$)")
_PROGRAMS = re.compile(r"^(?:git(?! commit| push)|gh|ls|cd|cat|curl|command|which)\b")
_MENDS = re.compile(  # what only looks cannot have helped
    r"\b(?:fix|fmt|format|install|tidy|generate|gen|codegen|migrate|up|start|sync|restore|write|setup|login|add)\b",
    re.I,
)

_KNOWN = re.compile(r"^git\b|\b(?:install|add)\b", re.I)
OFTEN = 3  # sessions: what everybody knows is worth saying only where it is forgotten


def notice(scene: Scene) -> Iterator[Observation]:
    errors = [event for event in scene.kind("error") if tag(event, "command") != event.tool]
    yield from _instead(errors)
    yield from _until(errors)
    yield from _too_large(scene.kind("error"))


def _instead(errors: Sequence[Event]) -> Iterator[Observation]:
    """The same command goes well when it is typed in another way."""

    def key(event: Event) -> str:
        typed, instead = tag(event, "typed"), tag(event, "instead")
        return f"{typed}\n{instead}" if typed and instead and not _LOOKS.search(instead) else ""

    for pair, rows in grouped(errors, key).items():
        typed, _, instead = pair.partition("\n")
        if len(rows) < LEAST or _PROGRAMS.match(instead) or RUNS_ANY.match(instead):
            continue
        if not _is_remedy(typed, instead, rows[0]) or mends_itself(typed, instead):
            continue
        same = [event for event in errors if tag(event, "typed") == typed and name_of(event) == name_of(rows[0])]
        met = once_each(same)
        said = most_said(words_of(event) for event in met)[0]
        why = f" with “{said}”" if said else f" ({name_of(rows[0])})"
        yield witnessed(
            Type.ERROR,
            f"instead:{typed}",
            f"`{typed}` fails{why}; `{instead}` works: {many(len(met))}.",
            met,
            4.0,
            0.3,
            advice=f"Run `{instead}`, not `{typed}`{_since(said)}.",
            besides=f"`{instead}` went well in {len(rows)} of {len(met)}",
        )


def _is_remedy(typed: str, instead: str, failed: Event) -> bool:
    """Another wrapper, or an option more. To leave one out helps only where it is not known: who leaves out `--check`
    does something else, and so does a program without a subcommand. A value, `--parent=a4f`, is of that one run."""
    if name_of(failed).startswith("unknown option"):
        return True
    had, has = set(typed.split()), set(instead.split())
    dropped = {word for word in had - has if word.startswith("-")}
    return not dropped and not any("=" in word for word in has - had) and " " in tag(failed, "command")


def _since(said: str) -> str:
    return f": the latter fails with “{said}”" if said else ""


def _until(errors: Sequence[Event]) -> Iterator[Observation]:
    """It goes well after another command was run, with nothing edited in between."""
    by_command = grouped(errors, lambda e: f"{name_of(e)}\n{tag(e, 'command')}" if tag(e, "command") else "")
    for pair, rows in by_command.items():
        name, _, command = pair.partition("\n")
        mended = [event for event in rows if "mended" in event.tags]
        for helper in sorted({first for event in mended for first in tags(event, "after")[-1:]}):
            helped = [event for event in mended if helper in tags(event, "after")]
            if len(helped) < _enough(helper) or len(helped) * 3 < len(mended) or not _MENDS.search(helper):
                continue
            cause = cause_of(helped, name)
            yield witnessed(
                Type.ERROR,
                f"until:{command}:{helper}",
                f"`{command}` fails{cause} until `{helper}` has run: {many(len(helped))}.",
                helped,
                3.5,
                0.2,
                advice=f"Run `{helper}` before `{command}`{': it fails' + cause + ' otherwise' if cause else ''}.",
                besides=f"it helped in {len(helped)} of {len(mended)} that went well again",
            )


def _enough(helper: str) -> int:
    """That something has to be installed or added first is known; it is said where it is forgotten."""
    return OFTEN if _KNOWN.search(helper) else LEAST


def _too_large(errors: Sequence[Event]) -> Iterator[Observation]:
    """A file that agents try to read whole, and cannot."""
    whole = [event for event in errors if tag(event, "error") == "file too large to read" and event.files]
    moved = {PurePosixPath(event.files[0]).name: event.files[0] for event in whole}  # to where it was seen last
    for path, rows in sorted(grouped(whole, lambda e: e.files[0]).items()):
        if len(rows) >= LEAST and moved[PurePosixPath(path).name] == path:
            text = f"`{path}` is too large to be read at once: agents tried in {many(len(rows))}."
            advice = f"Search `{path}` or read it in parts: it is too large to be read at once."
            yield witnessed(Type.ERROR, f"too large:{path}", text, rows, 3.0, 0.2, advice=advice, files=(path,))
