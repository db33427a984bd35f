"""What the operating system refuses, said so that a person knows what to do."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager

from reverie.records.errors import StoreFull, StoreReadOnly

_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
_REFUSED = (errno.EACCES, errno.EPERM, errno.EROFS, errno.ELOOP, errno.ENOTDIR)


def in_words(problem: OSError) -> str:
    if problem.errno == errno.ELOOP:
        return "it is a symbolic link"
    if problem.errno in (errno.ENOTDIR, errno.EISDIR):
        return "there is a folder or a link where a file should be"
    if problem.errno in (errno.EACCES, errno.EPERM):
        return "permission denied"
    return (problem.strerror or str(problem)).lower()


@contextmanager
def always_plain(what: str) -> Iterator[None]:
    """Where nothing was begun yet, whatever the system says means that `what` cannot be written."""
    try:
        with plain_errors(what):
            yield
    except OSError as problem:
        raise StoreReadOnly(what=what, reason=in_words(problem)) from problem


@contextmanager
def plain_errors(what: str) -> Iterator[None]:
    """A full or read-only disk as an expected failure."""
    try:
        yield
    except OSError as problem:
        if problem.errno in _FULL:
            raise StoreFull(what=what) from problem
        if problem.errno in _REFUSED:
            raise StoreReadOnly(what=what, reason=in_words(problem)) from problem
        raise
