"""A night told in a few sentences, above the list of what it did."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from reverie.wording import checks
from reverie.wording.prompt import Quoted
from reverie.wording.prompts.shared import cites_schema, ids_of, object_schema

LONGEST = 600


@dataclass(frozen=True, slots=True)
class DiaryProse:
    """`lines`: what the night did, one line each."""

    name: ClassVar[str] = "diary"
    version: ClassVar[int] = 1
    most: ClassVar[int] = 400
    words: ClassVar[str] = (
        "The evidence lists what was done to a project's memory tonight. Tell it to its owner over the morning"
        f" coffee: two to four plain sentences, at most {LONGEST} characters, the weightiest first. Cite the lines."
    )

    lines: tuple[str, ...]

    @property
    def evidence(self) -> Sequence[Quoted]:
        return tuple(Quoted(f"n{number}", line, "done") for number, line in enumerate(self.lines, 1))

    @property
    def schema(self) -> dict[str, Any]:
        prose = {"type": "string", "maxLength": LONGEST}
        return object_schema({"prose": prose, "cites": cites_schema(self.evidence)})

    def read(self, answer: Mapping[str, Any], seen: Sequence[Quoted]) -> str:
        text = " ".join(answer["prose"].split())
        checks.cited(answer["cites"], ids_of(seen))
        checks.is_one_line(text)
        checks.is_well_made(text, seen, LONGEST)
        checks.names_nothing_new(text, seen)
        checks.brings_no_orders(text, "`reverie reorganize list`")
        checks.says_what_is_there(text, seen)
        return text
