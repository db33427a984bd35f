"""Everyday lessons, as people and agents put them, and what becomes of each: whose word it is, as what it is kept, and
whether it was asked for."""

from __future__ import annotations

import pytest

from reverie.records.tasks import Item
from reverie.records.tasks import ItemKind as K
from tests.tasks.packets import item, lesson, one, packet

Row = tuple[list[Item], str, str, str, str, str]
ROWS: list[Row] = [
    (
        [item("e1", "no no, don't mock the database in tests, use the real postgres container")],
        "Do not mock the database in tests; use the real Postgres container.",
        "don't mock the database in tests",
        "e1",
        "rule",
        "user rule",
    ),
    (
        [item("e1", "stop using npm here, we're on pnpm")],
        "Use pnpm instead of npm in this repository.",
        "stop using npm here, we're on pnpm",
        "e1",
        "rule",
        "user rule",
    ),
    (
        [
            item(
                "e1",
                "why did you touch the schema file again?? add a migration",
                context="Edit db/full_schema.sql",
                files=("db/full_schema.sql",),
            )
        ],
        "Never edit `db/full_schema.sql` directly; add a migration.",
        "add a migration",
        "e1",
        "rule",
        "user rule",
    ),
    (
        [item("e1", "Remember Bob owns the billing module")],
        "Bob owns the billing module.",
        "Bob owns the billing module",
        "e1",
        "fact",
        "user fact asked",
    ),
    (
        [item("e1", "Keep in mind that the legacy importer is frozen")],
        "The legacy importer is frozen.",
        "the legacy importer is frozen",
        "e1",
        "fact",
        "user fact asked",
    ),
    (
        [item("e1", "Note that prod uses eu-west-1")],
        "Production uses eu-west-1.",
        "prod uses eu-west-1",
        "e1",
        "fact",
        "user fact asked",
    ),
    (
        [item("e1", "Note that prod uses eu-west-1")],
        "The production environment runs in the eu-west-1 region.",
        "prod uses eu-west-1",
        "e1",
        "fact",
        "agent fact",
    ),
    (
        [item("e1", "Don't forget that migrations run before the deploy")],
        "Migrations run before the deploy.",
        "migrations run before the deploy",
        "e1",
        "fact",
        "user fact asked",
    ),
    (
        [item("e1", "Decision: the public API stays on REST, graphql was too much work for the mobile team")],
        "The public API stays on REST; GraphQL was too much work for the mobile team.",
        "the public API stays on REST",
        "e1",
        "decision",
        "user decision",
    ),
    (
        [item("e1", "can you please always run the linter before you commit, the CI failed three times today")],
        "Always run the linter before committing.",
        "always run the linter before you commit",
        "e1",
        "rule",
        "user rule asked",
    ),
    (
        [item("e1", "bitte nie wieder direkt auf main pushen, immer einen PR aufmachen")],
        "Nie direkt auf main pushen, immer einen PR aufmachen.",
        "nie wieder direkt auf main pushen",
        "e1",
        "rule",
        "user rule asked",
    ),
    (
        [item("e1", "save this for later sessions: the search index is rebuilt at 2am")],
        "The search index is rebuilt at 2am.",
        "the search index is rebuilt at 2am",
        "e1",
        "fact",
        "user fact asked",
    ),
    (
        [item("e1", "remember that we dropped jest last week")],
        "We dropped jest last week.",
        "we dropped jest last week",
        "e1",
        "fact",
        "user fact asked",
    ),
    (
        [item("e1", "запомни, что очередь общая для всех команд")],
        "Очередь общая для всех команд.",
        "очередь общая для всех команд",
        "e1",
        "fact",
        "user fact asked",
    ),
    (
        [item("e1", "the search index is always empty after a reset, next time it crashes too")],
        "The search index is empty after a reset.",
        "the search index is always empty after a reset",
        "e1",
        "fact",
        "user fact",
    ),
    (
        [item("e1", "2026-01-02 10:00:00 INFO remember that the search index is rebuilt at 2am")],
        "The search index is rebuilt at 2am.",
        "the search index is rebuilt at 2am",
        "e1",
        "fact",
        "user fact",
    ),
    ([item("e1", "以后不要用npm，用pnpm")], "以后不要用 npm，用 pnpm。", "不要用npm", "e1", "rule", "user rule asked"),
    (
        [item("e1", "I prefer short commit messages without emojis")],
        "Write short commit messages without emojis.",
        "short commit messages without emojis",
        "e1",
        "preference",
        "user preference",
    ),
    (
        [
            item(
                "e1", "Redis", K.ANSWER, context="Which cache backend should the session service use? Redis / Memcached"
            )
        ],
        "The session service uses Redis as its cache backend.",
        "Redis",
        "e1",
        "decision",
        "user decision",
    ),
    (
        [item("e1", "the staging box is down on weekends so don't schedule anything there")],
        "Do not schedule jobs on staging at weekends: the box is down then.",
        "don't schedule anything there",
        "e1",
        "rule",
        "user rule",
    ),
    (
        [item("e1", "we don't use default exports in this codebase")],
        "Avoid default exports; use named exports.",
        "we don't use default exports",
        "e1",
        "rule",
        "user rule",
    ),
    (
        [item("e1", "run `make db-up` before the tests or they all fail")],
        "Run `make db-up` before the tests.",
        "run `make db-up` before the tests",
        "e1",
        "procedure",
        "user procedure",
    ),
    (
        [item("e1", "no. revert that. we keep the v1 endpoints until june because customers still call them")],
        "Keep the v1 endpoints until June: customers still call them.",
        "we keep the v1 endpoints until june",
        "e1",
        "rule",
        "user rule",
    ),
    (
        [item("e1", "you keep forgetting to update CHANGELOG.md when you change the api")],
        "Update CHANGELOG.md when changing the API.",
        "update CHANGELOG.md when you change the api",
        "e1",
        "rule",
        "user rule",
    ),
    (
        [
            item(
                "e1",
                "The root cause: `asyncpg`"
                " caches prepared statements per connection, and pgbouncer in transaction mode breaks them. "
                "Setting `statement_cache_size=0` fixes it.",
                K.AGENT,
            )
        ],
        "With pgbouncer in transaction mode asyncpg's prepared statements break; set `statement_cache_size=0`.",
        "`statement_cache_size=0` fixes it",
        "e1",
        "fact",
        "agent fact",
    ),
    (
        [
            item("e1", "vitest run → Error: Cannot find module '@app/core'", K.ERROR),
            item("e2", "pnpm -r build", K.REMEDY),
        ],
        "`vitest run` cannot find `@app/core` until `pnpm -r build` has run.",
        "pnpm -r build",
        "e1 e2",
        "fact",
        "tool fact",
    ),
    (
        [
            item("e1", "alembic upgrade head: Target database is not up to date. (4 times)", K.ERROR),
            item("e2", "alembic stamp head", K.REMEDY),
            item(
                "e3",
                "The database was created from the dump, so alembic has no version table; stamping first helps.",
                K.AGENT,
            ),
        ],
        "When `alembic upgrade head` says the target database is not up to date, run `alembic stamp head` first.",
        "stamping first helps",
        "e1 e2 e3",
        "procedure",
        "agent procedure",
    ),
    (
        [item("e1", "don't commit to this branch anymore, release/2.4 is frozen since yesterday")],
        "release/2.4 is frozen since yesterday; do not commit to it.",
        "release/2.4 is frozen since yesterday",
        "e1",
        "fact",
        "user fact",
    ),
    (
        [item("e1", "use 4 spaces not two in yaml")],
        "Indent YAML with four spaces, not two.",
        "use 4 spaces not two in yaml",
        "e1",
        "rule",
        "user rule",
    ),
    (
        [item("e1", "I still don't know whether we need the retry queue, maybe later")],
        "It is open whether the retry queue is needed.",
        "don't know whether we need the retry queue",
        "e1",
        "gap",
        "user gap",
    ),
    (
        [
            item(
                "e1",
                "All 47 tests pass. The cache key did not include the tenant id, so tenants saw each other's data.",
                K.FINAL,
            )
        ],
        "Cache keys must include the tenant id, or tenants see each other's data.",
        "The cache key did not include the tenant id",
        "e1",
        "fact",
        "agent fact",
    ),
    (
        [
            item("e1", "You're right, the API returns cents and not euros.", K.AGREED),
            item("e2", "that's wrong, amounts are in cents!"),
        ],
        "The API returns amounts in cents, not euros.",
        "amounts are in cents",
        "e1 e2",
        "fact",
        "agent fact",
    ),
]


@pytest.mark.parametrize("row", ROWS, ids=[row[1][:40] for row in ROWS])
def test_everyday_lessons(row: Row) -> None:
    items, sentence, quote, ids, kind, expected = row
    day = packet(*items, files=("CHANGELOG.md",))
    found = one(day, lesson(sentence, quote, *ids.split(), kind=kind, asked=True))
    assert " ".join([found.origin, found.kind, *(["asked"] if found.asked else [])]) == expected
