"""Candidates and rules as Markdown files a person can read, review in a pull request, and decide in the header."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, date, datetime
from typing import Any

from reverie.layouts.agent import RULES
from reverie.layouts.headers import header
from reverie.records.documents import Address
from reverie.records.errors import BadDocument
from reverie.records.learning import Candidate, Decision, Evidence, Rule
from reverie.tools import frontmatter
from reverie.tools.ids import content_id

SHOWN = 10  # lines of evidence in a file; the header counts them all
_LINE = re.compile(r"- (\d{4}-\d{2}-\d{2}) · (.*?) · `(.*?)` · (.*?)(?: <!-- (\S+) (\S*) -->)?")
_UNSEEN = re.compile(r"[\x00-\x08\x0e-\x1f\x7f-\x9f\u200b\u202a-\u202e\u2066-\u2069\U000e0000-\U000e007f]")
_SECTION = re.compile(r"^## (.+)$", re.MULTILINE)


def candidate_address(id: str, place: str = "candidates") -> Address:
    return Address("agent", f"dream/{place}/{id}.md")


def rule_address(rule: Rule) -> Address:
    return Address("memory", f"{RULES}/{rule.id}-{rule.slug}.md")


def candidate_text(candidate: Candidate, decision: Decision | None = None) -> bytes:
    top = header(
        {
            "id": candidate.id,
            "signal": candidate.signal,
            "about": candidate.about,
            "weight": candidate.weight,
            "confidence": candidate.confidence,
            "because": candidate.because,
            "rank": f"{candidate.rank:.3f}",
            "actors": candidate.actors,
            "files": candidate.files,
            "scope": candidate.scope,
            "events": [e.event for e in candidate.evidence],
            **({"replaces": candidate.replaces} if candidate.replaces else {}),
            **({"reopened": candidate.reopened} if candidate.reopened else {}),
            **({} if decision else {"written": _mark_of(candidate), "decision": "", "rationale": ""}),
        }
    )
    body = [top + f"# {candidate.title}", "", candidate.rule, "", "## Evidence", "", *_evidence(candidate.evidence)]
    if candidate.not_counted:
        body += ["", "## Not counted", "", *(f"- {line}" for line in candidate.not_counted)]
    if decision:
        body += _decided(decision)
    return ("\n".join(body) + "\n").encode()


def _evidence(found: Sequence[Evidence]) -> list[str]:
    lines = [
        f"- {e.at.astimezone(UTC):%Y-%m-%d} · {_one_line(e.who)} · `{_one_line(e.span)}` · "
        f"{_one_line(e.summary)}{_mark(e)}"
        for e in found[:SHOWN]
    ]
    return lines + ([f"- and {len(found) - SHOWN} more"] if len(found) > SHOWN else [])


def _mark(evidence: Evidence) -> str:
    actor = re.sub(r"\s+", "+", _one_line(evidence.actor).replace("-->", ""))
    return f" <!-- {evidence.event} {actor} -->"


def _decided(decision: Decision) -> list[str]:
    graduated = decision.verdict == "graduate"
    names = ("Rationale", "Graduated by") if graduated else ("Rejection rationale", "Rejected by")
    when = f"{decision.by} on {decision.at.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"
    return ["", f"## {names[0]}", "", decision.rationale.strip(), "", f"## {names[1]}", "", when]


def untouched(address: Address, content: bytes) -> bool:
    """Whether an open candidate's file is as Reverie wrote it. A person's words in it must not be written over."""
    candidate, decision = read_candidate(address, content)
    header_says = frontmatter.read(content).header.get("written")
    return decision is None and header_says == _mark_of(candidate) and candidate_text(candidate) == content


def _mark_of(candidate: Candidate) -> str:
    return content_id(candidate.title, candidate.rule)[:8]


def read_candidate(address: Address, content: bytes) -> tuple[Candidate, Decision | None]:
    """A candidate file, wherever it lies by now. Its decision stands in its sections, or in its header."""
    facts, sections, title, rule = _parts(address, content)
    try:
        candidate = Candidate(
            str(facts["id"]),
            str(facts["signal"]),
            str(facts["about"]),
            title,
            rule,
            _strings(facts.get("scope")),
            int(str(facts["weight"])),
            str(facts.get("confidence", "")),
            str(facts.get("because", "")),
            _strings(facts.get("actors")),
            _strings(facts.get("files")),
            _with_ids(_read_evidence(sections.get("Evidence", "")), _strings(facts.get("events"))),
            tuple(line[2:] for line in sections.get("Not counted", "").splitlines() if line.startswith("- ")),
            _strings(facts.get("replaces")),
            str(facts.get("reopened", "")),
            float(str(facts.get("rank") or 0)),
        )
    except (KeyError, ValueError) as problem:
        raise BadDocument(address=address, reason=f"its header lacks or garbles {problem}") from None
    return candidate, _read_decision(facts, sections)


def _read_decision(facts: Mapping[str, Any], sections: Mapping[str, str]) -> Decision | None:
    for verdict, (why, who) in {
        "graduate": ("Rationale", "Graduated by"),
        "reject": ("Rejection rationale", "Rejected by"),
    }.items():
        if who in sections:
            by, _, at = sections[who].strip().rpartition(" on ")
            try:
                return Decision(verdict, sections.get(why, "").strip(), by, _moment(at))
            except ValueError:
                return None  # somebody's own section, not one of ours
    if str(facts.get("decision") or "").strip():
        rationale = str(facts.get("rationale") or "").strip()
        return Decision(str(facts["decision"]).strip().lower(), rationale, "", datetime(1970, 1, 1, tzinfo=UTC))
    return None


def rule_text(rule: Rule) -> bytes:
    top = header(
        {
            "id": rule.id,
            "status": rule.status,
            "candidate": rule.candidate,
            "signal": rule.signal,
            "about": rule.about,
            "weight": rule.weight,
            "scope": rule.scope,
            "files": rule.files,
            "events": [e.event for e in rule.evidence],
            "graduated_by": rule.by,
            "graduated_at": f"{rule.at.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}",
            "review_by": rule.review_by.isoformat(),
        }
    )
    body = [top + f"# {rule.slug.replace('-', ' ')}", "", rule.sentence, "", "## Rationale", "", rule.rationale.strip()]
    body += ["", "## Evidence", "", *_evidence(rule.evidence)]
    body += ["", "## Provenance", "", f"Candidate {rule.candidate} ({rule.signal}), weight {rule.weight}."]
    body += ["", "## Graduated by", "", f"{rule.by} on {rule.at.astimezone(UTC):%Y-%m-%d}"]
    body += [
        "",
        "## Lifecycle",
        "",
        f"Review by {rule.review_by.isoformat()}.",
        *(f"- {line}" for line in rule.history),
    ]
    return ("\n".join(body) + "\n").encode()


def read_rule(address: Address, content: bytes) -> Rule:
    facts, sections, _, sentence = _parts(address, content)
    slug = address.name.removesuffix(".md").partition("-")[2]
    try:
        return Rule(
            str(facts["id"]),
            slug,
            sentence,
            _strings(facts.get("scope")),
            sections.get("Rationale", "").strip(),
            str(facts["graduated_by"]),
            _moment(str(facts["graduated_at"])),
            date.fromisoformat(str(facts["review_by"])),
            str(facts.get("candidate", "")),
            str(facts.get("signal", "")),
            str(facts.get("about", "")),
            int(str(facts.get("weight") or 0)),
            _strings(facts.get("files")),
            _with_ids(_read_evidence(sections.get("Evidence", "")), _strings(facts.get("events"))),
            str(facts.get("status") or "active"),
            tuple(line[2:] for line in sections.get("Lifecycle", "").splitlines() if line.startswith("- ")),
        )
    except (KeyError, ValueError) as problem:
        raise BadDocument(address=address, reason=f"its header lacks or garbles {problem}") from None


def _parts(address: Address, content: bytes) -> tuple[Mapping[str, Any], dict[str, str], str, str]:
    parts = frontmatter.read(content)
    if parts.fault:
        raise BadDocument(address=address, reason=parts.fault)
    body = parts.body.replace("\r\n", "\n")
    pieces = _SECTION.split(body)
    sections = {name.strip(): text for name, text in zip(pieces[1::2], pieces[2::2], strict=True)}
    head = pieces[0].strip().split("\n", 1)
    title = head[0].lstrip("# ").strip()
    return parts.header, sections, title, head[1].strip() if len(head) > 1 else ""


def _read_evidence(text: str) -> list[Evidence]:
    found = []
    for line in text.splitlines():
        match = _LINE.fullmatch(line)
        if match:
            day, who, span, summary, event, actor = match.groups(default="")
            found.append(Evidence(event, datetime.fromisoformat(day).replace(tzinfo=UTC), actor, who, span, summary))
    return found


def _with_ids(shown: list[Evidence], ids: Iterable[str]) -> tuple[Evidence, ...]:
    """The header holds every event's id; the lines show the first ones in words."""
    known = {e.event for e in shown}
    epoch = datetime(1970, 1, 1, tzinfo=UTC)
    return (*shown, *(Evidence(id, epoch, "", "", "", "") for id in ids if id not in known))


def _strings(value: object) -> tuple[str, ...]:
    return tuple(str(item) for item in value) if isinstance(value, list) else ()


def _moment(text: str) -> datetime:
    return datetime.fromisoformat(text.strip().replace("Z", "+00:00"))


def _one_line(text: str) -> str:
    return " ".join(_UNSEEN.sub("", text.replace("<!--", "‹!--").replace(" · ", " - ")).split())
