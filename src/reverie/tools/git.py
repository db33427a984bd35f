"""The only way Reverie starts git. A repository's settings can name programs for git to run, under keys nobody can list
completely, so git never reads them: every command works with an empty configuration of ours (`blank_git`) and is told
where the repository keeps its objects and its index. Only `rev-parse`, `config` and `update-ref` see the real
configuration; they run nothing it names."""

from __future__ import annotations

import os
import select
import shutil
import stat
import subprocess
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from threading import Thread
from typing import IO

CHUNK = 1 << 20
LONGEST = 1 << 18  # what is kept of a field that does not end; a commit message may be megabytes long
MOST = 256 << 20  # bytes of an answer that is taken as a whole
ERROR_BYTES = 4096
PATIENCE = 60.0  # seconds without a word from git; a FIFO among the repository's files would hold it up for ever
LATELY = 3000  # commits that are looked at for names

# What git is told of its surroundings. Every GIT_* (a hook sets GIT_DIR) would point it elsewhere or start something.
_KEPT = (
    *("PATH", "HOME", "USERPROFILE", "XDG_CONFIG_HOME", "TMPDIR", "TEMP", "TMP", "SYSTEMROOT"),
    *("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "GIT_CEILING_DIRECTORIES"),
)
_OWN_SETTINGS = ("GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM")  # where the user's own lie
_HARDENED = {
    "LC_ALL": "C",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "none",  # git before 2.45 does not know the line above
    "GIT_NO_REPLACE_OBJECTS": "1",  # replacements are not cloned, so two clones would tell different stories
    "GIT_LITERAL_PATHSPECS": "1",
    "GIT_ATTR_NOSYSTEM": "1",
    "GIT_PAGER": "cat",
}
_SETTINGS = (
    "core.quotepath=off",
    "core.fsmonitor=false",
    "core.hooksPath=/dev/null",
    "log.showSignature=false",
    "protocol.allow=never",
    "submodule.recurse=false",
    "core.packedGitLimit=128m",  # git would map a whole pack, and a large repository's is half a gigabyte
    "core.packedGitWindowSize=8m",
)
_BLANK = Path(__file__).with_name("blank_git")
_BETWEEN = "--reverie-next"  # rev-parse repeats what it does not know; a path may hold any other separator
_PLACES = ("objects", "index", "shallow", "info/exclude")
_READ_BY_GIT = (".git/config", ".git/HEAD", ".git/index", ".gitattributes", ".gitignore", ".mailmap")
_READ_IF_BARE = ("config", "HEAD")

_silent: set[str] = set()  # repositories in which git did not answer; they are not tried again by this process


class GitFailed(Exception):
    """git ended with an error; the message is the first line of what it said."""


class _Ended(GitFailed):
    """git ran to its end and reported an error."""


@dataclass(frozen=True, slots=True)
class _Call:
    """One start of git."""

    program: str
    repo: Path
    env: Mapping[str, str]
    args: Sequence[str]
    settings: Sequence[str] = ()

    @property
    def command(self) -> list[str]:
        pairs = [word for setting in (*_SETTINGS, *self.settings) for word in ("-c", setting)]
        return [self.program, "--no-pager", "-C", str(self.repo), *pairs, *self.args]


@dataclass(frozen=True, slots=True)
class Git:
    """git, looking at one repository. `head` is the commit that is checked out, empty if there is none: the name HEAD
    means nothing in the empty configuration."""

    repo: Path
    program: str
    env: Mapping[str, str]
    real: Mapping[str, str]  # the environment in which git sees the repository's own configuration
    head: str
    top: Path | None  # the work tree; a bare repository has none
    places: Mapping[str, Path]  # objects, index, shallow and info/exclude

    @classmethod
    def at(cls, repo: Path, environ: Mapping[str, str] | None = None) -> Git:
        """Git for the repository that `repo` is in. GitFailed if there is none, git refuses to trust it
        (`safe.directory`), or the program is not installed."""
        program, real = _surroundings(environ)
        folders = _check_files(repo)
        asked = [word for place in _PLACES for word in ("--git-path", place, _BETWEEN)]
        words = ("rev-parse", "--show-object-format", _BETWEEN, "--git-dir", _BETWEEN, *asked, "HEAD")
        told, trouble = _answer(_Call(program, repo, real, words))
        parts = os.fsdecode(told).split(f"\n{_BETWEEN}\n")
        if len(parts) != len(_PLACES) + 3:
            raise GitFailed(trouble or "git does not say where this repository is")
        kind, git_dir, *found, head = parts
        places = {name: (repo / place).absolute() for name, place in zip(_PLACES, found, strict=True)}
        top = next((folder for folder in folders if _leads_to(folder / ".git", repo / git_dir)), None)
        env = _blank(real, kind.strip(), places, top)
        return cls(repo, program, env, real, "" if trouble else head.strip(), top, places)

    def resolve(self, ref: str) -> str:
        """The object a name stands for; empty if there is no such name."""
        if ref == "HEAD" or ref.startswith("-"):
            return self.head if ref == "HEAD" else ""
        told, trouble = self._see("rev-parse", "--verify", "--quiet", "--end-of-options", ref)
        return "" if trouble else told.decode("ascii", "replace").strip()

    def config(self, *words: str) -> str:
        """What `git config` answers about the repository's and the user's settings; empty if it is not set."""
        told, trouble = self._see("config", *words)
        return "" if trouble else told.decode("utf-8", "replace")

    def move_head(self, new: str, old: str, why: str) -> None:
        """Let the branch that is checked out point to another commit, unless somebody else moved it meanwhile."""
        _, trouble = self._see("update-ref", "-m", why, "HEAD", new, old or "0" * len(new))
        if trouble:
            raise GitFailed(trouble)

    def _see(self, *args: str) -> tuple[bytes, str]:
        """With the repository's own configuration: only for commands that run nothing it names."""
        return _answer(_Call(self.program, self.repo, self.real, args))

    def ask(
        self, *args: str, stdin: bytes = b"", settings: Sequence[str] = (), env: Mapping[str, str] | None = None
    ) -> bytes:
        """All that git prints, for answers known to be small."""
        told, trouble = _answer(self._call(args, settings, env), stdin)
        if trouble:
            raise GitFailed(trouble)
        return told

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
        with closing(_chunks(self._call(args, settings), stdin)) as chunks:
            yield from _cut(chunks, end)

    def start(self, args: Sequence[str]) -> subprocess.Popen[bytes]:
        """A git that stays, to be asked over its standard input."""
        call = self._call(args)
        pipe, none = subprocess.PIPE, subprocess.DEVNULL
        return subprocess.Popen(call.command, stdin=pipe, stdout=pipe, stderr=none, env=call.env)

    def open_batch(self) -> Batch:
        return Batch(self._call(("cat-file", "--batch")))

    def _call(self, args: Sequence[str], settings: Sequence[str] = (), env: Mapping[str, str] | None = None) -> _Call:
        mailmap = () if self.top or not self.head else (f"mailmap.blob={self.head}:.mailmap",)
        return _Call(self.program, self.repo, {**self.env, **(env or {})}, args, (*mailmap, *settings))


class Batch:
    """Contents of objects, asked for one by one of one git that stays until `close`."""

    def __init__(self, call: _Call) -> None:
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(call.command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, env=call.env)

    def read(self, name: str, largest: int) -> bytes | None:
        """The blob of that name; None if it is something else, larger, not here, or git is gone."""
        told, asked = self._process.stdout, self._process.stdin
        assert told and asked
        try:
            asked.write(f"{name}\n".encode("utf-8", "surrogateescape"))
            asked.flush()
            _wait_for(told)
        except (OSError, GitFailed):
            self._process.kill()
            return None
        head = told.readline().split()
        if len(head) != 3:
            return None
        content = told.read(min(int(head[2]), largest))
        left = int(head[2]) + 1 - len(content)  # the rest, and a line's end
        while left > 0 and (more := told.read(min(left, largest))):
            left -= len(more)
        return content if head[1] == b"blob" and int(head[2]) <= largest else None

    def close(self) -> None:
        with suppress(OSError):
            self._process.communicate()


class BlobReader:
    """Blobs by their ids, out of two processes that stay open: one tells sizes, so that a huge blob is never loaded,
    one gives contents. What is missing, as in a partial clone, or too large is left out."""

    _AT_ONCE = 90  # ids of 41 bytes: they fit into the smallest pipe, so neither side waits for the other
    _DEATHS = 3  # git may die of a blob that a partial clone has not

    def __init__(self, git: Git, largest: int) -> None:
        self._git, self._largest = git, largest
        self._open: dict[str, subprocess.Popen[bytes]] = {}
        self._deaths = 0

    def sizes(self, ids: Iterable[str]) -> dict[str, int]:
        """Of those that are there and not too large."""
        return {id: size for id, size, _ in self._told("--batch-check", ids) if size <= self._largest}

    def read(self, ids: Iterable[str]) -> Iterator[tuple[str, bytes]]:
        """Each with its content, in their order, as they come."""
        fits = self.sizes(ids)
        for id, _, data in self._told("--batch", fits):
            yield id, data

    def close(self) -> None:
        for how in list(self._open):
            self._end(how)

    def _end(self, how: str) -> None:
        git = self._open.pop(how)
        git.kill()
        with suppress(OSError), git:
            pass  # its pipes are closed, and it is waited for

    def _told(self, how: str, ids: Iterable[str]) -> Iterator[tuple[str, int, bytes]]:
        wanted = list(dict.fromkeys(ids))
        while wanted and self._deaths < self._DEATHS:
            some, wanted = wanted[: self._AT_ONCE], wanted[self._AT_ONCE :]
            at = 0
            try:
                for at, id in enumerate(some):
                    answer = self._answer(how, some if at == 0 else ())
                    if answer is not None:
                        yield id, *answer
            except GeneratorExit:  # the rest of the answers would be taken for the next one's
                self._end(how)
                raise
            except OSError:  # git ended: of this blob, most likely
                self._deaths += 1
                self._end(how)
                wanted = some[at + 1 :] + wanted

    def _answer(self, how: str, asked: Sequence[str]) -> tuple[int, bytes] | None:
        git = self._process(how)
        assert git.stdin and git.stdout
        if asked:
            git.stdin.write("".join(f"{id}\n" for id in asked).encode())
            git.stdin.flush()
        line = git.stdout.readline()
        if not line.endswith(b"\n"):
            raise BrokenPipeError
        _, kind, *rest = line.split()
        if kind != b"blob" and not rest:
            return None  # missing, or no blob
        size = int(rest[0])
        data = git.stdout.read(size + 1)[:-1] if how == "--batch" else b""
        return (size, data) if kind == b"blob" else None

    def _process(self, how: str) -> subprocess.Popen[bytes]:
        if how not in self._open:
            self._open[how] = self._git.start(("cat-file", how))
        return self._open[how]


def read_head(repository: Path) -> str:
    """The commit that is checked out, and how deep history goes here; empty if there is none."""
    try:
        git = Git.at(repository)
    except GitFailed:
        return ""
    return f"{git.head}\n{str(git.places['shallow'].exists()).lower()}\n" if git.head else ""


def config_value(repository: Path, key: str) -> str:
    """A setting, or nothing if it is not set or there is no git."""
    try:
        program, real = _surroundings(None)
        _check_files(repository)
        told, trouble = _answer(_Call(program, repository, real, ("config", "--get", key)))
    except GitFailed:
        return ""
    return "" if trouble else told.decode("utf-8", "replace").strip()


def committers(repository: Path) -> dict[str, str]:
    """Who commits here lately: address, in small letters, to the newest name. An address need not be UTF-8."""
    try:
        git = Git.at(repository)
        words = ("log", f"--max-count={LATELY}", "--no-show-signature", "--use-mailmap", "--format=%aE%x00%aN")
        told = git.ask(*words, git.head).decode("utf-8", "replace") if git.head else ""
    except GitFailed:
        return {}
    pairs = [line.split("\0") for line in told.split("\n") if "\0" in line]
    return {pair[0].casefold(): pair[1] for pair in reversed(pairs) if pair[0] and pair[1]}


def tracks(repository: Path, path: str) -> bool:
    """Whether the index holds anything at or below this path, in any case. Without an answer: no."""
    try:
        git = Git.at(repository)
        any_case = {"GIT_LITERAL_PATHSPECS": "0"}
        return bool(git.ask("ls-files", "-z", "--cached", "--", f":(top,icase,literal){path}", env=any_case))
    except GitFailed:
        return False


def exec_path(program: str) -> str:
    """Where this git keeps its own programs; empty if it does not say."""
    try:
        told = subprocess.run(
            [program, "--exec-path"], stdin=subprocess.DEVNULL, capture_output=True, check=False, timeout=10
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return os.fsdecode(told.stdout.strip())


@lru_cache(maxsize=8)
def find_program(path: str) -> str:
    """git's place on the PATH. A relative entry is passed over: it would run a program out of the repository."""
    safe = os.pathsep.join(entry for entry in path.split(os.pathsep) if Path(entry).is_absolute())
    return shutil.which("git", path=safe) or ""


def _surroundings(environ: Mapping[str, str] | None) -> tuple[str, dict[str, str]]:
    around = os.environ if environ is None else environ
    program = find_program(around.get("PATH", os.defpath))
    if not program:
        raise GitFailed("git is not installed, or not on the PATH")
    return program, {name: around[name] for name in (*_KEPT, *_OWN_SETTINGS) if name in around} | _HARDENED


def _blank(real: Mapping[str, str], kind: str, places: Mapping[str, Path], top: Path | None) -> dict[str, str]:
    """Neither the repository's settings nor the user's: what history says must not depend on who reads it."""
    told = {
        "GIT_DIR": str(_BLANK / ("sha256" if kind == "sha256" else "sha1")),
        "GIT_OBJECT_DIRECTORY": str(places["objects"]),
        "GIT_INDEX_FILE": str(places["index"]),
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
    }
    told |= {"GIT_WORK_TREE": str(top)} if top else {"GIT_IMPLICIT_WORK_TREE": "0"}
    told |= {"GIT_SHALLOW_FILE": str(places["shallow"])} if places["shallow"].is_file() else {}
    return {name: value for name, value in real.items() if name not in _OWN_SETTINGS} | told


def _check_files(repo: Path) -> list[Path]:
    """The folders upwards that have a `.git`. GitFailed if git would wait for one of the files it reads there."""
    if str(repo) in _silent:
        raise GitFailed("git did not answer in this repository before")
    here = repo.absolute()
    found = [folder for folder in (here, *here.parents) if (folder / ".git").exists()]
    for path in [found[0] / name for name in _READ_BY_GIT] if found else [here / name for name in _READ_IF_BARE]:
        try:
            mode = path.stat().st_mode
        except (OSError, ValueError):
            continue
        if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
            raise GitFailed(f"{path} is neither a file nor a folder")
    return found


def _leads_to(dot_git: Path, git_dir: Path) -> bool:
    """Whether a `.git` is this repository's, or the file that names it (of a submodule, of another work tree)."""
    try:
        return dot_git.is_file() or dot_git.samefile(git_dir)
    except OSError:
        return False


def _answer(call: _Call, stdin: bytes = b"") -> tuple[bytes, str]:
    """What git printed, and what it complained of if it failed. GitFailed if it does not end."""
    found = bytearray()
    with closing(_chunks(call, stdin)) as chunks:
        try:
            for chunk in chunks:
                found += chunk
                if len(found) > MOST:
                    raise GitFailed(f"git says more than {MOST >> 20} MB")
        except _Ended as problem:
            return bytes(found), str(problem)
    return bytes(found), ""


def _chunks(call: _Call, stdin: bytes | Iterable[bytes]) -> Generator[bytes, None, None]:
    """What git prints, as it comes. _Ended after the last of it, if git failed."""
    pipe = subprocess.PIPE
    told = [stdin] if isinstance(stdin, bytes) else stdin
    source = pipe if stdin else subprocess.DEVNULL
    try:
        git = subprocess.Popen(call.command, stdin=source, stdout=pipe, stderr=pipe, env=call.env)
    except (OSError, ValueError) as problem:
        raise GitFailed(f"git cannot be started: {problem}") from None
    with git:
        assert git.stdout and git.stderr
        _widen(git.stdout)
        said: list[bytes] = []
        helpers = [Thread(target=_drain, args=(git.stderr, said))]
        helpers += [Thread(target=_feed, args=(git.stdin, told))] if git.stdin else []
        for helper in helpers:
            helper.start()
        try:
            while _wait_for(git.stdout) and (chunk := os.read(git.stdout.fileno(), CHUNK)):
                yield chunk
        except BaseException as problem:  # the reader has enough, was interrupted, or git does not answer
            git.kill()
            if isinstance(problem, GitFailed):
                _silent.add(str(call.repo))
            raise
        finally:
            for helper in helpers:
                helper.join()
    if git.returncode:
        raise _Ended(_first_line(b"".join(said)) or f"git {call.args[0]} ended with {git.returncode}")


def _wait_for(stream: IO[bytes]) -> bool:
    """Until something can be read. GitFailed if nothing comes for too long."""
    if hasattr(select, "poll"):
        watch = select.poll()
        watch.register(stream.fileno(), select.POLLIN)
        if not watch.poll(PATIENCE * 1000):
            raise GitFailed(f"git did not answer for {PATIENCE:g} seconds")
    return True


def _widen(pipe: IO[bytes]) -> None:
    """Let git run ahead while what it said is being read. Where a pipe cannot be widened, it only takes longer."""
    with suppress(ImportError, AttributeError, OSError):
        import fcntl  # noqa: PLC0415 - Windows has none

        fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, CHUNK)


def _cut(chunks: Iterable[bytes], end: bytes) -> Iterator[list[bytes]]:
    rest = b""
    for chunk in chunks:
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
