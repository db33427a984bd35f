"""Whom a night asks about corrections besides the words themselves: the local model. It is opened when the first
question comes, and most nights ask none."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from reverie.records.engines import Exchange
from reverie.records.errors import ReverieError

if TYPE_CHECKING:
    from reverie.engines.second_look import SecondLook


class SecondOpinion:
    """The same for every session of a night. A model that cannot be read is no reason to hear nothing."""

    def __init__(self, models: str) -> None:
        self._models = models
        self._look: SecondLook | None = None
        self.note = ""

    def __call__(self, exchanges: Sequence[Exchange], /) -> Sequence[float] | None:
        if self.note:
            return None
        try:
            self._look = self._look or self._opened()
            return self._look(exchanges)
        except (ReverieError, ValueError) as trouble:  # not there, not whole, or of another shape than is asked for
            self.note = f"corrections were judged by their words alone: {trouble}"
            return None

    def _opened(self) -> SecondLook:
        from reverie.engines.second_look import SecondLook

        return SecondLook.open(Path(self._models))
