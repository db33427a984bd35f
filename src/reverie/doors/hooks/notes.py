"""Notes, rules and nights as they lie in their files, read in a few milliseconds: the standard library alone, and only
the first lines of what is only named. Whoever needs more opens the store."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

RULES = ".agent/memory/semantic/rules/auto-dream"
BRIEFING = ".agent/local/briefing.md"
_HEAD = 4096
_WHOLE = 64 << 10
_TAIL = 256 << 10
_LOOKED = 2000  # lines: a few milliseconds


def text_of(path: str, most: int = _WHOLE) -> str:
    """A file's beginning; nothing if it is none or leads elsewhere."""
    try:
        fd = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
    except OSError:
        return ""
    with os.fdopen(fd, "rb") as file:
        try:
            return file.read(most).decode("utf-8", "replace").removeprefix("\ufeff").replace("\r\n", "\n")
        except OSError:
            return ""


def parted(text: str) -> tuple[dict[str, str], str]:
    """The plain lines of a header, and the body."""
    if not text.startswith("---\n"):
        return {}, text
    top, _, body = text[4:].partition("\n---")
    facts = {}
    for line in top.splitlines():
        name, colon, value = line.strip().partition(":")
        if colon:
            facts[name] = value.strip().strip("\"'")
    return facts, body.partition("\n")[2]


def known_of(path: str, held: Mapping[str, str]) -> str:
    """What one should know of a note before one believes it: its date, whose words it is, whether it was checked."""
    text = text_of(path, _HEAD)
    facts, _ = parted(text)
    day = next((facts[name][:10] for name in ("updated", "modified", "created", "date") if facts.get(name)), "")
    doubt = facts.get("doubt")
    checked = min((held[name] for name in _named(text) if name in held), default="")
    state = f"doubted: {doubt}" if doubt else f"no doubt as of {checked}" if checked else "not verified"
    return f"{day or 'no date'} · {facts.get('origin') or 'user'} · {state}"


def held_at(root: str) -> dict[str, str]:
    """What notes name and the code has, with the day it was looked up; of each claim the newest word counts."""
    found: dict[str, str] = {}
    told = set()
    for line, _ in zip(_newest_lines(f"{root}/.agent/local/logs/verification"), range(_LOOKED), strict=False):
        claim = _field(line, "claim")
        if claim not in told and _field(line, "state") == "holds":
            found.setdefault(_field(line, "name"), _field(line, "at")[:10])
        told.add(claim)
    return found


def _named(text: str) -> set[str]:
    """Whatever may be a path or a symbol."""
    import re

    return {word.rstrip(".") for word in re.findall(r"[\w./-]+", text)}


def rules(root: str) -> Iterator[tuple[str, str]]:
    """The sentence of each active rule, and what is known of it."""
    for name in _names(f"{root}/{RULES}"):
        facts, body = parted(text_of(f"{root}/{RULES}/{name}"))
        said = (line.strip() for line in body.splitlines())
        sentence = next((line for line in said if line and not line.startswith(("#", "<!--"))), "")
        if sentence and facts.get("status", "active") == "active" and facts.get("graduated_by"):
            decided = f"decided by {facts['graduated_by']} on {facts.get('graduated_at', '')[:10]}"
            yield sentence, f"{decided} · review by {facts.get('review_by') or 'no date'}"


def briefing(root: str) -> tuple[str, list[str]]:
    """What the last night laid ready for the next session: its title, and its lines."""
    title, *lines = text_of(f"{root}/{BRIEFING}").splitlines() or [""]
    return title.removeprefix("# "), [line for line in lines if line.strip()]


def nights(root: str, most: int) -> list[dict[str, object]]:
    """The newest reports, oldest first."""
    import json

    found: list[dict[str, object]] = []
    for line in _newest_lines(f"{root}/.agent/local/logs/reports"):
        try:
            record = json.loads(line)
        except ValueError:
            continue
        if isinstance(record, dict) and record.get("kind") == "night":
            found.insert(0, record)
        if len(found) == most:
            break
    return found


def _newest_lines(folder: str) -> Iterator[str]:
    """The lines of a log from the last one backwards, as far as one wants to read."""
    for name in reversed(_names(folder, ".jsonl")):
        try:
            with open(f"{folder}/{name}", "rb") as file:
                size = file.seek(0, os.SEEK_END)
                file.seek(max(0, size - _TAIL))
                lines = file.read().decode("utf-8", "replace").splitlines()
        except OSError:
            continue
        yield from (line for line in reversed(lines) if line.strip())


def _names(folder: str, end: str = ".md") -> list[str]:
    try:
        return sorted(name for name in os.listdir(folder) if name.endswith(end))
    except OSError:
        return []


def _field(line: str, name: str) -> str:
    return line.partition(f'"{name}":"')[2].partition('"')[0]
