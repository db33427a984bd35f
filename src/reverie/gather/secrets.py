"""Where secrets lie in files: kind, line and fingerprint, never the value. A file is read piece by piece."""

from __future__ import annotations

import codecs
import os
import stat
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from reverie.tools.redact import Redactor

PIECE = 4 << 20  # bytes read at once
LONGEST = 16 << 20  # bytes of a line that is looked at whole; a longer one is looked at in pieces
OVERLAP = 64 << 10  # of which so much again, for what lies across a cut
BLOCK = 16 << 10  # bytes of a key that spans lines
BINARY, UNREADABLE, NOT_REGULAR, LINK = "binary file", "cannot be read", "not a regular file", "symbolic link"
OTHERS = "folder of other tools (.git, node_modules, …)"
_TEXT = (".jsonl", ".json", ".txt", ".md", ".log", ".env", ".yaml", ".yml", ".toml", ".ini")
# How a file begins that is written two or four bytes to a character; the longer mark first, as it begins alike.
_WIDE = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_OTHERS = frozenset({".git", "node_modules", ".venv", "venv", "__pycache__"})


class Lying(NamedTuple):
    """A secret in a file, whose name is shown without the secrets in it. `mark` is the same for the same secret."""

    kind: str
    file: str
    line: int
    mark: str


class Unread(NamedTuple):
    """What could not be looked at, and why. `named`: it is what was asked for, and not something below it."""

    file: str
    why: str
    named: bool


class Looking:
    """Goes through files. What was left out is counted by reason, and what could not be read is named besides; `files`
    and `bytes` tell how far it is."""

    def __init__(self, redactor: Redactor, progress: Callable[[], None] = lambda: None) -> None:
        self._redactor, self._progress = redactor, progress
        self.skipped: Counter[str] = Counter()
        self.unread: list[Unread] = []
        self.files = self.bytes = 0
        self._named = ""

    def below(self, place: Path) -> Iterator[Lying]:
        """Everything in a file, or in the files below a folder. Links are not followed."""
        self._named = str(place)
        if not place.is_dir():
            yield from self._file(str(place))
            return
        for above, folders, names in os.walk(place, onerror=self._closed):
            self.skipped[OTHERS] += len(_OTHERS.intersection(folders))
            folders[:] = sorted(set(folders) - _OTHERS)
            for path in (os.path.join(above, name) for name in sorted(names)):  # noqa: PTH118
                if os.path.islink(path):  # noqa: PTH114
                    self.skipped[LINK] += 1
                else:
                    yield from self._file(path)

    def _closed(self, problem: OSError) -> None:
        """A folder whose files cannot be listed."""
        self._leave(str(problem.filename), UNREADABLE, problem)

    def _leave(self, path: str, why: str, problem: OSError | None = None) -> None:
        self.skipped[why] += 1
        told = (problem.strerror or "unknown").lower() if problem else why
        self.unread.append(Unread(self._redactor.text(path), told, path == self._named))

    def _file(self, path: str) -> Iterator[Lying]:
        try:
            fd = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        except OSError as problem:
            self._leave(path, UNREADABLE, problem)
            return
        try:
            if not stat.S_ISREG(os.fstat(fd).st_mode):
                self._leave(path, NOT_REGULAR)
                return
            head = os.pread(fd, 8192, 0)
            encoding = next((name for mark, name in _WIDE if head.startswith(mark)), "")
            if not encoding and not path.endswith(_TEXT) and b"\0" in head:
                self.skipped[BINARY] += 1
            else:
                self.files += 1
                yield from self._pieces(self._redactor.text(path), self._read(fd, encoding))
        except OSError as problem:
            self._leave(path, UNREADABLE, problem)
        finally:
            os.close(fd)

    def _read(self, fd: int, encoding: str) -> Iterator[bytes]:
        """The file in pieces, in UTF-8 if it says that it is in something wider."""
        decoder = codecs.getincrementaldecoder(encoding)("replace") if encoding else None
        while more := os.read(fd, PIECE):
            self.bytes += len(more)
            self._progress()
            yield decoder.decode(more).encode() if decoder else more

    def _pieces(self, path: str, pieces: Iterator[bytes]) -> Iterator[Lying]:
        data, line = b"", 1
        for more in pieces:
            data += more
            cut = _cut(data)
            if cut:
                yield from self._found(path, data[:cut], line, cut)
                line, data = line + data.count(b"\n", 0, cut), data[cut:]
            elif len(data) > LONGEST:
                yield from self._found(path, data, line, len(data) - OVERLAP)
                data = data[-OVERLAP:]
        yield from self._found(path, data, line, len(data))

    def _found(self, path: str, data: bytes, line: int, before: int) -> Iterator[Lying]:
        """The secrets that begin before this place; later ones are found again with what follows them."""
        for hit in self._redactor.find(data):
            if hit.start < before:
                mark = self._redactor.fingerprint(data[hit.start : hit.end])
                yield Lying(hit.kind, path, line + data.count(b"\n", 0, hit.start), mark)


def _cut(data: bytes) -> int:
    """Behind the last whole line that is not in the midst of a key; 0 if there is none."""
    cut = data.rfind(b"\n") + 1
    begins = data.rfind(b"-----BEGIN", max(0, cut - BLOCK), cut)
    if begins >= 0 and data.find(b"-----END", begins, cut) < 0:
        return data.rfind(b"\n", 0, begins) + 1
    return cut
