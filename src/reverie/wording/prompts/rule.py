"""The wording of a rule candidate: one sentence an agent can follow."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from reverie.wording import checks
from reverie.wording.prompt import Quoted
from reverie.wording.prompts.shared import DRAFT, TRUSTED, cites_schema, ids_of, object_schema

LONGEST = 320


@dataclass(frozen=True, slots=True)
class RuleWording:
    """`draft`: the keyless sentence. `told`: where it applies and what happened, as the candidate's file shows it."""

    name: ClassVar[str] = "rule"
    version: ClassVar[int] = 1
    most: ClassVar[int] = 300
    words: ClassVar[str] = (
        "Word the draft as one sentence that a coding agent can follow: what to do or leave, where, and why if the"
        f" evidence says why. At most {LONGEST} characters. Keep the draft's meaning, paths and commands. Name nothing"
        " but what the draft names or at least two pieces of evidence name, and give no command that the draft does"
        " not give. Do not mention the draft or the evidence; cite what it rests on."
    )

    draft: str
    told: tuple[Quoted, ...]

    @property
    def evidence(self) -> Sequence[Quoted]:
        return (Quoted(DRAFT, self.draft, "draft"), *self.told)

    @property
    def schema(self) -> dict[str, Any]:
        sentence = {"type": "string", "maxLength": LONGEST}
        return object_schema({"sentence": sentence, "cites": cites_schema(self.evidence)})

    def read(self, answer: Mapping[str, Any], seen: Sequence[Quoted]) -> str:
        text: str = answer["sentence"].strip()
        checks.cited(answer["cites"], ids_of(seen))
        checks.is_one_line(text)
        checks.is_well_made(text, seen, LONGEST)
        checks.names_nothing_new(text, seen, TRUSTED)
        checks.brings_no_orders(text, seen[0].text)
        checks.keeps_meaning(text, seen[0].text, seen)
        checks.says_what_is_there(text, seen, TRUSTED)
        checks.keeps_named(seen[0].text, text)
        return text
