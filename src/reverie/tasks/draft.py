"""A piece of evidence on its way into a packet, and the redacted turns it is cut from."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from reverie.records.sessions import Edit, Session, Turn, TurnKind
from reverie.records.tasks import ItemKind
from reverie.tasks.slices import Slice, show

Redact = Callable[[Sequence[str]], list[str]]
_SAID = frozenset(TurnKind) - {TurnKind.MACHINE, TurnKind.RESULT}


@dataclass(slots=True, eq=False)
class Draft:
    """`place` and `part` tell which text it was cut from and where: its name is made of them."""

    kind: ItemKind
    turn: Turn
    part: str  # which of the turn's texts
    place: int
    text: str
    rank: float
    context: str = ""
    files: tuple[str, ...] = ()
    times: int = 1
    of: Draft | None = None  # says nothing without this one


def cut(
    kind: ItemKind,
    turn: Turn,
    part: str,
    text: str,
    place: Slice,
    rank: float,
    *,
    context: str = "",
    files: tuple[str, ...] = (),
    times: int = 1,
    of: Draft | None = None,
) -> Draft:
    """A draft of this slice of one of the turn's texts."""
    start, end = place
    return Draft(kind, turn, part, start, show(text[start:end]), rank, show(context), files, times, of)


def redact_turns(session: Session, redact: Redact, is_read: Callable[[Turn], bool]) -> list[Turn]:
    """The turns with all that may be shown of them redacted, whole texts at once, so that no later cut can spare half
    of a secret, and with every line end as one character. What a tool gave back without failing is left away unless
    `is_read`."""
    shown = [turn for turn in session.turns if turn.kind is not TurnKind.MACHINE]
    unique = list(dict.fromkeys(text for turn in shown for text in _texts(turn, is_read) if text))
    clean = {text: safe.replace("\r\n", "\n") for text, safe in zip(unique, redact(unique), strict=True)}
    clean[""] = ""
    return [
        replace(
            turn,
            text=clean[turn.text] if _keeps_text(turn, is_read) else "",
            command=clean[turn.command],
            context=clean[turn.context],
            files=tuple(clean[file] for file in turn.files),
            edits=tuple(Edit(clean[edit.file], clean[edit.before], clean[edit.after]) for edit in turn.edits),
        )
        for turn in shown
    ]


def _keeps_text(turn: Turn, is_read: Callable[[Turn], bool]) -> bool:
    return turn.kind in _SAID or turn.failed or is_read(turn)


def _texts(turn: Turn, is_read: Callable[[Turn], bool]) -> Iterator[str]:
    if _keeps_text(turn, is_read):
        yield turn.text
    yield from (turn.command, turn.context, *turn.files)
    for edit in turn.edits:
        yield from (edit.file, edit.before, edit.after)
