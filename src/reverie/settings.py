"""The configuration file, read and checked: `.agent/config.yaml`. A setting nobody knows is an error, not silence."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from reverie.records.errors import BadConfig
from reverie.tools.frontmatter import MAX_HEADER, parse


@dataclass(frozen=True, slots=True)
class Settings:
    """Every setting with its default. The names are those of the file, with a dot for each level."""

    min_cluster_size: int = 3
    min_reverts: int = 2
    min_actors: int = 2
    window_days: int = 30
    max_candidates: int = 20
    consolidate_hours: int = 24
    consolidate_sessions: int = 5
    consolidate: str = ""  # auto, propose, off; nothing said: auto on one's own memory, propose on another agent's
    bug_registries: tuple[str, ...] = ("docs/bug-registry.md",)
    review_days: int = 180
    grace_days: int = 30
    actor: str = ""
    share_episodic: bool = False
    sync_targets: tuple[str, ...] | None = None
    sync_budget: int = 60
    embeddings: str = "auto"  # auto, local, endpoint, none
    endpoint_url: str = ""
    endpoint_model: str = ""
    endpoint_key: str = ""  # the name of the environment variable that holds the key
    model: str = "none"  # none, anthropic, openai, claude
    model_url: str = ""
    model_name: str = ""
    model_key: str = ""  # the name of the environment variable that holds the key
    model_tokens: int = 200_000
    model_calls: int = 60
    model_seconds: int = 300
    model_dollars: float = 0.5
    model_prices: tuple[tuple[str, float, float], ...] = ()
    tasks_engine: str = "keyless"  # auto, keyless, agent, claude, codex, anthropic, openai, spool
    tasks_model: str = ""
    redact: tuple[tuple[str, str], ...] = field(default=())
    transcripts_off: bool = False
    transcripts: tuple[str, ...] = ()
    min_sessions: int = 2
    memory_layout: str = "agent"  # agent, claude-code, openclaw
    memory_root: str = ""
    dreaming_mode: str = ""  # off, core, rem, deep; nothing said is off
    dreaming_cadence: str = ""
    dreaming_timezone: str = ""
    dreaming_limit: int | None = None
    dreaming_score: float | None = None
    dreaming_recalls: int | None = None
    dreaming_questions: int | None = None
    weight_frequency: float = 0.35
    weight_relevance: float = 0.35
    weight_diversity: float = 0.15
    weight_recency: float = 0.15
    half_life_days: int = 14
    counts_from: float = 0.4
    unasked_weight: float = 0.25
    recall_days: int = 180
    recall_most: int = 5000
    hook_tokens: int = 2000
    hook_recall: bool = False
    hook_notes: int = 3
    dedup_threshold: float = 0.85


Convert = Callable[[Any], Any]
_YES, _NO = ("true", "yes", "on", "1"), ("false", "no", "off", "0")


def _truth(value: Any) -> bool:
    """What is neither must not be taken for a no: it may have been meant to turn something off."""
    said = str(value).strip().lower()
    if said not in _YES and said not in _NO:
        raise ValueError("it must be true or false")
    return said in _YES


def _number(value: Any) -> int:
    number = int(str(value))
    if not 1 <= number <= 1_000_000:
        raise ValueError("it must be between 1 and 1000000")
    return number


def _ceiling(value: Any) -> int:
    """Nothing at all is a ceiling, too."""
    return 0 if str(value).strip() == "0" else _number(value)


def _share(value: Any) -> float:
    try:
        number = float(str(value))
    except ValueError:
        raise ValueError("it must be a number from 0 to 1") from None
    if not 0 <= number <= 1:
        raise ValueError("it must be a number from 0 to 1")
    return number


def _cadence(value: Any) -> str:
    from reverie.tools.cron import parse as schedule

    schedule(str(value))
    return str(value).strip()


def _zone(value: Any) -> str:
    from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

    try:
        return ZoneInfo(str(value)).key
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise ValueError(f"there is no zone '{value}'; one is Europe/Paris") from None


def _words(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise ValueError("it must be a list")
    return tuple(str(item) for item in value)


def _places(value: Any) -> tuple[str, ...]:
    """Folders of the project itself: a committed file must not open what lies elsewhere on its reader's machine."""
    found = _words(value)
    for place in found:
        if place.startswith(("/", "~")) or ".." in place.replace("\\", "/").split("/") or ":" in place[:3]:
            raise ValueError(f"'{place}' lies outside this project; name it with --source or REVERIE_SOURCES")
    return found


def _folder(value: Any) -> str:
    """A folder of the project itself, for the same reason."""
    place = str(value).strip().rstrip("/")
    if place.startswith(("/", "~")) or ".." in place.replace("\\", "/").split("/") or ":" in place[:3]:
        raise ValueError(f"'{place}' lies outside this project; name it with REVERIE_MEMORY_ROOT")
    parts = [part for part in place.lower().split("/") if part != "."]
    if ".git" in parts or parts[:2] == [".agent", "local"]:
        raise ValueError(f"'{place}' is no place for a memory")
    return place


