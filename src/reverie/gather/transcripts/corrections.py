"""Told off: what a person said against what the agent did, claimed or was about to do. Words weigh, and so does what
happened around them: whether the agent was stopped, had asked, and gave way afterwards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from reverie.gather.transcripts import countercues, cues
from reverie.gather.transcripts.moments import Moment, Stopped
from reverie.gather.transcripts.phrases import quote, sentences, without_code

ENOUGH = 1.0
_REFUSED, _HALTED = 1.2, 1.0
_MIDWAY = 0.2
_FIRST, _DOCUMENT, _PASTE, _ANSWER = -2.0, -0.8, -0.3, -0.5
_SOON, _LATER = 150, 0.6  # characters; weight
_LONG = 400  # characters: who corrects is brief; a long text holds every word by chance


class Verdict(NamedTuple):
    """How surely it is a correction, and by which signs."""

    score: float
    signs: tuple[str, ...]

    @property
    def holds(self) -> bool:
        return self.score >= ENOUGH


def judge(moment: Moment) -> Verdict:
    words = without_code(moment.words)
    found = {"refused": _REFUSED} if moment.stopped is Stopped.REFUSED else {}
    if moment.stopped is Stopped.HALTED:
        found["halted"] = _HALTED
    elif moment.midway and not found:
        found["midway"] = _MIDWAY
    found |= _lexical(words)
    found |= _answered(moment)
    found |= _against(moment, words, found)
    return Verdict(round(sum(found.values()), 3), tuple(found))


def _lexical(words: str) -> dict[str, float]:
    """The strongest plain cue, half of a second, and at most two likely ones, from the beginning of the text."""
    text = words[:_LONG]
    plain = sorted(_weighed(cues.PLAIN, text), reverse=True)[:2]
    likely = sorted(_weighed(cues.LIKELY, text), reverse=True)[:2]
    found = {name: weight / (i + 1) for i, (weight, name) in enumerate(plain)}
    return found | {name: weight / (i + 1 + bool(plain)) for i, (weight, name) in enumerate(likely)}


def _weighed(among: Sequence[cues.Cue], text: str) -> Iterator[tuple[float, str]]:
    """What comes late in a text is less likely what it is about."""
    for cue in among:
        found = cue.form.search(text)
        if found:
            yield (cue.weight * _LATER if found.start() > _SOON else cue.weight), cue.name


def _answered(moment: Moment) -> dict[str, float]:
    """How the agent took it. Whoever is refused often answers `yes, …` to the objection."""
    told = {cue.name: cue.weight for cue in countercues.REPLY if cue.form.search(moment.reply)}
    return {k: v for k, v in told.items() if v > 0} if moment.stopped is Stopped.REFUSED else told


def _against(moment: Moment, words: str, found: dict[str, float]) -> dict[str, float]:
    less = {cue.name: cue.weight for cue in countercues.AGAINST if cue.form.search(words[:_LONG])}
    if moment.first:
        less["first"] = _FIRST
    if moment.document:
        less["document"] = _DOCUMENT
    elif moment.paste:
        less["paste"] = _PASTE
    if moment.asked and ("no" in found or "do not" in found):
        less["answer"] = _ANSWER
    return {name: weight for name, weight in less.items() if name not in _excused(moment, found)}


def _excused(moment: Moment, found: dict[str, float]) -> frozenset[str]:
    """What does not speak against a correction here: to one that was stopped, a task is another way to go; a question
    instead of a yes is an objection, and so is one to which the agent gives way."""
    if moment.stopped is Stopped.REFUSED:
        return frozenset({"question", "new task", "bug report", "later", "choice", "first"})
    if moment.stopped is Stopped.HALTED:
        return frozenset({"new task"})
    if "you did" in found:  # a fault of the agent's, whatever the product does
        return frozenset({"bug report"})
    return frozenset({"question"}) if "admits" in found else frozenset()


def is_correction(moment: Moment) -> bool:
    return judge(moment).holds


def said_instead(moment: Moment) -> str:
    """The sentence that corrects."""
    return quote(moment.said.text, _tells)


def _tells(sentence: str) -> bool:
    bare = without_code(sentence)
    return any(cue.form.search(bare) for cue in (*cues.PLAIN, *cues.LIKELY))


def corrective(words: str) -> list[str]:
    """The sentences that speak against something."""
    return [sentence for sentence in sentences(words) if _tells(sentence)]
