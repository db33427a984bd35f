"""The git program: found once, and run so that neither the user's settings nor the repository's can change what it
prints, start another program, or reach the network."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from threading import Thread
from typing import IO

CHUNK = 1 << 20
LONGEST = 1 << 18  # what is kept of a field that does not end; a commit message may be megabytes long
ERROR_BYTES = 4096

# What git itself needs to find its settings; every other GIT_* (a hook sets GIT_DIR) would point it elsewhere.
KEPT = {"GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM", "GIT_EXEC_PATH", "GIT_CEILING_DIRECTORIES"}
HARDENED = {
    "LC_ALL": "C",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "none",  # git before 2.45 does not know the line above
    "GIT_NO_REPLACE_OBJECTS": "1",  # replacements are not cloned, so two clones would tell different stories
    "GIT_LITERAL_PATHSPECS": "1",
    "GIT_PAGER": "cat",
}
SETTINGS = (
    "core.quotepath=off",
    "core.fsmonitor=false",
    "core.hooksPath=/dev/null",
    "log.showSignature=false",
    "protocol.allow=never",
    "core.packedGitLimit=128m",  # git would map a whole pack, and a large repository's is half a gigabyte
    "core.packedGitWindowSize=8m",
)


class GitFailed(Exception):
    """git ended with an error; the message is the first line of what it said."""


@dataclass(frozen=True, slots=True)
class Git:
    """git, looking at one repository."""

    repo: Path
    program: str
    env: Mapping[str, str]

    @classmethod
    def at(cls, repo: Path, environ: Mapping[str, str] | None = None) -> Git:
        """Git for the repository that `repo` is in. GitFailed if the program is not installed."""
        around = os.environ if environ is None else environ
        program = find_program(around.get("PATH", os.defpath))
        if not program:
            raise GitFailed("git is not installed, or not on the PATH")
        env = {key: value for key, value in around.items() if not key.startswith("GIT_") or key in KEPT}
        return cls(repo, program, env | HARDENED)

    def command(self, args: Sequence[str], settings: Sequence[str] = ()) -> list[str]:
        pairs = [word for setting in (*SETTINGS, *settings) for word in ("-c", setting)]
        return [self.program, "--no-pager", "-C", str(self.repo), *pairs, *args]

    def ask(self, *args: str, stdin: bytes = b"") -> bytes:
        """All that git prints, for answers known to be small."""
        done = subprocess.run(self.command(args), input=stdin, capture_output=True, env=self.env, check=False)
        if done.returncode:
            raise GitFailed(_first_line(done.stderr) or f"git {args[0]} ended with {done.returncode}")
        return done.stdout

    def fields(
        self, *args: str, stdin: bytes | Iterable[bytes], end: bytes, settings: Sequence[str] = ()
    ) -> Iterator[bytes]:
        """What git prints, cut at every `end`, as it comes."""
        for some in self.blocks(*args, stdin=stdin, end=end, settings=settings):
            yield from some

    def blocks(
        self, *args: str, stdin: bytes | Iterable[bytes], end: bytes, settings: Sequence[str] = ()
    ) -> Iterator[list[bytes]]:
        """The same fields, as many at a time as have come; the tail of a very long field is dropped. What git is told
        may come step by step too; that is then worked out in a thread.

        An exit code other than zero raises GitFailed, after the last field: until then the output only looks whole.
        """
        pipe = subprocess.PIPE
        with subprocess.Popen(self.command(args, settings), stdin=pipe, stdout=pipe, stderr=pipe, env=self.env) as git:
            assert git.stdin and git.stdout and git.stderr
            _widen(git.stdout)
            said: list[bytes] = []
            told = [stdin] if isinstance(stdin, bytes) else stdin
            helpers = [Thread(target=_feed, args=(git.stdin, told)), Thread(target=_drain, args=(git.stderr, said))]
            for helper in helpers:
                helper.start()
            try:
                yield from _cut(git.stdout, end)
            except BaseException:  # the reader has enough, or was interrupted
                git.kill()
                raise
            finally:
                for helper in helpers:
                    helper.join()
        if git.returncode:
            raise GitFailed(_first_line(b"".join(said)) or f"git {args[0]} ended with {git.returncode}")


def _widen(pipe: IO[bytes]) -> None:
    """Let git run ahead while what it said is being read. Where a pipe cannot be widened, it only takes longer."""
    with suppress(ImportError, AttributeError, OSError):
        import fcntl  # noqa: PLC0415 - Windows has none

        fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, CHUNK)


def _cut(stream: IO[bytes], end: bytes) -> Iterator[list[bytes]]:
    rest = b""
    while chunk := stream.read1(CHUNK):  # type: ignore[attr-defined]
        parts = (rest + chunk).split(end)
        if len(max(parts, key=len)) > LONGEST:  # always, not only where a chunk ends: the answer must not hang on that
            parts = [part[:LONGEST] for part in parts]
        rest = parts.pop()
        yield parts
    if rest:
        yield [rest]


def _feed(stream: IO[bytes], told: Iterable[bytes]) -> None:
    try:
        with suppress(BrokenPipeError):  # git ended early; its exit code says why
            for block in told:
                stream.write(block)
    finally:
        with suppress(BrokenPipeError):
            stream.close()


def _drain(stream: IO[bytes], said: list[bytes]) -> None:
    said.append(stream.read(ERROR_BYTES))
    while stream.read(CHUNK):
        pass


def _first_line(text: bytes) -> str:
    lines = text.decode("utf-8", "backslashreplace").strip().splitlines()
    fatal = [line for line in lines if line.startswith(("fatal:", "error:"))]
    return (fatal or lines or [""])[0].removeprefix("fatal: ").removeprefix("error: ")


@lru_cache(maxsize=8)
def find_program(path: str) -> str:
    """git's place on the PATH. A relative entry is passed over: it would run a program out of the repository."""
    safe = os.pathsep.join(entry for entry in path.split(os.pathsep) if Path(entry).is_absolute())
    return shutil.which("git", path=safe) or ""
