"""The text of two notes as one: fewer statements, every specific token kept, each traced to what it came from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from reverie.wording import checks
from reverie.wording.prompt import LONGEST, MOST, Invalid, NothingBetter, Quoted
from reverie.wording.prompts.shared import cites_schema, object_schema

SPARE = 20  # characters a merged statement may have more than those it is made of


class Said(NamedTuple):
    """A statement of the merged note, and the ids of those it says again."""

    text: str
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MergeText:
    """`statements`: all that both notes state, with an id each. `room`: how many the keyless merge has."""

    name: ClassVar[str] = "merge"
    version: ClassVar[int] = 2
    most: ClassVar[int] = 1500
    words: ClassVar[str] = (
        "These are the statements of two notes about one thing. Write them as one note: join statements that say the"
        " same and are of one kind, leave the others as they are, in a sensible order. Keep every name, number, path,"
        " date and command."
        " Each statement cites those it is made of, and every given id is cited once."
    )

    statements: tuple[Quoted, ...]
    room: int = MOST

    @property
    def fits(self) -> bool:
        """Whether all of it goes into one prompt uncut."""
        return 2 <= len(self.statements) <= MOST and all(len(piece.text) <= LONGEST for piece in self.statements)

    @property
    def evidence(self) -> Sequence[Quoted]:
        return self.statements

    @property
    def schema(self) -> dict[str, Any]:
        text = {"type": "string", "maxLength": 1000}
        said = object_schema({"text": text, "cites": cites_schema(self.statements)})
        return object_schema({"statements": {"type": "array", "items": said, "minItems": 1, "maxItems": MOST}})

    def read(self, answer: Mapping[str, Any], seen: Sequence[Quoted]) -> tuple[Said, ...]:
        texts = {piece.id: piece.text for piece in seen}
        found = [Said(one["text"].strip(), tuple(one["cites"])) for one in answer["statements"]]
        used = [id for one in found for id in checks.cited(one.cites, texts)]
        if missing := [id for id in texts if id not in used]:
            raise Invalid(f"it left out `{missing[0]}`")
        if len(used) != len(texts):
            raise Invalid("it cites a statement more than once")
        if len(found) > self.room:
            raise Invalid(f"it has {len(found)} statements, and {self.room} say it already")
        if len(found) == len(texts):
            raise NothingBetter
        for one in found:
            _check(one, [piece for piece in seen if piece.id in one.cites])
        checks.keeps_all(texts.values(), "\n".join(one.text for one in found))
        return tuple(found)


def _check(said: Said, sources: Sequence[Quoted]) -> None:
    checks.is_one_line(said.text)
    if len({piece.kind for piece in sources}) > 1:
        raise Invalid("it joins what different people said")
    if len(said.text) > sum(len(piece.text) for piece in sources) + SPARE:
        raise Invalid("a statement is longer than those it is made of")
    checks.keeps_all([piece.text for piece in sources], said.text)
    checks.names_nothing_new(said.text, sources)
    for piece in sources:
        checks.keeps_meaning(said.text, piece.text)
    checks.says_what_is_there(said.text, sources, said.cites)
