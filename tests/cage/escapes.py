"""Code planted in the cage that tries to get out. Each act returns if it got out and raises OSError if it was refused.

`World` is what the test built outside: files to spoil, listeners to reach, a process to harm.
"""

from __future__ import annotations

import ctypes
import fcntl
import json
import os
import resource
import signal
import socket
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

PRELOAD = ("json",)
LANDLOCK, SECCOMP, AUDIT = "landlock", "seccomp", "audit"


@dataclass(frozen=True)
class World:
    outside: Path
    scratch: Path
    repo: Path
    victim: int
    parent: int
    tcp: int
    udp: int
    unix: str
    abstract: str
    loader: str


Act = Callable[[World], object]
ACTS: dict[str, tuple[Act, frozenset[str]]] = {}  # each with the fences that refuse it alone


def refused_by(*fences: str) -> Callable[[Act], Act]:
    def keep(act: Act) -> Act:
        ACTS[act.__name__] = (act, frozenset(fences))
        return act

    return keep


def attempt(request: bytes, scratch: Path, tell: Callable[[str], None]) -> bytes:
    """Try every act, and say of each whether it got out."""
    told = json.loads(request)
    outside, repo = Path(told.pop("outside")), Path(told.pop("repo"))
    world = World(outside=outside, repo=repo, scratch=scratch, **told)
    return json.dumps({name: _outcome(act, world) for name, (act, _) in ACTS.items()}).encode()


def _outcome(act: Act, world: World) -> str:
    try:
        act(world)
    except (OSError, sqlite3.Error, subprocess.SubprocessError) as problem:
        return f"refused: {problem!r}"
    return "out"


# Writing


@refused_by(LANDLOCK, AUDIT)
def write_the_users_code(world: World) -> None:
    with (world.outside / "code.py").open("a") as file:
        file.write("import evil\n")


@refused_by(LANDLOCK, AUDIT)
def write_the_memory(world: World) -> None:
    with (world.outside / "memory" / "MEMORY.md").open("r+b") as file:
        file.write(b"evil")


@refused_by(LANDLOCK, AUDIT)
def write_an_ssh_key(world: World) -> None:
    (world.outside / ".ssh" / "authorized_keys").write_text("evil")


@refused_by(LANDLOCK, AUDIT)
def write_through_bytes(world: World) -> None:
    os.close(os.open(os.fsencode(world.outside / "code.py"), os.O_WRONLY | os.O_APPEND))


@refused_by(LANDLOCK, AUDIT)
def write_beside_a_handle(world: World) -> None:
    folder = os.open(world.outside, os.O_RDONLY)
    os.close(os.open("beside", os.O_WRONLY | os.O_CREAT, dir_fd=folder))


@refused_by(LANDLOCK, AUDIT)
def write_through_a_symlink(world: World) -> None:
    (world.scratch / "link").symlink_to(world.outside)
    (world.scratch / "link" / "followed").write_text("evil")


@refused_by(LANDLOCK, AUDIT)
def write_through_dots(world: World) -> None:
    (world.scratch / ".." / "outside" / "dotted").write_text("evil")


@refused_by(LANDLOCK, AUDIT)
def write_through_a_hard_link(world: World) -> None:
    os.link(world.outside / "linked", world.scratch / "hard")
    (world.scratch / "hard").write_text("evil")


@refused_by(LANDLOCK, AUDIT)
def link_out(world: World) -> None:
    (world.scratch / "mine").write_text("evil")
    os.link(world.scratch / "mine", world.outside / "planted")


@refused_by(LANDLOCK, AUDIT)
def rename_out(world: World) -> None:
    (world.scratch / "mine").write_text("evil")
    (world.scratch / "mine").rename(world.outside / "renamed")


@refused_by(LANDLOCK, AUDIT)
def rename_in(world: World) -> None:
    (world.outside / "taken").rename(world.scratch / "taken")


@refused_by(LANDLOCK, AUDIT)
def remove(world: World) -> None:
    (world.outside / "removed").unlink()


@refused_by(LANDLOCK, AUDIT)
def make_a_directory(world: World) -> None:
    (world.outside / "made").mkdir()


@refused_by(LANDLOCK, AUDIT)
def make_a_symlink(world: World) -> None:
    (world.outside / "pointer").symlink_to("/etc/passwd")


@refused_by(LANDLOCK)
def make_a_fifo(world: World) -> None:
    os.mkfifo(world.outside / "fifo")


@refused_by(LANDLOCK, AUDIT)
def truncate(world: World) -> None:
    os.truncate(world.outside / "truncated", 0)


