"""From what stands in a transcript to what may leave: secrets are taken out first, and only then is a text cut to size,
so that no cut can make a secret unrecognisable. What comes in is raw and never leaves this folder: most records only
say what stood around others, so they are trimmed while they are read, and those that an event tells of are finished."""

from __future__ import annotations

from collections.abc import Callable, Sequence

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
NAME = 2000  # characters of a command, a path, a branch, a tool
MARGIN = 512  # what is this far from a cut is not half of a secret, but for the long kinds:
_LONGEST = NAME + MARGIN
_LONG = ("-----BEGIN", "eyJ", "<private>")
_LARGEST = 1 << 20  # characters of a text with one of these that are looked at
GAP, CUT = "\n[…]\n", " […]"
NAMES = 50_000  # remembered
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
        renamed = self._learn(raw)
        told = iter(self._texts([said for said in raw if said.text]))
        done = [
            said._replace(text=text, whole="") if said.text and (text := next(told)) is not said.text else said
            for said in raw
        ]
        return [self._renamed(said) for said in done] if renamed else done

    def _texts(self, raw: Sequence[Said]) -> list[str]:
        """The texts, redacted and cut."""
        if not any(said.whole or len(said.text) > _MOST[said.turn] for said in raw):
            return self._page([said.text for said in raw])
        pieces = [_pieces(said) for said in raw]
        clean = iter(self._page([piece for row in pieces for piece in row]))
        return [
            _cut(len(said.whole or said.text), next(clean), next(clean) if len(row) > 1 else "", *KEPT[said.turn])
            for said, row in zip(raw, pieces, strict=True)
        ]

    def _learn(self, raw: Sequence[Said]) -> bool:
        """Redact every name that was not met before. Says whether any of these has a secret, or is too long."""
        if len(self._clean) + len(self._dirty) > NAMES:
            self._clean, self._dirty = {""}, {}
        names = {said.command for said in raw}
        names.update([said.tool for said in raw], *[said.files for said in raw if said.files])
        for four in {(said.session, said.cwd, said.branch, said.span.source) for said in raw}:
            names.update(four)
        new = [name for name in names - self._clean if name not in self._dirty]
        for name, clean in zip(new, self._page([name[:_LONGEST] for name in new]), strict=True):
            if clean == name and len(name) <= NAME:
                self._clean.add(name)
            else:
                self._dirty[name] = clean
        return not self._dirty.keys().isdisjoint(names)

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
            span=said.span._replace(source=told(said.span.source)),
            tool=told(said.tool),
            command=told(said.command),
            files=tuple(map(told, said.files)),
            cwd=told(said.cwd),
            branch=told(said.branch),
        )


def _names(said: Said) -> tuple[str, ...]:
    return said.session, said.span.source, said.tool, said.command, said.cwd, said.branch, *said.files


def _in_two(text: str, most: int) -> bool:
    """Whether only what is kept of a text is redacted: it is long, and nothing in it could reach across a margin."""
    return len(text) > most + 2 * MARGIN and not (_LONG[0] in text or _LONG[1] in text or _LONG[2] in text)


def _is_small(said: Said) -> bool:
    small = len(said.text) <= _MOST[said.turn] and len(said.command) <= _LONGEST
    return small and (not said.files or max(map(len, said.files)) <= _LONGEST)


def _pieces(said: Said) -> tuple[str, ...]:
    if said.whole:
        return tuple(said.whole.split(_SEAM))
    front, back = KEPT[said.turn]
    if _in_two(said.text, front + back):
        return said.text[: front + MARGIN], said.text[-back - MARGIN :]
    return (said.text[:_LARGEST],)


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
