"""The door to the disk for folders that may have come with somebody's repository: from a base folder downwards no link
is followed, nothing but regular files is opened, and nothing waits for a FIFO. Only `os`, because hooks use it."""

from __future__ import annotations

import errno
import os
import stat
import time

PRIVATE = 0o700
FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_TRIES, _PAUSE = 100, 0.01
_SAFE = os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC | os.O_NOCTTY


def open_folder(base: str, path: str = "", *, make: int = 0) -> int:
    """A handle on the folder `path` below `base`. `make`: the rights with which what is missing of it is made."""
    fd = os.open(base, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    for name in _parts(path):
        above = fd
        try:
            fd = enter(above, name, make=make)
        finally:
            os.close(above)
    return fd


def enter(above: int, name: str, *, make: int = 0) -> int:
    """A handle on one folder inside another."""
    try:
        return os.open(name, FOLDER, dir_fd=above)
    except FileNotFoundError:
        if not make:
            raise
    try:
        os.mkdir(name, make, dir_fd=above)
    except FileExistsError:
        pass  # another process was quicker
    return os.open(name, FOLDER, dir_fd=above)


def open_file(folder: int, name: str, flags: int = os.O_RDONLY) -> int:
    """A handle on a regular file of this folder; OSError for anything else."""
    (name,) = _parts(name)
    fd = _open(name, flags, folder)
    if not stat.S_ISREG(os.fstat(fd).st_mode):
        os.close(fd)
        raise OSError(errno.EINVAL, "it is not a regular file", name)
    return fd


def _open(name: str, flags: int, folder: int) -> int:
    """A file that is just being swapped in is under a lease and answers EAGAIN; so we wait for it, for a second."""
    for _ in range(_TRIES):
        try:
            return os.open(name, flags | _SAFE, 0o600, dir_fd=folder)
        except BlockingIOError:
            time.sleep(_PAUSE)
    return os.open(name, flags | _SAFE, 0o600, dir_fd=folder)


def read(base: str, path: str, limit: int) -> bytes:
    """The first `limit` bytes of a file below `base`."""
    above, _, name = path.rpartition("/")
    folder = open_folder(base, above)
    try:
        return read_at(folder, name, limit)
    finally:
        os.close(folder)


def read_at(folder: int, name: str, limit: int) -> bytes:
    fd = open_file(folder, name)
    try:
        parts = []
        while limit > 0 and (part := os.read(fd, min(limit, 1 << 20))):
            parts.append(part)
            limit -= len(part)
        return b"".join(parts)
    finally:
        os.close(fd)


def write(base: str, path: str, content: bytes) -> None:
    """A small file of our own below `base`, with this content instead of what it had."""
    above, _, name = path.rpartition("/")
    folder = open_folder(base, above)
    try:
        fd = open_file(folder, name, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    finally:
        os.close(folder)
    with os.fdopen(fd, "wb") as file:
        file.write(content)


def write_new(folder: int, name: str, content: bytes, *, sync: bool = False) -> None:
    """A new file; FileExistsError if anything has that name."""
    fd = open_file(folder, name, os.O_WRONLY | os.O_CREAT | os.O_EXCL)
    try:
        view = memoryview(content)
        while view:
            view = view[os.write(fd, view) :]
        if sync:
            os.fsync(fd)
    except OSError:
        os.unlink(name, dir_fd=folder)
        raise
    finally:
        os.close(fd)


def open_own(base: str, path: str) -> int:
    """A handle on a private folder below `base`, made if need be. What lies in its place and is no folder goes."""
    try:
        return open_folder(base, path, make=PRIVATE)
    except OSError as problem:
        if problem.errno not in (errno.ENOTDIR, errno.ELOOP):
            raise
    remove_tree(base, path)
    return open_folder(base, path, make=PRIVATE)


def move_all(base: str, source: str, target: str) -> None:
    """Move the regular files of one private folder into another; files of the same name are replaced."""
    old = open_folder(base, source)
    try:
        new = open_own(base, target)
        try:
            for name in os.listdir(old):
                if stat.S_ISREG(os.stat(name, dir_fd=old, follow_symlinks=False).st_mode):
                    os.replace(name, name, src_dir_fd=old, dst_dir_fd=new)
        finally:
            os.close(new)
    finally:
        os.close(old)


def remove_tree(base: str, path: str) -> None:
    """Remove a folder below `base` with all that is in it. A link is removed, never what it leads to; what cannot be
    removed stays."""
    above, _, name = path.rpartition("/")
    try:
        folder = open_folder(base, above)
    except OSError:
        return
    try:
        _remove(folder, name)
    finally:
        os.close(folder)


def _remove(above: int, name: str) -> None:
    try:
        info = os.stat(name, dir_fd=above, follow_symlinks=False)
        if not stat.S_ISDIR(info.st_mode):
            os.unlink(name, dir_fd=above)
            return
        inner = _open_for_removal(above, name)
    except OSError:
        return
    try:
        for one in os.listdir(inner):
            _remove(inner, one)
        os.rmdir(name, dir_fd=above)
    except OSError:
        return
    finally:
        os.close(inner)


def _open_for_removal(above: int, name: str) -> int:
    """A folder without rights cannot be emptied, so it is given them: by its handle, not by a name that may change."""
    try:
        return os.open(name, FOLDER, dir_fd=above)
    except PermissionError:
        if os.chmod in os.supports_follow_symlinks:
            os.chmod(name, 0o700, dir_fd=above, follow_symlinks=False)
        else:  # Linux: the kernel knows no such call; a link here would have been told by `stat` a moment ago
            handle = os.open(name, os.O_PATH | os.O_NOFOLLOW | os.O_DIRECTORY | os.O_CLOEXEC, dir_fd=above)
            try:
                os.chmod(f"/proc/self/fd/{handle}", 0o700)
            finally:
                os.close(handle)
        return os.open(name, FOLDER, dir_fd=above)


def _parts(path: str) -> list[str]:
    parts = [part for part in path.split("/") if part]
    if any(part in (".", "..") for part in parts):
        raise ValueError("a path below a folder has no '.' or '..'")
    return parts
