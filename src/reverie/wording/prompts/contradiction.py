"""Whether two statements contradict each other, where the rules are not sure. The answer is a remark on a proposal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from reverie.wording import checks
from reverie.wording.prompt import Invalid, Quoted
from reverie.wording.prompts.shared import cites_schema, ids_of, object_schema

LONGEST = 200
LEAST = 4  # words of a reason
VERDICTS = ("contradiction", "compatible", "unsure")


class Opinion(NamedTuple):
    verdict: str
    because: str


@dataclass(frozen=True, slots=True)
class Contradiction:
    """`doubt`: both statements and why one might stand against the other, as the proposal tells it."""

    name: ClassVar[str] = "contradiction"
    version: ClassVar[int] = 1
    most: ClassVar[int] = 200
    words: ClassVar[str] = (
        "The evidence quotes two statements of a memory and says why they may contradict each other. Judge:"
        " `contradiction` if both cannot hold at once for the same thing, `compatible` if they can, `unsure` if it"
        f" cannot be told from the words. Say why, in at most {LONGEST} characters."
    )

    doubt: str

    @property
    def evidence(self) -> Sequence[Quoted]:
        return (Quoted("doubt", self.doubt, "two notes"),)

    @property
    def schema(self) -> dict[str, Any]:
        verdict = {"type": "string", "enum": list(VERDICTS)}
        because = {"type": "string", "maxLength": LONGEST}
        return object_schema({"verdict": verdict, "because": because, "cites": cites_schema(self.evidence)})

    def read(self, answer: Mapping[str, Any], seen: Sequence[Quoted]) -> Opinion:
        because: str = answer["because"].strip()
        checks.cited(answer["cites"], ids_of(seen))
        checks.is_one_line(because)
        checks.is_well_made(because, seen, LONGEST)
        checks.names_nothing_new(because, seen)
        checks.brings_no_orders(because, "")
        checks.says_what_is_there(because, seen, ids_of(seen))
        if len(because.split()) < LEAST:
            raise Invalid("it gives no reason")
        return Opinion(answer["verdict"], because)
