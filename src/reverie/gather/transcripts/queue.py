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

    def operation(self, record: Json, place: Place) -> list[Said]:
        """What a queue operation says: that something queued was handed to the agent in the middle of its work."""
        done = record.get("operation")
        if done == "enqueue":
            text = record.get("content")
            self._waiting.append((place, text.strip() if isinstance(text, str) else ""))
        elif done == "popAll":
            self._waiting.clear()  # back in the person's editor: not said, or not like this
        elif done == "dequeue" and self._waiting:
            self._waiting.popleft()  # it becomes the next prompt, with a record of its own
        elif done == "remove" and self._waiting:
            return self._handed_over(*self._next(record.get("content")))
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
        self._waiting = deque(waiting for waiting in self._waiting if waiting[1] != text)
        return False

    def _next(self, named: object) -> tuple[Place, str]:
        """Which one is handed over: the one whose text the operation names, or else the first."""
        text = named.strip() if isinstance(named, str) else ""
        at = next((n for n, waiting in enumerate(self._waiting) if text and waiting[1] == text), 0)
        found = self._waiting[at]
        del self._waiting[at]
        return found

    def _handed_over(self, place: Place, text: str) -> list[Said]:
        if not text or text.startswith(("{", "/", "<")):
            return []  # a notification or a command
        self._said.add(text)
        spoken = speech.told_apart(text)
        origin = Origin.USER if spoken.turn is Turn.HUMAN else Origin.SYSTEM
        return [place.said(spoken.turn, origin, spoken.text, spoken.reason)]
