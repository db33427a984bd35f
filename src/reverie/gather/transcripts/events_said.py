"""What a person said: corrections, requests to remember, decisions, preferences, questions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice

from reverie.gather.transcripts import corrections, requests
from reverie.gather.transcripts.choices import choice
from reverie.gather.transcripts.draft import Draft, Pick
from reverie.gather.transcripts.moments import FILES, Moment
from reverie.gather.transcripts.questions import question
from reverie.gather.transcripts.speech import GROUP
from reverie.records.events import IN_A_GROUP, REFUSED, REFUSED_COMMAND, Event, Origin
from reverie.records.transcripts import Said, Turn

QUESTIONS = 8  # of one session
COMMAND = 80  # characters of a command that was refused


def told(draft: Draft) -> Iterator[Pick]:
    for moment in draft.moments:
        if moment.said.origin is Origin.USER and (draft.verdict(moment).holds or _asks(moment)):
            yield Pick((moment.said, *moment.at_work), partial(_heard, draft, moment))


def _asks(moment: Moment) -> bool:
    return bool(requests.lasting(moment)) or choice(moment) is not None


def _heard(draft: Draft, moment: Moment, clean: Sequence[Said]) -> Iterator[Event]:
    """What a person said, judged again if something had to be taken out of it."""
    if clean[0] is not moment.said:
        moment = replace(moment, said=clean[0])
    files = next((said.files for said in clean if said.files), ())[:FILES]
    verdict = draft.verdict(moment)
    if verdict.holds:
        words = corrections.said_instead(moment)
        signs = (*verdict.signs, *_refused(moment.said))
        yield draft.event("correction", moment.said, words, Origin.USER, files, signs)
    if requests.lasting(moment):
        yield draft.event("remember", moment.said, requests.wanted(moment), Origin.USER, files, _doubts(moment.said))
        return
    found = None if verdict.holds else choice(moment)
    if found:
        yield draft.event(found[0].value, moment.said, found[1], Origin.USER)


def _refused(said: Said) -> Iterator[str]:
    """What was not to be run: `too slow` says little without it."""
    command = said.command.strip().partition("\n")[0] if said.turn is Turn.REJECTION else ""
    if command:
        yield REFUSED_COMMAND + (command if len(command) <= COMMAND else command[: COMMAND - 1].rstrip() + "…")


def _doubts(said: Said) -> tuple[str, ...]:
    """Why it may not have been the person: enough to propose something, not to note it at once."""
    if said.turn is Turn.REJECTION:
        return (REFUSED,)
    return (IN_A_GROUP,) if said.command == GROUP else ()


def asked(draft: Draft) -> Iterator[Pick]:
    questions = (  # who objects by a question asks nothing
        (moment, found) for moment in draft.moments if (found := question(moment)) and not draft.verdict(moment).holds
    )
    for moment, sentence in islice(questions, QUESTIONS):
        yield Pick((moment.said,), partial(_question, draft, sentence))


def _question(draft: Draft, sentence: str, clean: Sequence[Said]) -> Iterator[Event]:
    if sentence in " ".join(clean[0].text.split()):
        yield draft.event("question", clean[0], sentence, Origin.USER)
