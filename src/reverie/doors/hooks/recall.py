"""Notes put before an agent that fit what it was just asked. Only where a person switched it on, only where the memory
is sure, and never more than a few: silence is the usual answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from reverie.doors.hooks import inbox, notes
from reverie.doors.hooks.start import HINT, say, tokens

if TYPE_CHECKING:
    from reverie.records.passages import Hit
    from reverie.wiring import Project

SURE, SHARED = 0.4, 4  # the score and the words in common from which on a note surely is about a prompt (bench hooks)
_LONGEST = 2000  # characters of a prompt that are looked at
_SHOWN = 500  # characters of a note
_TOKENS = 600


def remind(event: Mapping[str, object], root: str, agent: str, now: float) -> None:
    prompt = event.get("prompt")
    if "recall:" not in notes.text_of(root, ".agent/config.yaml"):
        return  # most often; and nothing else is loaded
    from reverie import wiring

    project = wiring.find_project(Path(root))
    if not project.settings.hook_recall or not isinstance(prompt, str) or not worth_asking(prompt):
        return
    told = found(project, prompt[:_LONGEST]) if inbox.is_first(event, "recall", root, now) else ""
    if told:
        say(told, "BeforeAgent" if agent == "gemini" else "UserPromptSubmit", agent)


def worth_asking(prompt: str) -> bool:
    """A command of the program, or a word or two, says nothing to look for."""
    return not prompt.lstrip().startswith(("/", "!", "#", "<")) and len(prompt.split()) >= SHARED


def found(project: Project, prompt: str) -> str:
    from reverie import wiring
    from reverie.lookup.search import Filters
    from reverie.remember.recalls import record

    store = wiring.open_store(project)
    library = wiring.search.library(project, store)
    now, clean = wiring.now(), wiring.passing_redactor(project).text
    library.catch_up(now)
    states, layers = frozenset({"active"}), frozenset({"note", "daily"})
    hits = library.search([(clean(prompt), 10)], Filters(layers, frozenset(), states, None), now, None)[0]
    sure = library.checked(surest(hits, prompt, project.settings.hook_notes))
    if sure:
        record(store, sure, prompt, at=now, asked=False, clean=clean)
    return "\n".join([HINT, *map(_line, sure)]) if sure else ""


def surest(hits: Sequence[Hit], prompt: str, most: int) -> list[Hit]:
    """Those that are surely meant, one of each note, within the budget."""
    from reverie.remember.wordings import carried

    asked = carried(prompt)
    kept: list[Hit] = []
    left = _TOKENS
    for hit in hits:
        if hit.score < SURE or len(kept) == most:
            break
        known = any(one.passage.address == hit.passage.address for one in kept)
        if known or len(asked & carried(hit.passage.text)) < SHARED:
            continue
        left -= tokens(hit.passage.text[:_SHOWN])
        if left >= 0:
            kept.append(hit)
    return kept


def _line(hit: Hit) -> str:
    from reverie import wiring
    from reverie.records.documents import Address

    passage = hit.passage
    day = f"{passage.at:%Y-%m-%d}" if passage.at else "no date"
    known = f"{day} · {passage.origin} · {passage.verified or 'not verified'}"
    words = " ".join(passage.text.split())[:_SHOWN]
    return f"- {wiring.path_of(Address.parse(passage.address))}:{passage.first} ({known}): {words}"
