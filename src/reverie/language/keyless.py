"""Lessons without a model. First what a session's events show by themselves (an edit refused or taken back, the agent's
own question answered, an error and what made it pass), then what people say outright, then what the learned head takes
for a correction. A lesson is only made of words that stand by themselves: what does not is left to a model.

Relative dates stay as they were said; `Lesson.at` is the day they count from."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from reverie.language.head import Moment, probabilities
from reverie.language.phrases import Heard, Phrases, load
from reverie.language.text import NEWLINE, Sentence, own_words, sentences, tokens
from reverie.records.engines import Opinion
from reverie.records.events import Origin
from reverie.records.tasks import PERSONS, Cited, Item, ItemKind, Lesson, LessonKind, Packet, Strength

SURE = 0.5  # where nine of ten are corrections
_LONGEST = 400  # characters of a lesson
_LONG_TEXT = 850  # a message so long is a specification: what it says holds for its task
_SHOWN = 160  # characters of an error, or of words quoted in a lesson's sentence
_FEWEST_WORDS = 3
_FORCE = frozenset("always never no more only don't do not must ne jamais nunca siempre immer nie niemals".split())
_ABOUT = frozenset("it this that these those they them he she there here its their".split())
_HOMES = frozenset("repo project codebase repository package workspace team monorepo app service org product".split())
_CLAUSE = frozenset("the a an we i you our all every no there it it's and or of in on to is are was".split())
_AGAINST = frozenset({"hands_off", "forbid", "objection"})
_CONDITIONS = frozenset("if when for in on while before after unless whenever where as at during once with".split())
_IS = frozenset("is are was were has have".split())
_POINTED_AT = frozenset("again file way thing one part line code change branch test function stuff now".split())
_BOUND = re.compile(
    r"\b(?:same (?:as|way|thing)|(?:like|as) (?:last time|before|above)|the (?:above|latter|former|first one)"
    r"|the other (?:one|way)|that one|this one|(?:option|step|item|point) ?(?:\d|[a-e]\b)|see (?:above|below)"
    r"|as (?:i )?(?:said|discussed|mentioned))\b",
    re.I,
)
_DECIDED = re.compile(r"\b(?:decision|decided|as agreed)\b", re.I)
_GOES_ON = re.compile(
    r"(?:because|since|otherwise|so that|the reason|reason|as (?:it|they|we)|it|they|that way|else)\b", re.I
)
_REASON = re.compile(
    r"\b(?:because|since|so that|given|otherwise|due to|as (?:it|they|we)|the point is|in order to)\b", re.I
)
_SHOULD = re.compile(r"\b(?:should|must|needs? to|ha(?:s|ve) to|better (?:not )?to|supposed to|ought)\b", re.I)
_LASTING = re.compile(
    r"\b(?:which|what|how|where|should)\b.{0,80}\b(?:use|named?|call|store|stored|live|format|library|framework|strategy|approach"
    r"|schema|database|convention|style|default|version|licen[cs]e|architecture|api|branch|target|support|layout|pattern)\b",
    re.I,
)
_FILL = (
    r"(?:no|nope|yes|yeah|yep|ok(?:ay)?|oh|ah|hm+|well|right|sorry|actually|thanks|thank you|great|cool|btw|by the way)"
)
_FILLER = re.compile(rf"(?:{_FILL}[ ,]+)*{_FILL}, *", re.I)
_TAG = re.compile(r"[\s,]+(?:ok(?:ay)?|alright|please|thanks|thank you|got it|understood)[?!.]*$", re.I)
_MERE = re.compile(r"\W*(?:yes|no|y|n|ok(?:ay)?|sure|proceed|continue|cancel|skip|other|none|option \w+|\d+)\W*$", re.I)


@dataclass(frozen=True, slots=True)
class _Said:
    """One item of a person: its sentences, what each was heard to mean, and how likely it corrects the agent."""

    item: Item
    sentences: tuple[Sentence, ...]
    heard: tuple[tuple[Heard, ...], ...]
    sure: float

    @property
    def means(self) -> frozenset[str]:
        return frozenset(one.means for some in self.heard for one in some)

    @property
    def objects(self) -> bool:
        stopped = self.item.kind in {ItemKind.REJECTION, ItemKind.INTERRUPT}
        return self.sure >= SURE or (stopped and bool(self.means & {"objection", "forbid", "prefer", "hands_off"}))


def keyless_lessons(
    packet: Packet, *, opinion: Opinion | None = None, phrases: Phrases | None = None
) -> tuple[Lesson, ...]:
    """What can be learned from a session without a model, surest first. `opinion`: the local model's second look."""
    phrases = phrases or load()
    said = _listen(packet, opinion, phrases)
    found = chain(
        _file_objections(packet, said),
        _requests(packet, said, phrases),
        _sayings(packet, said),
        _answers(packet),
        _remedies(packet),
        _corrections(packet, said),
    )
    return tuple(_once(found))


