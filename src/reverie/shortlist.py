"""What was recalled from daily notes: from Reverie's log, or in OpenClaw's workspace from its own file with Reverie's
recalls counted in. Bounded, best first, with what is known of earlier promotions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from reverie.layouts import promoted, shortterm
from reverie.layouts.layout import FOREIGN, Layout
from reverie.records.documents import Document
from reverie.records.logs import LogRecord
from reverie.records.recalls import LOG, Question, Recall, Recalled, Terms
from reverie.records.store import Store
from reverie.remember import intents, recalls
from reverie.remember.intents import Same
from reverie.tools.ids import content_id

PROMOTIONS = "promotions"  # the log of what was promoted, and of cycles


@dataclass(frozen=True, slots=True)
class Scene:
    """What one look at the recalls needs. `clean` takes secrets out; `same` tells whether two questions are one;
    `forgotten`, whether a person wanted a text forgotten."""

    store: Store
    layout: Layout
    terms: Terms
    now: datetime
    clean: Callable[[str], str]
    same: Same = intents.by_words
    forgotten: Callable[[str], bool] = lambda _: False

    @property
    def in_openclaw(self) -> bool:
        return self.layout.index is None


def known(scene: Scene) -> list[Recalled]:
    """What was recalled from daily notes, with what is known of its promotion; bounded, best first."""
    counting = scene.terms.counting
    daily = recent(scene) if scene.in_openclaw else recent(scene, counting.from_relevance)
    gathered = _in_openclaw(scene, daily) if scene.in_openclaw else recalls.gather(daily, counting, scene.same)
    before = promotions(scene.store)
    marked = (
        replace(one, promoted=one.promoted or before.get(one.passage) or before.get(words_of(one.text)))
        for one in gathered
    )
    return recalls.bounded(marked, counting.most, scene.now, scene.terms.weights)


def recent(scene: Scene, least: float = 0.0) -> list[Recall]:
    """What was shown of daily notes in the time that counts, from a relevance on."""
    records = scene.store.records(LOG, recalls.since(scene.now, scene.terms.counting))
    return list(recalls.read(records, "daily", least))


def promotions(store: Store) -> dict[str, datetime]:
    """When what was promoted, by key and by words: what was taken back or thrown out since does not come again."""
    found: dict[str, datetime] = {}
    for record in store.records(PROMOTIONS):
        if isinstance(record, LogRecord) and record.kind == "promoted":
            for name in ("key", "words"):
                found[str(record.facts.get(name))] = record.at
    return found


def words_of(text: str) -> str:
    return content_id("words", promoted.plain(text))


# OpenClaw's own file


def _in_openclaw(scene: Scene, daily: Sequence[Recall]) -> list[Recalled]:
    """What its file says, our own recalls counted in as it would count them."""
    found = shortterm.read(shortterm.added(file_of(scene), unwritten(scene, daily), {}, scene.now, 10**9))
    questions = {recall.question.hash: recall.question for recall in daily}
    unasked = _unasked(scene, daily)
    return [_with(one, questions, unasked.get(one.passage, ()), scene) for one in shortterm.recalled(found, FOREIGN)]


def file_of(scene: Scene) -> shortterm.ShortTerm:
    return shortterm.read(content.content if (content := document_of(scene)) else None)


def document_of(scene: Scene) -> Document | None:
    return scene.store.read(shortterm.FILE)


def unwritten(scene: Scene, daily: Iterable[Recall]) -> list[Recall]:
    """Our recalls that are not in OpenClaw's file yet."""
    written = [r.at for r in scene.store.records(PROMOTIONS) if isinstance(r, LogRecord) and r.kind == "exported"]
    after = max(written, default=None)
    counting = scene.terms.counting
    return [
        one
        for one in daily
        if (after is None or one.at > after) and one.at <= scene.now and one.relevance >= counting.from_relevance
    ]


def _unasked(scene: Scene, daily: Iterable[Recall]) -> dict[str, list[Recall]]:
    found: dict[str, list[Recall]] = {}
    for one in daily:
        if not one.asked and one.relevance >= scene.terms.counting.from_relevance:
            path = shortterm.FOLDER + one.address.partition(":")[2]
            found.setdefault(shortterm.key_of(path, one.first, one.last), []).append(one)
    return found


def _with(one: Recalled, asked: dict[str, Question], unasked: Sequence[Recall], scene: Scene) -> Recalled:
    weight = scene.terms.counting.unasked
    return replace(
        one,
        count=one.count + weight * len(unasked),
        total=one.total + weight * sum(recall.relevance for recall in unasked),
        intents=intents.distinct(shortterm.questions(one.hashes, asked), scene.same),
        freshest=(*one.freshest, *((recall.at, weight) for recall in unasked)),
    )
