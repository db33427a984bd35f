"""What is not solved: commands that nothing helped against, tools that are not there, questions asked again, and
sessions that ended at the same wall."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from reverie.insights.failures import CHECKS, RUNS_ANY, VAGUE, name_of, words_of
from reverie.insights.observed import LEAST, Observation, Scene, grouped, many, once_each, own_words, tag, witnessed
from reverie.insights.repeated import alike, key_of
from reverie.records.events import Event
from reverie.records.insights import Type

QUIET = 2  # sessions in which it went well again, so that a gap counts as closed
_PROGRAMS = re.compile(r"^(?:git(?! commit| push)|gh|ls|cd|cat|curl|command|which)\b")
_ANYWHERE = re.compile(  # errors of a language, met in any project
    r"^(?:Indentation|Syntax|Type|Value|Key|Attribute|Index|Name|Runtime|Import|Assertion|Reference|Range|OS|JSONDecode)"
    r"Error$"
)
_PASSING = re.compile(  # each time for a reason of its own; a program that is not there offers itself as a rule
    r"time[sd]? ?out|no such file|command not found", re.IGNORECASE
)
_ASKS = re.compile(r"\W*(?:how|where|what|why|which|when|who|whose)\b", re.IGNORECASE)
_OF_A_TOOL = re.compile(r": \w+$")  # `file does not exist: Read` is each time another file
SAID = 4  # words that say where it ended
_STOPPED = re.compile(r"^(?:stopped by the person|the service stopped)")


def notice(scene: Scene) -> Iterator[Observation]:
    yield from _open(scene)
    yield from _missing(scene.kind("error"))
    yield from _questions(scene)
    yield from _walls(scene)


def _open(scene: Scene) -> Iterator[Observation]:
    """It failed in several sessions, and in most of them nothing helped."""
    errors = [event for event in scene.kind("error") if tag(event, "command") != event.tool]

    def key(event: Event) -> str:
        name, command = name_of(event), tag(event, "command")
        said = name if tag(event, "error") and not VAGUE.match(name) else words_of(event)
        return f"{said}\n{command}" if said and command and name not in CHECKS and not _PROGRAMS.match(command) else ""

    for pair, rows in grouped(errors, key).items():
        said, _, command = pair.partition("\n")
        stuck = [event for event in rows if "unmended" in event.tags]
        if len(stuck) < LEAST or len(stuck) * 2 < len(rows) or not _is_of(command, said):
            continue
        last = max(event.at for event in rows)
        again = [e for e in scene.kind("command") if e.summary == command and e.at > last]
        well = once_each(again)
        yield witnessed(
            Type.GAP,
            f"open:{command}:{said}",
            f"`{command}` fails with “{said}”, and did not go well again in {len(stuck)} of {many(len(rows))}.",
            rows,
            2.5,
            0.3,
            besides=f"not mended in {len(stuck)} of {len(rows)}",
            solved=well[QUIET - 1] if len(well) >= QUIET else None,
        )


def _is_of(command: str, said: str) -> bool:
    """Whether it is an error of this command: not of whatever was run by it or beside it."""
    return not (_ANYWHERE.match(said) or _PASSING.search(said) or RUNS_ANY.match(command))


def _missing(errors: Sequence[Event]) -> Iterator[Observation]:
    """Agents reach for a skill or a tool that is not here."""

    def key(event: Event) -> str:
        found = re.search(r"(?:Unknown skill|No such tool available|Unknown tool):? `?([\w:.-]{2,60})", event.summary)
        return f"{'skill' if 'skill' in event.summary else 'tool'} `{found[1]}`" if found else ""

    for what, rows in grouped(errors, key).items():
        if len(rows) >= LEAST:
            yield witnessed(
                Type.GAP,
                f"missing:{what}",
                f"Agents keep asking for the {what}, which is not there: {many(len(rows))}.",
                rows,
                2.0,
                0.2,
                advice=f"Do not call the {what}: it is not installed here.",
            )


def _questions(scene: Scene) -> Iterator[Observation]:
    """What people want to know again; whether something should be done is asked of its moment."""
    for group in alike([event for event in own_words(scene.kind("question")) if _ASKS.match(event.summary)], 3):
        if len({event.at.date() for event in group}) < LEAST:
            continue  # a session and the one that was forked from it
        shortest = min(group, key=lambda e: (len(e.summary), e.at, e.id)).summary.rstrip("?. ")
        text = f"“{shortest}?” was asked in {many(len(once_each(group)))}."
        yield witnessed(Type.GAP, f"asked:{key_of(group)}", text, group, 2.0, 0.4)


def _walls(scene: Scene) -> Iterator[Observation]:
    """Sessions that ended unresolved over the same thing. One that says it works now closes it."""
    blocked = [e for e in scene.kind("blocked") if not (_STOPPED.match(e.summary) or _PASSING.search(e.summary))]
    for group in alike(blocked, 3):
        last = max(group, key=lambda e: (e.at, e.id))
        said = last.summary.partition(": ")[2].rstrip(".") or last.summary
        if len(said.split()) < SAID or _OF_A_TOOL.search(said):
            continue
        ended = f"{many(len(once_each(group))).capitalize()} ended without an answer to the same thing"
        yield witnessed(Type.GAP, f"blocked:{key_of(group)}", f"{ended}, last: “{said}”.", group, 3.0, 0.4)