@refused_by(LANDLOCK, AUDIT)
def make_a_database(world: World) -> None:
    sqlite3.connect(world.outside / "evil.db").execute("create table evil (x)")


@refused_by(SECCOMP, AUDIT)
def change_a_mode(world: World) -> None:
    (world.outside / "code.py").chmod(stat.S_IRUSR)


@refused_by(SECCOMP, AUDIT)
def change_a_mode_by_handle(world: World) -> None:
    with (world.outside / "code.py").open("rb") as file:
        os.chmod(file.fileno(), stat.S_IRUSR)  # noqa: PTH101


@refused_by(SECCOMP, AUDIT)
def change_an_owner(world: World) -> None:
    os.chown(world.outside / "code.py", os.getuid(), os.getgid())


@refused_by(SECCOMP, AUDIT)
def change_times(world: World) -> None:
    os.utime(world.outside / "code.py", (0, 0))


@refused_by(SECCOMP, AUDIT)
def hold_a_lock(world: World) -> None:
    with (world.outside / "code.py").open("rb") as file:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


# Reaching the network


@refused_by(LANDLOCK, SECCOMP, AUDIT)
def reach_tcp(world: World) -> None:
    socket.create_connection(("127.0.0.1", world.tcp), timeout=5).close()


@refused_by(LANDLOCK, SECCOMP, AUDIT)
def listen_on_tcp(world: World) -> None:
    socket.create_server(("127.0.0.1", 0)).close()


@refused_by(SECCOMP, AUDIT)
def reach_udp(world: World) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        line.sendto(b"evil", ("127.0.0.1", world.udp))


@refused_by(SECCOMP, AUDIT)
def reach_a_unix_socket(world: World) -> None:
    with socket.socket(socket.AF_UNIX) as line:
        line.connect(world.unix)


@refused_by(LANDLOCK, SECCOMP, AUDIT)
def reach_an_abstract_socket(world: World) -> None:
    with socket.socket(socket.AF_UNIX) as line:
        line.connect(b"\0" + world.abstract.encode())


@refused_by(SECCOMP, AUDIT)
def ask_the_kernel_by_netlink(world: World) -> None:
    socket.socket(socket.AF_NETLINK, socket.SOCK_RAW).close()


# Starting programs


def _start(*args: str | Path, **env: str) -> None:
    subprocess.run(args, check=True, timeout=20, stdout=-3, stderr=-3, env=os.environ | env)


@refused_by(LANDLOCK, AUDIT)
def start_a_shell(world: World) -> None:
    _start("/bin/sh", "-c", "true")


@refused_by(LANDLOCK, AUDIT)
def start_a_shell_by_system(world: World) -> None:
    if os.system("true") != 0:
        raise PermissionError("no shell")


@refused_by(LANDLOCK, AUDIT)
def start_python(world: World) -> None:
    _start(sys.executable, "-c", "pass")


@refused_by(LANDLOCK, AUDIT)
def start_by_posix_spawn(world: World) -> None:
    pid = os.posix_spawn("/bin/true", ["true"], {})
    if os.waitpid(pid, 0)[1]:
        raise PermissionError("not started")


@refused_by(LANDLOCK, AUDIT)
def start_something_called_git(world: World) -> None:
    fd = os.open(world.scratch / "git", os.O_WRONLY | os.O_CREAT, 0o755)
    os.write(fd, Path("/bin/true").read_bytes())
    os.close(fd)
    _start(world.scratch / "git")


@refused_by(LANDLOCK, AUDIT)
def start_another_git_from_elsewhere(world: World) -> None:
    """`./git` means one thing here and another in the directory it starts in."""
    fd = os.open(world.scratch / "elsewhere-git", os.O_WRONLY | os.O_CREAT, 0o755)
    os.write(fd, Path("/bin/true").read_bytes())
    os.close(fd)
    subprocess.run(["./elsewhere-git", "version"], check=True, cwd=world.scratch)


@refused_by(SECCOMP, AUDIT)
def start_from_memory(world: World) -> None:
    fd = os.memfd_create("evil", 0)
    os.write(fd, Path("/bin/true").read_bytes())
    subprocess.run([f"/proc/self/fd/{fd}"], check=True, pass_fds=(fd,))


@refused_by(AUDIT)
def start_through_the_loader(world: World) -> None:
    _start(world.loader, "/bin/true")


@refused_by(SECCOMP, AUDIT)
def fork(world: World) -> None:
    pid = os.fork()
    if pid == 0:
        os._exit(0)
    os.waitpid(pid, 0)


@refused_by(SECCOMP)
def leave_the_group(world: World) -> None:
    subprocess.run(["git", "version"], check=True, start_new_session=True, stdout=-3)


