"""A rule as a Markdown file: the sentence, and all one needs in six months."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime

from reverie.layouts import evidence, pages
from reverie.layouts.agent import RULES
from reverie.layouts.headers import header
from reverie.layouts.passages import of_note
from reverie.records.documents import Address, Document
from reverie.records.errors import BadDocument
from reverie.records.learning import Rule
from reverie.records.notes import Note
from reverie.records.passages import Passage

_BESIDES = frozenset({"Evidence", "Provenance", "Graduated by", "Lifecycle"})
_OURS = _BESIDES | {"Rationale"}


def rule_address(rule: Rule) -> Address:
    return Address("memory", f"{RULES}/{rule.id}-{rule.slug}.md")


def rule_text(rule: Rule, before: bytes = b"") -> bytes:
    """The rule's file. `before` is the file as it was: sections that people added to it come along."""
    top = header(
        {
            "id": rule.id,
            "status": rule.status,
            "candidate": rule.candidate,
            "signal": rule.signal,
            "about": rule.about,
            "weight": rule.weight,
            **({"noticed_from": rule.noticed_from} if rule.noticed_from else {}),
            "scope": rule.scope,
            "files": rule.files,
            "events": [e.event for e in rule.evidence],
            "graduated_by": rule.by,
            "graduated_at": f"{rule.at.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}",
            "review_by": rule.review_by.isoformat(),
        }
    )
    body = [top + f"# {rule.slug.replace('-', ' ')}", "", pages.guarded(rule.sentence)]
    body += ["", "## Rationale", "", rule.rationale.strip()]
    body += ["", "## Evidence", "", *evidence.lines(rule.evidence)]
    body += ["", "## Provenance", "", f"Candidate {rule.candidate} ({rule.signal}), weight {rule.weight}."]
    body += ["", "## Graduated by", "", f"{rule.by} on {rule.at.astimezone(UTC):%Y-%m-%d}"]
    body += ["", "## Lifecycle", "", f"Review by {rule.review_by.isoformat()}."]
    body += [f"- {line}" for line in rule.history]
    also = pages.added(before, _OURS).strip("\n")
    return ("\n".join([*body, *(["", also] if also else [])]) + "\n").encode()


def read_rule(address: Address, content: bytes) -> Rule:
    page = pages.read(address, content)
    facts = page.facts
    slug = address.name.removesuffix(".md").partition("-")[2]
    try:
        return Rule(
            str(facts["id"]),
            slug,
            page.sentence,
            page.strings("scope"),
            page.sections.get("Rationale", "").strip(),
            str(facts["graduated_by"]),
            moment(str(facts["graduated_at"])),
            date.fromisoformat(str(facts["review_by"])),
            str(facts.get("candidate", "")),
            str(facts.get("signal", "")),
            str(facts.get("about", "")),
            int(str(facts.get("weight") or 0)),
            page.strings("files"),
            evidence.with_ids(evidence.read(page.sections.get("Evidence", "")), page.strings("events")),
            str(facts.get("status") or "active"),
            page.items("Lifecycle"),
            int(str(facts.get("noticed_from") or 0)),
        )
    except (KeyError, ValueError) as problem:
        raise BadDocument(address=address, reason=f"its header lacks or garbles {problem}") from None


def rule_passages(document: Document) -> list[Passage]:
    """What a rule says and why, with the decision; where its evidence lies is for `show` and `why`. Nothing, if it does
    not say who decided it."""
    try:
        rule = read_rule(document.address, document.content)
    except BadDocument:
        return []
    note = Note(document.address.path.removesuffix(".md"), rule.slug.replace("-", " "), "")
    facts = {
        "rule": rule.id,
        "by": rule.by,
        "at": f"{rule.at.astimezone(UTC):%Y-%m-%d}",
        "review_by": rule.review_by.isoformat(),
        **({"scope": ", ".join(rule.scope)} if rule.scope else {}),
    }
    state = "active" if rule.status == "active" else "retired"
    return [
        replace(passage, at=rule.at, state=state, facts=facts)
        for passage in of_note(document, note, "rule")
        if passage.title.rpartition(" › ")[2] not in _BESIDES
    ]


def moment(text: str) -> datetime:
    at = datetime.fromisoformat(text.strip().replace("Z", "+00:00"))
    return at if at.tzinfo else at.replace(tzinfo=UTC)
