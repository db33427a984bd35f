"""The questions that may be asked, one file each: input, words, schema, examination, result."""

from __future__ import annotations

from typing import Any

from reverie.tasks.kind import Kind
from reverie.tasks.kinds.contradiction import Contradiction
from reverie.tasks.kinds.diary import Diary
from reverie.tasks.kinds.hook import Hook
from reverie.tasks.kinds.insights import Insights
from reverie.tasks.kinds.lessons import Lessons
from reverie.tasks.kinds.same_lesson import SameLesson

KINDS: dict[str, Kind[Any, Any]] = {
    kind.name: kind for kind in (Lessons(), SameLesson(), Insights(), Contradiction(), Hook(), Diary())
}
