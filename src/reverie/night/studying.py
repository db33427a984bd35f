"""What a night makes of sessions: their lessons, and the notes that come of them. Examined lessons come in; lines that
nobody has written down yet go out as new notes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from reverie import asked
from reverie.language.same import same_object
from reverie.learning.lessons import join
from reverie.learning.outcomes import lines
from reverie.notebook import Notebook
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
    """New notes: what people asked for or decided, and what agents found out, as unconfirmed."""
    if book is None or not lessons:
        return asked.Plan()
    left_out: Counter[str] = Counter()
    found = lines(join(lessons, same_object), ask.since, ask.now, left_out)
    planned = asked.plan(asked.open_ones(found, book.store), book)
    return replace(planned, more=dict(left_out))
