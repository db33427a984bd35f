"""An insight as a Markdown file: the sentence, what to do about it, and which events speak for it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date

from reverie.layouts import evidence, pages
from reverie.layouts.evidence import one_line, whole
from reverie.layouts.headers import header
from reverie.layouts.passages import of_note
from reverie.records.changes import Edit, Put
from reverie.records.documents import Address, Document, Listed
from reverie.records.errors import BadDocument
from reverie.records.insights import FOLDER, ROOT, Insight, Status, Type, is_insight
from reverie.records.notes import Note
from reverie.records.passages import Passage
from reverie.records.store import Reader
from reverie.tools.ids import content_id

_OURS = frozenset({"What to do", "Evidence", "Closed"})
_BESIDES = frozenset({"Evidence", "Closed"})


def text(insight: Insight, before: bytes = b"") -> bytes:
    """The insight's file. `before` is the file as it was: sections that people added to it come along."""
    told = tidy(insight)
    top = header(
        {
            "id": told.id,
            "type": told.type.value,
            "status": told.status.value,
            "about": told.about,
            "confidence": told.confidence,
            "because": told.because,
            "first": told.first.isoformat(),
            "last": told.last.isoformat(),
            "sessions": told.sessions,
            "events": [e.event for e in told.evidence],
            **({"files": told.files} if told.files else {}),
            **({"merged_into": told.merged_into} if told.merged_into else {}),
            **({"offered": told.offered} if told.offered else {}),
            **({"draft": told.draft, "worded_by": told.worded_by} if told.draft else {}),
            "written": _mark(told),
        }
    )
    body = [top + f"# {_title(told)}", "", pages.guarded(told.text)]
    body += ["", "## What to do", "", pages.guarded(told.advice)] if told.advice else []
    body += ["", "## Evidence", "", *evidence.lines(told.evidence)]
    body += ["", "## Closed", "", told.closed] if told.closed else []
    also = pages.added(before, _OURS).strip("\n") if before else ""
    return ("\n".join([*body, *(["", also] if also else [])]) + "\n").encode()


def _mark(insight: Insight) -> str:
    """Of the words as Reverie wrote them: a person's must not be written over."""
    return content_id(insight.text, insight.advice, *filter(None, [insight.draft]))[:8]


def _title(insight: Insight) -> str:
    return f"{insight.type.value} seen in {len(insight.sessions)} sessions"


def tidy(insight: Insight) -> Insight:
    """An insight as a file can hold it; reading the file gives back just this."""
    draft = one_line(whole(insight.draft))
    return replace(
        insight,
        id=whole(insight.id),
        about=whole(insight.about),
        text=one_line(whole(insight.text)),
        advice=one_line(whole(insight.advice)),
        because=whole(insight.because),
        closed=one_line(whole(insight.closed)),
        offered=one_line(whole(insight.offered)),
        draft=draft,
        worded_by=one_line(whole(insight.worded_by)) if draft else "",
        sessions=tuple(map(whole, insight.sessions)),
        files=tuple(map(whole, insight.files)),
        evidence=evidence.tidy(insight.evidence),
    )


def read(address: Address, content: bytes) -> Insight:
    page = pages.read(address, content)
    facts = page.facts
    try:
        return Insight(
            id=str(facts["id"]),
            type=Type(str(facts["type"])),
            about=str(facts["about"]),
            text=page.sentence,
            confidence=str(facts.get("confidence") or "low"),
            because=str(facts.get("because") or ""),
            first=date.fromisoformat(str(facts["first"])),
            last=date.fromisoformat(str(facts["last"])),
            sessions=page.strings("sessions"),
            evidence=evidence.with_ids(evidence.read(page.sections.get("Evidence", "")), page.strings("events")),
            advice=pages.freed(page.sections.get("What to do", "").strip()),
            status=Status(str(facts.get("status") or "active")),
            closed=page.sections.get("Closed", "").strip(),
            merged_into=str(facts.get("merged_into") or ""),
            offered=str(facts.get("offered") or ""),
            files=page.strings("files"),
            draft=str(facts.get("draft") or ""),
            worded_by=str(facts.get("worded_by") or ""),
        )
    except (KeyError, ValueError) as problem:
        raise BadDocument(address=address, reason=f"its header lacks or garbles {problem}") from None


def written_by(edit: Edit) -> Insight | None:
    """The insight that an edit writes; None if it writes something else."""
    if not isinstance(edit, Put) or not is_insight(edit.address):
        return None
    try:
        return read(edit.address, edit.content)
    except BadDocument:
        return None


def untouched(document: Document) -> bool:
    """Whether a file's words are as Reverie wrote them, but for sections that people added."""
    try:
        insight = read(document.address, document.content)
    except BadDocument:
        return False
    plain = document.content.replace(b"\r\n", b"\n")
    marked = pages.read(document.address, plain).facts.get("written") == _mark(insight)
    return marked and text(insight, plain) == plain


def filed(reader: Reader) -> Iterator[tuple[Document, Insight]]:
    """Every insight that can be read, with the document it stands in."""
    for item in reader.scan(ROOT, FOLDER):
        document = reader.read(item.address) if isinstance(item, Listed) and item.address.name.endswith(".md") else None
        if document is not None:
            try:
                yield document, read(document.address, document.content)
            except BadDocument:
                continue


def insight_passages(document: Document) -> list[Passage]:
    """What an insight says and what to do about it; where its evidence lies is for `insights show`."""
    try:
        insight = read(document.address, document.content)
    except BadDocument:
        return []
    note = Note(document.address.path.removesuffix(".md"), _title(insight), "", updated=insight.last, origin="agent")
    facts = {
        "insight": insight.id,
        "type": insight.type.value,
        "status": insight.status.value,
        "sessions": str(len(insight.sessions)),
        "confidence": insight.confidence,
    }
    state = "active" if insight.status in (Status.ACTIVE, Status.STALE) else "retired"
    return [
        replace(passage, state=state, facts=facts)
        for passage in of_note(document, note, "insight")
        if passage.title.rpartition(" › ")[2] not in _BESIDES
    ]
