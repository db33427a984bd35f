"""Insights: what shows only across sessions. Several packets come in, or what was learned in them; observations come
out, each of which rests on at least two sessions. An observation is told, it never instructs by itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from reverie.records.engines import Question
from reverie.records.events import Origin
from reverie.records.tasks import Cited, Item, Lesson, Packet, cited_from_json, cited_to_json
from reverie.tasks import orders
from reverie.tasks.authority import Witness, authority, check_orders
from reverie.tasks.examine import named
from reverie.tasks.form import parse_answer, unlike
from reverie.tasks.grounds import Found, cited_items, find_quote, missing
from reverie.tasks.kind import (
    DATA,
    Passed,
    Redact,
    Refused,
    Unfit,
    framed,
    instructed,
    joined,
    list_of,
    object_of,
    quoted,
    text_of,
)
from reverie.tasks.known import Known
from reverie.tasks.packets import render_packet
from reverie.tasks.tokens import repeats, telling
from reverie.tasks.wellformed import clean_sentence, with_dates, without_secrets
from reverie.tools.ids import content_id

MOST = 5
LONGEST = 280
LEAST_SESSIONS = 2
_INSIGHT = object_of(
    sentence=text_of(LONGEST, 8), evidence=list_of(text_of(24), 24, LEAST_SESSIONS), quote=text_of(900, 1)
)
_ASKED = f"""\
These are several sessions on one project, each with its numbered lines. Say what a sharp colleague
would notice only by laying them side by side: what comes back, what is redone, what is asked for
again and again, what people and agents disagree about, what costs time each time. Say what happens,
when, and what helps if the lines say so; do not give orders.
None is a good answer. {MOST} at most. What the notes below say already is no news.

Each insight has:
- sentence: at most {LONGEST} characters; no name, path, number or command that does not stand
  letter for letter in a line you cite.
