"""What a night makes of sessions: their lessons, and the notes that come of them. Examined lessons come in; lines that
nobody has written down yet go out as new notes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from reverie import asked
from reverie.language.same import same_object
from reverie.layouts.items import unmarked
from reverie.layouts.shelf import filed
from reverie.learning.lessons import Group, join
from reverie.learning.outcomes import is_confirmed, lines
from reverie.notebook import Notebook
from reverie.records.changes import Put, Step
from reverie.records.logs import Json
from reverie.records.nightly import Phase, Request
from reverie.records.tasks import Lesson


@dataclass(frozen=True, slots=True)
class Studied:
    """The lessons of all sessions of the window. `told`: how the reading went, in a line; `facts`: for the report."""

    lessons: tuple[Lesson, ...] = ()
    told: str = ""
    seconds: float = 0.0
    facts: Mapping[str, Json] = field(default_factory=dict)
    left_out: Mapping[str, int] = field(default_factory=dict)
    notes: tuple[str, ...] = ()


Study = Callable[[Request, Callable[[Phase], None]], Studied]


def notes_of(lessons: Sequence[Lesson], ask: Request, book: Notebook | None) -> asked.Plan:
    """New notes: what people asked for or decided, and what agents found out, as unconfirmed. And what agents found out
    before and is confirmed now: its note no longer expires."""
    if book is None or not lessons:
        return asked.Plan()
    left_out: Counter[str] = Counter()
    groups, noted = join(lessons, same_object), asked.decided(book.store)
    found = lines(groups, ask.since, ask.now, left_out, noted)
    planned = asked.plan([line for line in found if line.id not in noted], book)
    return replace(planned, confirmed=tuple(_confirm(groups, book)), more=dict(left_out))


def _confirm(groups: Sequence[Group], book: Notebook) -> Iterator[Step]:
    confirmed = {one.id for group in groups if is_confirmed(group) for one in group.lessons}
    for there in filed(book.store, book.layout) if confirmed else ():
        note = there.note
        if note.origin != "agent" or note.valid_until is None or note.pinned or note.static:
            continue
        ids = {unmarked(line)[1].get("id", "") for line in note.body.splitlines()}
        if not confirmed.isdisjoint(ids):
            content = book.layout.edited(there.document, note.slug, {"valid_until": ""}, None)
            put = Put(there.address, there.document.digest, content)
            yield Step(f"keep what another session confirmed: {note.title}", (put,), f"confirm {note.slug}")
