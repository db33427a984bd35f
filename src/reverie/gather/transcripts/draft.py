"""What an event of a session is made of: the records worth telling of, and what all events of the session share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from functools import cached_property
from typing import NamedTuple

from reverie.gather.transcripts import corrections
from reverie.gather.transcripts.ends import inside
from reverie.gather.transcripts.moments import Moment, moments
from reverie.gather.transcripts.second import reconsidered
from reverie.records.engines import Opinion
from reverie.records.events import Event, Origin, Span
from reverie.records.transcripts import Said
from reverie.tools.ids import content_id

UNDATED = datetime(1970, 1, 1, tzinfo=UTC)  # a record without a time in a session without any


class Pick(NamedTuple):
    """Records worth telling of, and what to make of them once they are clean."""

    of: Sequence[Said]
    make: Callable[[Sequence[Said]], Iterable[Event]]


class Draft:
    """What all events of one session share."""

    def __init__(self, session: Sequence[Said], actor: str, opinion: Opinion | None = None, fresh: int = 0) -> None:
        self.session, self.actor, self._opinion, self._fresh = session, actor, opinion, fresh

    @cached_property
    def moments(self) -> list[Moment]:
        return list(moments(self.session))

    @cached_property
    def times(self) -> dict[int, datetime]:
        """When each record was said, by its offset; one without a time has that of the record before it, or else of
        the first that has."""
        last = next((said.at for said in self.session if said.at), None)
        found = {}
        for said in self.session:
            last = said.at or last
            if last:
                found[said.span.offset] = last
        return found

    def verdict(self, moment: Moment) -> corrections.Verdict:
        """Asked for a few times, and thought about once."""
        known = self._verdicts.get(id(moment.said))
        if known is None:
            asked = self._opinion if moment.said.span.offset >= self._fresh else None
            known = self._verdicts[id(moment.said)] = reconsidered([moment], asked)[0]
        return known

    @cached_property
    def _verdicts(self) -> dict[int, corrections.Verdict]:
        """All of which an event may tell, at once: a second look at many costs little more than one at a few."""
        new = [m for m in self.moments if m.said.span.offset >= self._fresh and m.said.origin is Origin.USER]
        return dict(zip((id(moment.said) for moment in new), reconsidered(new, self._opinion), strict=True))

    def event(
        self,
        kind: str,
        said: Said,
        summary: str,
        origin: Origin,
        files: Sequence[str] = (),
        tags: Sequence[str] = (),
        about: str = "",
    ) -> Event:
        at = said.at or self.times.get(said.span.offset)
        return Event(
            id=content_id("transcript", kind, _place(said.span), about),
            kind=kind,
            actor=self.actor,
            at=at or UNDATED,
            origin=origin,
            span=said.span,
            summary=_visible(summary),
            files=tuple(dict.fromkeys(path for path in (inside(f, said.cwd) for f in files) if path)) if files else (),
            session=said.session,
            tool=said.tool,
            tags=tuple(tags) if at else (*tags, "undated"),
        )


def _visible(text: str) -> str:
    """Without what steers a terminal, turns words around or is not seen at all."""
    if text.isprintable():
        return text
    shown = (c if c.isprintable() or c == "\n" else " " if c.isspace() or c < " " else "" for c in text)
    return "".join(shown).strip()


def _place(span: Span) -> str:
    return span.uuid or f"{span.source}:{span.offset}"