def stands_alone(sentence: str) -> bool:
    """Whether a stranger would know what it is about: no `it` without a name before, no `same as last time`."""
    words = tokens(sentence)
    dense = sum(token.word > "\u3000" for token in words)
    if len(words) - dense // 2 < _FEWEST_WORDS or _BOUND.search(sentence):
        return False
    named = 0  # words so far that may name something
    for at, token in enumerate(words):
        after = words[at + 1].word if at + 1 < len(words) else "."
        if token.opaque or token.word not in _ABOUT:
            named += token.opaque or (len(token.word) > 2 and token.word not in _CLAUSE and token.word not in _FORCE)
            continue
        if token.word in {"this", "these", "those"} or (token.word == "that" and at == 0):
            if after not in _HOMES:
                return False
        elif token.word == "that" and (not after.isalnum() or (named < 2 and after in _POINTED_AT)):
            return False
        elif token.word == "there" or (token.word == "that" and after.isalnum()):
            continue
        elif named < 2:
            return False
    return named > 0


def moments(packet: Packet) -> list[Moment]:
    """Each message of a person with what was around it, as far as the packet tells."""
    undone = {file for item in packet.items if item.kind is ItemKind.UNDONE for file in item.files}
    found, edits, first = list[Moment](), list[str](), True
    for at, item in enumerate(packet.items):
        if item.kind not in PERSONS:
            first = False
            edits += item.files
            continue
        files = item.files or tuple(edits[-1:])
        found.append(
            Moment(
                item.text.replace(NEWLINE, "\n"),
                item.context,
                _reply(packet.items[at + 1 :]),
                rejected=item.kind is ItemKind.REJECTION,
                interrupted=item.kind is ItemKind.INTERRUPT,
                midway=item.kind is ItemKind.QUEUED,
                first=first and not item.context,
                after_edit=bool(files),
                same_file=any(edits.count(file) > 1 for file in files),
                undone=not undone.isdisjoint(files),
            )
        )
        first = False
    return found


def _listen(packet: Packet, opinion: Opinion | None, phrases: Phrases) -> list[_Said]:
    persons = [item for item in packet.items if item.kind in PERSONS]
    likely = probabilities(moments(packet), opinion, phrases)
    found = []
    for item, sure in zip(persons, likely, strict=True):
        if item.origin is Origin.USER:
            said = tuple(sentences(own_words(item.text)))
            found.append(_Said(item, said, tuple(phrases.hear(one) for one in said), sure))
    return found


def _reply(after: Sequence[Item]) -> str:
    for item in after[:4]:
        if item.kind in PERSONS:
            break
        if item.kind in {ItemKind.AGREED, ItemKind.AGENT, ItemKind.FINAL}:
            return item.text
    return ""


# ---- what people ask to be remembered


