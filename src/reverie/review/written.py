"""Decisions written into candidate files, so that reviewing in a pull request works: each is carried out in the name of
whoever committed it, or skipped with the reason."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from reverie.records.documents import Address, Skipped
from reverie.records.errors import ReverieError
from reverie.records.learning import Decision
from reverie.review.decide import Decided, Table, graduate, reject
from reverie.review.papers import FiledCandidate

_YES = (
    "graduate graduated graduates accept accepted approve approved yes y keep adopt adopted promote promoted rule true"
)
_NO = "reject rejected rejects decline declined deny denied no n drop dropped discard refuse refused wontfix false"
_LATER = "later pending undecided tbd todo open wait waiting none null maybe unsure defer deferred graduate|reject"
VERDICTS: Mapping[str, str] = {
    **dict.fromkeys(_YES.split(), "graduate"),
    **dict.fromkeys(_NO.split(), "reject"),
    **dict.fromkeys(_LATER.split(), ""),
}
_TRIMMED = re.compile(r"^[^\w|]+|[^\w|]+$")


@dataclass(frozen=True, slots=True)
class Signature:
    """Who committed the decision, and when."""

    by: str
    at: datetime
    machine: str = ""  # the bot or agent that committed it or had a hand in it


@dataclass(frozen=True, slots=True)
class Unsigned:
    """Nobody can be named for a decision, and why."""

    reason: str


@dataclass(frozen=True, slots=True)
class CarriedOut:
    """What became of the decisions found in files."""

    decided: tuple[Decided, ...] = ()
    skipped: tuple[Skipped, ...] = ()


class _NotNow(Exception):
    """The reason a written decision is not carried out."""


def carry_out(
    filed: Sequence[FiledCandidate], signatures: Mapping[Address, Signature | Unsigned], table: Table
) -> CarriedOut:
    """Carry out what people wrote into the files of open candidates. `signatures` says who committed each file's
    decision, or why nobody can be named; one that is not there is not committed yet. Each decision sees the ones
    before it."""
    decided: list[Decided] = []
    skipped: list[Skipped] = []
    for paper in sorted((f for f in filed if f.waits), key=lambda f: f.document.address):
        address = paper.document.address
        try:
            done = _one(paper, signatures.get(address), _after(table, decided))
        except ReverieError as problem:
            skipped.append(Skipped(str(address), problem.message))
        except _NotNow as reason:
            skipped.append(Skipped(str(address), str(reason)))
        else:
            decided.extend([done] if done else [])
    return CarriedOut(tuple(decided), tuple(skipped))


def verdict(said: str) -> str | None:
    """graduate, reject, nothing yet (empty), or None for a word that is neither."""
    word = _TRIMMED.sub("", "".join(said.split())).casefold()
    return VERDICTS.get(word) if word else ""


def _one(paper: FiledCandidate, signature: Signature | Unsigned | None, table: Table) -> Decided | None:
    found = verdict(paper.decision.verdict) if paper.decision else ""
    if paper.decision is None or found == "":
        return None
    if found is None:
        raise _NotNow(f"its decision says '{paper.decision.verdict}', which is neither graduate nor reject")
    asked = f'; to decide yourself: reverie {found} {paper.candidate.id} --rationale "…"'
    if signature is None:
        raise _NotNow(f"its decision is not committed yet, so nobody stands behind it{asked}")
    if isinstance(signature, Unsigned):
        raise _NotNow(signature.reason + asked)
    if signature.machine:
        raise _NotNow(
            f"its decision was committed by or with {signature.machine}, a machine; only a person decides{asked}"
        )
    decision = Decision(found, paper.decision.rationale, signature.by, signature.at)
    # The sentence is taken as it stands in the file: whoever reviews there may have edited it.
    return graduate(paper, decision, table) if found == "graduate" else reject(paper, decision, table)


def _after(table: Table, decided: Sequence[Decided]) -> Table:
    """The table as it will be once these are applied."""
    if not decided:
        return table
    rules = tuple(d.rule for d in decided if d.rule)
    return replace(table, rules=(*table.rules, *rules), taken=table.taken | {d.filed for d in decided})
