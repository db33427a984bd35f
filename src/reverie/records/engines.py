"""What Reverie asks of an engine that may or may not be there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Embedder(Protocol):
    """Turns texts into unit vectors. `name` says which model and version, so that vectors of two never meet."""

    @property
    def name(self) -> str: ...

    @property
    def dimensions(self) -> int: ...

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]: ...


class Exchange(NamedTuple):
    """What a person typed, between what the agent had said and what it answered, and what else is known of the moment,
    as numbers."""

    before: str
    words: str
    reply: str
    facts: tuple[float, ...]


class Opinion(Protocol):
    """Whether what a person typed is a correction: a number for each exchange, the larger the surer. None: nobody is
    there to ask."""

    def __call__(self, exchanges: Sequence[Exchange], /) -> Sequence[float] | None: ...


@dataclass(frozen=True, slots=True)
class Question:
    """What a model is asked: who it is to be, the matter itself, the JSON schema its answer must have, and how many
    tokens that may take."""

    system: str
    text: str
    schema: Mapping[str, Any]
    most: int = 400


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back, word for word, and what it cost. None: the provider did not say."""

    text: str
    read: int | None = None  # tokens of the question
    written: int | None = None  # and of the answer
    dollars: float | None = None


class Model(Protocol):
    """Words a text when it is asked to. `name` says which one and where, for the report and for the cache."""

    @property
    def name(self) -> str: ...

    def ask(self, question: Question, seconds: float) -> Reply:
        """The answer, within so many seconds; a ReverieError if there is none."""
