"""`reverie why FILE:LINE` of a note that a night wrote: back to the session in which it was asked for."""

from __future__ import annotations

from reverie import wiring
from reverie.doors.cli.talk import out, print_json


def tell_note(project: wiring.Project, place: str, content: bytes, number: int, as_json: bool) -> bool:
    """Whether the line is one that was asked to be remembered; then it is told where and when."""
    from reverie.layouts.items import unmarked

    lines = content.decode("utf-8", "replace").splitlines()
    text, facts = unmarked(lines[number - 1].strip()) if 0 < number <= len(lines) else ("", {})
    if not {"id", "session"} <= facts.keys():
        return False
    event = wiring.sessions.heard(project, {facts["id"]}).get(facts["id"])
    text, quote = text.removeprefix("- "), event.summary if event else ""
    source = str(event.span) if event else ""
    if as_json:
        print_json({"line": text, "asked": {**facts, "quote": quote, "source": source}})
        return True
    out(f'{place}  "{text[:100]}{"…" * (len(text) > 100)}"')
    out(f"└ asked to be remembered on {facts.get('at', '')[:10]}, in session {facts['session']}")
    out(f"  └ “{quote}”  {source}" if quote else "  └ what was said is not on this machine")
    return True
