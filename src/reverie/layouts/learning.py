"""Candidates and rules as Markdown files a person can read, review in a pull request, and decide in the header."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from reverie.layouts import evidence, pages
from reverie.layouts.evidence import one_line, whole
from reverie.layouts.headers import header
from reverie.layouts.rulefile import moment, read_rule, rule_address, rule_text
from reverie.records.documents import Address
from reverie.records.errors import BadDocument
from reverie.records.learning import Candidate, Decision
from reverie.tools.ids import content_id

__all__ = [
    "candidate_address",
    "candidate_text",
    "decided_text",
    "is_rule",
    "read_candidate",
    "read_rule",
    "rule_address",
    "rule_text",
    "tidy",
    "untouched",
]
_TO_FILL_IN = ("written", "decision", "rationale")  # of a header that waits
_VERDICTS = {"Graduated by": ("graduate", "Rationale"), "Rejected by": ("reject", "Rejection rationale")}


def is_rule(address: Address) -> bool:
    """An expired rule lies beside candidates; its name goes on after its id."""
    return address.root == "memory" or (address.folder == "dream/expired" and "-" in address.name)


def candidate_address(id: str, place: str = "candidates") -> Address:
    return Address("agent", f"dream/{place}/{id}.md")


def candidate_text(candidate: Candidate, decision: Decision | None = None) -> bytes:
    told = tidy(candidate)
    top = header(
        {
            "id": told.id,
            "signal": told.signal,
            "about": told.about,
            "weight": told.weight,
            "confidence": told.confidence,
            "because": told.because,
            "rank": f"{told.rank:.3f}",
            **({"noticed_from": told.noticed_from} if told.noticed_from else {}),
            "actors": told.actors,
            "files": told.files,
            "scope": told.scope,
            "events": [e.event for e in told.evidence],
            **({"replaces": told.replaces} if told.replaces else {}),
            **({"reopened": told.reopened} if told.reopened else {}),
            **({} if decision else {"written": _mark_of(told), "decision": "", "rationale": ""}),
        }
    )
    body = [top + f"# {told.title}".rstrip(), "", pages.guarded(told.rule), "", "## Evidence", ""]
    body += evidence.lines(told.evidence)
    if told.not_counted:
        body += ["", "## Not counted", "", *(f"- {line}" for line in told.not_counted)]
    if decision:
        body += _decided(decision)
    return ("\n".join(body) + "\n").encode()


def tidy(candidate: Candidate) -> Candidate:
    """A candidate as a file can hold it; reading the file gives back just this."""
    return replace(
        candidate,
        id=whole(candidate.id),
        signal=whole(candidate.signal),
        about=whole(candidate.about),
        confidence=whole(candidate.confidence),
        because=whole(candidate.because),
        reopened=whole(candidate.reopened),
        scope=tuple(map(whole, candidate.scope)),
        actors=tuple(map(whole, candidate.actors)),
        files=tuple(map(whole, candidate.files)),
        replaces=tuple(map(whole, candidate.replaces)),
        title=one_line(candidate.title),
        rule=one_line(candidate.rule),
        evidence=evidence.tidy(candidate.evidence),
        not_counted=tuple(filter(None, map(one_line, candidate.not_counted))),
        rank=float(f"{candidate.rank:.3f}"),
    )


def decided_text(content: bytes, decision: Decision) -> bytes:
    """A waiting candidate's file, decided: what people added to it stays, byte for byte."""
    eol = b"\r\n" if b"\r\n" in content else b"\n"
    rest = pages.without(content, _TO_FILL_IN)
    end = b"" if rest.endswith(b"\n") else eol
    return rest + end + b"".join(line.encode() + eol for line in _decided(decision))


def _decided(decision: Decision) -> list[str]:
    who, (_, why) = next(item for item in _VERDICTS.items() if item[1][0] == decision.verdict)
    when = f"{decision.by} on {decision.at.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"
    return ["", f"## {why}", "", *decision.rationale.strip().splitlines(), "", f"## {who}", "", when]


def untouched(address: Address, content: bytes) -> bool:
    """Whether an open candidate's file is as Reverie wrote it. A person's words in it must not be written over; that
    git gave its lines other ends is nobody's word."""
    try:
        candidate, decision = read_candidate(address, content)
    except BadDocument:
        return False
    said = pages.read(address, content).facts.get("written")
    plain = content.replace(b"\r\n", b"\n")
    return decision is None and said == _mark_of(candidate) and candidate_text(candidate) == plain


def _mark_of(candidate: Candidate) -> str:
    return content_id(candidate.title, candidate.rule)[:8]


def read_candidate(address: Address, content: bytes) -> tuple[Candidate, Decision | None]:
    """A candidate file, wherever it lies by now. Its decision stands in its header while it waits, and in sections
    once it is carried out."""
    page = pages.read(address, content)
    facts = page.facts
    try:
        candidate = Candidate(
            str(facts["id"]),
            str(facts["signal"]),
            str(facts["about"]),
            page.title,
            page.sentence,
            page.strings("scope"),
            int(str(facts["weight"])),
            str(facts.get("confidence", "")),
            str(facts.get("because", "")),
            page.strings("actors"),
            page.strings("files"),
            evidence.with_ids(evidence.read(page.sections.get("Evidence", "")), page.strings("events")),
            page.items("Not counted"),
            page.strings("replaces"),
            str(facts.get("reopened", "")),
            float(str(facts.get("rank") or 0)),
            int(str(facts.get("noticed_from") or 0)),
        )
    except (KeyError, ValueError) as problem:
        raise BadDocument(address=address, reason=f"its header lacks or garbles {problem}") from None
    waits = address.folder == "dream/candidates"
    return candidate, _in_header(facts) if waits else _in_sections(page.last) or _in_header(facts)


def _in_sections(sections: Mapping[str, str]) -> Decision | None:
    """The last one counts: before it there may be somebody's own section of the same name."""
    for name in reversed(list(sections)):
        if name in _VERDICTS:
            verdict, why = _VERDICTS[name]
            by, _, at = sections[name].strip().rpartition(" on ")
            try:
                return Decision(verdict, sections.get(why, "").strip(), by, moment(at))
            except ValueError:
                continue  # somebody's own section, not one of ours
    return None


def _in_header(facts: Mapping[str, Any]) -> Decision | None:
    if not str(facts.get("decision") or "").strip():
        return None
    rationale = str(facts.get("rationale") or "").strip()
    return Decision(str(facts["decision"]).strip().lower(), rationale, "", datetime(1970, 1, 1, tzinfo=UTC))
