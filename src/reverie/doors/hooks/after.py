"""What runs when a session is over, apart from it: the inbox is taken in, every gate is asked, and the event log says
what came of it."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path

from reverie import wiring
from reverie.doors.hooks import inbox
from reverie.gates.dream import APART, LOOKBACK, Terms
from reverie.gates.tick import Ticked
from reverie.records.errors import ReverieError
from reverie.tools.steering import was_cut, wish

NAME = "REVERIE_HOOK_DREAM"


def terms(environ: Mapping[str, str]) -> Terms:
    """How often, how far back and over what, if the environment says so; what is no number says nothing."""
    return Terms(
        timedelta(hours=_number(environ.get(f"{NAME}_MIN_INTERVAL_HOURS"), APART / timedelta(hours=1))),
        timedelta(days=_number(environ.get(f"{NAME}_LOOKBACK_DAYS"), LOOKBACK / timedelta(days=1)) or 1),
        wish(environ.get(f"{NAME}_INSTRUCTIONS")),
    )


def _number(text: str | None, usual: float) -> float:
    try:
        found = float(text or "")
    except ValueError:
        return usual
    return found if 0 <= found <= 36_500 else usual


def follow(project: wiring.Project, session: str, environ: Mapping[str, str]) -> str:
    """Take in what hooks left, do what is due, and say so in the event log."""
    from reverie.wiring import gates
    from reverie.wiring.inbox import take_in, write_outcome

    store = wiring.open_store(project)
    take_in(project, store)
    wanted = terms(environ)
    now = wiring.now()
    try:
        told = outcome(gates.tick(project, now, wanted))
    except Exception as problem:  # whatever it was, the log says that there was a dream and what became of it
        told = f"failed: {_said(problem)}"
    cut = was_cut(environ.get(f"{NAME}_INSTRUCTIONS"))
    told += f"; {cut}" if cut else ""
    write_outcome(store, now, *wiring.redactor(project).texts((session, told, wanted.instructions)))
    return told


def outcome(done: list[Ticked]) -> str:
    """What became of the dream, in words."""
    dream = next(one for one in done if one.name == "dream")
    return f"failed: {dream.failed}" if dream.failed else dream.outcome or f"not due: {dream.verdict.reason}"


def main() -> None:
    root = Path.cwd()
    try:
        os.nice(10)
        follow(wiring.find_project(root), (sys.argv[1:] or [""])[0], os.environ)
    except Exception as problem:
        inbox.note(str(root), f"dream after session: {_said(problem)}", wiring.now().timestamp())


def _said(problem: Exception) -> str:
    return problem.message if isinstance(problem, ReverieError) else type(problem).__name__


if __name__ == "__main__":
    main()
