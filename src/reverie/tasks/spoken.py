"""What was said in a session, as evidence: a person's words with what the agent was doing, the agent's findings and
last words, summaries, reports, commit messages and review comments. Redacted turns come in, drafts go out."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence

from reverie.records.sessions import PERSON, Turn, TurnKind
from reverie.records.tasks import ItemKind
from reverie.tasks.draft import Draft, cut
from reverie.tasks.slices import Slice, head, statements, tail, trim, weigh

_LONGEST = 900  # characters of a person's message
_HEAD, _TAIL = 600, 280  # of a longer one: what was asked stands before or after what was pasted
CONTEXT = 200
_OPTIONS = 6000  # characters at the end of the agent's message in which options are looked for
_PASTE = 300  # characters from which the same text again is a paste
_KINDS = {
    TurnKind.HUMAN: ItemKind.HUMAN,
    TurnKind.QUEUED: ItemKind.QUEUED,
    TurnKind.REJECTION: ItemKind.REJECTION,
    TurnKind.INTERRUPT: ItemKind.INTERRUPT,
    TurnKind.ANSWER: ItemKind.ANSWER,
}
_OPTION = re.compile(r"\W{0,3}(?:option )?([A-Ha-h]|\d)(?=[.):,]|\s{0,9}\Z)", re.IGNORECASE)  # "B", "2. but shorter"
_AGREES = re.compile(
    r"[^.!?\n]{0,60}\b(?:you(?:'re| are)(?: absolutely| completely| quite| totally| so)? (?:right|correct)\b"
    r"(?! (?:now|here|away))"
    r"|my (?:mistake|bad|apologies)|i apologi[sz]e|good (?:catch|point|call)|fair point|great (?:catch|point)"
    r"|i (?:misunderstood|misread|overlooked|was wrong|missed that|should(?:n't| not)? have))",
    re.IGNORECASE,
)
_SECTION = re.compile(r"^(?:\s{0,4}(?:\d{1,2}\.|#{1,4}|\*\*)[^\n]{3,80}?:?\*{0,2}:?)[ \t]*$", re.MULTILINE)
_TELLING = re.compile(r"error|fix|problem|solv|concept|decision|feedback|lesson|learn|constraint|gotcha", re.IGNORECASE)
_GIT_COMMIT = re.compile(r"\bgit\b[^|;&\n]{0,80}\bcommit\b")
_MESSAGE = re.compile(
    r"<<-?\s{0,4}['\"]?(?P<mark>\w{1,20})['\"]?[^\n]{0,80}\n|(?:-\w{0,3}m|--message)[ =]{0,3}(?P<quote>[\"'])(?!\$\()"
)
_TRAILER = re.compile(r"\n\s{0,4}(?:[A-Z][\w-]{2,30}-[Bb]y:|🤖|Generated with|Entire-|Change-Id:)")
_REVIEW = re.compile(
    r"\bgh\s+(?:pr\s+(?:view|review)|issue\s+view|api\b[^|;\n]{0,300}\b(?:comments|reviews|reviewThreads))"
)
_REVIEW_TOOL = re.compile(r"fetch_pr|pull_request|review_comment|get_pr|list_comments|issue_comment", re.IGNORECASE)
_BODY = re.compile(r'\\?"(?:\w{0,20}_)?body(?:Text)?\\?":\s?\\?"((?:[^"\\]|\\.)*)"')


def is_review(turn: Turn) -> bool:
    """Whether a result shows what people wrote about a change."""
    if turn.kind is not TurnKind.RESULT or turn.failed:
        return False
    return bool(_REVIEW.search(turn.command)) if turn.command else bool(_REVIEW_TOOL.search(turn.tool))


def draft_spoken(turns: Sequence[Turn]) -> Iterator[Draft]:
    yield from _draft_people(turns)
    yield from _draft_agent(turns)
    for turn in turns:
        if turn.kind is TurnKind.SUMMARY:
            yield from _draft_summary(turn)
        elif turn.kind is TurnKind.REPORT and turn.tool:
            yield from _draft_report(turn)
    yield from _draft_commits(turns)
    yield from _draft_reviews(turns)


def _draft_people(turns: Sequence[Turn]) -> Iterator[Draft]:
    """An interrupt or a refusal without words is told by the next words of the person, if there are any."""
    spoken, said, done = "", "", ""  # what the agent said last, the end of it, and what it did after that
    stopped: tuple[ItemKind, str, tuple[str, ...]] | None = None
    pasted = set[str]()
    for turn in turns:
        if turn.sidechain:
            continue
        if turn.kind is TurnKind.AGENT:
            spoken, said, done = turn.text, turn.text[slice(*tail(turn.text, 0, len(turn.text), CONTEXT))], ""
        elif turn.kind is TurnKind.CALL:
            done = describe(turn) or done
        if turn.kind not in PERSON:
            continue
        kind, context, files = _KINDS[turn.kind], said if turn.kind is TurnKind.HUMAN else done or said, turn.files
        if turn.kind is TurnKind.REJECTION:
            context = describe(turn, "") or context
        elif turn.kind is TurnKind.ANSWER:
            context = turn.context[slice(*head(turn.context, 0, len(turn.context), CONTEXT))]
        if turn.kind is TurnKind.INTERRUPT or not turn.text.strip():
            refused = stopped and stopped[0] is ItemKind.REJECTION
            stopped = stopped if refused else (kind, context, files)
            continue
        if stopped and turn.kind is TurnKind.HUMAN:
            kind, context, files = stopped
        elif turn.kind is TurnKind.HUMAN and (option := _OPTION.match(turn.text)):
            context = _chosen(spoken[-_OPTIONS:], option[1]) or context
        stopped = None
        yield from _draft_words(kind, turn, context or done, files, pasted)


def _chosen(spoken: str, label: str) -> str:
    """The line of the agent's message in which the option with this label stands."""
    line = re.search(rf"^[ \t|>*#-]{{0,12}}(?:option )?{label}[.):*][^\n]*", spoken, re.MULTILINE | re.IGNORECASE)
    return spoken[slice(*head(spoken, *line.span(), CONTEXT))] if line else ""


