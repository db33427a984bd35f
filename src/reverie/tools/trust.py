"""Whether `.agent/local` is this machine's own. It holds the journal, logs that count as the user's words, and caches,
so one that came with somebody's repository must not be used, not even for reading.

The folder holds a random token, and the user's home keeps a file of that name. A clone cannot know it. Only `os`,
because hooks ask on every event; `reverie.tools.earlier` and git are asked only where the answer is not plain."""

from __future__ import annotations

import errno
import os
import stat

from reverie.tools import nofollow

LOCAL = ".agent/local"
MARK = "made-here"
MARKS = ".local/state/reverie/made-here"  # below the home; not moved by XDG variables, which a timer does not have
_TOKEN = 32  # hexadecimal digits
_IGNORE = b"*\n"
_MOVE = "mv .agent/local ~/untrusted-agent-local"


class NotTrusted(Exception):
    """The private folder may be somebody else's, or there is no home to keep a mark in. `message` says why, `remedy`
    what a person can do."""

    def __init__(self, message: str, remedy: str) -> None:
        super().__init__(message)
        self.message, self.remedy = message, remedy


def check(root: str) -> None:
    """NotTrusted unless the private folder of this project is missing, or made by this machine and clean."""
    try:
        os.close(open_local(root))
    except FileNotFoundError:
        return
    except NotTrusted:
        _check_clean(root)  # says more
        raise
    _check_clean(root)


def _check_clean(root: str) -> None:
    local = f"{root}/{LOCAL}"
    if is_tracked(local):
        raise NotTrusted(
            f"git tracks files in {local}, which is private to one machine: it came with this repository",
            f"move it out: {_go_to(root)}; git rm -rq --cached .agent/local; {_MOVE}",
        )
    if found := special_file(local):
        raise NotTrusted(f"{found}, which Reverie never makes", f"remove it, or move all away: {_go_to(root)}; {_MOVE}")


def _go_to(root: str) -> str:
    """A folder's name may hold shell text, and a person copies this line."""
    import shlex

    return f"cd {shlex.quote(root)}"


def take_over(root: str) -> bool:
    """A person says that the folder is theirs. False if it was trusted already."""
    try:
        check(root)
        return False
    except NotTrusted:
        _check_clean(root)
    folder = nofollow.open_folder(root, LOCAL)
    try:
        if _exists(folder, MARK):
            os.unlink(MARK, dir_fd=folder)
        mark(folder, root)
    finally:
        os.close(folder)
    return True


def open_local(root: str, *, make: bool = False) -> int:
    """A handle on the private folder, if this machine made it. `make`: start it where there is none."""
    local = f"{root}/{LOCAL}"
    try:
        folder = nofollow.open_folder(root, LOCAL)
    except FileNotFoundError:
        if not make:
            raise
        return _make(root)
    except OSError:  # a link or a file in its place, or in that of .agent
        raise NotTrusted(
            f"{local} is not a plain folder, and links are not followed", f"move it away: {_go_to(root)}; {_MOVE}"
        ) from None
    try:
        _check_mark(root, folder)
    except BaseException:
        os.close(folder)
        raise
    if make and not _exists(folder, MARK):
        os.close(folder)
        return _make(root)
    return folder


def _check_mark(root: str, folder: int) -> None:
    """An empty folder is as good as none: an interrupted start left it."""
    token = _token(folder)
    if token and _exists_in_home(token):
        return
    if token is None and _is_fresh(folder):
        return
    local = f"{root}/{LOCAL}"
    if token is None:
        from reverie.tools.earlier import was_made_here

        if was_made_here(local, _first_mark()) and not special_file(local) and not is_tracked(local):
            mark(folder, root)
            return
    raise NotTrusted(
        f"{local} was not made by this machine (~/{MARKS} does not know it)",
        f"if it is not yours, move it away: {_go_to(root)}; {_MOVE}; if you brought it here: reverie doctor --trust",
    )


def mark(folder: int, root: str) -> None:
    """Note in the home, then in the folder, that this machine made it. Durable before anything else is written: a
    folder that lost its mark would be refused."""
    import fcntl

    fcntl.flock(folder, fcntl.LOCK_EX)
    try:
        if not _exists(folder, MARK):  # or another process was quicker
            _mark(folder, root)
    finally:
        fcntl.flock(folder, fcntl.LOCK_UN)


