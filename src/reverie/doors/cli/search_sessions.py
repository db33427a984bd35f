"""The third layer: what was said in sessions, looked up by the words of a question, redacted."""

from __future__ import annotations

import re
from datetime import datetime
from typing import TYPE_CHECKING

from reverie import wiring
from reverie.doors.cli.heard import found_here, listening
from reverie.doors.cli.progress import Progress

if TYPE_CHECKING:
    from reverie.gather.transcripts.grep import Hit

LOOKED_AT = 400  # of the newest places with any of the words, those with most of them are shown
MOST_WORDS = 12
_WORD = re.compile(r"\w[\w./-]*\w|\w")
_SMALL = frozenset(
    "a an and are as at be but by did do does for from had has have he her his how i in is it its me my of on or our"
    " she that the their them they this to use was we were what when where which who why will with you your".split()
)


def words_of(query: str) -> list[str]:
    """The words that say what is meant; all of them, if none does."""
    found = list(dict.fromkeys(word.casefold() for word in _WORD.findall(query)))
    return ([word for word in found if word not in _SMALL] or found)[:MOST_WORDS]


def in_sessions(project: wiring.Project, query: str, since: datetime | None, limit: int, *, quiet: bool) -> list[Hit]:
    """Where most of the words were said, the newest of them first."""
    from reverie.gather.transcripts.ears import wanted
    from reverie.gather.transcripts.grep import Query, Watch, grep

    words = words_of(query)
    if not words:
        return []
    pattern = rf"\b(?:{'|'.join(re.escape(word) for word in words)})(?:s|es|ed|ing)?\b"
    files, watch = found_here(project, False, (), quiet=quiet).files, Watch()
    redact = wiring.passing_redactor(project).text
    asked, whose = Query(pattern, since, ignore_case=True), wanted(listening(project, False, ()), str(project.root))
    found: list[tuple[int, Hit]] = []
    with Progress(quiet=quiet) as progress:
        for hit in grep(files, asked, redact, now=wiring.now(), most=LOOKED_AT, watch=watch, wanted=whose):
            text = hit.text.casefold()
            if text not in words:  # a field of the record, such as who speaks
                found.append((sum(word in text for word in words), hit))
            progress.tell(f"{watch.files} of {len(files)} transcripts, {watch.bytes >> 20} MB")
    return [hit for _, hit in sorted(found, key=lambda pair: -pair[0])[:limit]]
