"""Lessons and their evidence as plain values, for the answer log, and back."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from reverie.records.events import Origin
from reverie.records.tasks import Cited, ItemKind, Lesson, LessonKind, Strength


def lesson_record(lesson: Lesson) -> dict[str, Any]:
    return {
        "id": lesson.id,
        "kind": str(lesson.kind),
        "sentence": lesson.sentence,
        "why": lesson.why,
        "files": list(lesson.files),
        "strength": str(lesson.strength),
        "origin": str(lesson.origin),
        "evidence": [cited_record(cited) for cited in lesson.evidence],
        "quote": lesson.quote,
        "session": lesson.session,
        "at": _written(lesson.at),
        "asked": lesson.asked,
        "by": lesson.by,
    }


def lesson_of(told: Mapping[str, Any]) -> Lesson:
    return Lesson(
        id=told["id"],
        kind=LessonKind(told["kind"]),
        sentence=told["sentence"],
        why=told["why"],
        files=tuple(told["files"]),
        strength=Strength(told["strength"]),
        origin=Origin(told["origin"]),
        evidence=tuple(cited_of(one) for one in told["evidence"]),
        quote=told["quote"],
        session=told["session"],
        at=_read(told["at"]),
        asked=told["asked"],
        by=told["by"],
    )


def cited_record(cited: Cited) -> dict[str, Any]:
    return {
        "event": cited.event,
        "span": cited.span,
        "origin": str(cited.origin),
        "at": _written(cited.at),
        "text": cited.text,
        "kind": str(cited.kind),
    }


def cited_of(told: Mapping[str, Any]) -> Cited:
    return Cited(
        told["event"], told["span"], Origin(told["origin"]), _read(told["at"]), told["text"], ItemKind(told["kind"])
    )


def _written(at: datetime | None) -> str:
    return at.isoformat() if at else ""


def _read(at: str) -> datetime | None:
    return datetime.fromisoformat(at) if at else None