def _draft_words(kind: ItemKind, turn: Turn, context: str, files: tuple[str, ...], pasted: set[str]) -> Iterator[Draft]:
    """`files`: of the call that was refused with these words."""
    text, words = turn.text, len(turn.text.split())
    if len(text) > _PASTE or kind is ItemKind.REJECTION:  # one "no" refuses all calls of a message
        shape = "".join(text.split())[:2000]
        if shape in pasted:
            return
        pasted.add(shape)
    if words < 3 and kind is ItemKind.HUMAN and not context.rstrip().endswith("?"):
        context = ""  # "commit", "go on": no answer to anything
    rank = min(words, 40) / 10 + (5 if kind is not ItemKind.HUMAN else 0) + (2 if words > 2 else 0)
    first = head(text, 0, len(text), _LONGEST if len(text) <= _LONGEST else _HEAD)
    if first.end > first.start:
        yield cut(kind, turn, "text", text, first, rank, context=context, files=files)
    rest = tail(text, first.end, len(text), _TAIL)
    if rest.end > rest.start:
        yield cut(kind, turn, "text", text, rest, rank - 2, context="", files=files)


def describe(turn: Turn, says: str | None = None) -> str:
    """What a call was about to do: a slice of its command, of what it would write, or the name of its file."""
    if turn.command:
        return turn.command[slice(*head(turn.command, 0, len(turn.command), CONTEXT))]
    for edit in turn.edits:
        text = edit.after or edit.before
        if text.strip():
            return text[slice(*head(text, 0, len(text), CONTEXT))]
    says = turn.text if says is None else says
    return turn.files[0][:CONTEXT] if turn.files else says[slice(*head(says, 0, len(says), CONTEXT))]