def _requests(packet: Packet, said: Iterable[_Said], phrases: Phrases) -> Iterator[Lesson]:
    for one in said:
        for at, (sentence, heard) in enumerate(zip(one.sentences, one.heard, strict=True)):
            save = next((found for found in heard if found.means in {"save", "save_before"}), None)
            if save is None:
                continue
            span = _content(save) if save.means == "save" else None
            if save.means == "save_before":
                around = (*one.sentences[max(0, at - 1) : at], *one.sentences[at + 1 : at + 2])
                beside = around[:1]  # what stands before it; if it comes first, after it
                if not beside or beside[0].asks or not phrases.says_something(beside[0].tokens, told=True):
                    continue
                span = beside[0].start, beside[0].end
            else:
                assert span is not None
                span = sentence.start + span[0], _onward(one, at, sentence.start + span[1], save)
            if filler := _FILLER.match(one.item.text, span[0], span[1]):
                span = filler.end(), span[1]
            words = _wording(save, _told(sentence, span, one.item.text))
            if stands_alone(words) or (":" in save.row.pattern and len(words) > 8 and not _BOUND.search(words)):
                cue = sentence.text if save.means == "save_before" else sentence.text[: span[0] - sentence.start]
                kind = LessonKind.DECISION if _DECIDED.search(cue) else _kind(words, save, phrases)
                yield _lesson(packet, kind, words, one.item.text[slice(*span)], (one.item,), asked=True)


def _content(heard: Heard) -> tuple[int, int]:
    """The place of what is to be kept, with the `always` or `never` before it."""
    assert heard.content is not None
    start, end = heard.content
    for token in reversed(heard.sentence.tokens):
        if token.end <= start and token.start >= heard.start:
            if token.word == "dass":  # the verb stands at the end: the clause is no sentence of its own
                return heard.start, end
            if token.word not in _FORCE:
                break
            start = token.start
    return start, end


def _wording(heard: Heard, text: str) -> str:
    if "when" in heard.slots and heard.row.pattern.startswith("next time"):
        return clean(f"When you {text}")
    if "quoted" in heard.slots:
        return clean(text.strip('"“”«»„`'))
    return clean(text)


def _told(sentence: Sentence, span: tuple[int, int], text: str) -> str:
    """What is to be kept, without what made a question or a plea of it: `could you note that …? It …`."""
    if span[0] >= sentence.end:
        return text[slice(*span)]
    first, rest = text[span[0] : min(span[1], sentence.end)], text[sentence.end : span[1]]
    first = _TAG.sub("", first)
    return f"{first.rstrip(' ?')}.{rest}" if sentence.asks and rest.strip() else f"{first}{rest}"


def _onward(one: _Said, at: int, end: int, save: Heard) -> int:
    """Past the sentences that belong to it: its reason, or all the lines behind a colon."""
    line = one.sentences[at].paragraph
    before = save.sentence.text[: save.content[0] if save.content else 0].rstrip()
    colon = "text" in save.slots and before.endswith((":", "："))
    for sentence, heard in list(zip(one.sentences, one.heard, strict=True))[at + 1 : at + 4]:
        if sentence.paragraph != line or not (colon or _GOES_ON.match(sentence.text)):
            break
        too_long = sentence.end - one.sentences[at].start > _LONGEST
        if too_long or sentence.asks or any(found.means in {"save", "save_before"} for found in heard):
            break
        end = sentence.end
    return end


def _kind(words: str, save: Heard, phrases: Phrases) -> LessonKind:
    said = tokens(words)
    tells = any(token.word in _IS for token in said[1:4])  # `release notes are …` is no order to release
    if phrases.wishes(said) or re.search(r"\bprefers?\b", words):
        return LessonKind.PREFERENCE
    orders = "order" in save.slots or (phrases.orders_something(said) and not tells)
    return LessonKind.RULE if orders or re.search(r"\b(?:must|always|never|should)\b", words, re.I) else LessonKind.FACT


# ---- what they say outright, and what they object to


def _sayings(packet: Packet, said: Iterable[_Said]) -> Iterator[Lesson]:
    """Decisions, standing rules and preferences."""
    for one in said:
        for at, (sentence, heard) in enumerate(zip(one.sentences, one.heard, strict=True)):
            means = {found.means: found for found in heard}
            if "save" in means or "save_before" in means:
                continue
            best = next((means[name] for name in ("decision", "prefer", "rule", "forbid") if name in means), None)
            if best is None or (best.means == "forbid" and not one.objects):
                continue
            if best.means != "decision" and len(one.item.text) > _LONG_TEXT:
                continue
            start = sentence.start + best.start
            if best.means == "decision" and re.search(r"\bthat\b|:", sentence.text[best.start : _content(best)[0]]):
                start = sentence.start + _content(best)[0]
            elif sentence.tokens[0].word in _CONDITIONS:
                start = sentence.start  # cut from its condition it would say too much
            end = _onward(one, at, sentence.end, best)
            quote = one.item.text[start:end]
            chosen = best.slot("one")
            words = f"Use {chosen}, not {best.slot('another')}." if chosen else clean(quote)
            if stands_alone(words):
                kind = {"decision": LessonKind.DECISION, "prefer": LessonKind.PREFERENCE}.get(
                    best.means, LessonKind.RULE
                )
                kind = LessonKind.PREFERENCE if words.startswith("I ") and best.means == "rule" else kind
                yield _lesson(packet, kind, words, quote, (one.item,), files=_named_files(one.item, words))


