"""The sample project: a month of commits with a few things that keep happening, and the sessions of one day."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from scripts.golden.world import World

TODAY = datetime.fromisoformat("2026-09-28T09:00:00+00:00")
_ORDINARY = (
    "feat(orders): list orders by customer",
    "docs: how to run the worker",
    "refactor(mail): one template loader",
    "feat(users): search by e-mail",
    "chore: bump dependencies",
    "test(orders): cover empty carts",
    "feat(billing): export invoices as CSV",
    "perf(search): cache the parsed query",
)
_AREAS = ("orders", "mail", "users", "billing", "search")
_JWT = ("services/auth/jwt.py", "tests/test_jwt.py")
_RENAME = ("migrations/0007_rename.sql", "services/orders/models.py")
_AGAIN = ("migrations/0009_rename.sql", "services/orders/models.py")
_STORY: tuple[tuple[int, str, tuple[str, ...]], ...] = (
    (24, "fix(auth): accept tokens signed with the old key during rotation", _JWT),
    (21, "fix(auth): JWT validation broken for tokens without an expiry", _JWT),
    (17, "fix(auth): clock skew rejects fresh tokens on slow hosts", _JWT),
    (12, "hotfix: refresh tokens outlive a password change", ("services/auth/jwt.py", "services/auth/session.py")),
    (20, "feat(db): rename orders.total to orders.amount", _RENAME),
    (19, 'Revert "feat(db): rename orders.total to orders.amount"', _RENAME),
    (9, "feat(db): rename orders.currency to orders.unit", _AGAIN),
    (8, 'Revert "feat(db): rename orders.currency to orders.unit"', _AGAIN),
    (15, "fix(search): CacheMissError when the index is rebuilt", ("services/search/cache.py",)),
    (11, "fix(search): CacheMissError after a deploy", ("services/search/warm.py",)),
    (6, "fix(mail): CacheMissError while rendering a digest", ("services/mail/digest.py",)),
    (13, "fix(billing): rounding of split payments, BUG-007 again", ("services/billing/money.py",)),
    (5, "fix(billing): cents lost when a refund is rounded", ("services/billing/money.py",)),
)
_REASONS = {
    19: "The old column is still read by the nightly report; the rename needs a backfill migration in the same change.",
    8: "It broke the nightly report again: no backfill.",
}
_REGISTRY = """# Bug registry

## BUG-007: money is rounded with floats
- Severity: high
- Files: services/billing/
- Tags: money, rounding, cents
- Prevention: Use Decimal for money and round once, at the end
"""
CLAUDE = "# Our project\n\nServices in Python, one folder each. Run `pytest` before you push.\n"


def build(world: World, ordinary: int = 60) -> None:
    """The repository as it is on TODAY."""
    world.begin()
    world.write("docs/bug-registry.md", _REGISTRY)
    days: list[tuple[float, str, tuple[str, ...]]] = [*_STORY]
    for n in range(ordinary):
        subject = f"{_ORDINARY[n % len(_ORDINARY)]} ({n})"
        days.append((60.5 - n, subject, (f"services/{_AREAS[n % len(_AREAS)]}/part{n % 7}.py",)))
    for number, (ago, subject, names) in enumerate(sorted(days, key=lambda one: -one[0])):
        world.at(TODAY - timedelta(days=ago))
        for name in names:
            path = world.project / name
            there = path.read_text(encoding="utf-8") if path.exists() else ""
            world.write(name, f"{there}# change {number}\n")
        body = _REASONS.get(int(ago), "") if subject.startswith("Revert") else ""
        world.commit(subject, body, ("Ada", "Bob", "Eve")[number % 3])
    world.write("CLAUDE.md", CLAUDE)
    world.at(TODAY)


Step = tuple[str, ...]
_LOST: tuple[Step, ...] = (
    ("fails", "pytest tests/test_jwt.py", "E   ModuleNotFoundError: No module named 'services'"),
    ("runs", "PYTHONPATH=. pytest tests/test_jwt.py", "12 passed"),
)
_NPM: tuple[Step, ...] = (("refused", "npm install", "use pnpm here, npm rewrites the lockfile"),)
SESSIONS: tuple[tuple[Step, ...], ...] = (
    (("says", "Remember that staging deploys need the VPN profile eu-2."), ("answers", "Noted.")),
    (("says", "add the missing dependency for the mail worker"), *_NPM, ("runs", "pnpm install", "done")),
    (("says", "why do tokens without an expiry pass?"), ("edits", "services/auth/jwt.py"), *_LOST),
    (("says", "please remember: the nightly report reads orders.total until the end of 2027"), ("answers", "I will.")),
    (("says", "the refresh token test is red again"), *_LOST, ("edits", "services/auth/session.py")),
    (("says", "bump the formatter"), *_NPM, ("runs", "pnpm up prettier", "done")),
    (("says", "run the auth tests before we release"), *_LOST, ("answers", "All green.")),
    (("says", "no, don't touch the migration by hand, generate it"), ("runs", "make migration", "0010 written")),
    (("says", "remember that invoices are exported in the customer's time zone"), ("answers", "Noted.")),
    (("says", "what did we decide about currencies?"), ("answers", "The old column stays until the backfill.")),
)


def play(world: World, number: int, steps: tuple[Step, ...]) -> str:
    """One session as an agent's program holds it: its transcript is written, its hooks are called. What they say."""
    session = f"{number:08x}-da11-4000-8000-000000000000"
    slug = "".join(letter if letter.isalnum() else "-" for letter in str(world.project))
    transcript = world.home / ".claude/projects" / slug / f"{session}.jsonl"
    transcript.parent.mkdir(parents=True, exist_ok=True)
    about = {"session_id": session, "transcript_path": str(transcript)}
    told = world.hook("session-start", {**about, "hook_event_name": "SessionStart", "source": "startup"})
    if steps[0][0] == "says":
        told += world.hook("recall", {**about, "hook_event_name": "UserPromptSubmit", "prompt": steps[0][1]})
    records = list(_records(session, str(world.project), world.now, steps))
    transcript.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    os.utime(transcript, (world.now.timestamp(), world.now.timestamp()))
    for record in records:
        for block in _tools(record):
            used = {"tool_name": block["name"], "tool_input": block["input"], "tool_use_id": block["id"]}
            event = {**about, **used, "hook_event_name": "PostToolUse", "tool_response": {"ok": True}}
            told += world.hook("capture", event)
    world.later(minutes=10)
    told += world.hook("capture", {**about, "hook_event_name": "Stop", "stop_hook_active": False})
    told += world.hook("session-end", {**about, "hook_event_name": "SessionEnd", "reason": "prompt_input_exit"})
    world.wait_for_others()
    return told


