"""What all readers share: the lines of a file as records, with what cannot be read counted, and the turns of a session
as they come in, each record once."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any

import orjson

from reverie.records.sessions import Session, Turn, TurnKind
from reverie.sources import own, speech
from reverie.sources.calls import read_arguments
from reverie.sources.values import moment

MOST_LINE = 16 << 20  # bytes of a line that is still parsed
_LARGE = 32 << 10  # bytes of a line that may hold a picture
_PICTURE = re.compile(rb'"(?:data|url|image_url)":\s?"(?:data:[\w/+.;-]{1,80},)?[A-Za-z0-9+/=]{2000,}"')
BROKEN, LONG, STRANGE = "line that is no JSON", "line too long", "line that is no record"
COPIED = "record that stood here before"
OWN_SESSION = "session that Reverie started"


def parse_lines(lines: Iterable[bytes], skipped: Counter[str], most: int) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """Every record with the number of its line. A line that ends a file half-written is counted like any broken one."""
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        if len(line) > most:
            skipped[LONG] += 1
            continue
        record = _parse(_PICTURE.sub(b'"data":""', line) if len(line) > _LARGE else line)
        if isinstance(record, dict):
            yield number, record
        else:
            skipped[BROKEN if record is None else STRANGE] += 1


def _parse(line: bytes) -> object:
    try:
        return orjson.loads(line)
    except orjson.JSONDecodeError:
        pass
    try:  # bytes that are no UTF-8 spoil a character, not the line
        return orjson.loads(line.decode("utf-8", "replace"))
    except orjson.JSONDecodeError:
        return None


class Transcript:
    """The turns of one file, in order. A reader tells it what each record says."""

    def __init__(self, agent: str, path: str) -> None:
        self.agent, self.path = agent, path
        self.id = self.cwd = self.branch = ""
        self.folder = ""  # in which the record being read was written; the session's first one is `cwd`
        self.skipped: Counter[str] = Counter()
        self.turns: list[Turn | None] = []  # None: taken back
        self.own = False  # Reverie started it
        self.machine = False  # nothing said in a person's name is a person's: a program or an agent started it
        self.line, self.uuid, self.sidechain = 0, "", False  # of the record being read
        self.at: datetime | None = None
        self._began: datetime | None = None
        self._calls: dict[str, Turn] = {}  # still without a result
        self._seen: set[str] = set()

    def move(self, folder: str) -> None:
        """The session goes on in this folder, if it is named."""
        self.folder = folder or self.folder
        self.cwd = self.cwd or folder

    def begin(self, line: int, uuid: str, at: object, *, sidechain: bool = False) -> None:
        """A record begins; a record without a time has the time of the one before."""
        self.line, self.uuid, self.sidechain = line, uuid, sidechain
        self.at = moment(at) or self.at
        self._began = self._began or self.at

    def is_new(self, key: str) -> bool:
        """Whether this is met for the first time; what has no key is always new."""
        if key and key in self._seen:
            self.skipped[COPIED] += 1
            return False
        self._seen.add(key)
        return True

    def add(self, kind: TurnKind, text: str = "", *, context: str = "", failed: bool = False) -> None:
        self.turns.append(
            Turn(
                kind,
                self.line,
                text,
                self.at,
                self.uuid,
                context=context,
                failed=failed,
                sidechain=self.sidechain,
                cwd=self.folder,
            )
        )

    def say(self, text: str, *, machine: bool = False, kind: TurnKind = TurnKind.HUMAN) -> None:
        """Text in the user's name: every part of it is a turn, a person's or a program's."""
        if own.is_own_session(text):
            self.own = True
        for piece in speech.split_speech(text):
            theirs = piece.kind is TurnKind.HUMAN and not (machine or self.machine or self.sidechain)
            if piece.kind is TurnKind.HUMAN:
                self.add(kind if theirs else TurnKind.MACHINE, piece.text)
            else:
                self.add(piece.kind, piece.text)

    def reply(self, text: str) -> None:
        if text.strip():
            self.add(TurnKind.AGENT, text)

    def call(self, call: str, tool: str, given: object, command: str = "") -> None:
        if call and not self.is_new(f"call {call}"):
            return
        read = read_arguments(given)
        mine = own.is_own_call(tool, read.command, read.files)
        turn = Turn(
            TurnKind.CALL,
            self.line,
            "" if mine else read.text,
            self.at,
            self.uuid,
            tool,
            call,
            read.command or command,
            read.files,
            () if mine else read.edits,
            sidechain=self.sidechain,
            cwd=self.folder,
        )
        self._calls[call] = turn
        self.turns.append(turn)

    def called(self, call: str) -> Turn | None:
        """The call of this name that has no result yet."""
        return self._calls.get(call)

    def result(
        self, call: str, parts: Iterable[str], *, failed: bool = False, kind: TurnKind = TurnKind.RESULT, tool: str = ""
    ) -> None:
        """What came back from a call; every text of it is a turn, and the first says how it ended."""
        if call and not self.is_new(f"result {call}"):
            return
        use = self._calls.pop(call, None)
        tool, command, files = (use.tool, use.command, use.files) if use else (tool, "", ())
        if own.is_own_call(tool, command, files):
            kind = TurnKind.MACHINE
        for n, text in enumerate(list(parts) or [""]):
            self.turns.append(
                Turn(
                    kind if n == 0 or kind is TurnKind.MACHINE else TurnKind.RESULT,
                    self.line,
                    text,
                    self.at,
                    self.uuid,
                    tool,
                    call,
                    command,
                    files,
                    use.edits if use and kind is TurnKind.REJECTION else (),
                    failed=failed and n == 0,
                    sidechain=self.sidechain,
                    cwd=self.folder,
                )
            )

    def reject(self, call: str, words: str) -> None:
        """A person refused a call; on a call of a subagent or in a program's session nobody did."""
        person = not (self.machine or self.sidechain)
        self.result(call, [words], failed=True, kind=TurnKind.REJECTION if person else TurnKind.MACHINE)

    def interrupt(self, text: str = "") -> None:
        if not (self.machine or self.sidechain):
            self.add(TurnKind.INTERRUPT, text)

    def answer(self, question: str, text: str) -> None:
        person = not (self.machine or self.sidechain)
        self.add(TurnKind.ANSWER if person else TurnKind.MACHINE, text, context=question)

    def close(self, size: int) -> Session:
        turns = tuple(turn for turn in self.turns if turn)
        if self.own or own.is_own_session("", self.cwd):
            self.skipped[OWN_SESSION] += len(turns)
            turns = ()
        return Session(
            self.agent, self.id, self.path, turns, self.cwd, self.branch, self._began, self.at, size, dict(self.skipped)
        )