def _corrections(packet: Packet, said: Iterable[_Said]) -> Iterator[Lesson]:
    """What the head takes for a correction is a lesson if it says what should be, and why."""
    for one in said:
        if not one.objects or len(one.item.text) > _LONG_TEXT:
            continue
        for sentence, heard in zip(one.sentences, one.heard, strict=True):
            means = {found.means for found in heard}
            if sentence.asks or means & {"save", "decision", "prefer", "rule", "forbid"}:
                continue
            if _SHOULD.search(sentence.text) and _REASON.search(sentence.text):
                words = clean(sentence.text)
                if stands_alone(words):
                    yield _lesson(packet, LessonKind.PREFERENCE, words, sentence.text, (one.item,))


# ---- what the session's events show by themselves


def _file_objections(packet: Packet, said: Iterable[_Said]) -> Iterator[Lesson]:
    """Somebody objects to an edit of a file: refused with words that say so, or taken back afterwards."""
    undone = {file: item for item in packet.items if item.kind is ItemKind.UNDONE for file in item.files}
    for one in said:
        files = one.item.files if len(one.item.files) == 1 else _mentioned(one.item, packet.files)
        if len(files) != 1 or len(one.item.text) > _LONG_TEXT or not one.sentences:
            continue
        refused = one.item.kind in {ItemKind.REJECTION, ItemKind.INTERRUPT}
        back = undone.get(files[0])
        away = "hands_off" in one.means
        if not ((away and (refused or back or one.sure >= SURE)) or (back and one.objects)):
            continue
        long = [pair for pair in zip(one.sentences, one.heard, strict=True) if len(pair[0].tokens) > _FEWEST_WORDS]
        telling = [sentence for sentence, heard in long if {found.means for found in heard} & _AGAINST]
        telling = telling or [sentence for sentence, _ in long]
        if telling:
            last = one.sentences[-1] if one.sentences[-1].end - telling[0].start <= _LONGEST else telling[0]
            quote = one.item.text[telling[0].start : last.end]
            shown = " ".join(quote.replace(NEWLINE, " ").split())
            words = f"Do not edit {files[0]}: “{shown}”"
            yield _lesson(packet, LessonKind.RULE, words, quote, (one.item, *((back,) if back else ())), files=files)


def _answers(packet: Packet) -> Iterator[Lesson]:
    """The agent asked how something is to be, and a person chose."""
    for item in packet.items:
        question = " ".join(item.context.replace(NEWLINE, " ").split())
        answer = " ".join(item.text.replace(NEWLINE, " ").split())
        if item.kind is not ItemKind.ANSWER or item.origin is not Origin.USER or not question.endswith("?"):
            continue
        chosen = len(answer) <= _SHOWN and not _MERE.match(answer) and not answer.endswith("?")
        if chosen and len(question) <= _LONGEST // 2 and _LASTING.search(question):
            words = f"{question} {clean(answer)}"
            yield _lesson(packet, LessonKind.DECISION, words, item.text, (item,), why="answer to the agent's question")