def _choice(*allowed: str) -> Convert:
    def choose(value: Any) -> str:
        if str(value) not in allowed:
            raise ValueError(f"it must be one of {', '.join(allowed)}")
        return str(value)

    return choose


def _dollars(value: Any) -> float:
    try:
        number = float(str(value))
    except ValueError:
        raise ValueError("it must be a number of dollars") from None
    if not 0 <= number <= 100_000:
        raise ValueError("it must be a number of dollars from 0 to 100000")
    return number


def _prices(value: Any) -> tuple[tuple[str, float, float], ...]:
    """Dollars for a million tokens, by the model's name."""
    if not isinstance(value, dict) or not all(isinstance(pair, list) and len(pair) == 2 for pair in value.values()):
        raise ValueError("it must map a model's name to two prices, of a million tokens read and written: [3, 15]")
    return tuple((str(name), _dollars(pair[0]), _dollars(pair[1])) for name, pair in value.items())


def _name(value: Any) -> str:
    """A name that is shown on terminals and in files."""
    name = str(value).strip()
    if not name.isprintable() or " " in name or len(name) > 200:
        raise ValueError("it must be one word")
    return name


def _variable(value: Any) -> str:
    """The name of a variable, and not the key itself: this file is committed."""
    name = str(value).strip()
    if not name.replace("_", "a").isalnum() or not name.isascii() or name != name.upper() or name[0].isdigit():
        raise ValueError("it must be the name of an environment variable, such as OPENAI_API_KEY, never the key itself")
    return name


def _patterns(value: Any) -> tuple[tuple[str, str], ...]:
    if not isinstance(value, dict):
        raise ValueError("it must map a kind to a regular expression")
    from reverie.tools.redact.own import compiled

    found = tuple((str(kind), str(form)) for kind, form in value.items())
    for kind, form in found:
        compiled(kind, form)
    return found


KNOWN: dict[str, tuple[str, Convert, str]] = {
    "dream.min_cluster_size": ("min_cluster_size", _number, "events that make a pattern"),
    "dream.min_reverts": ("min_reverts", _number, "reverts that make a pattern"),
    "dream.min_actors": ("min_actors", _number, "people who must hit a known bug"),
    "dream.window_days": ("window_days", _number, "how far back `run` looks"),
    "dream.max_candidates": ("max_candidates", _number, "new candidates in one night, at most"),
    "dream.consolidate": (
        "consolidate",
        _choice("auto", "propose", "off"),
        "tidy the memory: by itself, only by proposals, or not (default: auto, propose on another agent's memory)",
    ),
    "dream.consolidate_hours": (
        "consolidate_hours",
        _number,
        "hours between one consolidation of the memory and the next that `tick` starts, at least",
    ),
    "dream.consolidate_sessions": (
        "consolidate_sessions",
        _number,
        "sessions since the last consolidation, before `tick` starts another",
    ),
    "dream.bug_registries": ("bug_registries", _words, "where bug registries lie"),
    "rules.review_days": ("review_days", _number, "days until a rule is to be reviewed"),
    "rules.grace_days": ("grace_days", _number, "days after that until it expires"),
    "identity.actor": ("actor", str, "who you are, if git should not say"),
    "share.episodic": ("share_episodic", _truth, "commit observed events for the team"),
    "sync.targets": ("sync_targets", _words, "files that rules are written into"),
    "sync.budget": ("sync_budget", _number, "lines of rules in such a file, at most"),
    "embeddings.kind": ("embeddings", _choice("auto", "local", "endpoint", "none"), "what compares meanings"),
    "embeddings.url": ("endpoint_url", str, "an OpenAI-compatible endpoint"),
    "embeddings.model": ("endpoint_model", str, "its model"),
    "embeddings.key_env": ("endpoint_key", str, "the environment variable with its key"),
    "model.kind": (
        "model",
        _choice("none", "anthropic", "openai", "claude"),
        "what words texts better: none, Anthropic, an OpenAI-compatible server, `claude`",
    ),
    "model.url": ("model_url", _name, "its server, such as http://localhost:11434/v1; Anthropic's by default"),
    "model.name": ("model_name", _name, "the model"),
    "model.key_env": ("model_key", _variable, "the environment variable with its key"),
    "model.max_tokens": ("model_tokens", _ceiling, "tokens a night may use, at most"),
    "model.max_calls": ("model_calls", _ceiling, "times a night may ask it, at most"),
    "model.max_seconds": ("model_seconds", _ceiling, "seconds a night may wait for it, at most"),
    "model.max_dollars": ("model_dollars", _dollars, "what a night may cost, at most, where the price is known"),
    "model.prices": ("model_prices", _prices, "dollars for a million tokens: model → [read, written]"),
    "tasks.engine": (
        "tasks_engine",
        _choice("auto", "keyless", "agent", "claude", "codex", "anthropic", "openai", "spool"),
        "who answers tasks: a model, a program with your login, your agent, a folder, nobody; auto: model.kind's",
    ),
    "tasks.model": ("tasks_model", _name, "the model for tasks, if not model.name"),
    "transcripts.off": ("transcripts_off", _truth, "do not read sessions at all"),
    "transcripts.sources": ("transcripts", _places, "more transcripts: files or folders of this project"),
    "transcripts.min_sessions": ("min_sessions", _number, "sessions in which the same correction makes a pattern"),
    "memory.layout": (
        "memory_layout",
        _choice("agent", "claude-code", "openclaw"),
        "whose memory the notes are kept in",
    ),
    "memory.root": ("memory_root", _folder, "the folder of this project it lies in, if not where its owner puts it"),
    "dreaming.mode": ("dreaming_mode", _choice("off", "core", "rem", "deep"), "promotion: off, core, rem or deep"),
    "dreaming.frequency": ("dreaming_cadence", _cadence, "when, as cron has it, if not as the mode says"),
    "dreaming.timezone": ("dreaming_timezone", _zone, "the zone of that schedule, if not the system's"),
    "dreaming.limit": ("dreaming_limit", _number, "memories promoted in one cycle, at most"),
    "dreaming.min_score": ("dreaming_score", _share, "the score a memory needs, if not the mode's"),
    "dreaming.min_recall_count": ("dreaming_recalls", _number, "the recalls it needs, if not the mode's"),
    "dreaming.min_unique_queries": ("dreaming_questions", _number, "the distinct questions, if not the mode's"),
    "dreaming.weights.frequency": ("weight_frequency", _share, "the share of how often it was recalled"),
    "dreaming.weights.relevance": ("weight_relevance", _share, "the share of how well it answered"),
    "dreaming.weights.diversity": ("weight_diversity", _share, "the share of how many questions recalled it"),
    "dreaming.weights.recency": ("weight_recency", _share, "the share of how lately it was recalled"),
    "dreaming.half_life_days": ("half_life_days", _number, "days in which recency is halved"),
    "dreaming.counts_from": ("counts_from", _share, "the relevance from which a hit counts as a recall"),
    "dreaming.unasked_weight": ("unasked_weight", _share, "how much a recall counts that no agent asked for"),
    "dreaming.recall_days": ("recall_days", _number, "days after which a recall no longer counts"),
    "dreaming.recall_most": ("recall_most", _number, "memories kept in view; the least valuable go first"),
    "hooks.session_start_tokens": ("hook_tokens", _number, "tokens an agent is told when a session begins, at most"),
    "hooks.recall": ("hook_recall", _truth, "put notes before an agent that fit a prompt, unasked, where sure"),
    "hooks.recall_notes": ("hook_notes", _number, "notes put before it at once, at most"),
    "intelligence.dedup_threshold": ("dedup_threshold", _share, "the cosine at which two insights say the same"),
    "redact.patterns": ("redact", _patterns, "secrets of your own: kind → regular expression"),
}


