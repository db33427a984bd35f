"""Real repositories for the porch's stories: built by git, the same on every machine, far from anyone's settings."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path

START = datetime(2026, 1, 1, 12, tzinfo=UTC)
ANN = "Ann Lee <ann@example.com>"
BEN = "Ben Fox <ben@example.com>"


def day(number: float) -> datetime:
    return START + timedelta(days=number)


class Repo:
    """A repository, and the few things people do in one."""

    def __init__(self, path: Path, *init: str) -> None:
        self.path = path
        self.count = 0
        path.mkdir(parents=True, exist_ok=True)
        if init != ("existing",):
            self.git("init", "-q", "-b", "main", *init)

    def git(self, *args: str, stdin: bytes = b"", env: Mapping[str, str] | None = None) -> str:
        around = {"PATH": os.environ["PATH"], "HOME": str(self.path.parent), "GIT_CONFIG_GLOBAL": os.devnull}
        around |= {"GIT_CONFIG_NOSYSTEM": "1", "GIT_ALLOW_PROTOCOL": "file", "GIT_EDITOR": "true"}
        identity = _identity(ANN, day(self.count + 0.5))  # a little after the last commit
        command = ["git", "-c", "protocol.file.allow=always", *args]
        done = subprocess.run(
            command,
            cwd=self.path,
            input=stdin,
            capture_output=True,
            env=around | identity | dict(env or {}),
            check=False,
        )
        assert done.returncode == 0, done.stderr.decode()
        return done.stdout.decode("utf-8", "backslashreplace").strip()

    def write(self, name: str | bytes, content: str) -> None:
        path = Path(os.fsdecode(os.path.join(os.fsencode(self.path), os.fsencode(name))))  # noqa: PTH118
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)

    def commit(
        self,
        subject: str | bytes,
        files: Iterable[str | bytes] = ("app.py",),
        *,
        body: str | bytes = "",
        by: str = ANN,
        on: float | None = None,
        committed: float | None = None,
    ) -> str:
        """A commit that touches these files. Without a day it is made one day after the one before."""
        self.count += 1
        when = day(self.count if on is None else on)
        for name in files:
            self.write(name, f"{self.count} {subject!r}\n")
        self.git("add", "-A")
        env = _identity(by, when, None if committed is None else day(committed))
        message = _bytes(subject) + b"\n\n" + _bytes(body)
        self.git("commit", "-q", "--allow-empty", "--allow-empty-message", "-F", "-", stdin=message, env=env)
        return self.head

    def raw_commit(self, text: bytes) -> str:
        """A commit object exactly as given, whatever git thinks of it; HEAD moves to it."""
        sha = self.git("hash-object", "-t", "commit", "-w", "--literally", "--stdin", stdin=text)
        self.git("update-ref", "HEAD", sha)
        return sha

    def revert(self, sha: str, *, on: float | None = None) -> str:
        self.count += 1
        when = day(self.count if on is None else on)
        self.git("revert", "--no-edit", sha, env=_identity(BEN, when))
        return self.head

    @property
    def head(self) -> str:
        return self.git("rev-parse", "HEAD")

    @property
    def tree(self) -> str:
        return self.git("rev-parse", "HEAD^{tree}")

    def clone(self, path: Path, *options: str) -> Repo:
        self.git("clone", "-q", *options, f"file://{self.path}", str(path))
        return Repo(path, "existing")


def _identity(who: str, when: datetime, committed: datetime | None = None) -> dict[str, str]:
    name, _, email = who.partition(" <")
    stamp, later = f"@{int(when.timestamp())} +0000", f"@{int((committed or when).timestamp())} +0000"
    return {
        "GIT_AUTHOR_NAME": name,
        "GIT_AUTHOR_EMAIL": email.rstrip(">"),
        "GIT_AUTHOR_DATE": stamp,
        "GIT_COMMITTER_NAME": "Committer",
        "GIT_COMMITTER_EMAIL": "committer@example.com",
        "GIT_COMMITTER_DATE": later,
    }


def _bytes(text: str | bytes) -> bytes:
    return text.encode() if isinstance(text, str) else text