def _draft_agent(turns: Sequence[Turn]) -> Iterator[Draft]:
    spoken = [turn for turn in turns if not turn.sidechain and (turn.kind is TurnKind.AGENT or turn.kind in PERSON)]
    after_person = False
    for n, turn in enumerate(spoken):
        if turn.kind in PERSON:
            after_person = True
            continue
        last = n + 1 == len(spoken)
        final = last or spoken[n + 1].kind in (TurnKind.HUMAN, TurnKind.INTERRUPT)
        yield from _draft_statement(turn, after_person, final, last)


def _draft_statement(turn: Turn, after_person: bool, final: bool, last: bool) -> Iterator[Draft]:
    text, start = turn.text, 0
    if after_person and (agrees := _AGREES.match(text)):
        place = head(text, 0, len(text), 400 if len(text) > 400 else len(text))
        yield cut(ItemKind.AGREED, turn, "text", text, place, 6 + weigh(agrees.string[slice(*place)]))
        start = place.end
    elif final:
        place = head(text, 0, len(text), 600 if last else 300)
        weight = weigh(text[slice(*place)])
        if weight or last:
            yield cut(ItemKind.FINAL, turn, "text", text, place, weight + (4 if last else 1))
            start = place.end
    for one in statements(text, start, 400, 1.0):
        kind = ItemKind.FINAL if final else ItemKind.AGENT
        yield cut(kind, turn, "text", text, Slice(one.start, one.end), one.weight)


def _draft_summary(turn: Turn) -> Iterator[Draft]:
    """The parts of a compaction's summary that tell of errors, problems and concepts; all of it if it has no parts."""
    text = turn.text
    titles = [found for found in _SECTION.finditer(text) if found[0].strip()]
    begins, telling = [found.start() for found in titles], [bool(_TELLING.search(found[0])) for found in titles]
    for one in statements(text, 0, 400, 0.6 if any(telling) else 1.5):
        part = bisect_right(begins, one.start) - 1
        if not any(telling) or (part >= 0 and telling[part]):
            yield cut(ItemKind.SUMMARY, turn, "text", text, Slice(one.start, one.end), one.weight)


def _draft_report(turn: Turn) -> Iterator[Draft]:
    for one in statements(turn.text, 0, 400, 1.8):
        yield cut(ItemKind.REPORT, turn, "text", turn.text, Slice(one.start, one.end), one.weight)


def _draft_commits(turns: Sequence[Turn]) -> Iterator[Draft]:
    """The messages of commits; one that failed and was tried again is told once."""
    told = set[str]()
    for turn in turns:
        if turn.kind is not TurnKind.CALL or not (found := _GIT_COMMIT.search(turn.command)):
            continue
        place = _commit_message(turn.command, found.end())
        subject = turn.command[place.start : place.end].partition("\n")[0]
        if place.end > place.start and subject not in told:
            told.add(subject)
            body = place.end - place.start - len(subject)
            rank = 1 + min(body, 400) / 100
            yield cut(ItemKind.COMMIT, turn, "command", turn.command, place, rank)


def _commit_message(command: str, start: int) -> Slice:
    opened = _MESSAGE.search(command, start)
    if not opened:
        return Slice(0, 0)
    end = -1
    if opened["mark"]:
        end = command.find(f"\n{opened['mark']}", opened.end())
    else:
        closed = re.compile(rf"(?<!\\){opened['quote']}").search(command, opened.end())
        end = closed.start() if closed else -1
    end = end if end >= 0 else len(command)
    trailer = _TRAILER.search(command, opened.end(), end)
    return head(command, opened.end(), trailer.start() if trailer else end, 500)


def _draft_reviews(turns: Sequence[Turn]) -> Iterator[Draft]:
    told = set[str]()
    for turn in turns:
        if not is_review(turn) or turn.sidechain:
            continue
        bodies = [Slice(*found.span(1)) for found in _BODY.finditer(turn.text)]
        if not bodies:
            bodies = [Slice(one.start, one.end) for one in statements(turn.text, 0, 400, 1.8)]
        for start, end in bodies:
            place = head(turn.text, start, end, 400)
            text = turn.text[slice(*place)]
            if len(text) > 40 and text not in told:
                told.add(text)
                yield cut(ItemKind.REVIEW, turn, "text", turn.text, trim(turn.text, *place), weigh(text))
