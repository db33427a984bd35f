"""`reverie-hook`: the one program that agents' hooks call. Whatever happens, it ends with 0 and in silence, and what
went wrong is one line in the log of hooks."""

from __future__ import annotations

import os
import sys
import time

from reverie.doors.hooks import inbox

USAGE = "usage: reverie-hook {session-start,recall,capture,session-end} [--agent NAME] < EVENT"
INSIDE = "REVERIE_INSIDE"  # set for whatever Reverie starts: what happens in there is its own doing
AGENTS = ("claude-code", "codex", "cursor", "gemini", "openclaw")


def main() -> int:
    words = sys.argv[1:]
    what = words[0] if words else ""
    if what not in ("session-start", "recall", "capture", "session-end"):
        sys.stderr.write(USAGE + "\n")
        return 0 if what in ("-h", "--help") else 1  # not 2, by which a hook stops an agent
    named = words[words.index("--agent") + 1 :][:1] if "--agent" in words else []
    agent = named[0] if named and named[0] in AGENTS else AGENTS[0]
    if not os.environ.get(INSIDE):
        _run(what, agent, time.time())
    return 0


def _run(what: str, agent: str, now: float) -> None:
    root = ""
    try:
        root = inbox.root_of({})
        event = inbox.heard()
        root = inbox.root_of(event)
        if root:
            _do(what, event, root, agent, now)
    except Exception as problem:
        if root:
            inbox.note(root, f"{what}: {type(problem).__name__} {_said(problem)}", now)


def _said(problem: Exception) -> object:
    """Its words, if they are the system's or our own: any other might quote the event."""
    if isinstance(problem, (OSError, UnicodeError)) or type(problem) is ValueError:
        return problem
    return getattr(problem, "message", "")


def _do(what: str, event: dict[str, object], root: str, agent: str, now: float) -> None:
    if what in ("capture", "session-end"):
        inbox.put(inbox.envelope(event, root, agent, now), root)
    if what in ("session-start", "session-end") and not inbox.is_first(event, what, root, now):
        return
    if what == "session-start":
        from reverie.doors.hooks.start import hand_over

        hand_over(event, root, agent, now)
    elif what == "recall":
        from reverie.doors.hooks.recall import remind

        remind(event, root, agent, now)
    elif what == "session-end":
        from reverie.doors.hooks.end import begin_dream

        begin_dream(event, root)


if __name__ == "__main__":
    sys.exit(main())
