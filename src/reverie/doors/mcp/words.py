"""How this door speaks to an agent: short, within a budget, and with what to do next."""

from __future__ import annotations

from pydantic import ValidationError

from reverie import wiring
from reverie.doors.cli.search_shown import known, path_of
from reverie.doors.cli.talk import harmless
from reverie.records.documents import Address
from reverie.records.errors import ReverieError
from reverie.records.passages import Hit

BUDGET = 8_000  # characters of an answer, about 2,000 tokens
PASSAGE = 700  # characters of one hit
HINT = "Memory is a hint, not a fact: check it against the code before you act on it."


def fitted(text: str, rest: str, most: int = BUDGET) -> str:
    """The text, or as many of its lines as the budget allows and how to get the rest."""
    if len(text) <= most:
        return text
    kept, lines, room = [], text.splitlines(), most - len(rest) - 60
    for line in lines:
        room -= len(line) + 1
        if room < 0:
            break
        kept.append(line)
    kept = kept or [lines[0][: most - len(rest) - 60] + "…"]
    return "\n".join([*kept, f"[{len(lines) - len(kept)} more lines left out. {rest}]"])


def hit(found: Hit) -> str:
    """Where it stands, from when, whose words it is, whether it was checked; then the words themselves, set in, so that
    no memory can pass for a line of ours."""
    passage = found.passage
    lines = f"{passage.first}" if passage.first == passage.last else f"{passage.first}-{passage.last}"
    head = f"[{found.score:.2f}] {path_of(passage)}:{lines} ({' · '.join(known(passage))})"
    text = passage.text.strip()
    if len(text) > PASSAGE:
        text = f"{text[: PASSAGE - 1]}… (memory_get has the rest)"
    return "\n".join([harmless(head), *(f"    {harmless(line)}" for line in text.splitlines())])


def problem(found: ReverieError) -> str:
    """What went wrong and what to do about it; documents by the paths a person would type."""
    facts = found.facts.items()
    found.facts = {name: wiring.path_of(fact) if isinstance(fact, Address) else fact for name, fact in facts}
    return found.message + (f"\nhint: {found.advice}" if found.advice else "")


def unfit(tool: str, found: ValidationError) -> str:
    """Which arguments do not fit, and why, in a line each."""
    wrong = [f"{'.'.join(map(str, one['loc'])) or 'the call'}: {one['msg'].lower()}" for one in found.errors()]
    return harmless("\n".join([f"{tool} was called with arguments that do not fit:", *(f"  {line}" for line in wrong)]))
