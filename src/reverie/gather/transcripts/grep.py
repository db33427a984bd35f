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
from functools import partial
from pathlib import Path

from reverie.gather.transcripts.adapter import Session, Shared, short
from reverie.gather.transcripts.finish import MARGIN, Redact
from reverie.gather.transcripts.scan import Json, Place, Sieve, Unusable, each, open_regular, parse, scan
from reverie.gather.transcripts.sources import ADAPTERS, File
from reverie.records.events import Origin, Span

CONTEXT = 160  # characters shown before and after
MOST = 50
DEEPEST = 12  # levels of a record that are looked into
TWINS = 3  # lines between the two ways in which a message is written
_PLAIN = re.compile(r"[\w ./:-]+")
_ALL = Sieve(b"\0", 0, {})  # lets every line through
_NOT_WORDS = frozenset(
    "uuid parentUuid logicalParentUuid sessionId signature data encrypted_content thinkingSignature requestId id"
    " call_id tool_use_id toolUseID parentToolUseID messageId leafUuid parentId promptId".split()
)


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
    session: str = ""  # the beginning of a session's id
    ignore_case: bool = False

    def compiled(self) -> re.Pattern[str]:
        """ValueError if it is no regular expression."""
        try:
            return re.compile(self.pattern, re.IGNORECASE if self.ignore_case else 0)
        except re.error as wrong:
            raise ValueError(f"'{self.pattern}' is not a regular expression: {wrong}") from None

    @property
    def needle(self) -> bytes:
        """Bytes without which no line can match; none if the pattern is more than plain words."""
        plain = _PLAIN.fullmatch(self.pattern) and self.pattern.isascii() and not {".", "/"} & set(self.pattern)
        return self.pattern.encode() if plain and not self.ignore_case else b""


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
) -> Iterator[Hit]:
    """The newest hits first: the files last written first, and in each the last lines first."""
    pattern, watch = query.compiled(), watch or Watch()
    floor = query.since.astimezone(UTC).timestamp() * 1e9 if query.since else 0
    for file in sorted(files, key=lambda file: (-file.at.st_mtime_ns, file.path)):
        if file.at.st_mtime_ns < floor or most <= 0:
            return
        watch.files += 1
        for hit in reversed(_Search(file, query, pattern, redact, now, context, watch).hits(most)):
            yield hit
            most -= 1


class _Search:
    """One file. The adapter says of each line that matches who speaks there."""

    def __init__(
        self,
        file: File,
        query: Query,
        pattern: re.Pattern[str],
        redact: Redact,
        now: datetime,
        context: int,
        watch: Watch,
    ) -> None:
        self._file, self._query, self._pattern, self._redact = file, query, pattern, redact
        self._context, self._watch = context, watch
        self._now, self._needle = now, query.needle
        self._found: deque[Hit] = deque()

    def hits(self, most: int) -> deque[Hit]:
        self._found = deque(maxlen=most)
        try:
            fd = open_regular(self._file.path)
        except OSError:
            return self._found  # it went away, or was never ours to read
        try:
            look = partial(each, _ALL, self._take)
            for _ in scan(fd, Place(), look, Counter(), os.fstat(fd).st_size):
                pass
        finally:
            os.close(fd)
        return self._found

    def _take(self, data: bytes, start: int, stop: int, _at: int, line: int, offset: int, /) -> str:
        self._watch.bytes = self._watch.bytes + stop - start
        if self._needle and data.find(self._needle, start, stop) < 0:
            return ""
        text = data[start:stop]
        try:
            record = parse(text)
        except Unusable:
            return ""
        self._watch.where = f"{Path(self._file.path).name}:{line}"
        windows = [window for words in _strings(record, DEEPEST) if (window := self._window(words))]
        if windows:
            self._keep(text, windows[0], Span(self._redact(self._file.path), "", line, offset), record)
        return ""

    def _window(self, words: str) -> str:
        """What is shown of a text that matches, also after its secrets are gone; otherwise empty."""
        found, around = self._searched(words), self._context
        if found is None:
            return ""
        near = self._redact(words[max(0, found.start() - around - MARGIN) : found.end() + around + MARGIN])
        again = self._searched(near)
        return near[max(0, again.start() - around) : again.end() + around].strip() if again else ""

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
        name = said.session if said else short(record.get("sessionId")) or Path(self._file.path).stem
        at = said.at if said else shared.moment(record.get("timestamp"), None)
        if query.origin not in (None, origin) or not name.startswith(query.session):
            return
        if query.since and at and at < query.since:
            return
        span = span._replace(uuid=said.span.uuid if said else short(record.get("uuid")))
        self._add(Hit(self._file.agent, self._redact(name), at, origin, span, shown))

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
    returned = (b'"tool_result"', b"_call_output", b'"toolResult"')
    return Origin.TOOL if any(sign in line for sign in returned) else Origin.SYSTEM


def _strings(value: object, depth: int) -> Iterator[str]:
    """Every text in a record, but not its ids and pictures."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict) and depth:
        for key, inner in value.items():
            if key not in _NOT_WORDS:
                yield from _strings(inner, depth - 1)
    elif isinstance(value, list) and depth:
        for inner in value:
            yield from _strings(inner, depth - 1)