def _mark(folder: int, root: str) -> None:
    token = os.urandom(_TOKEN // 2).hex()
    try:
        _note_in_home(token, root)
    except OSError as problem:
        if problem.errno in (errno.ENOSPC, errno.EDQUOT):
            raise
        raise NotTrusted(
            f"{_home()}/{MARKS} cannot be written: {(problem.strerror or 'unknown').lower()}",
            "Reverie notes there which private folders this machine made; set HOME to a folder that you can write",
        ) from None
    passing = f".{MARK}.{token}"
    nofollow.write_new(folder, passing, f"{token}\n".encode(), sync=True)
    os.replace(passing, MARK, src_dir_fd=folder, dst_dir_fd=folder)
    os.fsync(folder)


def _note_in_home(token: str, root: str) -> None:
    home = _home()
    os.makedirs(home, mode=0o700, exist_ok=True)  # a container's user may have none yet
    new = [name for name in _folders_of_marks() if not os.path.isdir(f"{home}/{name}")]
    os.close(nofollow.open_folder(home, os.path.dirname(MARKS), make=0o777))
    marks = nofollow.open_folder(home, MARKS, make=nofollow.PRIVATE)
    try:
        nofollow.write_new(marks, token, "\n".join([root, *new, ""]).encode("utf-8", "replace"), sync=True)
        os.fsync(marks)
    finally:
        os.close(marks)


def unmark(root: str) -> list[str]:
    """Forget that this machine made it; the folder goes too if nothing but the mark was in it. The folders that were
    made in the home for the mark, the innermost first: whoever empties them may remove them."""
    try:
        folder = nofollow.open_folder(root, LOCAL)
    except OSError:
        return []
    new = []
    try:
        if token := _token(folder):
            os.unlink(MARK, dir_fd=folder)
            new = _forget(token)
        if _is_fresh(folder):
            if _exists(folder, ".gitignore"):
                os.unlink(".gitignore", dir_fd=folder)
            os.rmdir(f"{root}/{LOCAL}")
    finally:
        os.close(folder)
    return new


def _forget(token: str) -> list[str]:
    home = _home()
    try:
        told = nofollow.read(home, f"{MARKS}/{token}", 8192).decode("utf-8", "replace").splitlines()
        os.unlink(f"{home}/{MARKS}/{token}")
    except OSError:
        return []
    return [f"{home}/{name}" for name in _folders_of_marks() if name in told[1:]]


def _folders_of_marks() -> list[str]:
    """The folder of marks and those above it, below the home, the innermost first."""
    parts = MARKS.split("/")
    return ["/".join(parts[:n]) for n in range(len(parts), 0, -1)]


def _make(root: str) -> int:
    os.close(nofollow.open_folder(root, os.path.dirname(LOCAL), make=0o777))
    folder = nofollow.open_folder(root, LOCAL, make=nofollow.PRIVATE)
    try:
        if not _exists(folder, MARK):
            os.chmod(folder, 0o700)
            mark(folder, root)
        if not _exists(folder, ".gitignore"):
            nofollow.write_new(folder, ".gitignore", _IGNORE)
    except FileExistsError:
        pass  # another process was quicker
    except BaseException:
        os.close(folder)
        raise
    return folder


def _home() -> str:
    return os.path.expanduser("~")


def _token(folder: int) -> str | None:
    """The token of this folder; None if it has no mark, empty if its mark is none of ours."""
    try:
        said = nofollow.read_at(folder, MARK, _TOKEN + 2).decode("ascii", "replace").strip()
    except FileNotFoundError:
        return None
    except OSError:
        return ""
    return said if len(said) == _TOKEN and all(c in "0123456789abcdef" for c in said) else ""


def _first_mark() -> float:
    """When the oldest mark in the home was made; for ever if there is none."""
    try:
        marks = nofollow.open_folder(_home(), MARKS)
    except OSError:
        return float("inf")
    try:
        times = [os.stat(name, dir_fd=marks, follow_symlinks=False).st_mtime for name in os.listdir(marks)]
    finally:
        os.close(marks)
    return min(times, default=float("inf"))


def _exists_in_home(token: str) -> bool:
    return os.path.isfile(f"{_home()}/{MARKS}/{token}")


def _exists(folder: int, name: str) -> bool:
    try:
        os.stat(name, dir_fd=folder, follow_symlinks=False)
    except FileNotFoundError:
        return False
    return True


def _is_fresh(folder: int) -> bool:
    """Whether it holds no more than an interrupted start leaves."""
    names = os.listdir(folder)
    return all(name == ".gitignore" or name.startswith(f".{MARK}.") for name in names) and all(
        stat.S_ISREG(os.stat(name, dir_fd=folder, follow_symlinks=False).st_mode) for name in names
    )


def special_file(local: str) -> str:
    """The first link, FIFO, socket or device in it, in words; empty if all are plain files and folders."""
    waiting = [local]
    while waiting:
        folder = waiting.pop()
        try:
            with os.scandir(folder) as entries:
                for entry in entries:
                    if entry.is_dir(follow_symlinks=False):
                        waiting.append(entry.path)
                    elif not entry.is_file(follow_symlinks=False):
                        kind = "a link" if entry.is_symlink() else "no regular file"
                        return f"{entry.path} is {kind}"
        except PermissionError:
            continue  # what nobody can look into cannot be used either
        except FileNotFoundError:
            continue  # another process removed it meanwhile
        except OSError:
            return f"{folder[:200]} cannot be looked through"
    return ""


def is_tracked(local: str) -> bool:
    """Whether a git repository around this folder tracks anything in it."""
    folder = os.path.dirname(local)
    while True:
        if os.path.lexists(f"{folder}/.git") and _tracks(folder, os.path.relpath(local, folder)):
            return True
        above = os.path.dirname(folder)
        if above == folder:
            return False
        folder = above


def _tracks(repository: str, path: str) -> bool:
    """Usually told by the index alone, without starting git: a path it does not spell out it does not track."""
    try:
        index = nofollow.read(repository, ".git/index", 1 << 30)
    except FileNotFoundError:
        if os.path.isdir(f"{repository}/.git") and not os.path.islink(f"{repository}/.git"):
            return False
        index = b""
    except OSError:
        index = b""
    end = index[-1 << 16 :]  # where extensions stand: a split or a sparse index leaves paths out
    spelt_out = index[:8] in (b"DIRC\0\0\0\2", b"DIRC\0\0\0\3") and b"link" not in end and b"sdir" not in end
    if spelt_out and os.fsencode(path).lower() not in index.lower():
        return False
    from pathlib import Path

    from reverie.tools.git import tracks

    return tracks(Path(repository), path)
