"""The answer of a tick that has nothing to do, from the one before it: while every gate is closed until a known hour,
and nobody changed the configuration, nothing else needs to be looked at, and nothing else is imported. A cache like any
other: without it a tick takes a little longer."""

from __future__ import annotations

import json
import os
import re
import sys
import time
import zlib

from reverie.tools import nofollow, trust

FOLDER, FILE = "cache", "tick.json"  # below .agent/local
LONGEST = 6 * 3600  # seconds: as long as the shortest gate stays closed
_LARGEST = 20_000
_AGO = re.compile(r"\{ago (\d{1,12})\}")


def answered(words: list[str], now: float | None = None) -> bool:
    """Whether that was all there is to do."""
    if words not in (["tick"], ["tick", "--json"]):
        return False
    now = time.time() if now is None else now
    try:
        text = _kept(_root(os.getcwd()), now)["json" if len(words) > 1 else "text"]
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError, trust.NotTrusted):
        return False
    if not isinstance(text, str) or not all(line.isprintable() for line in text.split("\n")):
        return False  # a stranger's repository may have come with it
    try:
        print(_AGO.sub(lambda at: f"{_length(now - float(at[1]))} ago", text), flush=True)  # noqa: T201
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # nobody listens any more
    return True


def ago(at: float) -> str:
    """Stands in a kept answer for how long ago that was, told when the answer is given."""
    return f"{{ago {at:.0f}}}"


def _length(seconds: float) -> str:
    """As `reverie.gates.verdict.length` has it, which takes longer to import."""
    minutes = max(int(seconds // 60), 0)
    if minutes < 120:
        return f"{minutes} min"
    return f"{minutes // 60} h" if minutes < 48 * 60 else f"{minutes // 1440} days"


def keep(root: str, text: str, as_json: str, now: float, until: float) -> None:
    """Remember an answer until it may be another one."""
    kept: dict[str, object] = {
        "at": now,
        "until": min(until, now + LONGEST),
        "mark": _mark(root),
        "text": text,
        "json": as_json,
    }
    kept["check"] = _check(kept)
    passing = f"{FILE}.{os.getpid()}"
    try:
        local = trust.open_local(root, make=True)
        folder = nofollow.enter(local, FOLDER, make=nofollow.PRIVATE)
        os.close(local)
    except (OSError, trust.NotTrusted):
        return  # then the next one looks for itself
    try:
        nofollow.write_new(folder, passing, json.dumps(kept).encode())
        os.replace(passing, FILE, src_dir_fd=folder, dst_dir_fd=folder)
    except OSError:
        return
    finally:
        os.close(folder)


def _kept(root: str, now: float) -> dict[str, object]:
    kept = json.loads(nofollow.read(root, f"{trust.LOCAL}/{FOLDER}/{FILE}", _LARGEST))
    trust.check(root)
    if kept.pop("check") != _check(kept):
        raise ValueError("it is damaged")
    if not kept["at"] <= now < kept["until"] <= kept["at"] + LONGEST or kept["mark"] != _mark(root):
        raise ValueError("it is no longer true")
    return dict(kept)


def _check(kept: dict[str, object]) -> int:
    return zlib.crc32(json.dumps(kept, sort_keys=True).encode())


def _mark(root: str) -> list[str]:
    """What an answer depends on besides the time: the configuration, how times are shown, and whether recalls began."""
    try:
        info = os.stat(f"{root}/.agent/config.yaml")
        config = f"{info.st_mtime_ns} {info.st_size}"
    except OSError:
        config = "none"
    recalls = os.path.isdir(f"{root}/.agent/local/logs/recalls")
    return [config, os.environ.get("TZ", ""), str(recalls), str(sys.stdout.encoding)]


def _root(here: str) -> str:
    """The nearest folder upwards that has a memory or is a repository, as every command finds it."""
    folder = os.path.realpath(here)
    while not os.path.isdir(f"{folder}/.agent") and not os.path.exists(f"{folder}/.git"):
        above = os.path.dirname(folder)
        if above == folder:
            raise ValueError("no repository")
        folder = above
    return folder