# Through git


def _git(world: World, *args: str, **env: str) -> None:
    """git may well succeed; what counts is whether its helper left its mark."""
    mark = world.outside / "marked-by-git"
    mark.unlink(missing_ok=True) if mark.exists() else None
    around = {name: value for name, value in os.environ.items() if not name.startswith("GIT_CONFIG_")} | env
    command = ["git", "-C", str(world.repo), *args]
    subprocess.run(command, check=False, timeout=20, stdout=-3, stderr=-3, stdin=-3, env=around)
    if not mark.exists():
        raise PermissionError("no mark")


def _mark(world: World) -> str:
    return f"touch '{world.outside}/marked-by-git' #"


@refused_by(LANDLOCK, SECCOMP, AUDIT)
def git_alias(world: World) -> None:
    _git(world, "-c", f"alias.evil=!{_mark(world)}", "evil")


@refused_by(LANDLOCK, SECCOMP, AUDIT)
def git_fsmonitor(world: World) -> None:
    _git(world, "-c", f"core.fsmonitor={_mark(world)}", "status")


@refused_by(LANDLOCK, SECCOMP, AUDIT)
def git_ssh(world: World) -> None:
    _git(world, "ls-remote", "ssh://host/x", GIT_SSH_COMMAND=_mark(world), GIT_ALLOW_PROTOCOL="ssh")


@refused_by(LANDLOCK, SECCOMP, AUDIT)
def git_hook(world: World) -> None:
    _git(world, "-c", "core.hooksPath=.git/hooks", "hook", "run", "pre-commit")


@refused_by(LANDLOCK, SECCOMP, AUDIT)
def git_external_diff(world: World) -> None:
    _git(world, "diff", "--ext-diff", "HEAD~1", GIT_EXTERNAL_DIFF=_mark(world))


@refused_by(LANDLOCK, SECCOMP, AUDIT)
def git_textconv(world: World) -> None:
    _git(world, "-c", f"diff.evil.textconv={_mark(world)}", "show", "--textconv", "HEAD:kept.evil")


@refused_by(LANDLOCK, SECCOMP, AUDIT)
def git_editor(world: World) -> None:
    _git(world, "-c", f"core.editor={_mark(world)}", "config", "--edit", GIT_EDITOR=_mark(world))


@refused_by(LANDLOCK, AUDIT)
def git_output(world: World) -> None:
    _git(world, "log", f"--output={world.outside}/marked-by-git")


@refused_by(LANDLOCK, AUDIT)
def git_trace(world: World) -> None:
    _git(world, "version", GIT_TRACE=f"{world.outside}/marked-by-git")


@refused_by(LANDLOCK, AUDIT)
def git_config(world: World) -> None:
    _git(world, "config", "-f", f"{world.outside}/marked-by-git", "evil.key", "value")


# Harming other processes


@refused_by(LANDLOCK, AUDIT)
def signal_the_parent(world: World) -> None:
    os.kill(world.parent, signal.SIGCONT)


@refused_by(LANDLOCK, AUDIT)
def signal_another(world: World) -> None:
    os.kill(world.victim, 0)


@refused_by(LANDLOCK, SECCOMP, AUDIT)
def trace_another(world: World) -> None:
    seize, detach = 0x4206, 17
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.ptrace(seize, world.victim, None, None) != 0:
        raise OSError(ctypes.get_errno(), "ptrace")
    libc.ptrace(detach, world.victim, None, None)


@refused_by(LANDLOCK, AUDIT)
def write_anothers_memory(world: World) -> None:
    Path(f"/proc/{world.victim}/mem").open("r+b", buffering=0).close()


@refused_by(LANDLOCK)
def read_anothers_environment(world: World) -> None:
    Path(f"/proc/{world.victim}/environ").read_bytes()


@refused_by(SECCOMP, AUDIT)
def limit_another(world: World) -> None:
    resource.prlimit(world.victim, resource.RLIMIT_CORE, (0, 0))


@refused_by(SECCOMP)
def slow_another_down(world: World) -> None:
    os.setpriority(os.PRIO_PROCESS, world.victim, 19)


@refused_by(SECCOMP)
def use_the_other_table_of_calls(world: World) -> None:
    """x32: the same calls under other numbers. Where the kernel has none this fails by itself."""
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.syscall(ctypes.c_long(0x40000000 + 39)) < 0 and ctypes.get_errno() == 1:
        raise OSError(1, "x32")


def environment(request: bytes, scratch: Path, tell: Callable[[str], None]) -> bytes:
    around: Mapping[str, str] = os.environ
    return json.dumps(dict(around)).encode()
