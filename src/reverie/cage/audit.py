"""The third fence, and the reporter: a hook inside Python that sees what is about to be done, refuses what leads out of
the cage, and says so. It is the only fence where the kernel has none; native code walks around it.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Mapping, Sequence

from reverie.cage import git_words
from reverie.cage.whereabouts import CWD_FD, below, leads_to

_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_NEVER = {
    *("os.fork", "os.forkpty", "os.system", "os.spawn", "os.startfile", "pty.spawn", "os.add_dll_directory"),
    *(
        "os.lockf",
        "fcntl.flock",
        "fcntl.lockf",
        "fcntl.ioctl",
        "resource.setrlimit",
        "resource.prlimit",
        "syslog.openlog",
        "syslog.syslog",
    ),
    *("sqlite3.enable_load_extension", "sqlite3.load_extension", "gc.get_objects", "gc.get_referrers"),
}
Facts = Sequence[object]


class Watch:
    """Called by Python before each act it knows of. PermissionError is what the kernel's refusal looks like too."""

    def __init__(self, scratch: str, git: str, report: Callable[[str], None]) -> None:
        self._scratch = scratch
        self._git = git
        self._report = report
        self._before = dict(os.environ)
        self._closed: tuple[str, ...] = ("socket.",)
        self._checks = _checks(self)

    def seal(self) -> None:
        """Once everything is imported: numpy and its kind load native code by ctypes, and nobody needs it after."""
        self._closed = ("socket.", "ctypes.")

    def __call__(self, event: str, facts: Facts) -> None:
        check = self._checks.get(event)
        if check is not None:
            check(facts)
        elif event in _NEVER or (event.startswith(self._closed) and event != "socket.gethostname"):
            self.refuse(event)

    def refuse(self, what: str, about: object = "") -> None:
        text = f"{what} {_shown(about)}".strip()
        self._report(text)
        raise PermissionError(errno.EPERM, f"the cage refused: {text}")

    def inside(self, what: str, given: object, dir_fd: object = CWD_FD, *, follow: bool = True) -> None:
        """Refuse unless the path leads into scratch."""
        place = leads_to(given, dir_fd, follow=follow)
        if not below(place, self._scratch) or "\0" in place:
            self.refuse(what, place or given)

    # One check for each kind of event; `facts` are as Python's table of audit events names them.

    def opening(self, facts: Facts) -> None:
        given, mode, flags = facts
        if not isinstance(flags, int) or not flags & _WRITING or isinstance(given, int):
            return
        place = leads_to(given)
        if place == os.devnull:
            return
        # os.open does not tell of its dir_fd, so a relative path could lead anywhere; open() has none.
        text = os.fsdecode(given) if isinstance(given, str | bytes) else place
        if not below(place, self._scratch) or (mode is None and not text.startswith("/")):
            self.refuse("open for writing", place)

    def renaming(self, facts: Facts) -> None:
        source, target, source_fd, target_fd = facts
        self.inside("rename from", source, source_fd, follow=False)
        self.inside("rename to", target, target_fd, follow=False)

    def linking(self, facts: Facts) -> None:
        source, target, source_fd, target_fd = facts
        self.inside("link", source, source_fd)  # a second name for a file outside could be written through
        self.inside("link as", target, target_fd, follow=False)

    def connecting_sqlite(self, facts: Facts) -> None:
        text = os.fsdecode(facts[0]) if isinstance(facts[0], str | bytes) else leads_to(facts[0])
        if text in {":memory:", ""} or (text.startswith("file:") and ("mode=ro" in text or "mode=memory" in text)):
            return
        self.inside("open a database for writing", text.removeprefix("file:").partition("?")[0])

    def killing(self, facts: Facts) -> None:
        pid = facts[0]
        assert isinstance(pid, int)
        try:
            ours = pid == 0 or (pid > 0 and os.getpgid(pid) == os.getpgrp())
        except OSError:
            return  # it is gone, and the call will say so
        if not ours:
            self.refuse("signal to process", pid)

    def importing(self, facts: Facts) -> None:
        place = leads_to(facts[1]) if len(facts) > 1 and facts[1] else ""
        if place and below(place, self._scratch):
            self.refuse("native code from scratch", place)

    def starting(self, facts: Facts) -> None:
        """subprocess.Popen: program, arguments, directory, environment."""
        self._start(facts[0], facts[1], facts[3])

    def executing(self, facts: Facts) -> None:
        """os.exec and os.posix_spawn: program, arguments, environment."""
        self._start(facts[0], facts[1], facts[2])

    def _start(self, program: object, args: object, env: object) -> None:
        around = _texts(env) if isinstance(env, Mapping) else dict(os.environ)
        if not self._is_git(program, around):
            self.refuse("start", args)
        words = [args] if isinstance(args, str | bytes) else args
        listed = [os.fsdecode(word) for word in words] if isinstance(words, Sequence) else []
        if problem := git_words.objection(listed, around, self._before):
            self.refuse("start git with", problem)

    def _is_git(self, program: object, around: Mapping[str, str]) -> bool:
        if not isinstance(program, str | bytes | os.PathLike) or not self._git:
            return False
        name = os.fsdecode(program)
        if "/" not in name:
            tried = (os.path.join(folder, name) for folder in os.get_exec_path(around))  # noqa: PTH118
            name = next((path for path in tried if os.access(path, os.X_OK)), "")
        # A relative name is looked up in the directory the program starts in, not in ours.
        return name.startswith("/") and leads_to(name) == self._git


def _checks(watch: Watch) -> dict[str, Callable[[Facts], None]]:
    def path(what: str, dir_fd_at: int | None, *, follow: bool) -> Callable[[Facts], None]:
        def check(facts: Facts) -> None:
            watch.inside(what, facts[0], CWD_FD if dir_fd_at is None else facts[dir_fd_at], follow=follow)

        return check

    return {
        "open": watch.opening,
        "os.rename": watch.renaming,
        "os.link": watch.linking,
        "os.symlink": lambda facts: watch.inside("symlink as", facts[1], facts[2], follow=False),
        "os.remove": path("remove", 1, follow=False),
        "os.rmdir": path("remove the directory", 1, follow=False),
        "os.mkdir": path("make the directory", 2, follow=False),
        "os.chmod": path("change the mode of", 2, follow=True),
        "os.chown": path("change the owner of", 3, follow=True),
        "os.chflags": path("change the flags of", None, follow=True),
        "os.utime": path("change the times of", 3, follow=True),
        "os.truncate": path("truncate", None, follow=True),
        "os.setxattr": path("set an attribute of", None, follow=True),
        "os.removexattr": path("remove an attribute of", None, follow=True),
        "sqlite3.connect": watch.connecting_sqlite,
        "os.kill": watch.killing,
        "os.killpg": lambda facts: None if facts[0] in {0, os.getpgrp()} else watch.refuse("signal to group", facts[0]),
        "import": watch.importing,
        "subprocess.Popen": watch.starting,
        "os.exec": watch.executing,
        "os.posix_spawn": watch.executing,
    }


def _texts(env: Mapping[object, object]) -> dict[str, str]:
    pairs = ((key, value) for key, value in env.items() if isinstance(key, str | bytes))
    return {os.fsdecode(key): os.fsdecode(value) for key, value in pairs if isinstance(value, str | bytes)}


def _shown(about: object) -> str:
    if isinstance(about, list | tuple):
        return " ".join(map(_shown, about))[:300]
    return (os.fsdecode(about) if isinstance(about, str | bytes | os.PathLike) else str(about))[:300]
