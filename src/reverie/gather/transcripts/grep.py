"""Looking something up in the transcripts themselves: newest first, with context, redacted, block by block.

What is searched is the redacted text: a search must not become a way to guess a secret piece by piece.
"""

from __future__ import annotations

import os
import re
from collections import Counter, deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache, partial
from pathlib import Path

from reverie.gather.transcripts import copilot
from reverie.gather.transcripts.adapter import Session, Shared, short
from reverie.gather.transcripts.ears import below
from reverie.gather.transcripts.finish import Redact
from reverie.gather.transcripts.folders import Folders
from reverie.gather.transcripts.grep_needles import MARK, Needles
from reverie.gather.transcripts.grep_places import Whereabouts
from reverie.gather.transcripts.scan import Json, Place, Sieve, Unusable, each, open_regular, parse, scan
from reverie.gather.transcripts.sources import ADAPTERS, File, Wanted
from reverie.records.events import Origin, Span

CONTEXT = 160  # characters shown before and after
MOST = 50
DEEPEST = 12  # levels of a record that are looked into
TWINS = 3  # lines between the two ways in which a message is written
LARGEST = 1 << 20  # characters of a text that are looked at
EDGE = 16 << 10  # characters before that cut in which a secret may be halved
SHORT, REMEMBERED = 100, 20_000  # texts so short come again and again: as many are remembered redacted
_PRIVATE = re.compile("<private>", re.IGNORECASE)
_MARKER = re.compile(rf"\[{MARK}([A-Za-z0-9_.-]{{1,40}}:[0-9a-f]{{8}})\]")
_TELLING = re.compile(r"key|token|secret|pass|pwd|auth|cred|cookie|login|private", re.IGNORECASE)  # names of fields
_ALL = Sieve(b"\0", 0, {})  # lets every line through
_NOT_WORDS = frozenset(
    "uuid parentUuid logicalParentUuid sessionId signature data encrypted_content thinkingSignature requestId id"
    " call_id tool_use_id toolUseID parentToolUseID messageId leafUuid parentId promptId transformedContent"
    " reasoningOpaque encryptedContent toolCallId interactionId".split()
)
_AROUND = frozenset(  # what the program writes around what was said and done
    "type role cwd gitBranch version userType timestamp model entrypoint slug operation level subtype stop_reason"
    " stop_sequence stopReason permissionMode provider api status mimeType media_type service_tier originator source"
    " cli_version model_provider phase effort approval_policy sandbox_policy collaboration_mode"
    " backupFileName backupTime limit_id limit_name plan_type customType thinkingLevel modelId".split()
)
_GIVEN = frozenset(
    "input arguments output toolUseResult partialJson details result structuredContent".split()
)  # and what is none of its own


@dataclass(frozen=True, slots=True)
class Hit:
    """One place where the pattern was found: the words with what stands around them, redacted."""

    agent: str
    session: str
    at: datetime | None
    origin: Origin
    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Query:
    """What to look for: a regular expression, and whose and when."""

    pattern: str
    since: datetime | None = None
    origin: Origin | None = None
    session: str = ""  # the beginning of a session's id, or of its file's name
    ignore_case: bool = False

    def compiled(self) -> re.Pattern[str]:
        """ValueError if it is no regular expression, or one that is too much."""
        try:
            return re.compile(self.pattern, re.IGNORECASE if self.ignore_case else 0)
        except (re.error, OverflowError) as wrong:
            raise ValueError(f"'{self.pattern}' is not a regular expression: {wrong}") from None
        except RecursionError:
            raise ValueError(f"'{self.pattern}' is not a regular expression: it is nested too deeply") from None


@dataclass(slots=True)
class Watch:
    """Where a search is, for whoever waits for it or must end it."""

    files: int = 0
    bytes: int = 0
    texts: int = 0
    matching: bool = False  # the pattern is at work, on a text at `where`
    where: str = ""


def grep(
    files: Iterable[File],
    query: Query,
    redact: Redact,
    *,
    now: datetime,
    most: int = MOST,
    context: int = CONTEXT,
    watch: Watch | None = None,
    wanted: Wanted | None = None,
) -> Iterator[Hit]:
    """The newest hits first. Files are read from the one last written on: what is newer than a file was written cannot
    be in it or in those after it, and is told before they are read. What was said in a folder that is not `wanted` is
    left out, also in a session that is."""
    search = _Search(query, redact, now, context, watch or Watch(), wanted)
    floor = query.since.astimezone(UTC).timestamp() if query.since else 0
    waiting: list[tuple[float, int, Hit]] = []  # when and where in its file, the newest last
    for file in sorted(files, key=lambda file: (-file.at.st_mtime_ns, file.path)):
        written = file.at.st_mtime
        while most > 0 and waiting and waiting[-1][0] > written:
            most -= 1
            yield waiting.pop()[2]
        if written < floor or most <= 0:
            break
        found = ((hit.at.timestamp() if hit.at else written, hit.span.line, hit) for hit in search.hits(file, most))
        waiting = sorted((*waiting, *found), key=lambda one: one[:2])[-most:]
    yield from (hit for *_, hit in waiting[: -most - 1 : -1])


