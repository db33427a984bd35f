"""OpenClaw's own record of recalls, `memory/.dreams/short-term-recall.json`, and its settings of dreaming. What stands
there is read, Reverie's recalls are added the way OpenClaw adds its own, and fields nobody here knows stay."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import orjson

from reverie.records.documents import Address
from reverie.records.errors import BadDocument
from reverie.records.recalls import Question, Recall, Recalled
from reverie.tools.frontmatter import is_true, parse

ROOT = "dreams"  # memory/.dreams, of which only this one file is looked at
FILE = Address(ROOT, "short-term-recall.json")
FOLDER = "memory/"  # before a path, as OpenClaw writes it from its workspace
MOST_HASHES = 32
LONGEST = 280
_COMMENT = re.compile(r'("(?:[^"\\]|\\.)*"|\'(?:[^\'\\]|\\.)*\')|//[^\n]*|/\*.*?\*/', re.DOTALL)
_DAILY = re.compile(r"(?:.*/)?\d{4}-\d{2}-\d{2}[^/]*\.md")
_CERTAIN = 0.9  # of the entries: from here on a score is what a sure hit looks like
_ENOUGH = 10  # entries, to know that


@dataclass(frozen=True, slots=True)
class ShortTerm:
    """The file, taken apart. `whole` is everything in it, also what nobody here knows."""

    entries: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    whole: Mapping[str, Any] = field(default_factory=dict)


def read(content: bytes | None) -> ShortTerm:
    """BadDocument if it is there and is not what OpenClaw writes."""
    if content is None or not content.strip():
        return ShortTerm()
    try:
        whole = orjson.loads(content)
    except orjson.JSONDecodeError as problem:
        raise BadDocument(address=FILE, reason=f"it is not JSON: {problem}") from None
    entries = whole.get("entries", {}) if isinstance(whole, dict) else None
    if not isinstance(entries, dict) or whole.get("version", 1) != 1:
        raise BadDocument(address=FILE, reason="it is not a recall file of version 1")
    return ShortTerm({key: entry for key, entry in entries.items() if isinstance(entry, dict)}, whole)


def key_of(path: str, first: int, last: int) -> str:
    return f"memory:{path}:{first}:{last}"


def recalled(found: ShortTerm, root: str) -> list[Recalled]:
    """The entries as promotion scores them; those of another kind, or broken, are left alone."""
    scale = certain(found)
    made = (_recalled(key, entry, root, scale) for key, entry in found.entries.items())
    return [one for one in made if one is not None]


def certain(found: ShortTerm) -> float:
    """What a sure hit scores here: OpenClaw's scores are those of its embedding model, and no two models agree.
    Relevance is a mean score set against this one. With few entries nothing is known, and scores stay as they are."""
    best = sorted(_number(entry.get("maxScore")) for entry in found.entries.values())
    if len(best) < _ENOUGH:
        return 1.0
    return min(max(best[int((len(best) - 1) * _CERTAIN)], 0.1), 1.0)


def _recalled(key: str, entry: Mapping[str, Any], root: str, scale: float) -> Recalled | None:
    path, count = str(entry.get("path") or ""), _number(entry.get("recallCount"))
    first, last = int(_number(entry.get("startLine"))), int(_number(entry.get("endLine")))
    at, since = _moment(entry.get("lastRecalledAt")), _moment(entry.get("firstRecalledAt"))
    inside = path.removeprefix(FOLDER)
    if count <= 0 or at is None or first < 1 or not _DAILY.fullmatch(path) or ".." in path or inside.startswith("/"):
        return None
    hashes = entry.get("queryHashes")
    asked = tuple(str(one) for one in hashes) if isinstance(hashes, list) else ()
    total = min(_number(entry.get("totalScore")) / scale, count)
    text, best = str(entry.get("snippet") or ""), min(_number(entry.get("maxScore")) / scale, 1.0)
    promoted = _moment(entry.get("promotedAt"))
    return Recalled(
        key, f"{root}:{inside}", first, max(last, first), text, count, total, len(set(asked)), asked, ((at, 1.0),),
        since or at, best, promoted=promoted,
    )  # fmt: skip


def added(
    found: ShortTerm, recalls: Sequence[Recall], promoted: Mapping[str, datetime], now: datetime, most: int
) -> bytes:
    """The file with these recalls counted and these entries marked as promoted. Recalls nobody asked for are not in it:
    OpenClaw would count them whole. Beyond `most` the entries worth least are let go, promoted ones first."""
    entries = {key: dict(entry) for key, entry in found.entries.items()}
    for recall in sorted(recalls, key=lambda one: one.at):
        if recall.asked and recall.layer == "daily":
            _count(entries, recall)
    for key, at in promoted.items():
        if key in entries:
            entries[key]["promotedAt"] = _told(at)
    kept = set(sorted(entries, key=lambda key: _value(key, entries[key]), reverse=True)[:most])
    told = {**found.whole, "version": 1, "updatedAt": _told(now)}
    told["entries"] = {key: entry for key, entry in entries.items() if key in kept}
    return orjson.dumps(told, option=orjson.OPT_INDENT_2) + b"\n"


def _count(entries: dict[str, dict[str, Any]], recall: Recall) -> None:
    path = FOLDER + recall.address.partition(":")[2]
    key = key_of(path, recall.first, recall.last)
    at = _told(recall.at)
    entry = entries.setdefault(
        key,
        {
            "key": key, "path": path, "startLine": recall.first, "endLine": recall.last, "source": "memory",
            "snippet": " ".join(recall.text.split())[:LONGEST], "recallCount": 0, "totalScore": 0, "maxScore": 0,
            "firstRecalledAt": at, "lastRecalledAt": at, "queryHashes": [],
        },
    )  # fmt: skip
    entry["recallCount"] = int(_number(entry.get("recallCount"))) + 1
    entry["totalScore"] = round(_number(entry.get("totalScore")) + recall.relevance, 6)
    entry["maxScore"] = max(_number(entry.get("maxScore")), recall.relevance)
    entry["lastRecalledAt"] = max(str(entry.get("lastRecalledAt") or at), at)
    hashes = [one for one in entry.get("queryHashes") or [] if one != recall.question.hash]
    entry["queryHashes"] = [*hashes, recall.question.hash][-MOST_HASHES:]


def _value(key: str, entry: Mapping[str, Any]) -> tuple[bool, float, int, str, str]:
    """Not yet promoted, then by how often and how well, then by how many questions, then by how lately."""
    hashes = entry.get("queryHashes")
    asked = len(hashes) if isinstance(hashes, list) else 0
    return not entry.get("promotedAt"), _number(entry.get("totalScore")), asked, str(entry.get("lastRecalledAt")), key


def questions(hashes: Iterable[str], known: Mapping[str, Question]) -> list[Question]:
    """The questions behind hashes, as far as Reverie's own log knows them."""
    return [known.get(one, Question(one)) for one in hashes]


