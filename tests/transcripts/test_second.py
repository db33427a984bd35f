"""A second look: who is asked, about what, and what becomes of the answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from reverie.gather.transcripts.corrections import judge
from reverie.gather.transcripts.events import all_of
from reverie.gather.transcripts.moments import moments
from reverie.gather.transcripts.second import exchange, reconsidered
from reverie.records.engines import Exchange
from reverie.records.transcripts import Said
from reverie.thinking.opinion import SecondOpinion
from tests.transcripts.labelled import agent, edited, human, session

TALK: list[Said | list[Said]] = [
    human("add a flag"), edited("/repo/a.py"), agent("Added `--fast`. It is on by default."),
    human("no, it should be off by default"), agent("You're right, I'll turn it off."),
    human("thanks, now write the changelog"), agent("Written."),
    human("actually, could the tests run in parallel?"), agent("They could."),
]  # fmt: skip


class Asked:
    """Says the same of everything, and remembers what it was asked."""

    def __init__(self, answer: float | None) -> None:
        self._answer = answer
        self.about: list[Exchange] = []

    def __call__(self, exchanges: Sequence[Exchange], /) -> Sequence[float] | None:
        self.about += exchanges
        return None if self._answer is None else [self._answer] * len(exchanges)


def corrections(opinion: Callable[[Sequence[Exchange]], Sequence[float] | None] | None) -> list[str]:
    return [e.summary for e in all_of(session(*TALK), opinion=opinion) if e.kind == "correction"]


def test_only_what_holds_some_sign_is_asked_about() -> None:
    asked = Asked(0.0)
    corrections(asked)
    assert [one.words for one in asked.about] == [
        "no, it should be off by default",
        "actually, could the tests run in parallel?",
    ]


def test_whoever_is_asked_decides() -> None:
    assert corrections(Asked(-5.0)) == []
    assert corrections(Asked(5.0)) == ["no, it should be off by default", "actually, could the tests run in parallel?"]


def test_without_anybody_to_ask_the_words_decide() -> None:
    assert corrections(None) == corrections(Asked(None)) == ["no, it should be off by default"]


def test_what_is_asked_holds_what_stood_around() -> None:
    second = list(moments(session(*TALK)))[1]
    asked = exchange(second, judge(second))
    assert (asked.before, asked.reply) == ("Added `--fast`. It is on by default.", "You're right, I'll turn it off.")
    assert len(asked.facts) == 11
    assert asked.facts[0] == min(3.0, judge(second).score)


def test_a_model_that_is_not_there_is_told_once_and_nothing_is_lost(tmp_path: Path) -> None:
    asked = SecondOpinion(str(tmp_path))
    moment = list(moments(session(*TALK)))[1]
    assert reconsidered([moment], asked) == [judge(moment)]
    assert asked.note.startswith("corrections were judged by their words alone: ")
    assert asked([]) is None
