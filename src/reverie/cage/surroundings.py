"""What the child is given to start with: its command line, a small environment, and what it is told on stdin."""

from __future__ import annotations

import json
import os
import struct
import sys
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

import reverie
from reverie.cage.limits import Limits

# Everything else stays outside: keys, tokens, GIT_TRACE=/some/file, LD_PRELOAD.
PASSED = (
    *("PATH", "HOME", "USER", "LOGNAME", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "XDG_CONFIG_HOME"),
    *("GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM", "GIT_CEILING_DIRECTORIES"),
    *("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"),  # without which some Pythons do not start
)
HARDENED = {
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "none",
    "GIT_PAGER": "cat",
    "PAGER": "cat",
    "GIT_CONFIG_COUNT": "3",
    "GIT_CONFIG_KEY_0": "core.fsmonitor",
    "GIT_CONFIG_VALUE_0": "false",
    "GIT_CONFIG_KEY_1": "core.hooksPath",
    "GIT_CONFIG_VALUE_1": "/dev/null",
    "GIT_CONFIG_KEY_2": "log.showSignature",
    "GIT_CONFIG_VALUE_2": "false",
}
_BOOT = "import sys; sys.path[:] = sys.argv[1].split('\\n'); from reverie.cage.inside import main; main()"
LENGTH = struct.Struct(">Q")  # goes before the orders, and before the request


@dataclass(frozen=True, slots=True)
class Orders:
    """What the child is told before the request itself."""

    target: str
    scratch: str
    git: str
    loader: str
    parent: int
    answer: int  # the pipe for the closing report and the answer
    talk: int  # the pipe for progress and refusals
    fences: list[str]
    limits: Limits

    @classmethod
    def read(cls, told: bytes) -> Orders:
        facts = json.loads(told)
        return cls(**facts | {"limits": Limits(**facts["limits"])})


def letter(orders: Orders) -> bytes:
    """What goes down the child's stdin first."""
    return sized(json.dumps(asdict(orders)).encode())


def sized(told: bytes) -> bytes:
    return LENGTH.pack(len(told)) + told


def command() -> list[str]:
    """A fresh interpreter that reads no settings, no site, and finds modules exactly where this one does."""
    flags = ["-I", "-S", "-B", "-X", "utf8", "-X", "faulthandler"]
    return [sys.executable, *flags, "-c", _BOOT, "\n".join(_places())]


def _places() -> list[str]:
    """A relative entry is left out: it would import out of the repository that is dreamt about."""
    entries = [entry for entry in sys.path if os.path.isabs(entry) and "\n" not in entry]  # noqa: PTH117
    home = str(Path(reverie.__file__).resolve().parents[1])  # an editable install may use a finder, not a path
    return entries if home in entries else [*entries, home]


def environment(around: Mapping[str, str], scratch: str, git: str, limits: Limits) -> dict[str, str]:
    kept = {name: around[name] for name in PASSED if name in around}
    path = [os.path.dirname(git)] if git else []  # noqa: PTH120 - the real git is found before a wrapper
    path += [entry for entry in around.get("PATH", os.defpath).split(os.pathsep) if os.path.isabs(entry)]  # noqa: PTH117
    threads = str(max(1, min(limits.threads, os.cpu_count() or 1)))
    numbers = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), threads)
    # An arena of malloc reserves 64 MiB of address space, and that is what the ceiling of memory counts.
    rest = {"PATH": os.pathsep.join(path), "TMPDIR": scratch, "MALLOC_ARENA_MAX": "4"}
    return kept | HARDENED | numbers | rest