class _Search:
    """One file after the other. The adapter says of each line that matches who speaks there."""

    def __init__(
        self, query: Query, redact: Redact, now: datetime, context: int, watch: Watch, wanted: Wanted | None
    ) -> None:
        self._query, self._pattern = query, query.compiled()
        self._needles = Needles(self._pattern)
        self._redact, self._redacted = redact, lru_cache(REMEMBERED)(redact)
        self._now, self._context, self._watch = now, context, watch
        self._folders = Folders(wanted.folders) if wanted and not wanted.all_projects else None
        self._named = wanted.extra if wanted else ()  # by hand: what lies there was meant

    def hits(self, file: File, most: int) -> deque[Hit]:
        self._file, self._where, self._found = file, Whereabouts(file), deque[Hit](maxlen=most)
        self._everywhere = self._folders is None or any(below(file.path, str(place)) for place in self._named)
        self._watch.files += 1
        try:
            fd = open_regular(file.path)
        except OSError:
            return self._found  # it went away, or was never ours to read
        try:
            look = partial(each, _ALL, self._take)
            for _ in scan(fd, Place(), look, Counter(), os.fstat(fd).st_size, at_rest=True):
                pass
        finally:
            os.close(fd)
        return self._found

    def _take(self, data: bytes, start: int, stop: int, _at: int, line: int, offset: int, /) -> str:
        self._watch.bytes = self._watch.bytes + stop - start
        self._where.pass_by(data, start, stop, line)
        text = data[start:stop]
        if not self._needles.may_match(text):
            return ""
        try:
            record = parse(text)
        except Unusable:
            return ""
        self._where.take(record)
        if not self._is_wanted():
            return ""
        self._watch.where = f"{Path(self._file.path).name}:{line}"
        said = record.get("data") if self._file.agent == copilot.NAME else record  # elsewhere that is a picture's
        shown = next(filter(None, (self._window(name, words) for name, words in _strings(said, DEEPEST))), "")
        if shown:
            self._keep(text, shown, Span(self._redact(self._file.path), "", line, offset), record)
        return ""

    def _is_wanted(self) -> bool:
        """Whether this was said in the session that was asked for, and in a folder of this project. A session may
        wander into another one, and what was said there is left there."""
        folder, folders = self._where.folder, self._folders
        here = self._everywhere or not folder or folders is None or folders.hold(folder)
        return here and self._where.is_called(self._query.session)

    def _window(self, name: str, words: str) -> str:
        """What is shown of a text that matches once its secrets are gone; otherwise empty."""
        if not self._needles.may_match(words.encode("utf-8", "replace")):
            return ""
        clean, around = self._clean(name, words), self._context
        found = self._searched(_masked(clean))
        return clean[max(0, found.start() - around) : found.end() + around].strip() if found else ""

    def _clean(self, name: str, words: str) -> str:
        """A text without its secrets, before anything is compared or cut. Of a monstrous one only the beginning, and
        of that nothing that may be half of a secret."""
        if len(words) > LARGEST:
            clean = self._redact(words[:LARGEST])
            opened = _PRIVATE.search(clean)  # and perhaps closed further down
            return clean[: min(max(0, len(clean) - EDGE), opened.start() if opened else LARGEST)]
        clean = self._redacted(words) if len(words) < SHORT else self._redact(words)
        if not _TELLING.search(name):
            return clean
        before = f'"{name}": "'  # some are only known by their name
        return self._redact(f'{before}{clean}"').removeprefix(before).removesuffix('"')

    def _searched(self, words: str) -> re.Match[str] | None:
        self._watch.texts += 1
        self._watch.matching = True
        try:
            return self._pattern.search(words)
        finally:
            self._watch.matching = False

    def _keep(self, line: bytes, shown: str, span: Span, record: Json) -> None:
        query, shared = self._query, Shared(self._now)
        session: Session = ADAPTERS[self._file.agent].session(shared, self._file.path)
        sign = ADAPTERS[self._file.agent].SIGN
        session.take(line, 0, len(line), line.find(sign, 0, 1500), span.line, span.offset)
        session.close()
        said = session.raw[-1] if session.raw else None
        origin = said.origin if said else _origin(line)
        at = said.at if said else shared.moment(record.get("timestamp"), None)
        if query.origin not in (None, origin) or (query.since and at and at < query.since):
            return
        span = span._replace(uuid=said.span.uuid if said else short(record.get("uuid")))
        self._add(Hit(self._file.agent, self._redact(self._where.session), at, origin, span, shown))

    def _add(self, hit: Hit) -> None:
        """Some programs write a message twice, once for themselves: that one is not told."""
        last = self._found[-1] if self._found else None
        if last and last.text == hit.text and hit.span.line - last.span.line <= TWINS:
            if hit.origin is Origin.SYSTEM:
                return
            if last.origin is Origin.SYSTEM:
                self._found.pop()
        self._found.append(hit)


def _origin(line: bytes) -> Origin:
    """Of a line that the adapter passes over: mostly what tools returned."""
    returned = (b'"tool_result"', b"_call_output", b'"toolResult"', b'"tool.execution_complete"')
    return Origin.TOOL if any(sign in line for sign in returned) else Origin.SYSTEM


def _strings(value: object, depth: int, name: str = "", *, given: bool = False) -> Iterator[tuple[str, str]]:
    """Every text in a record and what its field is called, but not its ids and pictures, nor what the program writes
    around them."""
    if isinstance(value, str):
        yield name, value
    elif isinstance(value, dict) and depth:
        for key, inner in value.items():
            if key not in _NOT_WORDS and (given or key not in _AROUND):
                yield from _strings(inner, depth - 1, key, given=given or key in _GIVEN)
    elif isinstance(value, list) and depth:
        for inner in value:
            yield from _strings(inner, depth - 1, name, given=given)


def _masked(clean: str) -> str:
    """What a pattern gets to see: of a mark only that it is one. The needles were looked for where the secret stood, so
    letters that a mark brings would be found or not by what is in the secret."""
    return _MARKER.sub(lambda mark: f"[{MARK}{'*' * len(mark[1])}]", clean) if f"[{MARK}" in clean else clean
