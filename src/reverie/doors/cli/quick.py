"""The answer of a tick that has nothing to do, from the one before it: while every gate is closed until a known hour,
and nobody changed the configuration, nothing else needs to be looked at, and nothing else is imported. A cache like any
other: without it a tick takes a little longer."""

from __future__ import annotations

import json
import os
import sys
import time

FILE = ".agent/local/cache/tick.json"
LONGEST = 6 * 3600  # seconds: as long as the shortest gate stays closed
_LARGEST = 20_000


def answered(words: list[str], now: float | None = None) -> bool:
    """Whether that was all there is to do."""
    if words not in (["tick"], ["tick", "--json"]):
        return False
    try:
        text = _kept(_root(os.getcwd()), time.time() if now is None else now)["json" if len(words) > 1 else "text"]
    except (OSError, ValueError, KeyError, TypeError):
        return False
    if not isinstance(text, str) or not all(line.isprintable() for line in text.split("\n")):
        return False  # a stranger's repository may have come with it
    try:
        print(text, flush=True)  # noqa: T201
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # nobody listens any more
    return True


def keep(root: str, text: str, as_json: str, now: float, until: float) -> None:
    """Remember an answer until it may be another one."""
    kept = {"at": now, "until": min(until, now + LONGEST), "mark": _mark(root), "text": text, "json": as_json}
    path = f"{root}/{FILE}"
    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(f"{path}.{os.getpid()}", "w", encoding="utf-8") as file:
            json.dump(kept, file)
        os.replace(f"{path}.{os.getpid()}", path)
    except OSError:
        return  # then the next one looks for itself


def _kept(root: str, now: float) -> dict[str, object]:
    with open(f"{root}/{FILE}", encoding="utf-8") as file:
        kept = json.loads(file.read(_LARGEST))
    if not kept["at"] <= now < kept["until"] <= kept["at"] + LONGEST or kept["mark"] != _mark(root):
        raise ValueError("it is no longer true")
    return dict(kept)


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
