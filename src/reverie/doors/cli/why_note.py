"""`reverie why` of a note: back to the session in which a line was asked for; or from the note to what was merged into
it and what it replaced, with days and reasons, down to the retired text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from reverie import wiring
from reverie.doors.cli.talk import out, print_json, say

if TYPE_CHECKING:
    from reverie.layouts.shelf import Filed
    from reverie.store.folder import FolderStore


def tell_note(project: wiring.Project, place: str, content: bytes, number: int, as_json: bool) -> bool:
    """Whether the line is one that was asked to be remembered; then it is told where and when."""
    from reverie.layouts.items import unmarked

    lines = content.decode("utf-8", "replace").splitlines()
    text, facts = unmarked(lines[number - 1].strip()) if 0 < number <= len(lines) else ("", {})
    if not {"id", "session"} <= facts.keys():
        return False
    text = text.removeprefix("- ")
    asked, by = _told_by(project, facts["id"], text)
    if as_json:
        print_json({"line": text, "asked": {**facts, **asked, "by": by}})
        return True
    out(f'{place}  "{text[:100]}{"…" * (len(text) > 100)}"')
    agents = facts.get("origin") == "agent"
    out(
        f"└ {'found out by an agent' if agents else 'asked to be remembered'} on {facts.get('at', '')[:10]}, "
        f"in session {facts['session']}" + (f", worded by {by}" if by else "")
    )
    out(f"  └ “{asked['quote']}”  {asked['source']}" if asked["quote"] else "  └ what was said is not on this machine")
    return True


def _told_by(project: wiring.Project, id: str, text: str) -> tuple[dict[str, str], str]:
    """What was said and where, from the lesson or (of older notes) the event a line came of; and who worded it."""
    from reverie.learning.lessons import KEYLESS
    from reverie.learning.outcomes import with_reason

    lessons = wiring.sessions.lessons(project)
    mine = [one for one in lessons if one.id == id and one.evidence]
    lesson = next((one for one in mine if with_reason(one) == text), mine[-1] if mine else None)
    if lesson is None:
        event = wiring.sessions.heard(project, {id}).get(id)
        return {"quote": event.summary if event else "", "source": str(event.span) if event else ""}, ""
    others = [one.by for one in lessons if with_reason(one) == text]  # it may have another session's words
    by = lesson.by if lesson.by in others or not others else others[0]
    cited = next((one for one in lesson.evidence if lesson.quote in one.text), lesson.evidence[0])
    engine = "the keyless tier" if by == KEYLESS else by
    return {"quote": " ".join(cited.text.replace("⏎", " ").split()), "source": cited.span}, engine


def tell_story(
    project: wiring.Project, store: FolderStore, name: str, as_json: bool, *, exactly: bool = False
) -> bool:  # fmt: skip
    """Whether it is a note; then it is told what became part of it. `exactly`: only by the path of its file."""
    from reverie.layouts.shelf import filed, meant

    layout = wiring.place(project).layout
    left = list(filed(store, layout, retired=True))
    shelf = [*filed(store, layout), *left]
    wanted = name.removeprefix("./")
    found = [f for f in shelf if wiring.path_of(f.address) == wanted] if exactly else meant(name, shelf)
    if len(found) != 1:
        return False
    story = _story(found[0], left, set())
    if as_json:
        print_json(story)
        return True
    out(f"{story['title']}   {story['path']}")
    if story["how"]:  # it has left active memory
        out(f"  {story['when'] or 'no date'}  {story['how']}" + (f": {story['because']}" if story["because"] else ""))
    _tell(story["came_from"], "")
    if not story["came_from"] and not story["how"]:
        say("Nothing was merged into it, and it replaced nothing.")
    say(f"Every change that made it: reverie history --note {found[0].note.slug}")
    return True


def _story(note: Filed, left: Sequence[Filed], seen: set[str]) -> dict[str, Any]:
    from reverie.forgetting.lineage import how, predecessors, when

    seen.add(str(note.address))
    before = [one for one in predecessors(note, left) if str(one.address) not in seen]
    facts = note.note.extra
    return {
        "title": note.note.title,
        "path": wiring.path_of(note.address),
        "how": how(note) if note in left else "",
        "when": when(note),
        "because": str(facts.get("retired_because") or ""),
        "text": note.note.body.strip(),
        "came_from": [_story(one, left, seen) for one in before],
    }


def _tell(stories: Sequence[Mapping[str, Any]], indent: str) -> None:
    for i, story in enumerate(stories, 1):
        last = i == len(stories)
        out(f"{indent}{'└' if last else '├'} {story['when'] or 'no date'}  {story['how']}  {story['path']}")
        inner = indent + ("  " if last else "│ ")
        if story["because"]:
            out(f"{inner}  {story['because']}")
        for line in story["text"].splitlines():
            out(f"{inner}  > {line}" if line.strip() else f"{inner}  >")
        _tell(story["came_from"], inner)