def _remedies(packet: Packet) -> Iterator[Lesson]:
    """The same command failed and then passed, after another command: a trap with its way out. What an edit mended is
    in the code. What keeps failing is a gap."""
    for at, item in enumerate(packet.items):
        if item.kind is not ItemKind.ERROR:
            continue
        lines = [line.strip() for line in item.text.split(NEWLINE) if line.strip()]
        told = (other for other in packet.items[at + 1 :] if other.kind in {ItemKind.ERROR, ItemKind.REMEDY})
        remedy = next(told, None)
        command = (item.context or (lines[0] if lines else "")).strip("$ `")[:_SHOWN]
        message = next((line for line in (lines if item.context else lines[1:]) if re.search(r"[^\W\d]{3}", line)), "")
        if not command or not message or command in item.files:  # an edit that did not fit is the agent's own slip
            continue
        message = message[:_SHOWN].rstrip()
        if remedy is not None and remedy.kind is ItemKind.REMEDY:
            way = remedy.text.strip("$ `")
            again = command.split()[:2] == way.split()[:2]  # the same in another form mends nothing
            if way and len(way) <= _SHOWN and NEWLINE not in way and not again and not remedy.files:
                words = f"If `{command}` fails with “{message}”, run `{way}` first."
                yield _lesson(packet, LessonKind.FACT, words, message, (item, remedy))
        elif item.times > 2:
            words = f"`{command}` fails with “{message}”, and no way out was found."
            yield _lesson(packet, LessonKind.GAP, words, message, (item,))


# ---- making a lesson


def clean(text: str) -> str:
    """The words as one sentence: one line, a capital, an end."""
    text = " ".join(text.replace(NEWLINE, " ").split()).strip(" ,;:-—–")
    if not text:
        return ""
    text = text.rstrip("?") if len(text) > 1 else text
    text = text[:-1] if text.endswith(")") and "(" not in text else text
    first = text.split(" ", 1)[0]
    if first[:1].islower() and re.fullmatch(r"[^\W\d_]+(?:['’][a-z]+)?,?", first):
        text = text[0].upper() + text[1:]
    return text if text.endswith((".", "!", "?", "。", "！", "”")) else text + ("。" if text[-1] > "\u3000" else ".")


def _lesson(
    packet: Packet, kind: LessonKind, sentence: str, quote: str, items: Sequence[Item], *,
    files: tuple[str, ...] = (), asked: bool = False, why: str = "",
) -> Lesson:  # fmt: skip
    human = all(item.kind in PERSONS or item.kind is ItemKind.UNDONE for item in items)
    reason = _REASON.search(sentence)
    return Lesson(
        id=_id(items, quote),
        kind=kind,
        sentence=sentence,
        why=why or (sentence[reason.start() :].strip(" .”") if reason and reason.start() else ""),
        files=files,
        strength=Strength.SAID if human else Strength.OBSERVED,
        origin=items[0].origin if human else _lowest(items),
        evidence=tuple(Cited(item.event, item.span, item.origin, item.at, item.text, item.kind) for item in items),
        quote=quote,
        session=packet.header.get("session", packet.about),
        at=items[0].at,
        asked=asked,
    )


def _id(items: Sequence[Item], quote: str) -> str:
    told = "\n".join((*sorted({item.event for item in items}), quote))
    return hashlib.sha256(told.encode()).hexdigest()[:12]


def _lowest(items: Iterable[Item]) -> Origin:
    ranks = list(Origin)
    return max((item.origin for item in items), key=ranks.index)


def _named_files(item: Item, words: str) -> tuple[str, ...]:
    return tuple(file for file in item.files if file.rpartition("/")[2] in words)


def _mentioned(item: Item, files: Iterable[str]) -> tuple[str, ...]:
    """Files of the session whose name stands in a person's words: `FullSchema.ts`, or `full schema`."""
    bare = re.sub(r"[\W_]+", "", item.text[:_LONG_TEXT]).lower()
    named = ((file, re.sub(r"[\W_]+", "", file.rpartition("/")[2].partition(".")[0]).lower()) for file in files)
    return tuple(file for file, name in named if len(name) > 5 and name in bare)


def _once(lessons: Iterable[Lesson]) -> Iterator[Lesson]:
    """Each piece of a person's words leads to one lesson: the first, which is the surest."""
    seen: list[tuple[str, str]] = []
    for lesson in lessons:
        event = lesson.evidence[0].event
        if not any(event == other and (lesson.quote in quote or quote in lesson.quote) for other, quote in seen):
            seen.append((event, lesson.quote))
            yield lesson
