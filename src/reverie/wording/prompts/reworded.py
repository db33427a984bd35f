"""A sentence that rules have worded, said better: what rules and insights have in common."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from reverie.wording import checks
from reverie.wording.prompt import NothingBetter, Quoted
from reverie.wording.prompts.shared import DRAFT, TRUSTED, cites_schema, ids_of, object_schema

KEEP = (
    " Keep the draft's meaning, paths and commands. Name nothing but what the draft names or at least two pieces of"
    " evidence name, and give no command that the draft does not give. Do not mention the draft or the evidence; cite"
    " what it rests on."
)


def bare(text: str) -> str:
    return " ".join(text.casefold().split()).rstrip(".")


@dataclass(frozen=True, slots=True)
class Reworded:
    """`draft`: the keyless words. `told`: what they are about and what happened, event by event."""

    name: ClassVar[str]
    version: ClassVar[int]
    most: ClassVar[int]
    words: ClassVar[str]
    field: ClassVar[str]  # what the answer calls its text
    longest: ClassVar[int]

    draft: str
    told: tuple[Quoted, ...]

    @property
    def evidence(self) -> Sequence[Quoted]:
        return (Quoted(DRAFT, self.draft, "draft"), *self.told)

    @property
    def schema(self) -> dict[str, Any]:
        text = {"type": "string", "maxLength": self.longest}
        return object_schema({self.field: text, "cites": cites_schema(self.evidence)})

    def read(self, answer: Mapping[str, Any], seen: Sequence[Quoted]) -> str:
        text: str = answer[self.field].strip()
        draft = seen[0].text
        if bare(text) == bare(draft):
            raise NothingBetter
        checks.cited(answer["cites"], ids_of(seen))
        checks.is_one_line(text)
        checks.is_well_made(text, seen, self.longest)
        checks.begins_like(text, draft)
        checks.names_nothing_new(text, seen, TRUSTED)
        checks.brings_no_orders(text, draft)
        checks.quotes_truly(text, draft)
        checks.keeps_meaning(text, draft, seen)
        checks.says_what_is_there(text, seen, TRUSTED)
        checks.keeps_named(draft, text)
        return text
