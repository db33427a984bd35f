"""Which sessions deserve a packet. A session comes in, how much it promises and why goes out: 0 asks for none."""

from __future__ import annotations

import re
from collections import Counter

from reverie.records.sessions import PERSON, Session, TurnKind
from reverie.tasks.done import program_of

_LONG_WORK = 60  # tool calls
_OBJECTS = re.compile(
    r"\b(?:no|not|don't|do not|never|wrong|instead|why (?:did|are|is|do)|should(?:n't| not)?|actually|stop|still|again"
    r"|revert|undo|remember|always|rather|prefer|must)\b",
    re.IGNORECASE,
)


def worth_a_packet(session: Session) -> tuple[float, str]:
    """How much a session promises, from 0 for nothing, and why."""
    kinds = Counter(turn.kind for turn in session.turns if not turn.sidechain)
    said = [turn for turn in session.turns if turn.kind in PERSON and turn.text.strip() and not turn.sidechain]
    words = [turn for turn in said if turn.kind is not TurnKind.INTERRUPT]
    if not words:
        return 0.0, "no person said anything"
    if len(words) == 1 and not kinds[TurnKind.CALL]:
        return 0.1, "one prompt and nothing else"
    calls = kinds[TurnKind.CALL]
    failed = Counter(program_of(turn.command) for turn in session.turns if turn.failed and turn.command)
    again = sum(often > 1 for often in failed.values())
    objections = sum(turn.kind is TurnKind.HUMAN and _OBJECTS.search(turn.text[:600]) is not None for turn in words[1:])
    found = [
        (3.0 * kinds[TurnKind.REJECTION], f"{kinds[TurnKind.REJECTION]} rejections"),
        (2.0 * kinds[TurnKind.INTERRUPT], f"{kinds[TurnKind.INTERRUPT]} interrupts"),
        (1.0 * kinds[TurnKind.ANSWER], f"{kinds[TurnKind.ANSWER]} answers"),
        (1.0 * objections, f"{objections} objections"),
        (0.5 * kinds[TurnKind.QUEUED], f"{kinds[TurnKind.QUEUED]} messages while it worked"),
        (1.0 * again, f"{again} repeated errors"),
        (2.0 * kinds[TurnKind.SUMMARY], f"{kinds[TurnKind.SUMMARY]} compactions"),
        (calls / _LONG_WORK, f"{calls} tool calls"),
        (0.2 * len(words), f"{len(words)} messages"),
    ]
    why = [text for score, text in sorted(found, key=lambda entry: -entry[0]) if score > 0]
    return round(sum(score for score, _ in found), 2), ", ".join(why[:3])