def _number(value: object) -> float:
    good = isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value < 1e9
    return float(value) if good else 0.0  # type: ignore[arg-type]


def _moment(value: object) -> datetime | None:
    try:
        found = datetime.fromisoformat(str(value).replace("Z", "+00:00"))
        return (found if found.tzinfo else found.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError):
        return None


def _told(at: datetime) -> str:
    """As JavaScript writes it."""
    utc = at.astimezone(UTC)
    return f"{utc:%Y-%m-%dT%H:%M:%S}.{utc.microsecond // 1000:03d}Z"


# Its settings


@dataclass(frozen=True, slots=True)
class Dreaming:
    """What OpenClaw's configuration says about its own dreaming."""

    mode: str = ""  # as it is written
    is_on: bool = False
    values: Mapping[str, str] = field(default_factory=dict)  # frequency, timezone, limit, minScore, …


def dreaming(text: str) -> Dreaming:
    """From openclaw.json, which is JSON with comments and the like. What cannot be read says nothing."""
    plain = _COMMENT.sub(lambda found: found[1] or " ", text).replace("\t", " ")
    try:
        value: Any = parse(plain)
    except ValueError:
        return Dreaming()
    for name in ("plugins", "entries", "memory-core", "config", "dreaming"):
        value = value.get(name) if isinstance(value, dict) else None
    if not isinstance(value, dict):
        return Dreaming()
    mode = str(value.get("mode") or "").strip().lower()
    on = mode not in ("", "off", "null") or ("mode" not in value and is_true(value.get("enabled", "")))
    return Dreaming(
        mode or ("on" if on else "off"), on, {str(k): str(v) for k, v in value.items() if isinstance(v, str)}
    )
