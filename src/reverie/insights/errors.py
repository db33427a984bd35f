"""Commands that fail in the same way in several sessions, and what helped: the command typed otherwise, another one run
first, an edit. What nothing helped against is a gap, until it goes well again."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from reverie.insights.observed import LEAST, Observation, Scene, grouped, listed, many, most_said, once_each, tag, tags
from reverie.records.events import Event
from reverie.records.insights import Type

OFTEN, SHARE = 4, 0.25  # sessions, and of all that ran it: so often it is worth saying that a command fails at first
QUIET = 2  # sessions in which it went well again, so that a gap counts as closed
_LOOKS = re.compile(r"(?:^| )(?:--help|-h|--version|--abort|--quit|help)(?: |$)")
_VAGUE = re.compile(
    r"^(?:exit code \d+|tool error|timeout|no such file|syntax error|nothing to commit|merge conflict)$"
)
_PROGRAMS = re.compile(r"^(?:git(?! commit| push)|gh|ls|cd|cat|curl|command|which)\b")
_PLAIN = re.compile(r"[#$│┃✗×]|^\W*$|\w+\.\w+:#")
_MENDS = re.compile(  # what only looks cannot have helped
    r"\b(?:fix|fmt|format|install|tidy|generate|gen|codegen|migrate|up|start|sync|restore|write|setup|login|add)\b",
    re.I,
)
_ANYWHERE = re.compile(  # errors of a language, met in any project
    r"^(?:Indentation|Syntax|Type|Value|Key|Attribute|Index|Name|Runtime|Import|Assertion|Reference|Range|OS|JSONDecode)"
    r"Error$"
)
_KINDS = ("tests failed", "lint failed", "build failed", "type check failed", "commit hook failed")


def notice(scene: Scene) -> Iterator[Observation]:
    errors = [event for event in scene.kind("error") if tag(event, "command") != event.tool]
    told: set[str] = set()
    for found in (_instead(errors), _until(errors), _named(errors), _open(errors, scene)):
        for one in found:
            told.update(event.id for event in one.events)
            yield one
    yield from _at_first([event for event in errors if event.id not in told], scene)
    yield from _missing(scene.kind("error"))


def name_of(event: Event) -> str:
    return tag(event, "error") or tag(event, "failed")


def words_of(event: Event) -> str:
    """What the command itself said, if that says something."""
    words = event.summary.partition("`: ")[2].strip()
    return (
        ""
        if _PLAIN.search(words) or not words[:1].isalpha() or len(words) > 90 or len(words.split()) < 3
        else words.rstrip(".")
    )


def _instead(errors: Sequence[Event]) -> Iterator[Observation]:
    """The same command goes well when it is typed in another way."""

    def key(event: Event) -> str:
        typed, instead = tag(event, "typed"), tag(event, "instead")
        return f"{typed}\n{instead}" if typed and instead and not _LOOKS.search(instead) else ""

    for pair, rows in grouped(errors, key).items():
        typed, _, instead = pair.partition("\n")
        if len(rows) < LEAST or _PROGRAMS.match(instead) or not _is_remedy(typed, instead, name_of(rows[0])):
            continue
        same = [event for event in errors if tag(event, "typed") == typed and name_of(event) == name_of(rows[0])]
        met = once_each(same)
        said = most_said(words_of(event) for event in met)[0]
        why = f" with “{said}”" if said else f" ({name_of(rows[0])})"
        yield Observation(
            Type.ERROR,
            f"instead:{typed}",
            f"`{typed}` fails{why}; `{instead}` works: {many(len(met))}.",
            tuple(met),
            f"Run `{instead}`, not `{typed}`{_since(said)}.",
            f"`{instead}` went well in {len(rows)} of {len(met)}",
            4.0 + min(len(met), 20) * 0.3,
        )


def _is_remedy(typed: str, instead: str, error: str) -> bool:
    """Another wrapper, or an option more. To leave one out helps only where it is not known: who leaves out `--check`
    does something else."""
    dropped = {word for word in typed.split() if word.startswith("-")} - set(instead.split())
    return not dropped or error.startswith("unknown option")


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
            if len(helped) < LEAST or len(helped) * 3 < len(mended) or not _MENDS.search(helper):
                continue
            cause = _cause(helped, name)
            yield Observation(
                Type.ERROR,
                f"until:{command}:{helper}",
                f"`{command}` fails{cause} until `{helper}` has run: {many(len(helped))}.",
                tuple(helped),
                f"Run `{helper}` before `{command}`{': it fails' + cause + ' otherwise' if cause else ''}.",
                f"it helped in {len(helped)} of {len(mended)} that went well again",
                3.5 + min(len(helped), 20) * 0.2,
            )


def _cause(rows: Sequence[Event], name: str) -> str:
    named, times = most_said(one for event in rows for one in tags(event, "named"))
    if named and times * 2 >= len(rows):
        return f" on {named if ' ' not in named else f'“{named}”'}"
    said, times = most_said(words_of(event) for event in rows)
    if said and times * 2 >= len(rows):
        return f" with “{said}”"
    return "" if name in _KINDS or _VAGUE.match(name) else f" ({name})"


def _named(errors: Sequence[Event]) -> Iterator[Observation]:
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
    """A number instead of a name tells little; that formatting is checked, nothing."""
    return 99999 if name == "formatting" else LEAST if not re.fullmatch(r"[A-Z]{1,4}\d{3,4}", name) else 4


def _open(errors: Sequence[Event], scene: Scene) -> Iterator[Observation]:
    """It failed in several sessions, and in none of them anything helped."""

    def key(event: Event) -> str:
        name, command = name_of(event), tag(event, "command")
        said = name if tag(event, "error") and not _VAGUE.match(name) else words_of(event)
        return f"{said}\n{command}" if said and command and name not in _KINDS and not _PROGRAMS.match(command) else ""

    for pair, rows in grouped(errors, key).items():
        said, _, command = pair.partition("\n")
        stuck = [event for event in rows if "unmended" in event.tags]
        if len(stuck) < LEAST or len(stuck) * 2 < len(rows) or _ANYWHERE.match(said):
            continue
        last = max(event.at for event in rows)
        again = [e for e in scene.kind("command") if e.summary == command and e.at > last]
        well = once_each(again)
        yield Observation(
            Type.GAP,
            f"open:{command}:{said}",
            f"`{command}` fails with “{said}”, and did not go well again in {len(stuck)} of {many(len(rows))}.",
            tuple(rows),
            "",
            f"not mended in {len(stuck)} of {len(rows)}",
            2.5 + 0.3 * min(len(rows), 10),
            well[QUIET - 1] if len(well) >= QUIET else None,
        )


def _at_first(rest: Sequence[Event], scene: Scene) -> Iterator[Observation]:
    """How often a check fails at first, where nothing better can be said."""
    ran = grouped(scene.kind("command"), lambda e: e.summary)
    for command, rows in grouped(rest, lambda e: tag(e, "command")).items():
        met = once_each(rows)
        mended = [event for event in rows if "edited" in event.tags]
        out_of = len({e.session for e in ran.get(command, ())} | {e.session for e in met})
        if len(mended) < OFTEN or len(met) < SHARE * out_of or name_of(rows[0]) not in _KINDS:
            continue
        yield Observation(
            Type.ERROR,
            f"at first:{command}",
            f"`{command}` rarely passes at first: it failed in {len(met)} of the {out_of} sessions that ran it,"
            f" and took another edit in {len(mended)}.",
            tuple(met),
            "",
            "",
            1.5 + len(met) / max(out_of, 1),
        )


def _missing(errors: Sequence[Event]) -> Iterator[Observation]:
    """Agents reach for a skill or a tool that is not here."""

    def key(event: Event) -> str:
        found = re.search(r"(?:Unknown skill|No such tool available|Unknown tool):? `?([\w:.-]{2,60})", event.summary)
        return f"{'skill' if 'skill' in event.summary else 'tool'} `{found[1]}`" if found else ""

    for what, rows in grouped(errors, key).items():
        if len(rows) >= LEAST:
            yield Observation(
                Type.GAP,
                f"missing:{what}",
                f"Agents keep asking for the {what}, which is not there: {many(len(rows))}.",
                tuple(rows),
                f"Do not call the {what}: it is not installed here.",
                "",
                2.0 + 0.2 * min(len(rows), 10),
            )
