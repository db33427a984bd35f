"""One thing that is proposed about notes: with a model's opinion where one note speaks against another, and in fewer
words where two become one. Where it is done, and to what, stays as it was decided."""

from __future__ import annotations

from reverie.records.changes import Step
from reverie.wording.joined import reworded_merge
from reverie.wording.prompts.contradiction import Contradiction
from reverie.wording.voice import Voice

_MERGES = frozenset({"merge", "gather"})
_DOUBTS = frozenset({"supersede", "contradict", "unsure"})


def reworded(voice: Voice, kind: str, reason: str, step: Step, what: str) -> tuple[str, Step]:
    """Why, and what would be done; both as they were where there is nothing better to say."""
    if kind in _DOUBTS:
        return _judged(voice, reason, what), step
    joined = reworded_merge(step, voice, what) if kind in _MERGES else None
    return (f"{reason} — joined in other words by {voice.model.name}", joined) if joined else (reason, step)


def _judged(voice: Voice, reason: str, what: str) -> str:
    worded = voice.word(Contradiction(reason), what)
    if worded.value is None:
        return reason
    because = worded.value.because
    told = because[:1].lower() + because[1:].rstrip(".")
    return f"{reason} — {worded.by} judges: {worded.value.verdict}, {told}"