- evidence: the ids of all lines it rests on (s1.e3), of at least two sessions.
- quote: one piece of a cited line, copied exactly, in which it can be seen."""


@dataclass(frozen=True, slots=True)
class Insight:
    """An observation, examined. Its id comes from its evidence, never from its wording."""

    id: str
    sentence: str
    origin: Origin
    evidence: tuple[Cited, ...]
    sessions: tuple[str, ...]
    quote: str


@dataclass(frozen=True, slots=True)
class InsightsInput:
    packets: tuple[Packet, ...]
    known: Known = field(default_factory=Known)
    instructions: str = ""
    redact: Redact = str
    render: Callable[[Packet], str] = render_packet


@dataclass(frozen=True, slots=True)
class Insights:
    name: ClassVar[str] = "insights"
    version: ClassVar[int] = 1
    schema: ClassVar[Mapping[str, Any]] = object_of(insights=list_of(_INSIGHT, MOST))
    most: ClassVar[int] = 2000
    _outer: ClassVar[Mapping[str, Any]] = object_of(insights=list_of({"type": "object"}, 50))

    def question(self, given: InsightsInput) -> Question:
        shown = [given.render(packet) for packet in _numbered(given.packets)]
        sessions = "\n\n".join(f"Session s{n}\n{text}" for n, text in enumerate(shown, 1))
        said = "\n".join(f"{line.where}: {quoted(line.text)}" for line in given.known.nearest(sessions, 4000))
        text = joined(
            _ASKED,
            instructed(given.instructions, given.redact),
            framed("NOTES the project has already", said) if said else "",
            framed("SESSIONS", sessions),
        )
        return Question("You look for what shows only across sessions. " + DATA, text, self.schema, self.most)

    def examine(self, answer: str, given: InsightsInput) -> Passed[tuple[Insight, ...]] | Refused:
        try:
            told = parse_answer(answer, self._outer)["insights"]
        except Unfit as fault:
            return Refused(str(fault))
        passed: list[Insight] = []
        dropped: list[str] = []
        whole = _one_packet(given.packets)
        for number, one in enumerate(told, 1):
            try:
                if number > MOST:
                    raise Unfit(f"{MOST} are the most")
                found = _examine(one, whole, given)
                if any(found.id == other.id or repeats(found.sentence, other.sentence) for other in passed):
                    raise Unfit("it says what an earlier one says")
                passed.append(found)
            except Unfit as fault:
                dropped.append(f"insight {number}: {fault}")
        if dropped and not passed:
            return Refused("; ".join(dropped), tuple(dropped))
        record = {"insights": [_record(one) for one in passed]}
        return Passed(tuple(passed), record, tuple(dropped), "; ".join(dropped))

    def restore(self, record: Mapping[str, Any]) -> tuple[Insight, ...]:
        return tuple(_insight_of(one) for one in record["insights"])

    def keyless(self, given: InsightsInput) -> str:  # noqa: ARG002 - patterns in events answer it
        return ""


def _examine(told: Any, whole: Packet, given: InsightsInput) -> Insight:
    if fault := unlike(told, _INSIGHT, "it"):
        raise Unfit(fault)
    sentence = clean_sentence(told["sentence"], given.redact)
    without_secrets(told["quote"], given.redact, "its quote")
    cited = cited_items(told["evidence"], whole)
    sessions = tuple(dict.fromkeys(_session(item, given.packets).about for item in cited))
    if len(sessions) < LEAST_SESSIONS:
        raise Unfit("it rests on one session only")
    quote = find_quote(told["quote"], cited)
    if fault := missing(named(sentence), cited, whole):
        raise Unfit(fault)
    _check_each_session_carries(sentence, cited, given.packets)
    witness = Witness(whole, cited, quote, given.known.vocabulary)
    origin = authority(sentence, witness)
    if origin is not Origin.USER and orders.is_instruction(sentence):
        raise Unfit("it is an instruction; say what happens instead")
    check_orders(sentence, origin, witness)
    if where := given.known.says(sentence):
        raise Unfit(f"it is said already: {where}")
    evidence = tuple(Cited(one.event, one.span, one.origin, one.at, one.text, one.kind) for one in cited)
    sentence = with_dates(sentence, cited, quote.item)
    return Insight(_insight_id(cited, quote), sentence, origin, evidence, sessions, quote.text)


def _insight_id(cited: Sequence[Item], quote: Found) -> str:
    """Made of the events that say what the quote says, in whatever order they were cited."""
    wanted = telling(quote.text)
    carrying = {item.event for item in cited if wanted & telling(item.text)} | {quote.item.event}
    return content_id("insight", *sorted(carrying))


def _check_each_session_carries(sentence: str, cited: Sequence[Item], packets: Sequence[Packet]) -> None:
    """Two sessions really speak of it: a line cited to make up the number says nothing of what the sentence says."""
    told = telling(sentence)
    saying = {
        _session(item, packets).about for item in cited if told & telling(f"{item.text}\n{item.context}\n{item.files}")
    }
    if len(saying) < LEAST_SESSIONS:
        raise Unfit("only one of the sessions it cites says anything of it")


def _numbered(packets: Iterable[Packet]) -> tuple[Packet, ...]:
    """The packets with ids that say which session they are of."""
    return tuple(
        replace(packet, items=tuple(replace(item, id=f"s{n}.{item.id}") for item in packet.items))
        for n, packet in enumerate(packets, 1)
    )


def _one_packet(packets: Sequence[Packet]) -> Packet:
    items = tuple(item for packet in _numbered(packets) for item in packet.items)
    files = tuple(dict.fromkeys(name for packet in packets for name in packet.files))
    return Packet(",".join(packet.about for packet in packets), {}, items, files=files)


def _session(item: Item, packets: Sequence[Packet]) -> Packet:
    return packets[int(item.id.partition(".")[0].removeprefix("s")) - 1]


def packet_of_lessons(session: str, lessons: Iterable[Lesson]) -> Packet:
    """What was learned in a session as a packet, for insights over many: its items are the evidence the lessons rest
    on, so that an insight is held against that and not against a model's words."""
    cited = dict.fromkeys(one for lesson in lessons for one in lesson.evidence)
    items = tuple(
        Item(f"e{n}", one.kind, one.text, 0, one.span, one.event, one.origin, one.at) for n, one in enumerate(cited, 1)
    )
    return Packet(session, {"session": session}, items)


def _record(insight: Insight) -> dict[str, Any]:
    return {
        "id": insight.id,
        "sentence": insight.sentence,
        "origin": str(insight.origin),
        "evidence": [cited_to_json(one) for one in insight.evidence],
        "sessions": list(insight.sessions),
        "quote": insight.quote,
    }


def _insight_of(told: Mapping[str, Any]) -> Insight:
    return Insight(
        told["id"],
        told["sentence"],
        Origin(told["origin"]),
        tuple(cited_from_json(one) for one in told["evidence"]),
        tuple(told["sessions"]),
        told["quote"],
    )
