"""On which terms memories are promoted here: the mode, what was set anew, and what OpenClaw says where it lives."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, tzinfo
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from reverie.records.recalls import LIMIT, Counting, Terms, Weights
from reverie.remember.modes import CORE, Mode, chosen
from reverie.settings import Settings
from reverie.tools.cron import next_after, parse

if TYPE_CHECKING:
    from reverie.layouts.shortterm import Dreaming

T = TypeVar("T")
_LARGEST = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Arrangement:
    """`mode`: None if dreaming is off; then a person may still promote by hand, through the gates of core.
    `other`: the mode of OpenClaw's own dreaming, where that is on and Reverie keeps out of it."""

    mode: Mode | None
    terms: Terms
    zone: tzinfo | None = None
    other: str = ""

    @property
    def name(self) -> str:
        return self.mode.name if self.mode else "off"

    def next_run(self, now: datetime) -> datetime | None:
        if self.mode is None or self.other:
            return None
        return next_after(parse(self.mode.cadence), now, self.zone)


def arrangement(settings: Settings, theirs: Dreaming | None = None) -> Arrangement:
    """What Reverie's file says wins; where it says nothing, OpenClaw's own values hold, then those of the mode."""
    values = theirs.values if theirs else {}
    cadence = settings.dreaming_cadence or _cadence(values)
    score = _or(settings.dreaming_score, _share(values, "minScore"))
    recalls = _or(settings.dreaming_recalls, _count(values, "minRecallCount"))
    questions = _or(settings.dreaming_questions, _count(values, "minUniqueQueries"))
    name = settings.dreaming_mode or "off"
    mode = chosen(name, cadence=cadence, score=score, recalls=recalls, questions=questions)
    by_hand = chosen(CORE.name, score=score, recalls=recalls, questions=questions) or CORE
    limit = _or(settings.dreaming_limit, _count(values, "limit"))
    terms = Terms(mode.gates if mode else by_hand.gates, weights(settings), counting(settings), limit or LIMIT)
    zone = _zone(settings.dreaming_timezone or values.get("timezone", ""))
    return Arrangement(mode, terms, zone, theirs.mode if theirs and theirs.is_on else "")


def weights(settings: Settings) -> Weights:
    return Weights(
        settings.weight_frequency,
        settings.weight_relevance,
        settings.weight_diversity,
        settings.weight_recency,
        settings.half_life_days,
    )


def counting(settings: Settings) -> Counting:
    return Counting(settings.counts_from, settings.unasked_weight, settings.recall_days, settings.recall_most)


def openclaw_dreaming(environ: Mapping[str, str], home: Path) -> Dreaming | None:
    """OpenClaw's configuration on this machine, if there is one."""
    from reverie.layouts.shortterm import dreaming  # noqa: PLC0415

    state = Path(environ.get("OPENCLAW_STATE_DIR") or home / ".openclaw")
    path = Path(environ.get("OPENCLAW_CONFIG_PATH") or state / "openclaw.json")
    try:
        with path.open("rb") as file:
            return dreaming(file.read(_LARGEST).decode("utf-8", "replace"))
    except OSError:
        return None


def _or(first: T | None, second: T | None) -> T | None:
    return second if first is None else first


def _cadence(values: Mapping[str, str]) -> str:
    with suppress(ValueError):
        parse(values.get("frequency", ""))
        return values["frequency"]
    return ""


def _share(values: Mapping[str, str], name: str) -> float | None:
    with suppress(ValueError):
        found = float(values.get(name, ""))
        return found if 0 <= found <= 1 else None
    return None


def _count(values: Mapping[str, str], name: str) -> int | None:
    with suppress(ValueError):
        found = int(values.get(name, ""))
        return found if found >= 1 else None
    return None


def _zone(name: str) -> tzinfo | None:
    from zoneinfo import ZoneInfo, ZoneInfoNotFoundError  # noqa: PLC0415

    try:
        return ZoneInfo(name) if name else None
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None
