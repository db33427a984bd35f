"""The wording of an insight: what a sharp colleague would tell you of several sessions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from reverie.wording import checks
from reverie.wording.prompt import Quoted
from reverie.wording.prompts.shared import DRAFT, TRUSTED, cites_schema, ids_of, object_schema

LONGEST = 280


@dataclass(frozen=True, slots=True)
class InsightWording:
    """`draft`: the keyless text. `told`: what happened, event by event."""

    name: ClassVar[str] = "insight"
    version: ClassVar[int] = 1
    most: ClassVar[int] = 300
    words: ClassVar[str] = (
        "Word the draft as what a sharp colleague would say about these sessions: one or two short sentences, what"
        f" happens, when, and what helps if the evidence says so. At most {LONGEST} characters. Keep the draft's"
        " meaning, paths and commands. Name nothing but what the draft names or at least two pieces of evidence name."
        " Do not mention the draft or the evidence; cite what it rests on."
    )

    draft: str
    told: tuple[Quoted, ...]

    @property
    def evidence(self) -> Sequence[Quoted]:
        return (Quoted(DRAFT, self.draft, "draft"), *self.told)

    @property
    def schema(self) -> dict[str, Any]:
        text = {"type": "string", "maxLength": LONGEST}
        return object_schema({"text": text, "cites": cites_schema(self.evidence)})

    def read(self, answer: Mapping[str, Any], seen: Sequence[Quoted]) -> str:
        text: str = answer["text"].strip()
        checks.cited(answer["cites"], ids_of(seen))
        checks.is_one_line(text)
        checks.is_well_made(text, seen, LONGEST)
        checks.names_nothing_new(text, seen, TRUSTED)
        checks.brings_no_orders(text, seen[0].text)
        checks.keeps_meaning(text, seen[0].text, seen)
        checks.says_what_is_there(text, seen, TRUSTED)
        checks.keeps_named(seen[0].text, text)
        return text
