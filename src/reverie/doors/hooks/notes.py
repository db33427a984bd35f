"""Notes, rules and nights as they lie in their files, read in a few milliseconds: the standard library alone, and only
the first lines of what is only named. Whoever needs more opens the store."""

from __future__ import annotations

import os

from reverie.tools import nofollow, trust

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from reverie.records.checks import Looked

RULES = ".agent/memory/semantic/rules/auto-dream"
BRIEFING = ".agent/local/briefing.md"
_HEAD = 4096
_WHOLE = 64 << 10
_TAIL = 256 << 10
_LOOKED = 2000  # lines: a few milliseconds


def text_of(base: str, path: str, most: int = _WHOLE) -> str:
    """The beginning of a file below `base`; nothing if it is none or leads elsewhere."""
    try:
        raw = nofollow.read(base, path, most)
    except (OSError, ValueError):
        return ""
    return raw.decode("utf-8", "replace").removeprefix("\ufeff").replace("\r\n", "\n")


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


def known_of(base: str, path: str, looked: Mapping[str, Sequence[Looked]]) -> str:
    """What one should know of a note before one believes it: its date, whose words it is, whether it was checked."""
    text = text_of(base, path, _HEAD)
    facts, body = parted(text)
    day = next((facts[name][:10] for name in ("updated", "modified", "created", "date") if facts.get(name)), "")
    state = _state(body, day, looked) if looked else "not verified"
    if facts.get("doubt") and not state.startswith("doubted"):  # the end of a long log may not tell all
        state = f"doubted: {facts['doubt']}"
    return f"{day or 'no date'} · {facts.get('origin') or 'user'} · {state}"


def looked_up(root: str) -> dict[str, list[Looked]]:
    """What nights looked up for notes, by name, newest last; of each claim the newest word counts."""
    from reverie.records.checks import Looked

    found: dict[str, list[Looked]] = {}
    told = set()
    for line, _ in zip(_newest_lines(root, ".agent/local/logs/verification"), range(_LOOKED), strict=False):
        claim, state = _field(line, "claim"), _field(line, "state")
        if claim not in told and state in ("holds", "gone", "moved") and '"supposed":true' not in line:
            facts = (_field(line, "now"), _field(line, "reason"), _field(line, "at")[:10], _field(line, "noted"))
            found.setdefault(_field(line, "name"), []).insert(0, Looked(_field(line, "name"), state, *facts))
        told.add(claim)
    return found


def _state(body: str, day: str, looked: Mapping[str, Sequence[Looked]]) -> str:
    """In words, from what the body names as a path or as code; a plain word may only be said to be there."""
    import re

    from reverie.records.checks import answer_for, check_of

    code = set(re.findall(r"`([^`\n]{1,200})`", body))
    names = code | {word.rstrip(".") for word in re.findall(r"[\w./-]+", body)}
    found = [answer_for(looked[name], day) for name in sorted(names) if name in looked]
    sure = [one for one in found if one and (one.state == "holds" or one.name in code or "/" in one.name)]
    return check_of(sure).told


def rules(root: str) -> Iterator[tuple[str, str]]:
    """The sentence of each active rule, and what is known of it."""
    for name in _names(root, RULES):
        facts, body = parted(text_of(root, f"{RULES}/{name}"))
        said = (line.strip() for line in body.splitlines())
        sentence = next((line for line in said if line and not line.startswith(("#", "<!--"))), "")
        if sentence and facts.get("status", "active") == "active" and facts.get("graduated_by"):
            decided = f"decided by {facts['graduated_by']} on {facts.get('graduated_at', '')[:10]}"
            yield sentence, f"{decided} · review by {facts.get('review_by') or 'no date'}"


def briefing(root: str) -> tuple[str, list[str]]:
    """What the last night laid ready for the next session: its title, and its lines."""
    title, *lines = text_of(root, BRIEFING).splitlines() or [""]
    return title.removeprefix("# "), [line for line in lines if line.strip()]


def tasks_waiting(root: str) -> int:
    """How many tasks wait for an agent's answer."""
    return sum(not name.startswith(".") for name in _names(root, f"{trust.LOCAL}/tasks", ".json"))


def nights(root: str, most: int) -> list[dict[str, object]]:
    """The newest reports, oldest first."""
    import json

    found: list[dict[str, object]] = []
    for line in _newest_lines(root, ".agent/local/logs/reports"):
        try:
            record = json.loads(line)
        except ValueError:
            continue
        if isinstance(record, dict) and record.get("kind") == "night":
            found.insert(0, record)
        if len(found) == most:
            break
    return found


def _newest_lines(root: str, path: str) -> Iterator[str]:
    """The lines of a log from the last one backwards, as far as one wants to read."""
    for name in reversed(_names(root, path, ".jsonl")):
        try:
            lines = _tail(root, path, name).decode("utf-8", "replace").splitlines()
        except OSError:
            continue
        yield from (line for line in reversed(lines) if line.strip())


def _tail(root: str, path: str, name: str) -> bytes:
    folder = nofollow.open_folder(root, path)
    try:
        fd = nofollow.open_file(folder, name)
    finally:
        os.close(folder)
    with os.fdopen(fd, "rb") as file:
        file.seek(max(0, file.seek(0, os.SEEK_END) - _TAIL))
        return file.read(_TAIL)


def _names(root: str, path: str, end: str = ".md") -> list[str]:
    try:
        folder = nofollow.open_folder(root, path)
    except OSError:
        return []
    try:
        return sorted(name for name in os.listdir(folder) if name.endswith(end))
    finally:
        os.close(folder)


def _field(line: str, name: str) -> str:
    return line.partition(f'"{name}":"')[2].partition('"')[0]
