"""What people typed while Claude Code was busy. It is written when it is queued, and only sometimes again when it is
delivered: so it is held until it is known whether it was sent, taken back, or stands in a record of its own."""

from __future__ import annotations

from collections import deque

from reverie.gather.transcripts import speech
from reverie.gather.transcripts.adapter import Place
from reverie.gather.transcripts.scan import Json
from reverie.records.events import Origin
from reverie.records.transcripts import Said, Turn


class Queue:
    def __init__(self) -> None:
        self._waiting: deque[tuple[Place, str]] = deque()
        self._said: set[str] = set()  # delivered from here, should a record repeat it
        self._ahead = 0  # records that came before the operation that hands them over

    def operation(self, record: Json, place: Place) -> list[Said]:
        """What a queue operation says: that something queued was handed to the agent in the middle of its work."""
        done = record.get("operation")
        if done == "enqueue":
            text = record.get("content")
            self._waiting.append((place, text.strip() if isinstance(text, str) else ""))
        elif done == "popAll":
            self._waiting.clear()  # back in the person's editor: not said, or not like this
            self._ahead = 0
        elif done in ("dequeue", "remove"):
            return self._taken_out(self._named(record.get("content")), handed=done == "remove")
        return []

    def _taken_out(self, at: int | None, *, handed: bool) -> list[Said]:
        """The one that was named, or else the first. What was not handed over has a record of its own."""
        if at is None and self._ahead:
            self._ahead -= 1
        elif self._waiting:
            waiting = self._waiting[at or 0]
            del self._waiting[at or 0]
            return self._handed_over(*waiting) if handed else []
        return []

    def left(self) -> list[Said]:
        """What still waited when the session ended: it was typed, whoever read it."""
        return [said for waiting in self._waiting for said in self._handed_over(*waiting)]

    def delivered(self, text: str) -> bool:
        """Whether a record only repeats what was handed over from here. What still waits is said by that record."""
        text = text.strip()
        if text in self._said:
            self._said.discard(text)
            return True
        at = self._named(text)
        if at is not None:
            del self._waiting[at]
            self._ahead += 1
        return False

    def _named(self, text: object) -> int | None:
        """Where the one with this text waits."""
        wanted = text.strip() if isinstance(text, str) else ""
        return next((n for n, (_, words) in enumerate(self._waiting) if wanted and words == wanted), None)

    def _handed_over(self, place: Place, text: str) -> list[Said]:
        if not text or text.startswith(("{", "/", "<")):
            return []  # a notification or a command
        self._said.add(text)
        spoken = speech.told_apart(text)
        origin = Origin.USER if spoken.turn is Turn.HUMAN else Origin.SYSTEM
        return [place.said(spoken.turn, origin, spoken.text, spoken.reason)]