def _records(session: str, cwd: str, begin: datetime, steps: tuple[Step, ...]) -> Iterator[dict[str, Any]]:
    before = None
    for number, (kind, message, more) in enumerate(_turns(session, steps), 1):
        at = begin + timedelta(seconds=30 * number)
        yield {
            "parentUuid": before,
            "isSidechain": False,
            "userType": "external",
            "cwd": cwd,
            "sessionId": session,
            "version": "2.1.185",
            "gitBranch": "main",
            "type": kind,
            "message": message,
            "uuid": (before := f"{session[:8]}-{number:04}"),
            "timestamp": at.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
            **more,
        }


def _turns(session: str, steps: tuple[Step, ...]) -> Iterator[tuple[str, dict[str, Any], dict[str, Any]]]:
    for number, (what, *words) in enumerate(steps):
        call = f"toolu_{session[:8]}{number:02}"
        if what == "says":
            yield "user", {"role": "user", "content": words[0]}, {}
        elif what == "answers":
            yield _assistant(call, {"type": "text", "text": words[0]})
        elif what == "edits":
            given = {"file_path": words[0], "old_string": "a", "new_string": "b"}
            yield _assistant(call, {"type": "tool_use", "id": call, "name": "Edit", "input": given})
            yield _result(call, "The file has been updated.", error=False)
        else:
            given = {"command": words[0], "description": "run it"}
            yield _assistant(call, {"type": "tool_use", "id": call, "name": "Bash", "input": given})
            refused = "The user doesn't want to proceed with this tool use. The tool use was rejected. the user said:\n"
            yield _result(call, (refused if what == "refused" else "") + words[1], error=what != "runs")


def _assistant(call: str, block: dict[str, Any]) -> tuple[str, dict[str, Any], dict[str, Any]]:
    about = {"model": "opus", "id": f"msg_{call}", "type": "message", "role": "assistant", "stop_reason": None}
    usage = {"input_tokens": 3, "output_tokens": 5}
    return "assistant", {**about, "content": [block], "usage": usage}, {"requestId": f"req_{call}"}


def _result(call: str, text: str, *, error: bool) -> tuple[str, dict[str, Any], dict[str, Any]]:
    block: dict[str, Any] = {"tool_use_id": call, "type": "tool_result", "content": text}
    if error:
        block["is_error"] = True
    told: Any = f"Error: {text}" if error else {"stdout": text, "stderr": ""}
    return "user", {"role": "user", "content": [block]}, {"toolUseResult": told}


def _tools(record: dict[str, Any]) -> Iterator[dict[str, Any]]:
    content = record["message"]["content"]
    if record["type"] == "assistant":
        yield from (block for block in content if block["type"] == "tool_use")


def settings_of(home: Path) -> None:
    """A home that is lived in: settings somebody wrote, hooks among them."""
    files = {
        ".claude/settings.json": '{\n  "//": "shared with my laptop",\n  "hooks": {\n    "Stop": [{ "hooks": [{ "type":'
        ' "command", "command": "true # ring the bell" }] }]\n  },\n  "model": "opus"\n}',
        ".claude.json": '{\n  "numStartups": 412,\n  "mcpServers": {}\n}',
        ".claude/CLAUDE.md": "# How I like it\n\nShort answers. British spelling.\n",
    }
    for name, text in files.items():
        path = home / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
