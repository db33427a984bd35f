"""From what stands in a transcript to what may leave: secrets are taken out first, and only then is a text cut to size,
so that no cut can make a secret unrecognisable. What comes in is raw and never leaves this folder: most records only
say what stood around others, so they are trimmed while they are read, and those that an event tells of are finished."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from reverie.records.transcripts import Said, Turn

Redact = Callable[[str], str]

# Characters kept of the beginning and of the end. People put the question last; so do agents, and programs the error.
KEPT = {
    Turn.HUMAN: (3000, 1500),
    Turn.REJECTION: (3000, 1500),
    Turn.AGENT: (4000, 1500),
    Turn.REMARK: (3000, 1000),
    Turn.TOOL_RESULT: (400, 700),
    Turn.TOOL_USE: (300, 0),
    Turn.COMMAND: (1000, 0),
    Turn.INTERRUPT: (200, 0),
    Turn.MACHINE: (200, 0),
}
_MOST = {turn: sum(kept) for turn, kept in KEPT.items()}
_LEAST = min(_MOST.values())
NAME = 2000  # characters of a command, a path, a branch, a tool
MARGIN = 512  # what is this far from a cut is not half of a secret, but for the long kinds:
_LONGEST = NAME + MARGIN
_LONG = ("-----BEGIN", "eyJ", "<private>")
_LARGEST = 1 << 20  # characters of a text with one of these that are looked at
GAP, CUT = "\n[…]\n", " […]"
NAMES = 50_000  # remembered
_UUID = re.compile("[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")  # of nearly every record, and never a secret
_BETWEEN, _SEAM = "\n\x1e\n", "\n\x1f\n"


class Finisher:
    """Texts are redacted a page at a time, because one by one costs seven times as much; what comes back on many
    records (folders, branches, tools, files, commands) once. Most records hold no secret and go out as they are."""

    def __init__(self, redact: Redact) -> None:
        self._redact = redact
        self._clean: set[str] = {""}  # names without a secret
        self._dirty: dict[str, str] = {}  # names with one, and what is told instead

    def trim(self, raw: Sequence[Said]) -> list[Said]:
        """The records as they will look, only with their secrets, and no larger than it takes to find these."""
        return [said if _is_small(said) else self._trimmed(said) for said in raw]

    def _trimmed(self, said: Said) -> Said:
        text, (front, back) = said.text, KEPT[said.turn]
        whole, most = "", front + back
        if len(text) > most:
            if _SEAM in text or (len(text) > most + 2 * MARGIN and not _in_two(text, most)):
                return self.finish([said])[0]
            whole = text[: front + MARGIN] + _SEAM + text[-back - MARGIN :] if _in_two(text, most) else text
            text = _shown(text, front, back)
        files = tuple(path[: _LONGEST + 1] for path in said.files)
        return said._replace(text=text, whole=whole, command=said.command[: _LONGEST + 1], files=files)

    def finish(self, raw: Sequence[Said]) -> list[Said]:
        """The records without their secrets."""
        names = self._names(raw)
        new = [name for name in names - self._clean if name not in self._dirty]
        pieces = [_pieces(said) for said in raw if said.text]
        page = self._page([*(name[:_LONGEST] for name in new), *(piece for row in pieces for piece in row)])
        self._learn(new, page)
        clean = islice(page, len(new), None)
        done = [_told(said, clean) if said.text else said for said in raw]
        return [self._renamed(said) for said in done] if not self._dirty.keys().isdisjoint(names) else done

    def _names(self, raw: Sequence[Said]) -> set[str]:
        if len(self._clean) + len(self._dirty) > NAMES:
            self._clean, self._dirty = {""}, {}
        names = {said.command for said in raw}
        names.update([said.tool for said in raw], *[said.files for said in raw if said.files])
        for four in {(said.session, said.cwd, said.branch, said.span.source) for said in raw}:
            names.update(four)
        names.update(said.span.uuid for said in raw if not _UUID.fullmatch(said.span.uuid))
        return names

    def _learn(self, new: Sequence[str], cleaned: Sequence[str]) -> None:
        """Names that were not met before, and what they are without their secrets."""
        for name, clean in zip(new, cleaned, strict=False):
            if clean == name and len(name) <= NAME:
                self._clean.add(name)
            else:
                self._dirty[name] = clean

    def _page(self, pieces: list[str]) -> list[str]:
        """Every piece redacted. A page without secrets is a page of pieces without secrets; of another, the pieces that
        changed are redacted again by themselves, so that no piece depends on its neighbours."""
        page = _BETWEEN.join(pieces)
        clean = self._redact(page)
        if clean == page:
            return pieces
        parts = clean.split(_BETWEEN)
        if len(parts) != len(pieces):
            return [self._redact(piece) for piece in pieces]
        return [piece if piece == part else self._redact(piece) for piece, part in zip(pieces, parts, strict=True)]

    def _renamed(self, said: Said) -> Said:
        dirty = self._dirty
        if not any(name in dirty for name in _names(said)):
            return said

        def told(name: str) -> str:
            clean = dirty.get(name, name)
            return clean[: max(0, min(NAME, len(clean) - MARGIN)) if len(name) > NAME + MARGIN else NAME]

        return said._replace(
            session=told(said.session),
            span=said.span._replace(source=told(said.span.source), uuid=told(said.span.uuid)),
            tool=told(said.tool),
            command=told(said.command),
            files=tuple(map(told, said.files)),
            cwd=told(said.cwd),
            branch=told(said.branch),
        )


def _names(said: Said) -> tuple[str, ...]:
    return said.session, said.span.source, said.span.uuid, said.tool, said.command, said.cwd, said.branch, *said.files


def _in_two(text: str, most: int) -> bool:
    """Whether only what is kept of a text is redacted: it is long, and nothing in it could reach across a margin."""
    return len(text) > most + 2 * MARGIN and not (_LONG[0] in text or _LONG[1] in text or _LONG[2] in text)


def _is_small(said: Said) -> bool:
    small = len(said.text) <= _MOST[said.turn] and len(said.command) <= _LONGEST
    return small and (not said.files or max(map(len, said.files)) <= _LONGEST)


def _pieces(said: Said) -> tuple[str, ...]:
    if len(said.text) <= _LEAST and not said.whole:
        return (said.text,)
    if said.whole:
        return tuple(said.whole.split(_SEAM))
    front, back = KEPT[said.turn]
    if _in_two(said.text, front + back):
        return said.text[: front + MARGIN], said.text[-back - MARGIN :]
    return (said.text[:_LARGEST],)


def _told(said: Said, clean: Iterator[str]) -> Said:
    """A record with its text cut, and made of what became of its pieces."""
    whole = said.whole or said.text
    if not said.whole and len(whole) <= _MOST[said.turn]:
        text = next(clean)
    else:
        front, back = KEPT[said.turn]
        text = _cut(len(whole), next(clean), next(clean) if len(_pieces(said)) > 1 else "", front, back)
    return said if text is said.text else said._replace(text=text, whole="")


def _shown(text: str, front: int, back: int) -> str:
    return text[:front] + (GAP + text[-back:] if back else CUT)


def _cut(length: int, text: str, end: str, front: int, back: int) -> str:
    """What is kept, without what stood next to a cut that was made before redacting."""
    if end:
        ending = end[-min(back, len(end) - MARGIN) :] if back and len(end) > MARGIN else ""
        return text[: max(0, min(front, len(text) - MARGIN))] + (GAP + ending if ending else CUT)
    if length > _LARGEST:
        return text[:front] + CUT
    return text if len(text) <= front + back else _shown(text, front, back)
