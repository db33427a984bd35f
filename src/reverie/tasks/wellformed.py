"""A sentence of an answer that may stand in a note or an agent file: on one line, without what
hides text, ends a block or speaks in somebody's role, without secrets, its relative dates made
absolute."""

from __future__ import annotations

import re
from collections.abc import Sequence

from reverie.records.tasks import Item
from reverie.remember import reldates
from reverie.tasks.form import shown
from reverie.tasks.grounds import whole
from reverie.tasks.kind import Redact, Unfit
from reverie.tools import sentence

_ROLES = "system|user|human|assistant|developer|tool|function"
_MARKUP = re.compile(
    rf"</?\s*(?:{_ROLES}|instructions?|important|evidence|data|script|style|img|iframe|antml|system-reminder)\b[^>]*>"
    r"|<\||\|>|\[/?INST\]|reverie:(?:begin|end)|\[REDACTED",
    re.IGNORECASE,
)
_SPOKEN = re.compile(rf"(?:^|[.!?]\s+)[\[(*]*(?:{_ROLES})[\])*]*\s*:", re.IGNORECASE)


def clean_sentence(text: str, redact: Redact, what: str = "its sentence") -> str:
    """The text on one line; Unfit if it cannot stand in a file."""
    try:
        found = sentence.clean(text)
    except sentence.Unfit as fault:
        raise Unfit(f"{what} cannot be kept: {fault}") from None
    if any("invisible" in note for note in found.notes):
        raise Unfit(f"{what} holds control or invisible characters")
    if _MARKUP.search(found.text) or _SPOKEN.search(found.text):
        raise Unfit(f"{what} holds markup, or speaks in somebody's role")
    if found.text.count("`") % 2:
        raise Unfit(f"{what} opens a quotation that it does not close")
    without_secrets(found.text, redact, what)
    return found.text


def without_secrets(text: str, redact: Redact, what: str) -> None:
    if redact(text) != text:
        raise Unfit(f"{what} holds something that looks like a secret")


def with_dates(text: str, cited: Sequence[Item], anchor: Item) -> str:
    """With its relative dates made absolute: from the day of the cited line that says the same words."""
    if not (told := reldates.unresolved(text)):
        return text
    sayers = [item for item in cited if told[0].lower() in whole(item).lower()]
    at = (sayers[0] if sayers else anchor).at
    made = reldates.absolute(text, at.date()) if at else text
    if left := reldates.unresolved(made):
        raise Unfit(f"it says “{shown(left[0])}”, and of which day that is cannot be told; write the date")
    return made
