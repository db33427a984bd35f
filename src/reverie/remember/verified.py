"""What was looked up, kept and read again: verifications as records of the log, the newest of each claim, and which
claims must be looked up again because something they rest on has changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from reverie.records.logs import Json, LogRecord
from reverie.records.verification import ABSENT, KINDS, STATES, THERE, Claim, Verdict, Verification
from reverie.tools.ids import content_id

LONGEST = 500  # characters of one text
MOST = 20  # files a verdict rests on

Digest = Callable[[str], str]  # of a file, by its path; empty if it is not there


def claim_id(claim: Claim, noted: str = "") -> str:
    """The same in every note that says the same on the same day."""
    parts = (claim.kind, claim.name, claim.place, claim.version, "supposed" if claim.supposed else "")
    return content_id("claim", *parts, *([noted] if noted else []))


def id_of(verification: Verification) -> str:
    return claim_id(verification.claim, verification.noted)


def to_record(verification: Verification, by: str = "reverie") -> LogRecord:
    claim, verdict = verification.claim, verification.verdict
    facts: dict[str, Json] = {
        "claim": id_of(verification),
        "kind": claim.kind,
        "name": claim.name,
        "place": claim.place,
        "version": claim.version,
        "supposed": claim.supposed,
        "state": verdict.state,
        "reason": verdict.reason[:LONGEST],
        "now": verdict.now[:LONGEST],
        "rests_on": dict(list(verdict.rests_on.items())[:MOST]),
        "commit": verification.commit,
        "noted": verification.noted,
        "by": verification.by,
    }
    id = content_id(id_of(verification), verification.commit, verification.at.isoformat(), verdict.state)
    return LogRecord("verification", by, verification.at, {name: told for name, told in facts.items() if told}, id)


def from_record(record: LogRecord) -> Verification | None:
    """The verification again; None for a record that is none of ours."""
    facts = record.facts
    state, kind, rests_on = facts.get("state"), _text(facts, "kind"), facts.get("rests_on", {})
    by = facts.get("by", 1)
    if record.kind != "verification" or state not in STATES or kind not in KINDS:
        return None
    if not isinstance(rests_on, dict) or not isinstance(by, int):
        return None
    name = _text(facts, "name")
    claim = Claim(kind, name, 0, 0, name, _text(facts, "place"), _text(facts, "version"), facts.get("supposed") is True)
    told = {str(path): str(digest) for path, digest in rests_on.items()}
    verdict = Verdict(state, _text(facts, "reason"), _text(facts, "now"), told)
    return Verification(claim, verdict, _text(facts, "commit"), record.at, by, _text(facts, "noted"))


def newest(records: Iterable[LogRecord]) -> dict[str, Verification]:
    """By claim, the last time it was looked up."""
    found: dict[str, Verification] = {}
    for record in sorted(records, key=lambda record: (record.at, record.id)):
        if verification := from_record(record):
            found[id_of(verification)] = verification
    return found


def still_stands(verification: Verification, digest: Digest, version: int) -> bool:
    """Nothing it rests on has changed, and it was found as things are found today."""
    if verification.by != version:
        return False
    return all(_same(told, digest(path)) for path, told in verification.verdict.rests_on.items())


def due(
    claims: Sequence[Claim], known: Mapping[str, Verification], digest: Digest, version: int, noted: str = ""
) -> tuple[list[Claim], list[Verification]]:
    """Claims of a note of this day that must be looked up, each once; and what is known of the others, with their place
    in the note."""
    wanted: dict[str, Claim] = {}
    standing: list[Verification] = []
    for claim in claims:
        id = claim_id(claim, noted)
        before = known.get(id)
        if before and still_stands(before, digest, version):
            standing.append(replace(before, claim=claim))
        else:
            wanted.setdefault(id, claim)
    return list(wanted.values()), standing


def _same(told: str, now: str) -> bool:
    return (now != ABSENT) if told == THERE else told == now


def _text(facts: Mapping[str, Json], name: str) -> str:
    found = facts.get(name)
    return found[:LONGEST] if isinstance(found, str) else ""
