"""A second look: who is asked, about what, and what becomes of the answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from reverie.engines.weights import installed
from reverie.gather.transcripts.corrections import judge
from reverie.gather.transcripts.events import all_of
from reverie.gather.transcripts.moments import Moment, moments
from reverie.gather.transcripts.second import BY_ITSELF, exchange, reconsidered
from reverie.records.engines import Exchange
from reverie.records.transcripts import Said, Turn
from reverie.thinking.listening import Heard, hear
from reverie.thinking.opinion import SecondOpinion
from tests.conftest import MODELS
from tests.transcripts.labelled import agent, edited, human, said, session
from tests.transcripts.nights import World

PLAIN, HINT, DOUBT = (
    "no, I said off by default",
    "but it belongs in the menu",
    "should it not stand in the menu instead?",
)
BUMP = "that should not be a major bump, it's only a fix"
TALK: list[Said | list[Said]] = [
    human("add a flag"), edited("/repo/a.py"), agent("Added `--fast`. It is on by default."),
    human(PLAIN), agent("You're right, I'll turn it off."),
    human("thanks, now write the changelog"), agent("Written."),
    human(DOUBT), agent("They could."),
    human(HINT), agent("Moved."),
    human("aber nicht in dieser Datei"), agent("Verschoben."),
    said(Turn.REJECTION, "rebase first", "Bash"), agent("Rebasing."),
]  # fmt: skip


class Asked:
    """Says the same of everything, and remembers what it was asked."""

    def __init__(self, answer: float | None) -> None:
        self._answer = answer
        self.about: list[str] = []

    def __call__(self, exchanges: Sequence[Exchange], /) -> Sequence[float] | None:
        self.about += [one.words for one in exchanges]
        return None if self._answer is None else [self._answer] * len(exchanges)


def told(opinion: Asked | None) -> dict[str, tuple[str, ...]]:
    return {e.summary: e.tags for e in all_of(session(*TALK), opinion=opinion) if e.kind == "correction"}


def moment(words: str) -> Moment:
    return next(one for one in moments(session(*TALK)) if one.words == words)


def test_what_is_plain_refused_foreign_or_without_a_sign_is_not_asked_about() -> None:
    asked = Asked(0.0)
    told(asked)
    assert asked.about == [DOUBT, HINT]


def test_whoever_is_asked_decides_about_that_alone() -> None:
    against, for_it = told(Asked(-5.0)), told(Asked(5.0))
    assert for_it.keys() - against.keys() == {DOUBT, HINT}
    assert against.keys() >= {PLAIN, "rebase first"}


def test_what_only_the_second_look_told_says_so() -> None:
    assert BY_ITSELF in told(Asked(5.0))[DOUBT]
    assert BY_ITSELF not in told(Asked(5.0))[PLAIN]


def test_without_anybody_to_ask_the_words_decide() -> None:
    assert told(None) == told(Asked(None))
    assert DOUBT not in told(None)


def test_what_is_asked_holds_what_stood_around() -> None:
    asked = exchange(moment(PLAIN), judge(moment(PLAIN)))
    assert (asked.before, asked.reply) == ("Added `--fast`. It is on by default.", "You're right, I'll turn it off.")
    assert len(asked.facts) == 11
    assert asked.facts[0] == min(3.0, judge(moment(PLAIN)).score)


def test_what_is_no_number_decides_nothing() -> None:
    assert told(Asked(float("nan"))) == told(None)


def test_what_was_read_before_is_not_asked_about_again() -> None:
    asked, fresh = Asked(0.0), moment(HINT).said.span.offset
    all_of(session(*TALK), fresh=fresh, opinion=asked)
    assert asked.about == [HINT]


def test_a_model_that_is_not_there_is_told_once_and_nothing_is_lost(tmp_path: Path) -> None:
    asked = SecondOpinion(str(tmp_path))
    assert reconsidered([moment(HINT)], asked) == [judge(moment(HINT))]
    assert asked.note.startswith("corrections were judged by their words alone: ")
    assert asked([]) is None


def corrections(world: World, models: Path, scratch: Path) -> tuple[dict[str, bool], Heard]:
    """What was heard, and whether the second look alone told it."""
    ask = replace(world.ask(), embedder="local", models=str(models))
    found = hear(ask, scratch, lambda text: text, lambda told: None)
    return {e.summary: BY_ITSELF in e.tags for e in found.events if e.kind == "correction"}, found


@pytest.fixture
def talked(world: World) -> World:
    world.corrected("aaaa1111", PLAIN)
    talk = world.session("bbbb2222").says("release it").answers("I bumped the major version.")
    talk.says(BUMP).answers("Good catch, patch then.").write(world.sessions)
    return world


def test_a_night_without_the_models_files_still_hears_and_says_so(talked: World, tmp_path: Path) -> None:
    told, found = corrections(talked, tmp_path / "no models", tmp_path)
    assert told == {PLAIN: False}
    assert sum("judged by their words alone" in note for note in found.notes) == 1


@pytest.mark.skipif(installed(MODELS) is None, reason=f"no weights in {MODELS}")
def test_a_night_with_the_model_hears_what_the_words_alone_do_not_tell(talked: World, tmp_path: Path) -> None:
    told, found = corrections(talked, MODELS, tmp_path)
    assert told == {PLAIN: False, BUMP: True}
    assert not found.notes
