"""What a memory is asked, to see whether a proposal makes it answer better or worse: questions agents really asked, as
far as they are kept, and questions made from the notes in part of their words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from reverie.lookup.asking import telling
from reverie.records.passages import Passage
from reverie.records.recalls import Recall
from reverie.tools.tokens import tokens

WORDS = 6  # of a derived question, at most
FEWEST = 2
OFTEN = 3  # recalls from which a note counts as often recalled
ANSWERED = 0.5  # from this relevance on, what was shown was the answer
MOST = 50  # real questions, the newest
_WORD = re.compile(r"[^\W_][\w'’.-]*[^\W_]|[^\W_]")


@dataclass(frozen=True, slots=True)
class Question:
    """`answer`: the passage that answers it. `guarded`: why it must not become harder to find, or nothing."""

    text: str
    answer: Passage
    kind: str  # asked, derived
    guarded: str = ""


def asked(recalls: Iterable[Recall], there: Mapping[str, Passage], counts: Mapping[str, int]) -> list[Question]:
    """The newest questions of agents, each with the passage that was the answer, if that is still there. Of their words
    only the stems are kept."""
    best: dict[str, Recall] = {}
    for recall in recalls:
        if recall.relevance < ANSWERED or recall.passage not in there or not recall.question.words:
            continue
        known = best.setdefault(recall.question.hash, recall)
        best[recall.question.hash] = max(known, recall, key=lambda one: (one.at, one.relevance))
    newest = sorted(best.values(), key=lambda recall: (recall.at, recall.question.hash), reverse=True)[:MOST]
    return [_asked(recall, there[recall.passage], counts) for recall in newest]


def _asked(recall: Recall, passage: Passage, counts: Mapping[str, int]) -> Question:
    return Question(" ".join(recall.question.words), passage, "asked", guarded(passage, counts))


def guarded(passage: Passage, counts: Mapping[str, int]) -> str:
    if passage.pinned:
        return "pinned"
    count = counts.get(passage.address, 0)
    return f"recalled {count} times" if count >= OFTEN else ""


def derived(passages: Sequence[Passage], counts: Mapping[str, int], most: int) -> list[Question]:
    """A question for the first passage of each note that has words enough."""
    found: dict[str, Question] = {}
    by_note: dict[str, list[Passage]] = {}
    for passage in passages:
        by_note.setdefault(passage.group or passage.address, []).append(passage)
    for note, own in by_note.items():
        for passage in own:
            if note not in found and (text := question_of(passage, own)):
                found[note] = Question(text, passage, "derived", guarded(passage, counts))
        if len(found) >= most:
            break
    return list(found.values())


def question_of(passage: Passage, note: Sequence[Passage]) -> str:
    """Every second of its telling words, none of the title's, and at most half of those the note has."""
    title = {token for own in note for token in tokens(own.title)}
    content = {token for own in note for token in telling_tokens(own.text)}
    words: dict[str, str] = {}
    for word in _WORD.findall(passage.text):
        own_tokens = telling_tokens(word)
        if len(own_tokens) == 1 and not set(tokens(word)) & title:
            words.setdefault(own_tokens[0], word.lower())
    chosen = list(words.values())[::2][: min(WORDS, len(content) // 2)]
    return " ".join(chosen) if len(chosen) >= FEWEST else ""


def telling_tokens(text: str) -> list[str]:
    """Tokens that say what a text is about."""
    found = tokens(text)
    weights = telling([*found, "\0"])  # never only words of asking, so that these weigh little
    return [token for token, weight in zip(found, weights, strict=False) if weight == 1.0]
