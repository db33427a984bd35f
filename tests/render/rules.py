"""Rules and targets for the stories of this room."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from reverie.records.learning import Health, Rule
from reverie.render.sync import SyncConfig, SyncPlan, plan
from reverie.render.targets import TargetState

JWT = (
    "Changes to `services/auth/jwt.py` were fixed 4 times in 12 days; run and extend its tests before committing there."
)
BEGUN = datetime(2026, 1, 1, tzinfo=UTC)


def rule(
    number: int,
    sentence: str = "Pin the Node version in `.nvmrc` and the CI matrix together.",
    scope: tuple[str, ...] = (),
    *,
    weight: int = 3,
    status: str = "active",
) -> Rule:
    at = BEGUN + timedelta(days=number)
    return Rule(
        f"{number:08x}abcd", "slug", sentence, scope, "It broke twice.", "ada", at, date(2026, 9, 1),
        "cand", "repeat_fix", "file:x", weight, status=status,
    )  # fmt: skip


def verdict(word: str) -> Health:
    return Health(word, 4, 1, 4.0, "it came back 1 time where 4 were expected")


def state(path: str, content: str | bytes | None = "", link: str | None = None) -> TargetState:
    return TargetState(path, content.encode() if isinstance(content, str) else content, link)


def synced(*states: TargetState, rules: tuple[Rule, ...] | None = None, **options: object) -> SyncPlan:
    force = bool(options.pop("force", False))
    health = options.pop("health", {})
    assert isinstance(health, dict)
    shown = (rule(1, JWT, ("services/auth/jwt.py",)),) if rules is None else rules
    return plan(states, shown, health, config=SyncConfig(**options), force=force)  # type: ignore[arg-type]


def written(result: SyncPlan, path: str = "CLAUDE.md") -> bytes:
    (content,) = [put.content for put in result.puts if put.address.path == path]
    return content


def reasons(result: SyncPlan) -> dict[str, str]:
    return {skip.what: skip.reason for skip in result.skipped}
