"""Recalls kept and counted: every hit shown to an agent becomes a record of the log `recalls`, and the records of one
passage become what promotion scores. What is kept in view is bounded: beyond the cap the least valuable is let go."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from reverie.records.documents import Skipped
from reverie.records.engines import Embedder
from reverie.records.logs import Json, LogRecord
from reverie.records.passages import Hit
from reverie.records.recalls import LOG, Counting, Question, Recall, Recalled, Weights
from reverie.records.store import Store
from reverie.remember.intents import Same, ask, by_words, distinct
from reverie.remember.relevance import relevance
from reverie.remember.scoring import parts
from reverie.tools.ids import content_id

LONGEST = 280  # characters of a passage that are kept beside its recall
MOST_HASHES = 32
AGES = 36_500  # days: as far back as anybody can mean
_BESIDE = 0.05  # what was shown beside the answer is counted by its id; its words need not be kept


def record(
    store: Store,
    hits: Sequence[Hit],
    query: str,
    *,
    at: datetime,
    by: str = "agent",
    asked: bool = True,
    embed: Embedder | None = None,
    clean: Callable[[str], str] = str,
) -> int:
    """Note that these hits were shown to an agent. Not to be called for what a person looks up. `clean` takes secrets
    out. How many were noted: rules and transcripts are not memory that could be promoted, but show what is of use."""
    question = ask(clean(query), embed)
    shares = relevance(query, [(hit.passage.text, hit.score) for hit in hits])
    told = [
        Recall(
            hit.passage.id, hit.passage.address, hit.passage.first, hit.passage.last, clean(hit.passage.text)[:LONGEST],
            hit.passage.layer, question, round(hit.score, 6), at, asked, hit.passage.origin, share,
        )
        for hit, share in zip(hits, shares, strict=True)
    ]  # fmt: skip
    store.append(LOG, [to_record(recall, by) for recall in told])
    return len(told)


def to_record(recall: Recall, by: str) -> LogRecord:
    question = recall.question
    facts: dict[str, Json] = {
        "passage": recall.passage,
        "address": recall.address,
        "lines": [recall.first, recall.last],
        "text": recall.text,
        "layer": recall.layer,
        "query": question.hash,
        "words": list(question.words),
        "score": recall.score,
        "relevance": recall.relevance,
        "asked": recall.asked,
    }
    more = {"meaning": question.meaning, "model": question.model, "origin": recall.origin.replace("user", "")}
    if recall.relevance < _BESIDE:
        del facts["text"], more["meaning"], more["model"]
    facts.update({name: value for name, value in more.items() if value})
    id = content_id(recall.passage, recall.address, str(recall.first), question.hash, recall.at.isoformat())
    return LogRecord("recall", by, recall.at, facts, id)


def read(records: Iterable[LogRecord | Skipped], layer: str = "", least: float = 0.0) -> Iterator[Recall]:
    """The recalls of a log, or those of one layer, or only those of so much relevance: of six hits of a question five
    are none, and need not be looked at. A line that is none of ours is passed over."""
    for record in records:
        if not isinstance(record, LogRecord) or record.kind != "recall":
            continue
        if layer and record.facts.get("layer") != layer:
            continue
        if (found := _recall(record, least)) is not None:
            yield found


def _recall(record: LogRecord, least: float) -> Recall | None:
    facts = record.facts
    lines, words, score = facts.get("lines"), facts.get("words"), facts.get("score")
    relevance = facts.get("relevance", score)
    if not isinstance(lines, list) or len(lines) != 2:
        return None
    if not isinstance(score, (int, float)) or not isinstance(relevance, (int, float)) or relevance < least:
        return None
    question = Question(
        str(facts.get("query", "")),
        tuple(str(word) for word in words) if isinstance(words, list) else (),
        str(facts.get("meaning", "")),
        str(facts.get("model", "")),
    )
    first, last = (number if isinstance(number, int) else 0 for number in lines)
    texts = [str(facts.get(name, "")) for name in ("passage", "address", "text", "layer")]
    passage, address, text, layer = texts
    asked, origin = bool(facts.get("asked")), str(facts.get("origin", "user"))
    return Recall(
        passage, address, first, last, text, layer, question, _unit(score), record.at, asked, origin, _unit(relevance)
    )


def _unit(value: float) -> float:
    return min(max(float(value), 0.0), 1.0)


def since(now: datetime, counting: Counting) -> datetime:
    return now - timedelta(days=min(counting.window, AGES))


def gather(recalls: Iterable[Recall], counting: Counting, same: Same = by_words) -> list[Recalled]:
    """The recalls of each passage as one."""
    known: dict[str, list[Recall]] = {}
    for recall in recalls:
        if recall.relevance >= counting.from_relevance:
            known.setdefault(recall.passage, []).append(recall)
    return [_together(found, counting, same) for found in known.values()]


def _together(recalls: Sequence[Recall], counting: Counting, same: Same) -> Recalled:
    def weight(recall: Recall) -> float:
        return 1.0 if recall.asked else counting.unasked

    newest = max(recalls, key=lambda recall: recall.at)
    asked = {recall.question.hash: recall.question for recall in recalls if recall.asked}
    freshest = {
        kind: max(found)
        for kind in (True, False)
        if (found := [recall.at for recall in recalls if recall.asked is kind])
    }
    return Recalled(
        newest.passage,
        newest.address,
        newest.first,
        newest.last,
        newest.text,
        sum(map(weight, recalls)),
        sum(weight(recall) * recall.relevance for recall in recalls),
        distinct(asked.values(), same),
        tuple(asked)[-MOST_HASHES:],
        tuple((at, 1.0 if kind else counting.unasked) for kind, at in freshest.items()),
        min(recall.at for recall in recalls),
        max(recall.relevance for recall in recalls),
        newest.layer,
        newest.origin,
    )


def beside(recalls: Iterable[Recall], counting: Counting) -> list[tuple[Recalled, int]]:
    """What was shown and never was the answer, and how often: nothing of it counts, but it can be said so."""
    known: dict[str, list[Recall]] = {}
    for recall in recalls:
        known.setdefault(recall.passage, []).append(recall)
    unsure = [found for found in known.values() if all(one.relevance < counting.from_relevance for one in found)]
    return [(_uncounted(_together(found, counting, by_words)), len(found)) for found in unsure]


def _uncounted(one: Recalled) -> Recalled:
    return replace(one, count=0.0, total=0.0, intents=0, hashes=(), freshest=((one.last_at, 0.0),))


def bounded(known: Iterable[Recalled], most: int, now: datetime, weights: Weights) -> list[Recalled]:
    """The most valuable, best first. Value is the score promotion goes by, so neither the newest (which had no time to
    be recalled) nor the most recalled are let go first; those promoted already are, because they have their place."""

    def value(one: Recalled) -> tuple[bool, float, datetime, str]:
        return one.promoted is None, parts(one, now, weights).score, one.last_at, one.passage

    return sorted(known, key=value, reverse=True)[: max(most, 0)]