def read(path: Path) -> Settings:
    """The file's settings over the defaults. No file: the defaults."""
    try:
        text = _text(path)
        raw = parse(text) if text is not None else {}
    except ValueError as problem:
        raise BadConfig(path=path, reason=problem) from None
    except OSError as problem:
        raise BadConfig(path=path, reason=(problem.strerror or "it cannot be read").lower()) from None
    return Settings(**dict(_values(path, raw)))


def _text(path: Path) -> str | None:
    """The file itself. A link is not followed: a stranger may have committed it, to have any file of yours shown."""
    if path.is_symlink() or path.parent.is_symlink():
        raise ValueError("it is reached through a symbolic link; links are not followed")
    try:
        fd = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except FileNotFoundError:
        return None
    with os.fdopen(fd, "rb") as file:
        if not stat.S_ISREG(os.fstat(fd).st_mode):
            raise ValueError("it is not a regular file")
        return file.read(MAX_HEADER + 1).decode("utf-8-sig")


def _values(path: Path, raw: Mapping[str, Any]) -> list[tuple[str, Any]]:
    found = []
    for key, value in _flat(raw):
        if key not in KNOWN:
            raise BadConfig(path=path, reason=f"there is no setting '{key}'{_nearest(key)}")
        name, convert, _ = KNOWN[key]
        try:
            found.append((name, convert(value)))
        except ValueError as problem:
            raise BadConfig(path=path, reason=f"{key}: {_plain(problem)}") from None
    return found


def _flat(raw: Mapping[str, Any], above: str = "") -> list[tuple[str, Any]]:
    found: list[tuple[str, Any]] = []
    for key, value in raw.items():
        full = f"{above}{key}"
        if isinstance(value, dict) and full not in KNOWN:
            found += _flat(value, f"{full}.")
        elif value not in ("", None):
            found.append((full, value))
    return found


def _nearest(key: str) -> str:
    import difflib

    near = difflib.get_close_matches(key, KNOWN, 1)
    return f"; did you mean '{near[0]}'?" if near else ""


def _plain(problem: ValueError) -> str:
    text = str(problem)
    return "it must be a whole number" if "invalid literal" in text else text
